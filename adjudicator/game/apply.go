package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// Parser reads the canonical lines of an order set. The language of orders is above this package, so it is handed in.
type Parser func(b *board.Board, lines []string, phase order.Phase, power board.Power) (order.File, error)

// Texts are what the records of a game name by hash, and how orders are read.
type Texts struct {
	Sets  map[dice.Hash]OrderSet
	Words map[dice.Hash]history.RefereeText // only the referee's edits are read
	Parse Parser
	// Closed says that order sets that are not here are closed to the reader, not lost.
	Closed bool
}

// ErrClosed says that a record names orders that are closed to the reader: the game is known up to there.
var ErrClosed = errors.New("the orders are closed to the reader")

// Difference is one thing in a game that is not as it must be.
type Difference struct {
	Record   int    `json:"record"`   // seq, or [history.NoRecord]
	What     string `json:"what"`     // "roll ukraine land 1 att fire", "state", "seed", …
	Expected string `json:"expected"` // what orders and seeds give; empty if Found says it all
	Found    string `json:"found"`
}

// String returns the difference as a line of text.
func (d Difference) String() string {
	where := ""
	if d.Record != history.NoRecord {
		where = fmt.Sprintf("record %d: ", d.Record)
	}
	if d.Expected == "" {
		return fmt.Sprintf("%s%s: %s", where, d.What, d.Found)
	}
	return fmt.Sprintf("%s%s: must be %s, is %s", where, d.What, d.Expected, d.Found)
}

// MismatchError lists what a record says otherwise than it follows from the game before it.
type MismatchError struct {
	Differences []Difference
	Final       bool // nothing can follow: the record could not be played
}

// Error tells the first difference.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("%v (%d differences)", e.Differences[0], len(e.Differences))
}

// Apply returns a game after its next record, and what happened to its position; what is given stays as it is. The
// chain is left alone: whether the record follows the protocol is package history's concern. Events are those of
// orders, bids and agreed ends; edits and going back have none.
//
// The error is [ErrClosed] or a [*MismatchError]. In a mismatch that is not final the game is what the rules make
// of the record.
func Apply(g Game, r history.Record, texts Texts) (Game, []event.Event, error) {
	s := step{Game: g, texts: texts, seq: r.Seq}
	events, err := s.record(r.Body)
	if err != nil {
		return g, nil, s.failed(err)
	}
	return s.Game, events, s.failed(nil)
}

// step is a game on its way over one record. It shares slices with the game before, so it never writes into one.
type step struct {
	Game
	texts       Texts
	seq         int // of the record
	differences []Difference
}

// errFinal ends a step whose last difference cannot be passed over.
var errFinal = errors.New("the record cannot be played")

func (s *step) differ(what, expected, found string) {
	s.differences = append(s.differences, Difference{Record: s.seq, What: what, Expected: expected, Found: found})
}

// failed is the error of a step, with the differences that it met.
func (s *step) failed(err error) error {
	if err == nil && len(s.differences) > 0 || errors.Is(err, errFinal) {
		return &MismatchError{Differences: s.differences, Final: err != nil}
	}
	return err
}

// fail notes a difference after which nothing can follow.
func (s *step) fail(what, expected, found string) error {
	s.differ(what, expected, found)
	return errFinal
}

func (s *step) expect(what string, want, got dice.Hash) {
	if want != got {
		s.differ(what, want.String(), got.String())
	}
}

// record carries out a record.
func (s *step) record(body history.Body) ([]event.Event, error) {
	switch b := body.(type) {
	case *history.Lock:
		s.locked = b
	case *history.Void:
		s.locked, s.Bound = nil, nil
	case *history.Turn:
		return s.turn(b)
	case *history.Correct:
		return nil, s.correct(b)
	case *history.Act:
		return s.act(b), nil
	case *history.RefereeAct:
		return s.referee(b), nil
	case *history.Close:
		s.expect("state", s.State(), b.State)
	}
	return nil, nil
}

// act carries out those acts that change the position: a withdrawal, the money of a bid, the end of the game by
// agreement.
func (s *step) act(a *history.Act) []event.Event {
	if a.What == withdrawAct {
		return s.emit(event.Filed{})
	} else if end, ok := ParseEnd(a.What); ok {
		events := s.emit(end.event())
		s.expect("state", s.State(), a.Hash)
		return events
	} else if terms, ok := ParsePaid(a.What); ok {
		events := s.emit(terms.events(s.Rules.Board)...)
		s.expect("state", s.State(), a.Hash)
		return events
	}
	return nil
}

// emit changes the position by events.
func (s *step) emit(events ...event.Event) []event.Event {
	j := position.NewJournal(s.Pos)
	for _, e := range events {
		j.Emit(e)
	}
	s.Pos = j.Now()
	return events
}

