package modeltest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// step is one file of orders. A checked one is only judged.
type step struct {
	check    bool
	research []line
	convert  []line
	buy      []line
	combat   []line
	order    []string // battle order
	sections map[string]*tactics
	late     []line
	place    []line
	winter   bool
	phase    string // the phase up to which the file reaches: combat, noncombat, place
}

// text writes the file.
func (st step) text() string {
	var b strings.Builder
	put := func(indent string, lines []line) {
		for _, l := range lines {
			b.WriteString(indent + l.text() + "\n")
		}
	}
	if st.check {
		b.WriteString("check\n")
	}
	put("", st.research)
	put("", st.convert)
	put("", st.buy)
	switch st.phase {
	case "combat":
		b.WriteString("combat\n")
		put("  ", st.combat)
		if len(st.order) > 0 {
			b.WriteString("  battle order " + strings.Join(st.order, ", ") + "\n")
		}
		for _, s := range slices.Sorted(maps.Keys(st.sections)) {
			fmt.Fprintf(&b, "battle %s\n", s)
			for _, l := range st.sections[s].lines() {
				b.WriteString("  " + l + "\n")
			}
		}
	case "noncombat":
		b.WriteString("noncombat\n")
		put("  ", st.late)
	case "place":
		put("", st.place)
		if st.winter {
			b.WriteString("declare Russian Winter\n")
		}
		b.WriteString("done\n")
	}
	return b.String()
}

// play plays a file in the model and returns what is illegal in it. Nothing may be illegal in one that is not only
// judged.
func (g *game) play(st step) map[string]bool {
	bad := map[string]bool{}
	note := func(where string, faults map[int]bool) {
		for i := range faults {
			bad[fmt.Sprintf("%s %d", where, i)] = true
		}
	}
	switch st.phase {
	case "combat":
		for _, l := range st.research {
			if !g.research(l) {
				bad["research"] = true
			}
		}
		for i, l := range st.convert {
			if !takeOver(g.pos, l, false) {
				note("convert", map[int]bool{i: true})
			}
		}
		if !buyUnits(g.pos, st.buy) {
			bad["buy"] = true
		}
		note("combat", combatMoves(g.pos, st.combat))
		for i, s := range slices.Concat(st.order, slices.Sorted(maps.Keys(st.sections))) {
			if !slices.Contains(g.queue(), s) { // a battle that is not fought
				note("battle", map[int]bool{i: true})
			}
		}
		g.plan.order = st.order
		if len(bad) == 0 && !st.check {
			g.sections = st.sections
			g.conduct()
		}
	case "noncombat":
		note("noncombat", g.noncombat(st.late))
		if len(bad) == 0 && !st.check {
			g.endNoncombat()
		}
	case "place":
		note("place", g.place(st.place))
		if st.winter && !(g.power == "USSR" && g.has["USSR"]["Russian Winter"] &&
			!g.spent["USSR"]["Russian Winter"] && g.holdsCapital("USSR")) {
			bad["winter"] = true
		}
		if len(bad) == 0 && !st.check {
			if st.winter {
				g.winter, g.spent["USSR"]["Russian Winter"] = true, true
			}
			g.endPlace()
		}
	}
	return bad
}

// playedGame is a random game of some files: where it begins, what is ordered, which dice fall.
type playedGame struct {
	start *pos
	file
	steps []step
	who   []string // whose file each is
	dice  []int
}

// playGame makes a story by playing it in the model.
func (m *maker) playGame(turns int) *playedGame {
	s := &playedGame{start: m.position()}
	s.file = m.file(s.start)
	for range 400 {
		s.dice = append(s.dice, 1+m.IntN(6))
	}
	g := &game{pos: s.start.clone(), dice: s.dice, file: s.file}
	defer func() {
		if r := recover(); r != nil {
			if _, short := r.(outOfDice); !short {
				panic(r)
			}
			s.steps, s.who = s.steps[:max(0, len(s.steps)-1)], s.who[:max(0, len(s.who)-1)]
		}
	}()
	for range turns {
		m.turn(g, s)
		if g.winner != "" {
			break
		}
	}
	return s
}

// turns is how many turns the story has.
func (s *playedGame) turns() int {
	n := 0
	for _, st := range s.steps {
		if st.phase == "combat" && !st.check {
			n++
		}
	}
	return n
}

func (s *playedGame) add(g *game, st step) {
	s.steps = append(s.steps, st)
	s.who = append(s.who, g.power)
	if !st.check {
		g.play(st)
	}
}

