package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// kept are the texts of a game's changes, as a store keeps them.
type kept struct {
	*testing.T
	game    *Game
	records []history.Record
	texts   Texts
}

func newKept(t *testing.T, g *Game) *kept {
	k := &kept{T: t, game: g, texts: Texts{Sets: map[dice.Hash]OrderSet{}, Words: map[dice.Hash]history.RefereeText{}, Parse: parse}}
	for _, e := range g.Chain.Entries() {
		k.records = append(k.records, e.Record)
	}
	return k
}

// take makes a change the game's own.
func (k *kept) take(c Change, err error) Change {
	k.Helper()
	if err != nil || c.Refused {
		k.Fatalf("%v %+v", err, c.Faults)
	}
	k.game = c.After
	for _, e := range c.Records {
		k.records = append(k.records, e.Record)
	}
	for _, s := range append(slices.Clone(c.Sets), c.After.Sets...) {
		k.texts.Sets[s.Ref.Set] = s
	}
	return c
}

func (k *kept) file(who board.Power, m Means, f order.File, turn, standing []string) Change {
	k.Helper()
	return k.take(k.game.File(who, f, Lines{Text: turn}, Lines{Text: standing}, m))
}

// fold is the game that its records make.
func (k *kept) fold() (Game, []event.Event) {
	k.Helper()
	g, err := New(k.game.Setup)
	if err != nil {
		k.Fatal(err)
	}
	var events []event.Event
	for _, r := range k.records {
		var more []event.Event
		if g, more, err = Apply(g, r, k.texts); err != nil {
			k.Fatalf("record %d: %v", r.Seq, err)
		}
		events = append(events, more...)
	}
	return g, events
}

var (
	rockets = []string{"research rockets with 2 dice"}
	defend  = []string{"defend everywhere", "losses infantry"}
)

func defending() order.File {
	f, _ := parse(nil, defend, order.NoPhase, board.Nobody)
	return f
}

// The records of a game make the same game again, whatever was decided, and tell the same events.
func TestAGameIsAFoldOfItsRecords(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(k *kept, m Means) []event.Event{
		"a turn": func(k *kept, m Means) []event.Event {
			return k.file("USSR", m, researchRockets(), rockets, nil).Events
		},
		"standing orders, then a turn": func(k *kept, m Means) []event.Event {
			k.file("Germany", m, defending(), nil, defend)
			return k.file("USSR", m, researchRockets(), rockets, nil).Events
		},
		"standing orders with a turn": func(k *kept, m Means) []event.Event {
			f := researchRockets()
			f.Standing = defending().Standing
			return k.file("USSR", m, f, rockets, defend).Events
		},
		"a bid": func(k *kept, m Means) []event.Event {
			return k.take(k.game.Pay(Terms{{Role: "GER", IPC: 4}, {Role: "JPN", IPC: 3}}, m.Now)).Events
		},
		"a surrender": func(k *kept, m Means) []event.Event {
			return k.take(k.game.End(End{Surrender, board.Axis}, m.Master, m.Now)).Events
		},
		"a void and an upgrade": func(k *kept, m Means) []event.Event {
			k.take(k.game.Void("the power was out", m.Master, m.Master, m.Now))
			return k.take(k.game.Upgrade("another program", "it is better", m.Now)).Events
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, master := begin(t)
			k := newKept(t, g)
			want := play(k, means(master))
			again, events := k.fold()
			if !position.Equal(again.Pos, k.game.Pos) || fmt.Sprint(events) != fmt.Sprint(want) {
				t.Errorf("%s\nis not\n%s", again.Pos.Text(again.Rules.Board), k.game.Pos.Text(again.Rules.Board))
			}
			if len(want) == 0 && name != "a void and an upgrade" {
				t.Error("nothing happened")
			}
			if len(again.Sets) != len(k.game.Sets) || again.Waits() {
				t.Errorf("%d sets on file, want %d", len(again.Sets), len(k.game.Sets))
			}
		})
	}
}

