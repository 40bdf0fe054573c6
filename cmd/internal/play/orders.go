package play

import (
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/notify"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/receipt"
)

// JudgeOrders returns all faults of the orders, in the text and by the rules.
func JudgeOrders(r *command.Request) []order.Fault {
	return withRemedies(r, r.File.Merge(r.File.Faults, filing.Judge(r.Game.Game, r.Seat.Power, r.File.File)))
}

// withRemedies adds remedies that work to the faults of the mail.
func withRemedies(r *command.Request, faults []order.Fault) []order.Fault {
	return FindRemedies(r.Game, &r.File, faults, r.Seat.Power, r.Lang())
}

// FindRemedies adds remedies to the faults of a power's orders that work in the position at hand.
func FindRemedies(g *gamestore.Game, f *orders.File, faults []order.Fault, who board.Power, lang string) []order.Fault {
	return remedy.Find(remedy.Ground{Rules: g.Rules, Position: g.Pos, Power: who, Lang: syntax.Lang(lang)}, f, faults)
}

// forecastOrders returns what allowed orders lead to, and adds its hints to those given.
func forecastOrders(r *command.Request, d filing.Draft, hints []order.Fault) (forecast.Forecast, []order.Fault) {
	fc := d.Forecast(r.Game.Game)
	hints = slices.Concat(hints, withRemedies(r, fc.Hints))
	slices.SortStableFunc(hints, func(a, b order.Fault) int { return a.Line - b.Line })
	return fc, hints
}

// RefuseOrders answers with the faults, line by line.
func RefuseOrders(r *command.Request, faults []order.Fault) (*decision.Outcome, error) {
	if err := r.RecordIntake("faults"); err != nil {
		return nil, err
	}
	if again, err := r.WasRefusedBefore(); err != nil || again {
		return decision.Of(decision.Ignored, "refused-before"), err
	}
	seat, err := r.Reader()
	if err != nil {
		return nil, err
	}
	lines, faults, err := r.HideKeysInFaults(OrderLines(r), faults)
	if err != nil {
		return nil, err
	}
	v := receipt.RefusalView{Reader: seat, Faults: faults, Lines: lines, Repairs: r.Repairs(), Checked: r.File.Check,
		InForce: hasWaitingOrders(r)}
	if t, whole, ok := mendedTurn(r, faults); ok {
		if v.Mended, err = withoutKeysIn(r, t.Lines); err != nil {
			return nil, err
		}
		if whole {
			d, err := filing.Redraft(r.Game.Game, r.Seat.Power, t.File.File)
			if err != nil {
				return nil, err
			}
			v.Draft = outlook(r.Game, d, d.Forecast(r.Game.Game))
			b := r.Game.Rules.Board
			if v.Name, err = command.KeepQuestion(r, command.Question{Texts: [][]string{filing.Lines(filing.Text(t.File.File, b))},
				Turns: true}, "refusal"); err != nil {
				return nil, err
			}
		}
	}
	words, err := receipt.Refusal(v, syntax.Lang(r.Lang()))
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, "faults"), r.Reply("refusal", words)
}

// withoutKeysIn hides the keys of seats in what is quoted beside mended lines.
func withoutKeysIn(r *command.Request, lines []remedy.Line) (_ []remedy.Line, err error) {
	for i := range lines {
		l := &lines[i]
		for _, text := range []*string{&l.Text, &l.Was, &l.Why.Word} {
			if *text, err = r.HideKeys(*text); err != nil {
				return nil, err
			}
		}
	}
	return lines, nil
}

// hasWaitingOrders reports whether orders of the seat wait to be played.
func hasWaitingOrders(r *command.Request) bool {
	return r.Game.Pos.Power() == r.Seat.Power && HasDraft(r.Game)
}

// DraftOf is the orders of a power that wait to be played: only who is on turn has some.
func DraftOf(g *gamestore.Game, who board.Power) order.Sheet {
	if !g.Running() || who == board.Nobody || who != g.Pos.Power() {
		return order.Sheet{}
	}
	return filing.Waiting(g.Game)
}

