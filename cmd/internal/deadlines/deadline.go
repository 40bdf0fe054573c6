package deadlines

import (
	"errors"
	"fieldpost/adjudicator/game"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// Enforce does what the settings say about the first deadline that has passed.
func Enforce(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	p, c := g.Plan(), &g.State.Clock
	w, _ := c.Deadline(p)
	if sure, err := clocks.AllMailRead(e, tx, w.At); err != nil || !sure {
		w.Try = e.Now().Add(gamestore.RetryDeadline)
		return err
	}
	w.Try = e.Now().Add(time.Second) // if it is still awaited then, it is checked once more
	s := g.Seat(g.Rules.Board.PowerOf(w.Role))
	if w.Question {
		return answerByDefault(e, tx, g, s)
	}
	if played, err := playWaiting(e, tx, g, s); err != nil || played {
		return err
	}
	if r := c.Draw(p, w); r != nil {
		entry, err := g.AppendRecord(r, e.Now())
		if err != nil {
			return err
		}
		return notify.SendNoticeToAll(e, tx, g, notice.BankDrawn{Seat: s.Power, Most: w.At.Sub(w.Drawn)}, gamestore.SeqName(entry))
	}
	first := !w.Noted
	w.Noted = true
	return handleSilence(e, tx, g, s, *w, first)
}

// playWaiting plays the orders that wait for the deadline. Those that have become impossible are withdrawn, and
// everybody is told.
func playWaiting(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) (played bool, err error) {
	if g.Pos.Power() != s.Power || !play.HasDraft(g) {
		return false, nil
	}
	g.State.Conduct = g.State.ByClock(g.Game, s.Power)
	faults, err := play.PlayWaitingOrders(e, tx, g)
	if err != nil || !order.Refuses(faults) {
		return true, err
	}
	g.Draft = game.Draft{}
	if g.Pos.Turn().HasOrders() {
		if _, err := g.Adopt(g.Withdraw(s.Power, e.Now())); err != nil {
			return false, err
		}
	}
	return false, notify.SendNoticeToAll(e, tx, g, notice.WaitingForgotten{Seat: s.Power}, strconv.Itoa(g.Chain.Len()-1))
}

// handleSilence tells everybody that a seat has sent no orders by its deadline, and does what the settings say. first
// is false if what was played before did not end the turn. Where nothing can be done the game waits.
func handleSilence(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, w clock.Wait, first bool) error {
	if g.Plan().LateNote && first {
		late := notice.DeadlinePassed{Seat: s.Power, Deadline: w.At}
		if err := notify.SendNoticeToAll(e, tx, g, late, append([]string{"late"}, clocks.DeadlineName(w)...)...); err != nil {
			return err
		}
	}
	done, err := playWithout(e, tx, g, s, first)
	if refused, ok := errors.AsType[*refusedOrders](err); ok {
		e.Log.Error("a deadline cannot be played", "game", g.Setup.Name, "seat", s.Role, "faults", refused.faults)
		done, err = false, nil
	}
	if done || err != nil {
		return err
	}
	wait := g.State.Clock.Of(w.Role)
	wait.Late, wait.Told = true, e.Now()
	return nil
}

// playWithout goes on without a silent seat, as the settings say. It returns false if they say to wait.
func playWithout(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, first bool) (bool, error) {
	switch g.Plan().Silence {
	case clock.SilenceEmpty:
		return true, playFor(e, tx, g, s, notice.TurnEmpty{Seat: s.Power}, passOrders(g))
	case clock.SilenceDefaults:
		return true, playDraftOrDefaults(e, tx, g, s)
	case clock.SilenceBot:
		return true, playByBot(e, tx, g, s, first)
	case clock.SilenceSubstitute:
		if people.FirstSubstitute(g.Others, s.Power) >= 0 {
			return true, transferSeat(e, tx, g, s)
		}
	case clock.SilenceAdjourns:
		return true, adjourn(e, tx, g, s)
	}
	return false, nil
}

// playDraftOrDefaults plays a draft of the seat if it has one that can be played, or else ends the turn by default.
func playDraftOrDefaults(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) error {
	if d, ok := g.State.DeferredOf(g.Game, s.Power); ok {
		err := playFor(e, tx, g, s, notice.TurnByDraft{Seat: s.Power}, d.Orders+"done\n")
		if _, refused := errors.AsType[*refusedOrders](err); !refused {
			return err
		}
	}
	return playFor(e, tx, g, s, notice.TurnByDefaults{Seat: s.Power}, "place by default\n"+passOrders(g))
}

// playByBot has the bot play for a seat. It may take several resolutions for the turn, of which only the first has a
// notice.
func playByBot(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, first bool) error {
	text, _, reasons, err := people.BotOrders(g, s.Power)
	if err != nil {
		return err
	}
	g.Bot = &report.Bot{Power: s.Power, Reasons: reasons}
	var news notice.Notice
	if first {
		news = notice.TurnByBot{Seat: s.Power}
	}
	return playFor(e, tx, g, s, news, text)
}

// passOrders returns the orders of a seat that does nothing more in its turn. A battle that is paused goes on.
func passOrders(g *gamestore.Game) string {
	for _, a := range g.Awaited() {
		if a.What == "battle" {
			return "battle " + g.Rules.Board.Name(a.Space) + "\ndone\n"
		}
	}
	return "done\n"
}

// refusedOrders is the error of orders for a silent seat that are not allowed.
type refusedOrders struct{ faults []order.Fault }

func (e *refusedOrders) Error() string { return "the orders played at the deadline were refused" }

// playFor plays orders of a seat that it did not send, and tells everybody before, by a notice if one is given.
func playFor(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, news notice.Notice,
	text string) error {
	f := orders.Parse(text, orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(), Power: s.Power})
	if faults := slices.Concat(f.Faults, g.Judge(s.Power, f.File)); order.Refuses(faults) {
		return &refusedOrders{faults}
	}
	g.State.Conduct = g.State.ByClock(g.Game, s.Power)
	if news != nil {
		if err := notify.SendNoticeToAll(e, tx, g, news, string(news.ID()), strconv.Itoa(g.Chain.Len()), s.Role); err != nil {
			return err
		}
	}
	return people.FileOrders(e, tx, g, s, text, f.File)
}

