"use strict";
// The game as Go wrote it (package replaypage): frames, each with what changed. Nothing here changes it.
const D = JSON.parse(document.getElementById("data").textContent);
const T = D.text;
const tenths = (x) => x.toLocaleString(D.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const byID = (id) => document.getElementById(id);

// svg makes an SVG element; html an HTML one. Text goes in as text, never as markup.
function svg(tag, attributes, parent) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (parent) parent.append(e);
  return e;
}
function html(tag, parent, text, name) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (name) e.className = name;
  if (parent) parent.append(e);
  return e;
}

// ---- The map: layers from the ground up. ----

const map = byID("map");
const defs = svg("defs", {}, map);
svg("path", { d: D.map.rest, class: "rest" }, map);
const layers = {};
for (const name of ["sea", "land", "hatch", "arrows", "names", "units", "marks"]) layers[name] = svg("g", { id: "layer-" + name }, map);

D.powers.forEach((p, i) => {
  const pattern = svg("pattern", { id: "was-" + i, width: 34, height: 34, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, defs);
  svg("rect", { width: 15, height: 34, fill: p.Ground }, pattern);
});
D.units.forEach((u, i) => { if (u.path) svg("path", { id: "unit-" + i, d: u.path }, defs); });

const water = (space) => space.kind === "sea" || space.kind === "convoy";
const middle = (i) => { const r = D.spaces[i].rooms[0]; return { x: r[0] + r[2] / 2, y: r[1] + r[3] / 2 }; };

// Of each space: its ground and the group of its units, and what it shows now.
const pieces = D.spaces.map((space, i) => {
  const ground = svg("path", { d: space.path, class: water(space) ? "sea" : "land", "data-space": i }, water(space) ? layers.sea : layers.land);
  svg("title", {}, ground).textContent = space.name;
  return { ground, names: svg("g", {}, layers.names), units: svg("g", {}, layers.units), shown: null };
});

// past[i] lists what space i looked like: {from: frame, row}. So any frame can be shown without those before it.
const past = D.spaces.map(() => []);
D.frames.forEach((frame, n) => (frame.d || []).forEach((row) => {
  const list = past[row[0]], last = list[list.length - 1];
  if (last && last.from === n) last.row = row; else list.push({ from: n, row });
}));
function rowAt(i, n) {
  let low = 0, high = past[i].length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (past[i][mid].from <= n) low = mid; else high = mid - 1;
  }
  return past[i][low].row;
}

// showSpaces brings the map to a frame; only what differs is drawn. It returns how many spaces were.
function showSpaces(n) {
  let drawn = 0;
  pieces.forEach((piece, i) => {
    const row = rowAt(i, n);
    if (row === piece.shown) return;
    piece.shown = row;
    drawn++;
    drawSpace(i, piece, row);
  });
  return drawn;
}

const NEUTRAL = D.powers.length - 1;
function drawSpace(i, piece, row) {
  const space = D.spaces[i], owner = row[1];
  piece.ground.dataset.owner = owner < 0 ? "" : D.powers[owner].slug;
  if (!water(space) || (space.kind === "convoy" && owner >= 0)) piece.ground.style.fill = D.powers[owner < 0 ? NEUTRAL : owner].Ground;
  const chips = [];
  for (let k = 2; k < row.length; k += 3) {
    chips.push({ power: row[k], unit: row[k + 1], n: row[k + 2], w: CHIP + (row[k + 2] === 1 ? 0 : 8 + 25 * String(row[k + 2]).length) });
  }
  piece.units.replaceChildren();
  piece.names.replaceChildren();
  drawBlock(piece, space, chips);
}

// drawBlock writes a space's name and under it its units as chips, in the room where that comes out largest.
const CHIP = 52, GAP = 5;
function drawBlock(piece, space, chips) {
  let best = null;
  for (const room of space.rooms) {
    const b = fit(room, label(space), chips);
    if (!best || b.scale > best.scale) best = b;
  }
  const { room, scale, rows, lines, size } = best;
  const height = lines.length * size + rows.length * (CHIP + GAP) * scale;
  let y = room[1] + Math.max(0, (room[3] - height) / 2);
  const x = room[0] + room[2] / 2;
  for (const words of lines) {
    y += size;
    const t = svg("text", { x, y: y - size * 0.2, class: water(space) ? "name water" : "name" }, piece.names);
    t.style.fontSize = size * 0.92 + "px";
    t.textContent = words;
  }
  for (const row of rows) {
    let at = x - (row.width * scale) / 2;
    for (const c of row.chips) {
      drawChip(piece.units, c, at, y, scale);
      at += (c.w + GAP) * scale;
    }
    y += (CHIP + GAP) * scale;
  }
}