// HasDraft reports whether orders of the power on turn wait to be played.
func HasDraft(g *gamestore.Game) bool {
	waiting := filing.Waiting(g.Game)
	return !waiting.Empty() || g.Pos.Turn().HasOrders()
}

var _ = command.HandleTogether[commands.Orders](command.Spec{
	Syntax: []commands.Syntax{commands.OrdersSyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, fileOrders)

var _ = command.HandleTogether[commands.Check](command.Spec{
	Syntax: []commands.Syntax{commands.CheckSyntax},
	Who:    command.Member, In: command.AnyGame,
}, checkOrders)

var _ = command.HandleTogether[commands.Withdraw](command.Spec{
	Syntax: []commands.Syntax{commands.WithdrawSyntax, commands.WithdrawPart, commands.WithdrawBattle},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, withdrawOrders)

// checkOrders judges the orders and changes nothing.
func checkOrders(r *command.Request) (*decision.Outcome, error) {
	faults := JudgeOrders(r)
	if order.Refuses(faults) {
		return RefuseOrders(r, faults)
	}
	d, err := filing.Redraft(r.Game.Game, r.Seat.Power, r.File.File)
	if err != nil {
		return nil, err
	}
	if order.Refuses(d.Faults) {
		return RefuseOrders(r, withRemedies(r, d.Faults))
	}
	if err := r.RecordIntake("check"); err != nil {
		return nil, err
	}
	fc, hints := forecastOrders(r, d, faults)
	v, err := receiptView(r, hints)
	if err != nil {
		return nil, err
	}
	v.Checked, v.Forecast = true, fc
	if r.Game.Pos.Power() == r.Seat.Power && !r.File.Sheet.Empty() {
		v.Draft = outlook(r.Game, d, fc)
	}
	words, err := receipt.Mail(v, syntax.Lang(r.Lang()))
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Answered, "check"), r.Reply("check", words)
}

// withdrawOrders takes back what was accepted and not yet played, all or some of it.
func withdrawOrders(r *command.Request) (*decision.Outcome, error) {
	g := r.Game
	taken := slices.ContainsFunc(onFile(g).Headings(), r.File.Withdraw.Takes)
	if !hasWaitingOrders(r) || !taken {
		return r.RefuseInGame(notice.NothingWaits{})
	}
	if err := unfile(r); err != nil {
		return nil, err
	}
	d, err := filing.Redraft(g.Game, r.Seat.Power, order.File{Withdraw: r.File.Withdraw})
	if err != nil {
		return nil, err
	}
	if _, err := g.Adopt(d.Keep(g.Game, g.Draft.Salt), nil); err != nil {
		return nil, err
	}
	if err := r.RecordIntake(""); err != nil {
		return nil, err
	}
	if err := g.Save(); err != nil {
		return nil, err
	}
	if d.Sheet.Empty() {
		return decision.Of(decision.Accepted, "withdrawn"), r.ReplyNotice(notice.Withdrawn{})
	}
	v, err := receiptView(r, nil)
	if err != nil {
		return nil, err
	}
	v.Draft = draftView(r.Game, d, d.Forecast(g.Game))
	words, err := receipt.Mail(v, syntax.Lang(r.Lang()))
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Accepted, "withdrawn"), r.Reply("receipt", words)
}

// onFile is all turn orders that wait, those that records have put on file too.
func onFile(g *gamestore.Game) *order.Sheet {
	sheet := g.Pos.Turn().Sheet().Amended(filing.Waiting(g.Game))
	return &sheet
}

// unfile takes back what records have put on file, if the mail takes some of it back. A record says so, for what is
// played later depends on it; what the mail leaves of it becomes part of the draft.
func unfile(r *command.Request) error {
	g := r.Game
	filed := g.Pos.Turn().Sheet()
	if !slices.ContainsFunc(filed.Headings(), r.File.Withdraw.Takes) {
		return nil
	}
	all := onFile(g)
	if _, err := g.Adopt(g.Withdraw(r.Seat.Power, r.Env.Now())); err != nil {
		return err
	}
	g.Draft = game.NewDraft(g.Game, filing.Lines(orders.FormatSheet(*all, syntax.English, g.Rules.Board)), g.Draft.Salt)
	return nil
}

// fileOrders judges the orders, plays what is due, stores it all and tells everybody.
func fileOrders(r *command.Request) (*decision.Outcome, error) {
	hints := JudgeOrders(r)
	if order.Refuses(hints) {
		return RefuseOrders(r, hints)
	}
	d, err := filing.Redraft(r.Game.Game, r.Seat.Power, r.File.File)
	if err != nil {
		return nil, err
	}
	if order.Refuses(d.Faults) {
		return RefuseOrders(r, withRemedies(r, d.Faults))
	}
	fc, hints := forecastOrders(r, d, hints)
	if out, err := askUnplaced(r, d, fc); out != nil || err != nil {
		return out, err
	}
	if countOrders(r) > r.Env.Limits.OrdersPerTurn {
		return r.RefuseInGame(notice.TooMany{Limit: r.Env.Limits.OrdersPerTurn})
	}
	base := r.Game.Base()
	arrival := r.Game.Note(r.Received().UTC().Truncate(time.Second), r.Role, "", gamestore.HashOf(r.Row.Digest))
	r.RememberQuotedHead()
	shown, err := receiptView(r, hints) // of the position that the orders were written for
	if err != nil {
		return nil, err
	}
	if !r.File.Sheet.Empty() {
		shown.Draft = draftView(r.Game, d, fc)
	}
	done, err := playOrders(r, d)
	if err != nil {
		return nil, err
	}
	if err := r.Game.Save(); err != nil {
		return nil, err
	}
	if err := signReceipt(r, &shown, done, arrival, base); err != nil {
		return nil, err
	}
	from := r.OrderMail()
	if done.Played && r.Console == nil && r.Seat.Has(r.AnswerTo().Addr) {
		from.Receipt, from.Answers = &shown, command.TakeAnswers(r) // the report is the answer
	} else if err := sendReceipt(r, shown); err != nil {
		return nil, err
	}
	switch {
	case done.Played:
		return decision.Of(decision.Accepted, "played"), notifyAndGoOn(r.Env, r.Tx, r.Game, done, from)
	case done.Locked:
		return decision.Of(decision.Accepted, "locked"), NotifyResolved(r.Env, r.Tx, r.Game, done, from)
	}
	return decision.Of(decision.Accepted, "filed"), nil
}

// notifyAndGoOn tells everybody of a resolution. A draft that has waited for it goes on.
func notifyAndGoOn(e *env.Env, tx *store.Tx, g *gamestore.Game, done game.Change, from *notify.OrderMail) error {
	if err := NotifyResolved(e, tx, g, done, from); err != nil {
		return err
	}
	if !filing.IsReached(g.Game) {
		return nil
	}
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return err
	}
	began := e.Now()
	done, err = g.Adopt(filing.PlayReached(g.Game, master, began))
	if err != nil || done.Refused {
		return err
	}
	if done.Played {
		gamestore.MeterResolution(e, g, began)
	}
	return NotifyResolved(e, tx, g, done, nil)
}