// At tier 2 the fold waits where the game waited, with the same on file, and plays when the turn record comes.
func TestALockedGameIsAFoldOfItsRecords(t *testing.T) {
	t.Parallel()
	g, master := begin(t, tier2)
	k := newKept(t, g)
	f := researchRockets()
	f.Standing = defending().Standing
	k.file("USSR", means(master), f, rockets, defend)
	waits, _ := k.fold()
	filed, err := waits.WithLocked(k.texts)
	if err != nil || !filed.Waits() || !position.Equal(filed.Pos, k.game.Pos) {
		t.Fatalf("%v\n%s\nis not\n%s", err, filed.Pos.Text(g.Rules.Board), k.game.Pos.Text(g.Rules.Board))
	}
	k.take(k.game.Relock("the beacon did not come", master, master, monday))
	done := k.take(k.game.Beacon(value, means(master)))
	again, events := k.fold()
	if again.Waits() || !position.Equal(again.Pos, k.game.Pos) || fmt.Sprint(events) != fmt.Sprint(done.Events) {
		t.Errorf("%s\nis not\n%s", again.Pos.Text(g.Rules.Board), k.game.Pos.Text(g.Rules.Board))
	}
}

// A decision changes nothing until its game takes the place of the old one.
func TestDecidingTouchesNothing(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	g.Note(monday, "RUS", "", dice.Sum([]byte("mail")))
	before, state, head := *g, g.State(), g.Chain.Head()
	filed, err := g.File("USSR", researchRockets(), Lines{Text: rockets}, Lines{Text: defend}, means(master))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.End(End{How: Draw}, master, monday); err != nil {
		t.Fatal(err)
	}
	if g.State() != state || g.Chain.Head() != head || g.Chain.Len() != 1 || len(g.Intake) != 1 || len(g.Sets) != 0 || g.Pos != before.Pos {
		t.Error("the game has changed")
	}
	if filed.After.Chain.Len() != 3 || filed.After.Intake != nil || len(filed.Records) != 2 {
		t.Errorf("%d records after it", filed.After.Chain.Len())
	}
}

// A record that says something else than what follows from the game is found, by what and where.
func TestWhatARecordSaysOtherwise(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	k := newKept(t, g)
	k.file("USSR", means(master), researchRockets(), rockets, nil)
	for name, c := range map[string]struct {
		change func(turn *history.Turn, texts *Texts, g *Game)
		what   string
		final  bool
	}{
		"a die":           {func(turn *history.Turn, _ *Texts, _ *Game) { turn.Rolls[0].Dice[0] = turn.Rolls[0].Dice[0]%6 + 1 }, "roll ", false},
		"a roll left out": {func(turn *history.Turn, _ *Texts, _ *Game) { turn.Rolls = nil }, "roll ", false},
		"the position":    {func(turn *history.Turn, _ *Texts, _ *Game) { turn.State = dice.Hash{} }, "state", false},
		"the seed":        {func(turn *history.Turn, _ *Texts, _ *Game) { turn.Seed = dice.Seed{} }, "seed", false},
		"no lock":         {func(_ *history.Turn, _ *Texts, g *Game) { g.locked = nil }, "lock", true},
		"another epoch":   {func(turn *history.Turn, _ *Texts, _ *Game) { turn.Epoch = 7 }, "lock", true},
		"no order set":    {func(_ *history.Turn, texts *Texts, _ *Game) { texts.Sets = nil }, "orders RUS turn", true},
		"orders nobody can read": {func(_ *history.Turn, texts *Texts, _ *Game) {
			texts.Parse = func(*board.Board, []string, order.Phase, board.Power) (order.File, error) {
				return order.File{}, errors.New("what?")
			}
		}, "orders", true},
		"refused orders": {func(_ *history.Turn, texts *Texts, _ *Game) {
			texts.Parse = func(*board.Board, []string, order.Phase, board.Power) (order.File, error) {
				f := researchRockets()
				f.Sheet.Parts[order.Research].Orders = []order.Order{order.ResearchTech{Tech: rules.Rockets, Dice: 9}}
				return f, nil
			}
		}, "orders", true},
	} {
		at, texts := *g, k.texts
		for _, r := range k.records[:len(k.records)-1] {
			at, _, _ = Apply(at, r, texts)
		}
		last := k.records[len(k.records)-1]
		turn := *last.Body.(*history.Turn)
		turn.Rolls = []dice.Roll{turn.Rolls[0]}
		turn.Rolls[0].Dice = slices.Clone(turn.Rolls[0].Dice)
		c.change(&turn, &texts, &at)
		last.Body = &turn
		_, _, err := Apply(at, last, texts)
		got, ok := errors.AsType[*MismatchError](err)
		if !ok || got.Final != c.final || !strings.HasPrefix(got.Differences[0].What, c.what) || got.Differences[0].Record != last.Seq {
			t.Errorf("%s: %v, want a difference of %q, final %v", name, err, c.what, c.final)
		}
		texts.Sets, texts.Closed = nil, true
		if _, _, err := Apply(at, last, texts); at.Waits() && turn.Epoch == 1 && !errors.Is(err, ErrClosed) {
			t.Errorf("%s, closed: %v", name, err)
		}
	}
}

