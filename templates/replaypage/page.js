
// ---- Words. ----

const unitName = (unit, n) => (n === 1 ? D.units[unit].one : D.units[unit].many);
const powerName = (p) => (p < 0 ? T.nobody : D.powers[p].name);
const spaceName = (i) => D.spaces[i].name;

// unitsText lists units, and whose they are where that is not the power spoken of.
function unitsText(flat, power) {
  const items = [];
  for (let k = 0; k < flat.length; k += 3) {
    const whose = flat[k] === power || flat[k] < 0 ? "" : " (" + powerName(flat[k]) + ")";
    items.push(flat[k + 2] + " " + unitName(flat[k + 1], flat[k + 2]) + whose);
  }
  return items.join(", ");
}

const phaseName = (frame) => T["phase-" + frame.f] || frame.f;
const frameTitle = (frame) => T.round + " " + frame.r + " · " + (frame.p < 0 ? "" : powerName(frame.p) + " · ") + phaseName(frame);
const battleTitle = (battle) => (T["battle-" + battle.k] || T["battle-land"]) + ": " + spaceName(battle.s);

function diceInto(parent, dice, value) {
  for (const face of dice || []) html("i", parent, face, face <= value ? "die hit" : "die");
}

function lineInto(parent, l, power) {
  const words = [];
  if (l.u && l.u.length) words.push(unitsText(l.u, power));
  if (l.s >= 0) words.push(spaceName(l.s) + (l.e >= 0 && l.e !== l.s ? " → " + spaceName(l.e) : ""));
  if (l.w >= 0) words.push((words.pop() || "") + " (" + powerName(l.w) + ")");
  if (l.g) words.push(D.techs[l.g]);
  if (l.n || l.k === "income") words.push((l.n || 0) + " " + T.ipc);
  const who = l.p >= 0 && l.p !== power ? powerName(l.p) + ": " : "";
  const li = html("li", parent, who + (T["line-" + l.k] || l.k) + (words.length ? ": " + words.join(" · ") : "") + " ");
  diceInto(li, l.x, l.k === "researched" && l.h ? 6 : 0);
}

// ---- Battles. ----

function sideLuck(battle, attacking) {
  let hits = 0, expected = 0;
  for (const v of battle.v) {
    if (!v.n || !!v.a !== attacking) continue;
    hits += v.h || 0;
    let units = 0;
    for (let k = 2; k < v.u.length; k += 3) units += v.u[k];
    expected += ((v.x ? v.x.length : units) * v.n) / 6; // with low luck sure hits have no die
  }
  return hits + " (" + T.expected + " " + tenths(expected) + ")";
}

function battleInto(parent, battle, n) {
  const box = html("details", parent);
  box.id = "battle-" + n;
  const head = html("summary", box, "");
  html("b", head, battleTitle(battle));
  html("span", head, (battle.o ? " — " + T["outcome-" + battle.o] : "") + " · " + T.hits + ": " + T.attacker + " " + sideLuck(battle, true) + ", " + T.defender + " " + sideLuck(battle, false));
  // The dice are written when they are first looked at.
  box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) tableInto(html("div", box), battle); });
}

function tableInto(parent, battle) {
  if (battle.a.length) html("p", parent, T.attacker + ": " + unitsText(battle.a) + " — " + T.defender + ": " + unitsText(battle.d));
  const table = html("table", parent);
  const row = (cells, tag, name) => { const tr = html("tr", table, undefined, name); return cells.map((c) => html(tag, tr, c)); };
  row([T.round, T.fires, T.needs, T.dice, T.hits], "th");
  let round = 0;
  for (const v of battle.v) {
    const at = v.r && v.r !== round ? v.r : "";
    round = v.r || round;
    if (!v.n) { row([at, "− " + unitsText(v.u), "", "", ""], "td", "loss"); continue; }
    diceInto(row([at, unitsText(v.u), "≤ " + v.n, v.x ? "" : "–", v.h || 0], "td")[3], v.x, v.n);
  }
}