function label(space) {
  const digits = water(space) && space.name.match(/\d+$/);
  return (space.capital ? "★ " : space.city ? "◆ " : "") + (digits ? digits[0] : space.name);
}

// fit finds the largest scale at which chips fit into a room under the name. In small rooms chips may stick out: they must be read.
function fit(small, name, chips) {
  const w = Math.max(small[2], chips.length > 2 ? 175 : 115), h = Math.max(small[3], chips.length > 2 ? 150 : 100);
  const room = [small[0] + (small[2] - w) / 2, small[1] + (small[3] - h) / 2, w, h];
  for (let scale = 1.15; ; scale -= 0.08) {
    const size = 34 * Math.max(0.62, Math.min(1, scale));
    const lines = folded(name.split(" "), room[2], size * 0.52);
    const rows = [];
    for (const c of chips) {
      const last = rows[rows.length - 1];
      if (last && (last.width + GAP + c.w) * scale <= room[2]) { last.chips.push(c); last.width += GAP + c.w; }
      else rows.push({ chips: [c], width: c.w });
    }
    const wide = Math.max(0, ...rows.map((r) => r.width)) * scale;
    const high = lines.length * size + rows.length * (CHIP + GAP) * scale;
    if ((wide <= room[2] && high <= room[3]) || scale < 0.55) return { room, scale, rows, lines, size };
  }
}
function folded(words, width, letter) {
  const lines = [];
  for (const w of words) {
    const last = lines.length - 1;
    if (last >= 0 && (lines[last].length + 1 + w.length) * letter <= width) lines[last] += " " + w;
    else lines.push(w);
  }
  if (lines.length > 1 && lines[0].length === 1) lines.splice(0, 2, lines[0] + " " + lines[1]); // a star stays with its name
  return lines;
}

function drawChip(parent, c, x, y, scale) {
  const p = D.powers[c.power];
  const g = svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})` }, parent);
  svg("title", {}, g).textContent = p.name + ": " + c.n + " " + unitName(c.unit, c.n);
  svg("rect", { width: c.w, height: CHIP, rx: 7, fill: p.Chip, class: "chip" }, g);
  svg("use", { href: "#unit-" + c.unit, transform: "translate(4 4) scale(3.65)", fill: p.Ink }, g);
  if (c.w > CHIP) svg("text", { x: CHIP + 1, y: 41, fill: p.Ink, class: "count" }, g).textContent = c.n;
}

// showMoves draws a frame's arrows, battles and conquests.
function showMoves(frame, moving) {
  for (const name of ["arrows", "hatch", "marks"]) layers[name].replaceChildren();
  map.classList.toggle("moving", moving);
  for (const [space, was] of frame.c || []) {
    if (was >= 0) svg("path", { d: D.spaces[space].path, fill: `url(#was-${was})`, class: "hatch" }, layers.hatch);
  }
  const beside = {};
  for (const [from, to, kind, power] of frame.a || []) {
    if (from === to) continue;
    const way = from + " " + to;
    beside[way] = (beside[way] || 0) + 1;
    drawArrow(middle(from), middle(to), kind, D.powers[power], 0.06 + 0.1 * beside[way]);
  }
  (frame.b || []).forEach((battle, n) => {
    const r = D.spaces[battle.s].rooms[0];
    const star = svg("path", { d: burst(r[0] + r[2] / 2, r[1] - 12, 46), class: "burst", "data-battle": n }, layers.marks);
    svg("title", {}, star).textContent = battleTitle(battle);
    star.addEventListener("click", () => openBattle(n));
  });
}

