package replay

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
)

// Evidence is a whole game as one store or player keeps it.
type Evidence struct {
	Source
	Intakes     [][]byte
	Checkpoints [][]byte
	Position    *position.Position // the newest, as it is kept next to the records; nil if it is not
	OnFile      [][]byte           // standing sets in force now; only with Position
}

// Audit is what came of checking a game in every way that there is.
type Audit struct {
	Game        string            `json:"game"`
	Records     int               `json:"records"`
	Resolutions int               `json:"goes"` // played again
	Dice        int               `json:"dice"` // rolled again
	Differences []game.Difference `json:"differences"`
	Unchecked   history.Findings  `json:"unchecked"`
	Replayed    *Game             `json:"-"`
}

// OK reports whether nothing differs.
func (a *Audit) OK() bool { return len(a.Differences) == 0 }

// Check verifies the records by themselves, as anybody can, plays the game again, and holds the position that is
// kept against the one that comes of it. The error is that of [Play].
func Check(ev Evidence) (*Audit, error) {
	p, err := play(ev.Source)
	if err != nil {
		return nil, err
	}
	found := history.Verify(history.Evidence{Records: ev.Records, Sets: ev.Locked(), Intakes: ev.Intakes,
		Words: ev.Words, Checkpoints: ev.Checkpoints, Whole: true})
	a := &Audit{Game: ev.Setup.Name, Records: len(ev.Records), Resolutions: len(p.Resolutions), Replayed: p.Game,
		Differences: []game.Difference{}, Unchecked: history.Findings{}}
	for _, f := range found.With(history.Unchecked) {
		if f.Field != "state" { // playing again has checked it
			a.Unchecked = append(a.Unchecked, f)
		}
	}
	for _, f := range found.With(history.Fails) {
		a.Differences = append(a.Differences, game.Difference{Record: f.Record, What: f.Field, Found: f.Why})
	}
	if ev.Position != nil && !p.stopped {
		p.compare(ev.Position, ev.OnFile)
	}
	a.Differences = append(a.Differences, p.Differences...)
	for _, g := range p.Resolutions {
		for _, r := range g.Rolls {
			a.Dice += len(r.Dice)
		}
	}
	return a, nil
}

// Locked lists the order sets without the standing ones that were replaced before a resolution locked them: no record
// knows those.
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

// compare compares a position that is kept with the one that was played, after the standing orders that came since.
func (p *player) compare(kept *position.Position, onFile [][]byte) {
	var sets []game.OrderSet
	for _, b := range onFile {
		s, err := game.ReadOrderSet(b)
		if err != nil {
			p.differ(history.NoRecord, "order set", "a text in canonical form", err.Error())
			return
		}
		sets = append(sets, s)
	}
	now, err := p.now.WithFiled(sets, p.texts)
	if !p.note(history.NoRecord, err) {
		return
	}
	want, got := now.Pos.Text(p.Rules.Board), kept.Text(p.Rules.Board)
	if want != got {
		played, edited := onlyIn(want, got), onlyIn(got, want)
		p.differ(history.NoRecord, "position", played, edited+", which no record explains")
		return
	}
	if now.HoldsOrders() { // what waits is in no record yet
		now.Pos = game.Holding(now.Pos, kept.Turn().Sheet())
	}
	if !position.Equal(now.Pos, kept) {
		p.differ(history.NoRecord, "position",
			"orders on file and progress of the turn as the records give them", "others")
	}
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
