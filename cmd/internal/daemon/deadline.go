package daemon

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// What is done at a deadline, and before and after it. Nothing is done before the grace is over, nor before the
// mailbox was read after the deadline: a letter that the server had in time counts whenever it is fetched (mail
// conventions 20, 55).

// deadlineDue is when something is done about a deadline.
func deadlineDue(t *Table) time.Time {
	if t.Life.Untimed() {
		return time.Time{}
	}
	_, at := t.Life.Clock.Deadline(t.plan())
	return at
}

// tryAgain is after which time a deadline is looked at again for which letters may still come.
const tryAgain = time.Minute

// passDeadline does what the settings say about the first deadline that has passed.
func (o *Office) passDeadline(tx *store.Tx, t *Table) error {
	p, c := t.plan(), &t.Life.Clock
	w, _ := c.Deadline(p)
	if sure, err := o.allRead(tx, w.At); err != nil || !sure {
		w.Try = o.Now().Add(tryAgain)
		return err
	}
	w.Try = o.Now().Add(time.Second) // if it is still awaited then, it is looked at once more
	s := t.Seat(t.Rules.Board.PowerOf(w.Role))
	if w.Question {
		return o.answerByDefault(tx, t, s)
	}
	if played, err := o.playWaiting(tx, t, s); err != nil || played {
		return err
	}
	if r := c.Draw(p, w); r != nil {
		entry, err := t.record(r, o.Now())
		if err != nil {
			return err
		}
		return o.tellAll(tx, t, notice.BankDrawn{Seat: s.Power, Most: w.At.Sub(w.Drawn)}, seqName(entry))
	}
	first := !w.Noted
	w.Noted = true
	return o.silent(tx, t, s, *w, first)
}

// playWaiting plays the orders that wait for the deadline. Those that have become impossible are taken back, and
// all are told.
func (o *Office) playWaiting(tx *store.Tx, t *Table, s *roster.Seat) (played bool, err error) {
	if t.Pos.Power != s.Power || t.Pos.Turn.Sheet.Empty() {
		return false, nil
	}
	t.Life.Conduct = t.Life.ByClock(t.Game, s.Power)
	faults, err := o.PlayDue(tx, t)
	if err != nil || !order.Refuses(faults) {
		return true, err
	}
	if _, err := t.take(t.Withdraw(s.Power, o.Now())); err != nil {
		return false, err
	}
	return false, o.tellAll(tx, t, notice.WaitingForgotten{Seat: s.Power}, strconv.Itoa(t.Chain.Len()-1))
}

// silent tells that a seat has ordered nothing at its deadline, and does what the settings say; it is not the first
// time if what was played did not end the turn. Where nothing can be done the game waits.
func (o *Office) silent(tx *store.Tx, t *Table, s *roster.Seat, w clock.Wait, first bool) error {
	if t.plan().LateNote && first {
		late := notice.DeadlinePassed{Seat: s.Power, Deadline: w.At}
		if err := o.tellAll(tx, t, late, append([]string{"late"}, deadlineName(w)...)...); err != nil {
			return err
		}
	}
	done, err := o.goOnWithout(tx, t, s, first)
	if refused, ok := errors.AsType[*refusedOrders](err); ok {
		o.Log.Error("a deadline cannot be played", "game", t.Setup.Name, "seat", s.Role, "faults", refused.faults)
		done, err = false, nil
	}
	if done || err != nil {
		return err
	}
	wait := t.Life.Clock.Of(w.Role)
	wait.Late, wait.Told = true, o.Now()
	return nil
}

// goOnWithout goes on without a seat that keeps silent, as the settings say. It returns false if they say to wait.
func (o *Office) goOnWithout(tx *store.Tx, t *Table, s *roster.Seat, first bool) (bool, error) {
	switch t.plan().Silence {
	case clock.SilenceEmpty:
		return true, o.playSilent(tx, t, s, notice.TurnEmpty{Seat: s.Power}, passing(t))
	case clock.SilenceDefaults:
		return true, o.playOnFile(tx, t, s)
	case clock.SilenceBot:
		return true, o.playByBot(tx, t, s, first)
	case clock.SilenceSubstitute:
		if firstSubstitute(t.Others, s.Power) >= 0 {
			return true, o.handOver(tx, t, s)
		}
	case clock.SilenceAdjourns:
		return true, o.adjourn(tx, t, s)
	}
	return false, nil
}

// playOnFile plays a draft of the seat, if it has one that can be played, else it ends the turn by default.
func (o *Office) playOnFile(tx *store.Tx, t *Table, s *roster.Seat) error {
	if d, ok := t.Life.DraftOf(t.Game, s.Power); ok {
		err := o.playSilent(tx, t, s, notice.TurnByDraft{Seat: s.Power}, d.Orders+"done\n")
		if _, refused := errors.AsType[*refusedOrders](err); !refused {
			return err
		}
	}
	return o.playSilent(tx, t, s, notice.TurnByDefaults{Seat: s.Power}, "place by default\n"+passing(t))
}

// playByBot has the bot play for a seat. It may take several goes for the turn, of which only the first is told as
// its doing.
func (o *Office) playByBot(tx *store.Tx, t *Table, s *roster.Seat, first bool) error {
	text, _, reasons, err := botOrders(t, s.Power)
	if err != nil {
		return err
	}
	t.bot = &report.Bot{Power: s.Power, Reasons: reasons}
	var news notice.Notice
	if first {
		news = notice.TurnByBot{Seat: s.Power}
	}
	return o.playSilent(tx, t, s, news, text)
}

// passing are the orders of a seat that does nothing more in its turn. A battle that paused goes on.
func passing(t *Table) string {
	for _, a := range t.Awaited() {
		if a.What == "battle" {
			return "battle " + t.Rules.Board.Name(a.Space) + "\ndone\n"
		}
	}
	return "done\n"
}

