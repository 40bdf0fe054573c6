package replay

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
)

// Evidence is a whole game as somebody keeps it.
type Evidence struct {
	Source
	Intakes     [][]byte
	Checkpoints [][]byte
	Position    *position.Position // the newest, as it is kept beside the records; nil if it is not
	OnFile      [][]byte           // standing sets in force now; only with Position
}

// Audit is what came of checking a game in every way that there is.
type Audit struct {
	Game        string           `json:"game"`
	Records     int              `json:"records"`
	Goes        int              `json:"goes"` // played again
	Dice        int              `json:"dice"` // rolled again
	Differences []Difference     `json:"differences"`
	Unchecked   history.Findings `json:"unchecked"`
	Replayed    *Game            `json:"-"`
}

// OK tells whether nothing differs.
func (a *Audit) OK() bool { return len(a.Differences) == 0 }

// Check verifies the records by themselves, as anybody can, plays the game again, and holds the position that is kept against
// the one that comes of it. The error is that of [Play].
func Check(ev Evidence) (*Audit, error) {
	p, err := run(ev.Source)
	if err != nil {
		return nil, err
	}
	found := history.Verify(history.Evidence{Records: ev.Records, Sets: ev.Locked(), Intakes: ev.Intakes, Words: ev.Words, Checkpoints: ev.Checkpoints, Whole: true})
	a := &Audit{Game: ev.Setup.Name, Records: len(ev.Records), Goes: len(p.Goes), Replayed: p.Game, Differences: []Difference{}, Unchecked: history.Findings{}}
	for _, f := range found.With(history.Unchecked) {
		if f.Field != "state" { // playing again has checked it
			a.Unchecked = append(a.Unchecked, f)
		}
	}
	for _, f := range found.With(history.Fails) {
		a.Differences = append(a.Differences, Difference{Record: f.Record, What: f.Field, Found: f.Why})
	}
	if ev.Position != nil && !p.stopped {
		p.compare(ev.Position, ev.OnFile)
	}
	a.Differences = append(a.Differences, p.Differences...)
	for _, g := range p.Goes {
		for _, r := range g.Rolls {
			a.Dice += len(r.Dice)
		}
	}
	return a, nil
}

// Locked lists the order sets without the standing ones that were replaced before a go locked them: no record knows those.
func (s Source) Locked() [][]byte {
	named := map[dice.Hash]bool{}
	for _, b := range s.Records {
		r, err := history.ParseRecord(b)
		if l, ok := r.Body.(*history.Lock); err == nil && ok {
			for _, o := range l.Orders {
				named[o.Set] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(s.Sets), func(b []byte) bool {
		set, err := history.ParseSet(b)
		return err == nil && set.Kind == dice.StandingOrders && !named[dice.Sum(b)]
	})
}

// compare holds a position that is kept against the one that was played, after the standing orders that came since.
func (p *player) compare(kept *position.Position, onFile [][]byte) {
	standing := map[string]history.Set{}
	for _, b := range onFile {
		s, err := history.ParseSet(b)
		if err != nil {
			p.differ(history.NoRecord, "order set", "a text in canonical form", err.Error())
			return
		}
		standing[s.Role] = s
	}
	locked, ok := p.locked()
	if !ok || !p.bring(history.NoRecord, standing, locked) {
		return
	}
	want, got := p.Position.Text(p.Rules.Board), kept.Text(p.Rules.Board)
	if want != got {
		played, edited := onlyIn(want, got), onlyIn(got, want)
		p.differ(history.NoRecord, "position", played, edited+", which no record explains")
		return
	}
	if p.waits() { // what waits is in no record yet
		j := position.NewJournal(p.Position)
		j.Emit(event.Filed{Sheet: kept.Turn.Sheet})
		p.Position = j.Now()
	}
	if !position.Equal(p.Position, kept) {
		p.differ(history.NoRecord, "position", "orders on file and progress of the turn as the records give them", "others")
	}
}

// locked is the go that waits for its beacon, nil if none does. What it answers is not on file yet.
func (p *player) locked() (*Go, bool) {
	if p.lock == nil {
		return nil, true
	}
	turn, _, ok := p.split(history.NoRecord, p.lock)
	if !ok || turn == nil {
		return nil, ok
	}
	g := &Go{Power: p.Rules.Board.PowerOf(turn.Role)}
	var err error
	if g.file, err = p.parse(p.Rules.Board, turn.Orders, p.Position.Phase, g.Power); err != nil {
		p.differ(history.NoRecord, "orders", "locked orders that can be read", err.Error())
	}
	return g, err == nil
}

// onlyIn lists the lines of a text that another lacks.
func onlyIn(text, other string) string {
	lines := strings.Split(other, "\n")
	var out []string
	for l := range strings.SplitSeq(text, "\n") {
		if !slices.Contains(lines, l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, "; ")
}

// State is the hash of the position after the last go, as records hold it.
func (g *Game) State() dice.Hash { return dice.Sum([]byte(g.Position.Text(g.Rules.Board))) }
