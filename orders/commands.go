package orders

import (
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Command is a line that is no order: a query, a letter, an act of a player or the referee. Who may give it is not the
// parser's to know.
type Command interface {
	CommandLine() int // 1-based
}

// Line is the line a command stands on.
type Line int

// CommandLine returns the line.
func (l Line) CommandLine() int { return int(l) }

// The queries.
type (
	// Query is a query of one word: status, map, history, chain, dice, verify, standing, games.
	Query struct {
		Line
		What string
	}
	// Search asks a question about the past: history battles in SZ5. Its words are not the parser's to know.
	Search struct {
		Line
		Question string
	}
	// Report asks for a report: the last one, that of a round, or that of a power's turn.
	Report struct {
		Line
		Round int // 0: the last
		Power board.Power
	}
	// Odds asks for the exact odds of a battle.
	Odds struct {
		Line
		Attackers, Defenders []order.Units
		Sea, Amphibious      bool
	}
	// Help asks for a help text; Topic is a keyword or "".
	Help struct {
		Line
		Topic string
	}
	// Beacon hands in the value of a drand round (tier 2).
	Beacon struct {
		Line
		Round     int
		Signature string // hex digits
	}
)

// Press is a letter, its body taken raw.
type Press struct {
	Line
	To        []board.Power
	Side      board.Side // to one side
	All       bool
	Referee   bool
	Anonymous bool
	Open      bool // to all on purpose, though it may look like a private letter
	Body      []string
}

// Acts about seats and games.
type (
	// NewGame opens a game; options follow in lines of their own.
	NewGame struct {
		Line
		Name, Rules string
	}
	// Option is a setting for a new game.
	Option struct {
		Line
		Name, Value string
	}
	// Join takes a seat.
	Join struct {
		Line
		Game  string
		Power board.Power
	}
	// Observe asks for the reports of a game.
	Observe struct {
		Line
		Game string
	}
	// Vacation tells when the sender is away; days as YYYY-MM-DD, both included.
	Vacation struct {
		Line
		From, To string
	}
	// Vote is for (or, with No, against) a draw, an extension, a surrender or an early end.
	Vote struct {
		Line
		On string // draw, extend, surrender, end
		No bool
	}
	// Substitute offers to take over a seat of a game that becomes free, or any (Nobody).
	Substitute struct {
		Line
		Game  string
		Power board.Power
	}
	// AddressLine is about the mail addresses of the sender: adds one, makes one the main one, or drops one.
	AddressLine struct {
		Line
		What    string // "", main, drop
		Address string
	}
	// Act is an act of one word: resign, ready, new key, public key, pause game, resume game, go on.
	Act struct {
		Line
		What string
	}
)

// Acts of the referee, and what they need of others.
type (
	// StartGame begins to play; Anyway: though not everybody has confirmed his address.
	StartGame struct {
		Line
		Anyway bool
	}
	// Extend moves the deadline.
	Extend struct {
		Line
		Hours int
	}
	// Replace gives a seat to another address.
	Replace struct {
		Line
		Power   board.Power
		Address string
	}
	// Speech is an act whose rest is free text: announce, ruling, approve, reject, allow, deny, bid.
	Speech struct {
		Line
		What, Text string
	}
)

// commandRules are the lines that are no orders, by keyword.
func commandRules() map[string]rule {
	m := map[string]rule{"report": reportLine, "history": historyLine, "odds": oddsLine, "help": helpLine, "beacon": beaconLine, "press": pressLine,
		"new game": newGameLine, "option": optionLine, "join": joinLine, "observe": observeLine, "vacation": vacationLine, "vote": voteLine,
		"extend": extendLine, "replace": replaceLine, "roll back": rollBackLine, "edit": editLine, "correct": correctLine,
		"start game": startLine, "substitute": substituteLine, "address": addressLine}
	for _, w := range []string{"status", "map", "chain", "dice", "verify", "standing", "games"} {
		m[w] = func(s *scan) any { return Query{Line(s.line), s.verb} }
	}
	for _, w := range []string{"resign", "ready", "new key", "public key", "pause game", "resume game", "go on", noVacation} {
		m[w] = func(s *scan) any { return Act{Line(s.line), s.verb} }
	}
	for _, w := range []string{"announce", "ruling", "approve", "reject", "allow", "deny", "bid"} {
		m[w] = func(s *scan) any { return Speech{Line(s.line), s.verb, s.value()} }
	}
	return m
}

// historyLine: history [QUESTION].
func historyLine(s *scan) any {
	if !s.more() {
		return Query{Line(s.line), s.verb}
	}
	return Search{Line(s.line), s.value()}
}

// HistoryTopic tells whether the question of a [Search] is about something that is no search: press, letters (the intake log), punctuality. N is
// the number behind it, 0 without one.
func HistoryTopic(question string) (topic string, n int) {
	ts := tokens(question)
	m, used := theLexicon().words.at(ts)
	if !slices.Contains([]string{"press", "letters", "punctuality"}, m.id) {
		return "", 0
	}
	if rest := ts[used:]; len(rest) == 1 {
		n, _ = numeral(rest[0].key)
	} else if len(rest) > 1 {
		return "", 0
	}
	return m.id, n
}

// reportLine: report [round N [POWER]].
func reportLine(s *scan) any {
	c := Report{Line: Line(s.line)}
	if s.take("round") {
		c.Round = s.number()
		if s.more() {
			c.Power = s.power()
		}
	}
	return c
}

// oddsLine: odds UNITS vs UNITS [at sea] [amphibious].
func oddsLine(s *scan) any {
	c := Odds{Line: Line(s.line), Attackers: s.units(false)}
	s.need("vs")
	c.Defenders = s.units(false)
	s.clauses(nil, map[string]func(){
		"at sea":     func() { c.Sea = true },
		"amphibious": func() { c.Amphibious = true },
	})
	return c
}

func helpLine(s *scan) any {
	c := Help{Line: Line(s.line)}
	if m, n := s.lx.words.at(s.rest()); n > 0 {
		s.i += n
		c.Topic = m.id
	} else if s.more() {
		c.Topic = compact(s.rest())
		s.i = len(s.ts)
	}
	return c
}

// beaconLine: beacon ROUND SIGNATURE.
func beaconLine(s *scan) any {
	words := strings.Fields(s.value())
	c := Beacon{Line: Line(s.line)}
	if len(words) == 2 {
		c.Round, _ = numeral(words[0])
		c.Signature = strings.ToLower(words[1])
	}
	if c.Round == 0 || c.Signature == "" || len(c.Signature)%2 != 0 || strings.Trim(c.Signature, "0123456789abcdef") != "" {
		s.fail(BadValue, "beacon")
	}
	return c
}

// pressLine: press [anonymous] [openly] to POWER, POWER | all | axis | allies | referee.
func pressLine(s *scan) any {
	c := Press{Line: Line(s.line), Anonymous: s.take("anonymous"), Open: s.take("openly")}
	c.Anonymous = c.Anonymous || s.take("anonymous")
	s.need("to")
	for !s.failed() {
		s.skipArticle()
		m, n := s.lx.powers.at(s.rest())
		switch {
		case s.take("all"):
			c.All = true
		case s.take("referee"):
			c.Referee = true
		case n > 0 && (m.id == board.Axis.String() || m.id == board.Allies.String()):
			s.i += n
			c.Side, _ = FindSide(m.id)
		default:
			c.To = append(c.To, s.power())
		}
		if !s.between() {
			break
		}
	}
	return c
}

// press reads a letter's first line and puts its body in.
func (p *parser) press(src source) statement {
	st := p.statement(src.no, src.text)
	if c, ok := st.item.(Press); ok {
		c.Body = src.raw
		st.item = c
	}
	if st.fault == nil && src.open {
		st.fault = faultAt(src.no, PressOpen, "end press")
	}
	return st
}

// newGameLine: new game NAME rules RULES.
func newGameLine(s *scan) any {
	v := strings.Fields(strings.ToLower(s.value()))
	c := NewGame{Line: Line(s.line)}
	if len(v) != 3 || !slices.Contains(board.Names(), v[2]) {
		s.fail(BadValue, "new game")
		return c
	}
	if c.Name, c.Rules = v[0], v[2]; !IsGameName(c.Name) {
		s.fail(BadGameName, c.Name, gameName(c.Name)...)
	}
	return c
}

// optionLine: option NAME VALUE.
func optionLine(s *scan) any {
	name, value, ok := strings.Cut(s.value(), " ")
	if !ok {
		s.fail(BadValue, "option")
	}
	return Option{Line(s.line), strings.ToLower(name), strings.TrimSpace(value)}
}

// joinLine: join NAME as POWER.
func joinLine(s *scan) any {
	c := Join{Line: Line(s.line), Game: s.gameWord()}
	s.need("as")
	c.Power = s.power()
	return c
}

// substituteLine: substitute NAME [as POWER].
func substituteLine(s *scan) any {
	c := Substitute{Line: Line(s.line), Game: s.gameWord()}
	if s.take("as") {
		c.Power = s.power()
	}
	return c
}

// startLine: start game [anyway].
func startLine(s *scan) any { return StartGame{Line(s.line), s.take("anyway")} }

// addressLine: address [main | drop] ADDRESS.
func addressLine(s *scan) any {
	c := AddressLine{Line: Line(s.line), What: s.peek()}
	if !s.take("main", "drop") {
		c.What = ""
	}
	c.Address = s.value()
	if !isAddress(c.Address) {
		s.fail(BadValue, "address")
	}
	return c
}

func isAddress(v string) bool { return strings.Contains(v, "@") && !strings.ContainsAny(v, " ,;") }

func observeLine(s *scan) any { return Observe{Line(s.line), s.gameWord()} }

// noVacation takes vacations back; `vacation none` is understood as well.
const noVacation = "no vacation"

// vacationLine: vacation YYYY-MM-DD to YYYY-MM-DD.
func vacationLine(s *scan) any {
	if s.take("no", "nothing") {
		return Act{Line(s.line), noVacation}
	}
	v := strings.Fields(s.value())
	c := Vacation{Line: Line(s.line)}
	if len(v) >= 2 {
		c.From, c.To = strings.TrimSuffix(v[0], ","), v[len(v)-1]
	}
	if !isDay(c.From) || !isDay(c.To) || c.To < c.From || len(v) > 3 {
		s.fail(BadValue, "vacation")
	}
	return c
}

func isDay(v string) bool {
	_, err := time.Parse(time.DateOnly, v)
	return err == nil
}

// voteLine: vote draw | extend | surrender | end [no].
func voteLine(s *scan) any {
	c := Vote{Line: Line(s.line), On: s.peek()}
	if !s.take("draw", "extend", "surrender", "end") {
		s.expected("draw")
	}
	c.No = s.take("no")
	return c
}

// extendLine: extend 48h, extend 2 days.
func extendLine(s *scan) any {
	c := Extend{Line: Line(s.line)}
	key := ""
	for ; s.more(); s.i++ {
		key += s.rest()[0].key
	}
	digits := strings.TrimRight(key, "abcdefghijklmnopqrstuvwxyz")
	n, ok := numeral(digits)
	factor := map[string]int{"": 1, "h": 1, "hours": 1, "hour": 1, "stunden": 1, "std": 1, "timer": 1, "time": 1, "t": 1,
		"d": 24, "day": 24, "days": 24, "tag": 24, "tage": 24, "dag": 24, "dage": 24}[key[len(digits):]]
	if c.Hours = n * factor; !ok || c.Hours < 1 || c.Hours > 24*366 {
		s.fail(BadValue, "extend")
	}
	return c
}

// replaceLine: replace POWER with ADDRESS.
func replaceLine(s *scan) any {
	c := Replace{Line: Line(s.line), Power: s.power()}
	s.need("with")
	if s.failed() {
		return c
	}
	c.Address = s.value()
	if !isAddress(c.Address) {
		s.fail(BadValue, "replace")
	}
	return c
}