function openBattle(n) {
  const box = byID("battle-" + n);
  box.open = true;
  box.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

// ---- The frame that is shown. ----

let now = -1, playing = 0;

// addresses[n] is the frame's: #r3-germany-2 is the second step of Germany's turn in round 3.
const frameOf = {};
const counts = {};
const addresses = D.frames.map((f, n) => {
  const turn = "r" + f.r + "-" + (f.p < 0 ? "start" : D.powers[f.p].slug);
  counts[turn] = (counts[turn] || 0) + 1;
  const address = turn + "-" + counts[turn];
  frameOf[address] = n;
  if (counts[turn] === 1) frameOf[turn] = n;
  if (!("r" + f.r in frameOf) && f.p >= 0) frameOf["r" + f.r] = n;
  return address;
});

function show(n) {
  n = Math.max(0, Math.min(D.frames.length - 1, n));
  if (n === now) return;
  const forward = n === now + 1;
  now = n;
  const frame = D.frames[n];
  showSpaces(n);
  showMoves(frame, forward);
  showTitle(frame);
  byID("slider").value = n;
  byID("slider").setAttribute("aria-valuetext", frameTitle(frame));
  byID("battles").replaceChildren();
  (frame.b || []).forEach((b, k) => battleInto(byID("battles"), b, k));
  byID("lines").replaceChildren();
  (frame.t || []).forEach((l) => lineInto(byID("lines"), l, frame.p));
  byID("events-title").textContent = frame.b || frame.t ? T.events : T["no-events"];
  showPowers(frame, n);
  charts.forEach((move) => move(n));
  if (byID("follow").checked) follow(frame);
  document.body.dataset.frame = n;
  if (location.hash !== "#" + addresses[n]) history.replaceState(null, "", "#" + addresses[n]);
}

function showTitle(frame) {
  const title = byID("title");
  title.textContent = T.round + " " + frame.r + " · ";
  if (frame.p >= 0) {
    const p = D.powers[frame.p], b = html("b", title, p.name);
    b.style.background = p.Chip;
    b.style.color = p.Ink;
    title.append(" · ");
  }
  title.append(phaseName(frame));
  document.title = D.game + " · " + frameTitle(frame);
}

// showPowers writes the table of the powers as at the end of the last go before or on the frame.
function showPowers(frame, n) {
  let at = D.points[0];
  for (const p of D.points) if (p.f <= n) at = p;
  const table = byID("powers");
  table.replaceChildren();
  const head = html("tr", table);
  for (const key of ["power", "money", "income", "value", "luck"]) html("th", head, T[key]);
  D.seats.forEach((power, k) => {
    const tr = html("tr", table, undefined, power === frame.p ? "now" : "");
    const name = html("td", tr);
    html("span", name, "", "swatch").style.background = D.powers[power].Chip;
    name.append(powerName(power));
    const luck = at.l[k];
    for (const v of [at.m[k], at.i[k], at.v[k], (luck > 0 ? "+" : luck < 0 ? "−" : "±") + tenths(Math.abs(luck))]) html("td", tr, v);
  });
}

// ---- The part of the map that is seen. ----

const whole = { x: 0, y: 0, w: D.map.w, h: D.map.h };
let part = whole;
// look shows a part of the map, in the shape that is asked for: at most the whole map, with water beside it or above.
function look(to) {
  const shape = to.w / to.h, most = Math.max(D.map.w, D.map.h * shape);
  const w = Math.min(most, Math.max(500, to.w)), h = w / shape;
  const within = (at, size, all) => (size >= all ? (all - size) / 2 : Math.max(0, Math.min(all - size, at)));
  part = { x: within(to.x, w, D.map.w), y: within(to.y, h, D.map.h), w, h };
  map.setAttribute("viewBox", `${part.x} ${part.y} ${part.w} ${part.h}`);
  map.classList.toggle("near", part.w < most - 1);
}
function zoom(by, cx, cy) {
  const fx = cx ?? 0.5, fy = cy ?? 0.5, w = part.w * by, h = part.h * by;
  look({ x: part.x + (part.w - w) * fx, y: part.y + (part.h - h) * fy, w, h });
}
// fitted is the map's window as high as the screen's, so that a narrow screen is used well.
function fitted(box) {
  const r = map.getBoundingClientRect(), shape = r.width && r.height ? r.width / r.height : D.map.w / D.map.h;
  const w = Math.max(box.w, box.h * shape);
  return { x: box.x + box.w / 2 - w / 2, y: box.y + box.h / 2 - w / shape / 2, w, h: w / shape };
}
// follow looks at the spaces of which a frame tells.
function follow(frame) {
  const ids = [...(frame.b || []).map((b) => b.s), ...(frame.a || []).flatMap((a) => [a[0], a[1]]), ...(frame.c || []).map((c) => c[0])];
  if (!ids.length) (frame.t || []).forEach((l) => { if (l.s >= 0 && l.k === "placed") ids.push(l.s); });
  if (!ids.length) return look(whole);
  const xs = ids.map((i) => middle(i).x), ys = ids.map((i) => middle(i).y);
  const x = Math.min(...xs) - 350, y = Math.min(...ys) - 250;
  look(fitted({ x, y, w: Math.max(...xs) + 350 - x, h: Math.max(...ys) + 250 - y }));
}

// Fingers and mouse: drag moves a map that is near, two fingers zoom, a swipe over the whole map steps.
const fingers = new Map();
let swipe = null;
map.addEventListener("pointerdown", (e) => { fingers.set(e.pointerId, e); swipe = fingers.size === 1 ? e : null; });
map.addEventListener("pointermove", (e) => {
  const was = fingers.get(e.pointerId);
  if (!was) return;
  const r = map.getBoundingClientRect(), near = map.classList.contains("near");
  if (fingers.size === 2) {
    const other = [...fingers.values()].find((f) => f.pointerId !== e.pointerId);
    const before = Math.hypot(was.clientX - other.clientX, was.clientY - other.clientY), after = Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
    if (before > 0 && after > 0) zoom(before / after, (other.clientX - r.left) / r.width, (other.clientY - r.top) / r.height);
  } else if (near) look({ ...part, x: part.x - ((e.clientX - was.clientX) / r.width) * part.w, y: part.y - ((e.clientY - was.clientY) / r.height) * part.h });
  fingers.set(e.pointerId, e);
});
function lifted(e) {
  fingers.delete(e.pointerId);
  if (swipe && e.type === "pointerup" && !map.classList.contains("near") && Math.abs(e.clientX - swipe.clientX) > 50) show(now + (e.clientX < swipe.clientX ? 1 : -1));
  swipe = null;
}
for (const kind of ["pointerup", "pointercancel", "pointerleave"]) map.addEventListener(kind, lifted);
map.addEventListener("wheel", (e) => {
  if (!e.ctrlKey && !map.classList.contains("near")) return; // the page scrolls
  e.preventDefault();
  const r = map.getBoundingClientRect();
  zoom(e.deltaY > 0 ? 1.15 : 0.87, (e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height);
}, { passive: false });

// ---- Controls. ----

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (now + 1 < D.frames.length ? show(now + 1) : play(false)), 1500) : 0;
  byID("play").textContent = on ? "❚❚" : "▶";
  if (on && now === D.frames.length - 1) show(0);
}