// A referee's records are carried out as they say: an edit, a way back, and a correction of orders that were wrong.
func TestARefereesRecordsAreApplied(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	k := newKept(t, g)
	words := history.RefereeText{Game: "eastfront", Kind: history.TextEdit, Lines: correct.EditLines(g.Rules.Board, []order.Edit{{Do: order.EditMoney, Power: "USSR", N: 33, Space: board.NoSpace}})}
	text, err := words.Print()
	if err != nil {
		t.Fatal(err)
	}
	k.texts.Words[dice.Sum(text)] = words
	rich := *g
	rich.Pos = g.Pos.Clone()
	positiontest.Change(rich.Pos, func(d *position.Data) { d.Nation("USSR").Money = 33 })
	act := &history.RefereeAct{Actor: "REFEREE", Action: ActionEdit + " " + dice.Sum(text).String(), Old: g.State(), New: rich.State()}
	k.take(k.game.Append(act, k.texts, monday))
	if n := k.game.Pos.Nation("USSR").Money(); n != 33 {
		t.Fatalf("USSR has %d IPC", n)
	}

	first := k.file("USSR", means(master), researchRockets(), rockets, nil)
	done := k.take(k.game.Correct(Correction{Of: first.Turn.Seq, Lines: Lines{Text: []string{"research rockets with 1 die"}}, Texts: k.texts,
		Act: &history.RefereeAct{Actor: "REFEREE", Action: fmt.Sprintf("%s %d keep", ActionCorrect, first.Turn.Seq), Old: k.game.State(), New: rich.State()}}, means(master)))
	if n := k.game.Pos.Nation("USSR").Money(); n != 28 || done.Epoch != 2 {
		t.Errorf("after the correction USSR has %d IPC, in epoch %d", n, done.Epoch)
	}
	if stand := k.game.Past.Stand(); len(stand) != 1 || stand[0].Of != first.Turn.Seq || len(k.game.Past.Resolutions) != 2 || len(stand[0].Void)+len(stand[0].Carry) == 0 {
		t.Errorf("%d stand of %d", len(stand), len(k.game.Past.Resolutions))
	}

	back := &history.RefereeAct{Actor: "REFEREE", Action: fmt.Sprintf("%s %d", ActionRollBack, done.Turn.Seq), Old: k.game.State(), New: rich.State()}
	k.take(k.game.Append(back, k.texts, monday))
	if k.game.State() != rich.State() || len(k.game.Past.Stand()) != 0 {
		t.Error("the game has not gone back")
	}
	again, _ := k.fold()
	if !position.Equal(again.Pos, k.game.Pos) {
		t.Errorf("%s\nis not\n%s", again.Pos.Text(g.Rules.Board), k.game.Pos.Text(g.Rules.Board))
	}
	back.New = g.State()
	if _, err := k.game.Append(back, k.texts, monday); err == nil {
		t.Error("a way back to what does not stand was taken")
	}
}