// answerByDefault gives the default answer for a silent seat that was asked.
func answerByDefault(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) error {
	f := adjudicator.DefaultAnswer(g.Rules, g.Pos, s.Power)
	err := playFor(e, tx, g, s, notice.AnswerByDefault{Seat: s.Power}, filing.Text(f, g.Rules.Board))
	if refused, ok := errors.AsType[*refusedOrders](err); ok { // an error of the program: the game waits
		e.Log.Error("a default answer is refused", "game", g.Setup.Name, "seat", s.Role, "faults", refused.faults)
		g.State.Clock.Of(s.Role).Late = true
		return nil
	}
	return err
}

// transferSeat gives the seat to a substitute, with a whole span for the turn.
func transferSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) error {
	c := &g.State.Clock
	renewed := c.Renew(g.Plan(), c.Of(s.Role), e.Now(), "substitute")
	if _, err := clocks.AppendRecords(e, g, []*history.Clock{renewed}); err != nil {
		return err
	}
	_, err := people.SeatSubstitute(e, tx, g, s)
	return err
}

// adjourn stops the clocks of a game that waits for a silent seat. When they run again the seat has a whole span.
func adjourn(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) error {
	p, c := g.Plan(), &g.State.Clock
	renewed := c.Renew(p, c.Of(s.Role), e.Now(), "adjourned")
	stopped, err := c.Stop(p, false, e.Now(), "no orders from "+s.Role)
	if err != nil {
		return err
	}
	entry, err := clocks.AppendRecords(e, g, append([]*history.Clock{renewed}, stopped...))
	if err != nil {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, notice.ClocksAdjourned{Seat: s.Power}, gamestore.SeqName(entry))
}

// Remind reminds a seat of its deadline.
func Remind(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	w, _ := g.State.Clock.Reminder(g.Plan())
	s := g.Seat(g.Rules.Board.PowerOf(w.Role))
	n := notice.Reminder{Draft: order.Sheet{}}
	for _, seat := range g.OfPerson(*s) { // one mail tells of all seats whose time is up then
		other := g.State.Clock.Of(seat.Role)
		if other == nil || other != w && (!other.At.Equal(w.At) || !other.Stood.IsZero()) {
			continue
		}
		other.Told = e.Now()
		g.State.Conduct = g.State.Reminded(seat.Role)
		if seat.Power == g.Pos.Power() {
			n.Draft = play.DraftOf(g, seat.Power)
		}
	}
	if !s.Taken() {
		return nil
	}
	return notify.SendNotice(e, tx, g, *s, n, "reminder", w.Role, strconv.FormatInt(e.Now().Unix(), 10))
}

// OfferDraft sends a seat its draft, as a mail that the player can send back.
func OfferDraft(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	d := g.State.Deferred[g.Pos.Power()]
	d.Offered = g.Game.Turn()
	g.State.Conduct = g.State.Defer(g.Pos.Power(), d)
	s := g.Seat(g.Pos.Power())
	if !s.Taken() {
		return nil
	}
	f := orders.Parse(d.Orders, orders.Context{Board: g.Rules.Board, Power: s.Power})
	key, err := vault.SeatKey(e, tx, g, *s)
	if err != nil {
		return err
	}
	f.Header = order.Header{Game: g.Setup.Name, Power: s.Power, Round: g.Pos.Round(), Key: key.Reveal(),
		Base: g.Base().String()}
	text := orders.Format(f.File, syntax.Lang(s.Language), orders.Context{Board: g.Rules.Board, Power: s.Power})
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return notify.SendNotice(e, tx, g, *s, notice.DraftReady{Lines: lines}, "draft", d.Offered)
}