// turn is the first frame of the turn before or after this one.
function turn(step) {
  const same = (a, b) => D.frames[a].r === D.frames[b].r && D.frames[a].p === D.frames[b].p;
  let n = now;
  while (D.frames[n + step] && same(n, now)) n += step;
  while (step < 0 && n > 0 && same(n, n - 1)) n--;
  show(n);
}

const actions = {
  first: () => show(0), last: () => show(D.frames.length - 1), back: () => show(now - 1), next: () => show(now + 1),
  "turn-back": () => turn(-1), "turn-next": () => turn(1), play: () => play(!playing),
};
const keys = { ArrowLeft: "back", ArrowRight: "next", " ": "play", Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-next" };
for (const id in actions) byID(id).addEventListener("click", () => { if (id !== "play") play(false); actions[id](); });
document.addEventListener("keydown", (e) => {
  const id = keys[e.key];
  const own = e.key === " " && e.target.closest("button, summary, input[type=checkbox]"); // what a space bar presses
  if (!id || own || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  if (id !== "play") play(false);
  actions[id]();
});
byID("slider").max = D.frames.length - 1;
byID("slider").addEventListener("input", (e) => { play(false); show(+e.target.value); });
byID("closer").addEventListener("click", () => zoom(0.7));
byID("whole").addEventListener("click", () => { byID("follow").checked = false; look(whole); });
byID("follow").addEventListener("change", (e) => (e.target.checked ? follow(D.frames[now]) : look(whole)));
byID("theme").addEventListener("click", () => {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
const fromAddress = () => frameOf[decodeURIComponent(location.hash.slice(1)).toLowerCase()];
addEventListener("hashchange", () => show(fromAddress() ?? now));
addEventListener("resize", () => (byID("follow").checked ? follow(D.frames[now]) : look(fitted(part))));

for (const e of document.querySelectorAll("[data-text]")) { e.title = T[e.dataset.text]; e.setAttribute("aria-label", e.title); }
byID("game").textContent = D.game;
byID("follow-text").textContent = T.follow;
byID("powers-title").textContent = T.powers;
byID("help").textContent = T.help;
byID("slider").setAttribute("aria-label", T.slider);
byID("closer").setAttribute("aria-label", T.closer);
byID("whole").setAttribute("aria-label", T.whole);
map.setAttribute("aria-label", T.map);
for (const [key, title] of [["v", "value"], ["i", "income"], ["m", "money"], ["l", "luck"]]) drawChart(key, T["chart-" + title]);
map.setAttribute("viewBox", `0 0 ${D.map.w} ${D.map.h}`);
byID("follow").checked = innerWidth < 760;
look(whole);
show(fromAddress() ?? 0);