// grow adds candidates that the model takes and files some that it does not take to be judged.
func (m *maker) grow(g *game, s *playedGame, tries int, candidate func(p *pos) []line, file func([]line) step) []line {
	var good []line
	judged := 0
	for range tries {
		now := &game{pos: g.clone(), dice: slices.Repeat([]int{6}, 500), file: g.file}
		now.play(check(file(good)))
		more := candidate(now.pos)
		if more == nil {
			continue
		}
		lines := slices.Concat(good, more)
		try := &game{pos: g.clone(), dice: slices.Repeat([]int{6}, 500), file: g.file}
		st := check(file(lines))
		if bad := try.play(st); len(bad) == 0 {
			good = lines
		} else if judged < 6 {
			judged++
			s.add(g, st)
		}
	}
	return good
}

func check(st step) step {
	st.check = true
	return st
}

// turn makes the files of one turn.
func (m *maker) turn(g *game, s *playedGame) {
	power := g.power
	st := step{phase: "combat"}
	if g.holdsCapital(power) {
		if !g.w.europe && m.chance(25) {
			l := line{verb: "research", tech: oneOf(m, techs), units: []count{{n: 1 + m.IntN(2)}}}
			if try := (&game{pos: g.clone(), dice: g.dice, file: g.file}); try.research(l) {
				st.research = []line{l}
			} else {
				s.add(g, step{phase: "combat", research: []line{l}, check: true})
			}
		}
		if m.chance(60) {
			buy := m.purchase(g.pos)
			try := &game{pos: g.clone(), dice: slices.Repeat([]int{6}, 20)}
			for _, l := range st.research {
				try.research(l)
			}
			if buyUnits(try.pos, buy) {
				st.buy = buy
			} else {
				s.add(g, step{phase: "combat", research: st.research, buy: buy, check: true})
			}
		}
		if power == "USSR" && g.has["USSR"]["Lend-Lease"] {
			st.convert = m.conversions(g.pos)
		}
	}
	if m.chance(12) {
		m.reach(g, s, "combat")
	}
	// what is bought or found does not change what may move, but for technologies: they are tried with what is known
	base := step{phase: "combat"}
	file := func(lines []line) step { x := base; x.combat = lines; return x }
	st.combat = m.grow(g, s, 4+m.IntN(12), m.combatCandidate, file)
	try := &game{pos: g.clone(), file: g.file}
	combatMoves(try.pos, st.combat)
	if queue := try.queue(); len(queue) > 1 && m.chance(40) && len(try.plan.landings) == 0 {
		m.Shuffle(len(queue), func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
		st.order = queue
	}
	st.sections = m.sections(try.pos)
	s.add(g, st)
	if g.winner != "" || g.power != power || g.phase != "noncombat" {
		return
	}
	if m.chance(12) {
		m.reach(g, s, "noncombat")
	}
	lands := m.landings(g)
	rest := m.grow(g, s, 3+m.IntN(10), m.lateCandidate, func(lines []line) step {
		return step{phase: "noncombat", late: slices.Concat(lands, lines)}
	})
	s.add(g, step{phase: "noncombat", late: slices.Concat(lands, rest)})
	if g.winner != "" || g.power != power || g.phase != "place" {
		return
	}
	last := step{phase: "place"}
	last.place = m.grow(g, s, 8, m.placeCandidate,
		func(lines []line) step { return step{phase: "place", place: lines} })
	last.winter = power == "USSR" && g.has["USSR"]["Russian Winter"] && !g.spent["USSR"]["Russian Winter"] &&
		m.chance(50)
	s.add(g, last)
}

// reach asks for every space around one unit whether it may go there by itself.
func (m *maker) reach(g *game, s *playedGame, phase string) {
	u := m.spot(g.pos, func(u *unit) bool {
		ship := g.find(u.aboard)
		deck := ship == nil || u.kind == "fighter" && !ship.moved && !ship.fought
		return deck && u.kind != "industrial complex" && !u.captured && !u.home && !isAbroad(g.pos, u)
	})
	if u == nil || u.kind == "transport" && !lone(g.pos, u) {
		return
	}
	// all spaces within one step more than it can go; of planes those nearby
	for _, to := range g.w.names {
		if to == u.at || isLandUnit(u.kind) == g.w.sea(to) && !isPlane(u.kind) ||
			g.w.paths(u.at, to, min(3, g.movement(u)+1), anywhere) == nil {
			continue
		}
		l := line{verb: "move", units: []count{{n: 1, kind: u.kind, from: u.at}}, to: to}
		st := step{phase: phase, check: true, combat: []line{l}}
		if phase == "noncombat" {
			st = step{phase: phase, check: true, late: []line{l}}
		}
		s.add(g, st)
	}
}

func anywhere(_, _ string) bool { return true }

// conversions makes Lend-Lease lines.
func (m *maker) conversions(p *pos) []line {
	var lines []line
	for _, u := range p.units {
		if u.owner == "USSR" || u.owner == middleEast || !p.friend(u.owner) || u.aboard != 0 || m.w.sea(u.at) ||
			u.kind == "industrial complex" || !m.chance(40) {
			continue
		}
		l := line{verb: "convert", units: []count{{n: 1, kind: u.kind, whose: u.owner}}, to: u.at}
		if try := p.clone(); takeOver(try, l, m.w.europe) {
			p = try
			lines = append(lines, l)
		}
	}
	return lines
}

// standingText writes the standing sections of a case.
func (s *playedGame) standingText() string {
	var b strings.Builder
	for _, q := range s.start.w.powers {
		text := ""
		if t := s.standing[q]; t != nil {
			text = "defend everywhere\n  " + strings.Join(t.lines(), "\n  ") + "\n"
		}
		for _, n := range slices.Sorted(maps.Keys(s.intercept)) {
			if s.start.owner[n] == q {
				text += fmt.Sprintf("defend %s\n  intercept with %s\n", n, countText(s.intercept[n], "fighter"))
			}
		}
		if q == "USSR" && len(s.treaty) > 0 && s.start.has[q]["Nonaggression Treaty"] {
			text += "nonaggression in " + strings.Join(s.treaty, ", ") + "\n"
		}
		for _, n := range slices.Sorted(maps.Keys(s.torpedoes)) {
			if q == "Japan" && s.start.has[q]["Kaiten Torpedoes"] {
				text += fmt.Sprintf("defend %s\n  kaiten %s\n", n, countText(s.torpedoes[n], "submarine"))
			}
		}
		if text != "" {
			fmt.Fprintf(&b, "-- standing %s --\n%s", q, text)
		}
	}
	return b.String()
}

// text writes the story as a conformance case whose want is still to be filled in.
func (s *playedGame) text() string {
	var b strings.Builder
	b.WriteString("Found by the second model.\n-- setup --\n" + s.start.setup() + s.standingText())
	for i, st := range s.steps {
		fmt.Fprintf(&b, "-- orders %s --\n%s", s.who[i], st.text())
	}
	fmt.Fprintf(&b, "-- dice --\n%s\n-- want --\n", strings.Trim(fmt.Sprint(s.dice[:min(len(s.dice), 60)]), "[]"))
	return b.String()
}

// differ plays a story in both and says where they first disagree; "" if they agree.
func (s *playedGame) differ() (what string) {
	defer func() {
		if r := recover(); r != nil {
			if _, short := r.(outOfDice); !short {
				panic(r)
			}
			what = ""
		}
	}()
	e, err := begin(s.start.setup(), s.standingText())
	if err != nil {
		return "setup: " + err.Error()
	}
	g := &game{pos: s.start.clone(), dice: s.dice, file: s.file}
	for i, st := range s.steps {
		if g.power != s.who[i] || st.phase != g.phase &&
			!(st.phase == "combat" && (g.phase == "research" || g.phase == "buy")) {
			return "" // shrunk too far: the file belongs elsewhere
		}
		if st.check {
			try := &game{pos: g.clone(), dice: slices.Repeat([]int{6}, 500), file: g.file}
			bad := try.play(st)
			refused, faults := e.judge(s.who[i], st.text())
			if refused != (len(bad) > 0) {
				return fmt.Sprintf("file %d, judged: model faults %v, engine refuses %v (%s)", i,
					slices.Sorted(maps.Keys(bad)), refused, faults)
			}
			continue
		}
		before := g.used
		if bad := g.play(st); len(bad) > 0 {
			refused, faults := e.judge(s.who[i], st.text())
			if !refused {
				return fmt.Sprintf("file %d: model faults %v, engine accepts", i, slices.Sorted(maps.Keys(bad)))
			}
			_ = faults
			return ""
		}
		used, short, err := e.play(s.who[i], st.text(), s.dice[before:])
		if short {
			return fmt.Sprintf("file %d: the engine rolls more than %d dice, model %d", i, len(s.dice)-before,
				g.used-before)
		}
		if err != nil {
			return fmt.Sprintf("file %d: %v", i, err)
		}
		if diff := differences(g.snapshot(), e.snapshot()); len(diff) > 0 || used != g.used-before {
			return fmt.Sprintf("file %d: dice model %d, engine %d\n  %s", i, g.used-before, used,
				strings.Join(diff, "\n  "))
		}
	}
	return ""
}