// drawArrow draws a bow from a to b. On a map that wraps, one that is shorter over the edge leaves on one side and enters on the other.
function drawArrow(a, b, kind, power, bend) {
  let bx = b.x;
  const wraps = D.map.wraps && Math.abs(a.x - b.x) > D.map.w / 2;
  if (wraps) bx += a.x > b.x ? D.map.w : -D.map.w;
  const dx = bx - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy) || 1;
  const mid = { x: a.x + dx / 2 + bend * 2 * dy, y: a.y + dy / 2 - bend * 2 * dx };
  const toward = (p, q, by) => { const l = Math.hypot(q.x - p.x, q.y - p.y) || 1; return { x: p.x + ((q.x - p.x) / l) * by, y: p.y + ((q.y - p.y) / l) * by }; };
  const start = toward(a, mid, Math.min(55, length / 4)), tip = toward({ x: bx, y: b.y }, mid, Math.min(55, length / 4)), neck = toward(tip, mid, 34);
  const d = `M${start.x} ${start.y}Q${mid.x} ${mid.y} ${neck.x} ${neck.y}`;
  const side = { x: (tip.y - neck.y) * 0.62, y: (neck.x - tip.x) * 0.62 };
  const head = `M${tip.x} ${tip.y}L${neck.x + side.x} ${neck.y + side.y} ${neck.x - side.x} ${neck.y - side.y}z`;
  for (const turn of wraps ? [-D.map.w, 0, D.map.w] : [0]) {
    const g = svg("g", turn ? { transform: `translate(${turn} 0)` } : {}, layers.arrows);
    svg("path", { d, pathLength: 1, class: "casing" }, g);
    svg("path", { d, pathLength: 1, class: "shaft", stroke: power.Chip }, g);
    if (kind > 0) svg("path", { d, class: "kind", "stroke-dasharray": kind === 1 ? "34 22" : "6 20" }, g);
    svg("path", { d: head, class: "head", fill: power.Chip }, g);
  }
}

function burst(x, y, r) {
  let d = "";
  for (let k = 0; k < 18; k++) {
    const radius = k % 2 ? r * 0.55 : r, angle = (Math.PI * k) / 9 - Math.PI / 2;
    d += (k ? "L" : "M") + (x + radius * Math.cos(angle)).toFixed(1) + " " + (y + radius * Math.sin(angle)).toFixed(1);
  }
  return d + "z";
}

// ---- Charts: a line a power, drawn once; a cursor moves. ----

const charts = [];
function drawChart(key, title) {
  const W = 560, H = 190, left = 44, top = 14, bottom = 18;
  const box = html("div", byID("charts"), undefined, "chart");
  html("h3", box, title);
  const root = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": title }, box);
  const values = D.points.flatMap((p) => p[key]);
  const high = Math.max(1, ...values), low = Math.min(0, ...values);
  const frames = Math.max(1, D.frames.length - 1);
  const x = (f) => left + ((W - left - 8) * f) / frames, y = (v) => H - bottom - ((H - top - bottom) * (v - low)) / (high - low);
  for (const v of new Set([low, 0, high])) {
    svg("line", { x1: left, x2: W - 8, y1: y(v), y2: y(v), class: "grid" }, root);
    svg("text", { x: left - 5, y: y(v) + 4, "text-anchor": "end" }, root).textContent = Math.round(v);
  }
  let round = 0;
  const every = Math.ceil((D.frames[frames] || D.frames[0]).r / 12);
  D.frames.forEach((f, n) => {
    if (f.r === round || n === 0) return;
    round = f.r;
    if ((round - 1) % every === 0) svg("text", { x: x(n), y: H - 4 }, root).textContent = round;
  });
  D.seats.forEach((power, seat) => {
    const points = D.points.map((p) => x(p.f).toFixed(1) + "," + y(p[key][seat]).toFixed(1)).join(" ");
    svg("polyline", { points, class: "edge" }, root);
    svg("title", {}, svg("polyline", { points, class: "run", stroke: D.powers[power].Chip }, root)).textContent = D.powers[power].name;
  });
  const cursor = svg("line", { y1: top, y2: H - bottom, class: "cursor" }, root);
  const pick = (e) => {
    const r = root.getBoundingClientRect();
    show(Math.round((((e.clientX - r.left) / r.width) * W - left) / ((W - left - 8) / frames)));
  };
  root.addEventListener("pointerdown", pick);
  root.addEventListener("pointermove", (e) => { if (e.buttons) pick(e); });
  charts.push((n) => { cursor.setAttribute("x1", x(n)); cursor.setAttribute("x2", x(n)); });
}