// What a referee's record says otherwise is found too: other words, other positions, a turn that does not stand.
func TestWhatARefereesRecordSaysOtherwise(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	k := newKept(t, g)
	say := func(lines ...string) dice.Hash {
		words := history.RefereeText{Game: "eastfront", Kind: history.TextEdit, Lines: lines}
		text, err := words.Print()
		if err != nil {
			t.Fatal(err)
		}
		k.texts.Words[dice.Sum(text)] = words
		return dice.Sum(text)
	}
	money := say("money RUS 33")
	first := k.file("USSR", means(master), researchRockets(), rockets, nil)
	now := k.game.State()
	rich := *k.game
	rich.Pos = k.game.Pos.Clone()
	positiontest.Change(rich.Pos, func(d *position.Data) { d.Nation("USSR").Money = 33 })
	other := dice.Sum([]byte("another position"))
	edit, turn := ActionEdit+" "+money.String(), strconv.Itoa(first.Turn.Seq)
	for name, c := range map[string]struct {
		action   string
		old, new dice.Hash
		what     string // "" if nothing is wrong
	}{
		"an edit":                  {edit, now, rich.State(), ""},
		"another old position":     {edit, other, rich.State(), "old"},
		"another new position":     {edit, now, other, "new"},
		"words that are missing":   {ActionEdit + " " + other.String(), now, rich.State(), "words"},
		"words nobody can read":    {ActionEdit + " " + say("money for all").String(), now, rich.State(), "words"},
		"an edit that cannot be":   {ActionEdit + " " + say("remove karelia-s-s-r RUS tank 99").String(), now, rich.State(), "words"},
		"a way back":               {ActionRollBack + " " + turn, now, g.State(), ""},
		"to another position":      {ActionRollBack + " " + turn, now, other, "new"},
		"to no turn":               {ActionRollBack + " 1", now, g.State(), "position"},
		"to nowhere":               {ActionRollBack + " the start", now, g.State(), "position"},
		"a correction of no turn":  {ActionCorrect + " " + turn + " keep", now, g.State(), "action"},
		"a setting":                {"deadline 48h", dice.Sum([]byte("none")), dice.Sum([]byte("48h")), ""},
		"a position set in secret": {"deadline 48h", now, other, "position"},
	} {
		r := history.Record{Game: "eastfront", Seq: len(k.records), Body: &history.RefereeAct{Actor: "REFEREE", Action: c.action, Old: c.old, New: c.new}}
		after, _, err := Apply(*k.game, r, k.texts)
		got, ok := errors.AsType[*MismatchError](err)
		if ok != (c.what != "") || ok && (got.Final || got.Differences[0].What != c.what) {
			t.Errorf("%s: %v, want a difference of %q", name, err, c.what)
		}
		if name == "an edit" && (len(after.Past.Edits) != 1 || after.Past.Edits[0].Record != r.Seq) {
			t.Errorf("%+v", after.Past.Edits)
		}
	}
	for of, what := range map[int]string{first.Turn.Seq: "", 0: "of"} {
		r := history.Record{Game: "eastfront", Seq: len(k.records), Body: &history.Correct{Of: of}}
		_, _, err := Apply(*k.game, r, k.texts)
		if got, ok := errors.AsType[*MismatchError](err); ok != (what != "") || ok && (!got.Final || got.Differences[0].What != what) {
			t.Errorf("a correction of record %d: %v", of, err)
		}
	}
}

// Edits after what is undone are undone with it, those before it stand.
func TestEditsAreUndone(t *testing.T) {
	t.Parallel()
	p := Past{Resolutions: []*Resolution{{Turn: 2}, {Turn: 5}, {Turn: 8}}, Edits: []Edited{{Record: 3}, {Record: 6}, {Record: 9, Undone: true}}}
	before := p
	gone := p.undo(5)
	if len(gone) != 2 || gone[0].Turn != 5 || gone[0].Undone || len(p.Stand()) != 1 || p.standing(8) != nil || p.standing(2) == nil {
		t.Errorf("%d are undone, %d stand", len(gone), len(p.Stand()))
	}
	if p.Edits[0].Undone || !p.Edits[1].Undone || !p.Edits[2].Undone {
		t.Errorf("%+v", p.Edits)
	}
	if len(before.Stand()) != 3 || before.Edits[1].Undone {
		t.Error("what was given has changed")
	}
}

// Orders that were played again may be followed by those of their turn, one by one and in their order.
func TestCorrectionsFollowEachOther(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	at := step{Game: *g}
	at.Past.Resolutions = []*Resolution{{Turn: 2, Before: g.Pos}, {Turn: 5, Before: g.Pos}, {Turn: 8, Before: g.Pos}}
	for _, of := range []int{2, 5, 8} {
		if err := at.correct(&history.Correct{Of: of}); err != nil || at.Past.again.of.Turn != of {
			t.Fatalf("record %d: %v", of, err)
		}
	}
	at.Past.Resolutions = []*Resolution{{Turn: 2, Before: g.Pos}, {Turn: 5, Before: g.Pos}, {Turn: 8, Before: g.Pos}}
	if err := at.correct(&history.Correct{Of: 2}); err != nil {
		t.Fatal(err)
	}
	if err := at.correct(&history.Correct{Of: 8}); err == nil {
		t.Error("the third follows the first")
	}
}