// refusedOrders is the error of orders that the clock wanted to play and that are not allowed.
type refusedOrders struct{ faults []order.Fault }

func (e *refusedOrders) Error() string { return "the orders played at the deadline were refused" }

// playSilent tells everybody, by a notice if one is given, that orders of a seat are played that it did not send,
// and plays them.
func (o *Office) playSilent(tx *store.Tx, t *Table, s *roster.Seat, news notice.Notice, text string) error {
	f := orders.Parse(text, orders.Context{Board: t.Rules.Board, Phase: t.Pos.Phase, Power: s.Power})
	if faults := slices.Concat(f.Faults, t.Judge(s.Power, f.File)); order.Refuses(faults) {
		return &refusedOrders{faults}
	}
	t.Life.Conduct = t.Life.ByClock(t.Game, s.Power)
	if news != nil {
		if err := o.tellAll(tx, t, news, string(news.ID()), strconv.Itoa(t.Chain.Len()), s.Role); err != nil {
			return err
		}
	}
	return o.filed(tx, t, s, text, f.File)
}

// answerByDefault gives the default as the answer of a seat that was asked and kept silent.
func (o *Office) answerByDefault(tx *store.Tx, t *Table, s *roster.Seat) error {
	f := adjudicator.DefaultAnswer(t.Rules, t.Pos, s.Power)
	err := o.playSilent(tx, t, s, notice.AnswerByDefault{Seat: s.Power}, filing.Text(f, t.Rules.Board))
	if refused, ok := errors.AsType[*refusedOrders](err); ok { // a mistake of ours: the game waits
		o.Log.Error("a default answer is refused", "game", t.Setup.Name, "seat", s.Role, "faults", refused.faults)
		t.Life.Clock.Of(s.Role).Late = true
		return nil
	}
	return err
}

// handOver gives the seat to a substitute, with a whole span for the turn.
func (o *Office) handOver(tx *store.Tx, t *Table, s *roster.Seat) error {
	c := &t.Life.Clock
	if _, err := o.appendClock(t, []*history.Clock{c.Renew(t.plan(), c.Of(s.Role), o.Now(), "substitute")}); err != nil {
		return err
	}
	_, err := o.substitute(tx, t, s)
	return err
}

// adjourn stops the clocks of a game whose awaited seat keeps silent. When they run again the seat has a whole span.
func (o *Office) adjourn(tx *store.Tx, t *Table, s *roster.Seat) error {
	p, c := t.plan(), &t.Life.Clock
	renewed := c.Renew(p, c.Of(s.Role), o.Now(), "adjourned")
	stopped, err := c.Stop(p, false, o.Now(), "no orders from "+s.Role)
	if err != nil {
		return err
	}
	entry, err := o.appendClock(t, append([]*history.Clock{renewed}, stopped...))
	if err != nil {
		return err
	}
	return o.tellAll(tx, t, notice.ClocksAdjourned{Seat: s.Power}, seqName(entry))
}

// reminderDue is when a seat is reminded of its deadline.
func reminderDue(t *Table) time.Time {
	if t.Life.Untimed() {
		return time.Time{}
	}
	_, at := t.Life.Clock.Reminder(t.plan())
	return at
}

// remind reminds a seat of its deadline.
func (o *Office) remind(tx *store.Tx, t *Table) error {
	w, _ := t.Life.Clock.Reminder(t.plan())
	w.Told = o.Now()
	t.Life.Conduct = t.Life.Reminded(w.Role)
	s := t.Seat(t.Rules.Board.PowerOf(w.Role))
	if !s.Taken() {
		return nil
	}
	return o.tell(tx, t, *s, notice.Reminder{}, "reminder", w.Role, strconv.FormatInt(o.Now().Unix(), 10))
}

// pauseDue is when a pause ends by itself.
func pauseDue(t *Table) time.Time {
	if c := t.Life.Clock; c.Pause != nil {
		return c.Pause.Until
	}
	return time.Time{}
}

// endPause lets the clocks run again, and tells everybody.
func (o *Office) endPause(tx *store.Tx, t *Table) error {
	p := t.plan()
	records, err := t.Life.Clock.Resume(p, t.TurnFor(p), t.asked(p), o.Now())
	if err != nil {
		return err
	}
	entry, err := o.appendClock(t, records)
	if err != nil {
		return err
	}
	return o.tellAll(tx, t, notice.ClocksRun{}, seqName(entry))
}

// draftDue is when a seat is to get its draft: at once, when its turn has begun.
func draftDue(t *Table) time.Time {
	if _, ok := t.Life.DraftToOffer(t.Game); !ok {
		return time.Time{}
	}
	return t.Life.Started
}

// offerDraft sends a seat its draft, as a letter that it can send back.
func (o *Office) offerDraft(tx *store.Tx, t *Table) error {
	d := t.Life.Drafts[t.Pos.Power]
	d.Offered = t.Game.Turn()
	t.Life.Conduct = t.Life.KeepDraft(t.Pos.Power, d)
	s := t.Seat(t.Pos.Power)
	if !s.Taken() {
		return nil
	}
	f := orders.Parse(d.Orders, orders.Context{Board: t.Rules.Board, Power: s.Power})
	key, err := o.KeyOf(tx, t, *s)
	if err != nil {
		return err
	}
	f.Header = order.Header{Game: t.Setup.Name, Power: s.Power, Round: t.Pos.Round, Key: key.Reveal(), Base: t.Base().String()}
	text := orders.Format(f.File, syntax.Lang(s.Language), orders.Context{Board: t.Rules.Board, Power: s.Power})
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return o.tell(tx, t, *s, notice.DraftReady{Lines: lines}, "draft", d.Offered)
}