// turn plays what a turn record says was played, and compares.
func (s *step) turn(t *history.Turn) ([]event.Event, error) {
	if s.locked == nil || s.locked.Epoch != t.Epoch {
		return nil, s.fail("lock", fmt.Sprintf("a lock of epoch %d before this record", t.Epoch), "none")
	}
	l := s.locked
	seed := dice.RevealedSecret(t.Reveal).Seed(s.Setup.Name, t.Epoch, t.Base,
		dice.OrderSum(l.Orders), l.Mix.Sum(t.Beacon))
	s.expect("seed", seed, t.Seed)
	r, err := s.resolve(seed)
	if err != nil {
		return nil, err
	}
	s.compareRolls(t.Rolls, r.Rolls)
	s.expect("state", s.State(), t.State)
	return r.Events, nil
}

// resolve plays what the lock has fixed on the dice of its seed: a power's orders, the deal, which has none, or
// orders again that were wrong. It is the one way in which a game goes on, whether the record is being made or
// read.
func (s *step) resolve(seed dice.Seed) (*Resolution, error) {
	l := s.locked
	s.locked, s.Bound = nil, nil
	r := &Resolution{Epoch: l.Epoch, Turn: s.seq, Seed: seed}
	if err := s.prepare(r, l); err != nil {
		return nil, err
	}
	if err := s.play(r); err != nil {
		return nil, s.fail("orders", "orders that can be played", err.Error())
	}
	if r.Refused {
		return nil, s.fail("orders", "orders that were accepted",
			fmt.Sprintf("orders of %s that the rules refuse: %s", r.Power, faultText(r.Faults)))
	}
	s.Pos, r.Standing = r.Position, s.Sets
	s.Past.add(r)
	return r, nil
}

// play plays what was prepared.
func (s *step) play(r *Resolution) error {
	if s.Past.again != nil {
		return s.playAgain(r)
	}
	rec := dice.NewRecorder(dice.NewStream(r.Seed))
	var err error
	if r.Power == board.Nobody {
		r.Result, err = adjudicator.AssignAdvantages(s.Rules, r.Before, rec)
	} else {
		r.Result, err = adjudicator.Play(s.Rules, r.Before, r.Power, r.File, rec)
	}
	r.Rolls = rec.Rolls()
	for _, roll := range r.Rolls {
		r.Dice = append(r.Dice, correct.RollOfEpoch{Epoch: r.Epoch, Roll: roll})
	}
	return err
}

func faultText(fs []order.Fault) string {
	for _, f := range fs {
		if f.Severity != order.Unwise {
			return fmt.Sprintf("line %d, %s", f.Line, f.Code)
		}
	}
	return "no reason"
}

// compareRolls compares what was rolled with what the record says, label by label.
func (s *step) compareRolls(record, engine []dice.Roll) {
	for i := range max(len(record), len(engine)) {
		switch {
		case i >= len(engine):
			s.differ("roll "+record[i].Label.String(), "no such roll", record[i].String())
		case i >= len(record):
			s.differ("roll "+engine[i].Label.String(), engine[i].String(), "no such roll")
		case record[i].String() != engine[i].String():
			s.differ("roll "+engine[i].Label.String(), engine[i].String(), record[i].String())
		}
	}
}

// HoldsOrders reports whether turn orders wait for a deadline; what is played then is all that waited, as its set
// says it.
func (g *Game) HoldsOrders() bool { return g.Rules.Options.Get("play") == "deadline" }

// prepare reads the file that is played, and brings what the others had on file by then into the position.
func (s *step) prepare(r *Resolution, l *history.Lock) error {
	r.Round, r.Phase = s.Pos.Round(), s.Pos.Phase()
	turn, standing, err := s.split(l)
	if err != nil {
		return err
	}
	if turn == nil { // the deal
		err := s.replaceStanding(standing, board.Nobody, order.File{})
		r.Before = s.Pos
		return err
	}
	if err := s.read(r, *turn); err != nil {
		return err
	}
	if err := s.replaceStanding(standing, r.Power, r.File); err != nil {
		return err
	}
	r.Before = s.Pos
	if s.HoldsOrders() && r.Power == r.Before.Power() && !r.File.Sheet.Empty() {
		r.Before = Withdrawn(r.Before)
	}
	return nil
}

// read reads a turn set.
func (s *step) read(r *Resolution, turn OrderSet) error {
	set, err := history.ParseSet(turn.Bytes)
	if err == nil {
		r.Power, r.Orders = s.Rules.Board.PowerOf(set.Role), set.Orders
		r.File, err = s.texts.Parse(s.Rules.Board, set.Orders, s.Pos.Phase(), r.Power)
	}
	if err != nil {
		return s.fail("orders", "orders that can be read", err.Error())
	}
	return nil
}

// split looks up the sets that a lock names: the turn set, nil for the deal of national advantages, and the
// standing sets.
func (s *step) split(l *history.Lock) (turn *OrderSet, standing []OrderSet, err error) {
	for _, ref := range l.Orders {
		set, found := s.texts.Sets[ref.Set]
		if !found && s.texts.Closed {
			return nil, nil, ErrClosed
		}
		if !found || set.Ref != ref {
			what := fmt.Sprintf("orders %s %s", ref.Role, ref.Kind)
			return nil, nil, s.fail(what, "an order set with hash "+ref.Set.String(), "none")
		}
		if ref.Kind == dice.TurnOrders {
			turn = &set
		} else {
			standing = append(standing, set)
		}
	}
	if turn == nil && !s.Rolls() {
		return nil, nil, s.fail("orders", "a turn set, which the go plays", "none")
	}
	return turn, standing, nil
}