// playOrders hands the orders to the game in their canonical form: what is played is what is recorded, to the line.
func playOrders(r *command.Request, d filing.Draft) (game.Change, error) {
	master, err := guard.PrepareResolution(r.Env, r.Tx, r.Game)
	if err != nil {
		return game.Change{}, err
	}
	if err := unfile(r); err != nil {
		return game.Change{}, err
	}
	began := r.Env.Now()
	done, err := r.Game.Adopt(d.Take(r.Game.Game, r.File.Header.Salt, master, began))
	switch {
	case err != nil:
		return game.Change{}, err
	case done.Refused:
		return game.Change{}, fmt.Errorf("orders were accepted as written and refused in canonical form: %v",
			done.Faults)
	case done.Played:
		gamestore.MeterResolution(r.Env, r.Game, began)
	}
	if !r.File.Sheet.Empty() {
		delete(r.Game.State.Locks, r.Seat.Power) // the player gives orders again
	}
	return done, nil
}

// countOrders counts an order mail, and returns how many the seat has sent while this power is on turn (mail convention
// 7).
func countOrders(r *command.Request) int {
	c := &r.Game.State.Orders
	if c.Round != r.Game.Pos.Round() || c.Power != r.Game.Pos.Power() || c.Of == nil {
		*c = gamestore.OrderCount{Round: r.Game.Pos.Round(), Power: r.Game.Pos.Power(), Of: map[string]int{}}
	}
	c.Of[r.Role]++
	return c.Of[r.Role]
}

// IsReady reports whether a mail asks to play the waiting orders before the deadline (option play deadline).
func IsReady(r *command.Request) bool {
	isReady := func(c commands.Command) bool { _, ok := c.(commands.Ready); return ok }
	return r.Game.Rules.Options.Get("play") == "deadline" && slices.ContainsFunc(r.File.Commands, isReady)
}

var _ = command.Handle[commands.Ready](command.Spec{
	Syntax: []commands.Syntax{commands.ReadySyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, func(r *command.Request, c commands.Ready) (layout.Mail, error) {
	return r.RefuseCommand(notice.NotByMail{Line: r.QuoteCommand(c)}) // games that play at the deadline have handled it before
})

// PlayReady plays the waiting orders. A turn waits only for the power on turn, so that all are ready when it is.
func PlayReady(r *command.Request) (*decision.Outcome, error) {
	if !hasWaitingOrders(r) {
		return r.RefuseInGame(notice.NothingWaits{})
	}
	if err := r.RecordIntake(""); err != nil {
		return nil, err
	}
	faults, err := PlayWaitingOrders(r.Env, r.Tx, r.Game)
	if err != nil {
		return nil, err
	}
	if order.Refuses(faults) {
		return RefuseOrders(r, faults)
	}
	return decision.Of(decision.Accepted, "played"), nil
}

// PlayWaitingOrders plays the turn orders that wait in a game, and tells everybody: when all are ready, or at the
// deadline. At tier 2 they are locked. Orders that have become impossible since they were filed still wait; the faults
// say why.
func PlayWaitingOrders(e *env.Env, tx *store.Tx, g *gamestore.Game) ([]order.Fault, error) {
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return nil, err
	}
	began := e.Now()
	done, err := g.Adopt(filing.PlayDraft(g.Game, master, e.Now()))
	if err != nil || done.Refused {
		return done.Faults, err
	}
	if done.Played {
		gamestore.MeterResolution(e, g, began)
	}
	return done.Faults, NotifyResolved(e, tx, g, done, nil)
}

// askUnplaced refuses orders once that would end the turn while units that could be placed stay unplaced (reports.md
// 1.3). If the same orders come again they are played, and so are orders with the line `place nothing`.
func askUnplaced(r *command.Request, d filing.Draft, fc forecast.Forecast) (*decision.Outcome, error) {
	g, place := r.Game, d.Sheet.Parts[order.Place]
	if len(fc.Unplaced) == 0 || place.Held && len(place.Orders) == 0 {
		return nil, nil
	}
	text := orders.FormatSheet(d.Sheet, syntax.English, g.Rules.Board)
	asked := dice.Sum(dice.Text("unplaced", g.Base().String(), text))
	if g.State.Unplaced[r.Role] == asked {
		delete(g.State.Unplaced, r.Role)
		return nil, nil
	}
	if g.State.Unplaced == nil {
		g.State.Unplaced = map[string]dice.Hash{}
	}
	g.State.Unplaced[r.Role] = asked
	n := notice.EndsUnplaced{Units: 0, Lines: nil, Name: ""}
	as := filing.Lines(text)
	placed := slices.DeleteFunc(slices.Clone(as), func(l string) bool { return l == "done" })
	for _, u := range fc.Unplaced {
		n.Lines = append(n.Lines, receipt.PlaceLine(g.Rules.Board, u, syntax.Lang(r.Lang())))
		placed = append(placed, receipt.PlaceLine(g.Rules.Board, u, syntax.English))
		n.Units += u.N
	}
	placed = append(placed, "done")
	if err := r.RecordIntake(string(n.ID())); err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, string(n.ID())), r.Ask(
		command.Question{Texts: [][]string{placed, as}, Turns: true}, func(name string) notice.Notice {
			n.Name = name
			return n
		})
}