// replaceStanding puts the standing sets that are new into the position, in the order of the seats, and takes those
// that are gone off file. What the file of one power answers that is played next stays out: it comes with the file.
func (s *step) replaceStanding(standing []OrderSet, played board.Power, file order.File) error {
	was := s.Sets
	s.Sets = slices.Clone(standing)
	for _, seat := range s.Rules.Board.Seats {
		before, now := setOf(was, seat.Role), setOf(standing, seat.Role)
		if before.Ref == now.Ref {
			continue
		}
		f, err := s.onFile(now, seat.Power)
		old, err2 := s.onFile(before, seat.Power)
		if err = errors.Join(err, err2); err != nil {
			return s.fail("orders", "standing orders that can be read",
				fmt.Sprintf("standing orders of %s: %v", seat.Power, err))
		}
		if seat.Power == played {
			f.Answers = without(f.Answers, file.Answers)
		}
		if err := s.garrison(seat.Power, without(f.Answers, old.Answers)); err != nil {
			return err
		}
		s.emit(filed(seat.Power, f))
	}
	return nil
}

// WithFiled returns the game with standing sets on file. While orders are locked that answer something, their
// answers are not on file: they come with them. The error is [ErrClosed] or a [*MismatchError].
func (g Game) WithFiled(sets []OrderSet, texts Texts) (Game, error) {
	s := step{Game: g, texts: texts, seq: history.NoRecord}
	err := s.file(sets)
	return s.Game, s.failed(err)
}

// Waits reports whether orders are locked and wait for their beacon.
func (g *Game) Waits() bool { return g.locked != nil }

// WithLocked returns the game with the standing sets on file that its lock names, as it is while it waits for a beacon.
func (g Game) WithLocked(texts Texts) (Game, error) {
	s := step{Game: g, texts: texts, seq: history.NoRecord}
	_, sets, err := s.split(g.locked)
	if err == nil {
		err = s.file(sets)
	}
	return s.Game, s.failed(err)
}

// file puts standing sets on file, whether orders are locked or not.
func (s *step) file(sets []OrderSet) error {
	var r Resolution
	if s.locked != nil {
		turn, _, err := s.split(s.locked)
		if err == nil && turn != nil {
			err = s.read(&r, *turn)
		}
		if err != nil {
			return err
		}
	}
	return s.replaceStanding(sets, r.Power, r.File)
}

// onFile reads a standing set; of none it is empty.
func (s *step) onFile(set OrderSet, power board.Power) (order.File, error) {
	if set.Bytes == nil {
		return order.File{}, nil
	}
	text, err := history.ParseSet(set.Bytes)
	if err != nil {
		return order.File{}, err
	}
	return s.texts.Parse(s.Rules.Board, text.Orders, s.Pos.Phase(), power)
}

// setOf is a role's set among standing ones, the zero set if there is none.
func setOf(sets []OrderSet, role string) OrderSet {
	i := slices.IndexFunc(sets, func(x OrderSet) bool { return x.Ref.Role == role })
	if i < 0 {
		return OrderSet{}
	}
	return sets[i]
}

// garrison lets answers that are new take effect where filing alone has one: the Colonial Garrison's complex.
func (s *step) garrison(power board.Power, fresh []order.Order) error {
	other := func(o order.Order) bool { _, ok := o.(order.Garrison); return !ok }
	f := order.File{Answers: slices.DeleteFunc(fresh, other)}
	if len(f.Answers) == 0 {
		return nil
	}
	res, err := adjudicator.Play(s.Rules, s.Pos, power, f, nil) // put on file: no die falls
	if err != nil || res.Refused {
		return s.fail("orders", "standing orders that can be filed",
			fmt.Sprintf("standing orders of %s: %s", power, faultText(res.Faults)))
	}
	s.Pos = res.Position
	return nil
}

// filed is what a power has on file, as an event.
func filed(power board.Power, f order.File) event.StandingFiled {
	e := event.StandingFiled{Power: power}
	for _, s := range f.Standing {
		e.Standing = append(e.Standing, s.OnFile())
	}
	for _, a := range f.Answers {
		e.Answers = append(e.Answers, order.AnswerOnFile(a))
	}
	return e
}

// without is a list of answers without those of another.
func without(list, other []order.Order) []order.Order {
	return slices.DeleteFunc(slices.Clone(list), func(a order.Order) bool {
		return slices.ContainsFunc(other, func(b order.Order) bool { return equalAnswers(a, b) })
	})
}

// actionWords cuts a referee's action into the known words that it begins with and the rest; both are empty for
// another.
func actionWords(action string) (known, rest string) {
	for _, k := range []string{ActionEdit, ActionRollBack, ActionCorrect} {
		if rest, ok := strings.CutPrefix(action, k+" "); ok {
			return k, rest
		}
	}
	return "", ""
}
