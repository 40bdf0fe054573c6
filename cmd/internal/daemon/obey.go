package daemon

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// obey does what the letter says: its orders, and the questions and letters to others beside them.
func (e *errand) obey() (*outcome, error) {
	if out, err := e.strayAnswer(); out != nil || err != nil {
		return out, err
	}
	if e.corrects() { // its orders are those of another go: they are read anew for it
		return e.motion()
	}
	if len(e.file.Faults) > 0 {
		return e.refuseOrders(e.judge())
	}
	if e.moves() {
		return e.motion()
	}
	if e.table.waitsForReferee() && e.playsOn() {
		return e.reject(notice.WaitsReferee{})
	}
	if e.lateForLock() {
		return e.whileLocked()
	}
	given := e.given()
	if len(given) == 0 {
		return e.nothing()
	}
	out := newOutcome(answered, "question")
	switch c := given[0].(type) {
	case commands.Check, commands.Withdraw, commands.Orders:
		if no := e.refusal(c); no != nil {
			return e.reject(no)
		}
		var err error
		if out, err = together[command.Of(c)](e); err != nil || out.kind == refused || e.file.Check || e.file.Withdraw > 0 {
			return out, err
		}
	}
	if e.isReady() {
		return e.ready()
	}
	if err := e.answer(e.file.Commands); err != nil {
		return nil, err
	}
	if out.kind == answered && e.changes() {
		return e.acted()
	}
	return out, nil
}

// acted enters a letter with acts in the game's intake list: accepted, unless what it asked for was declined.
func (e *errand) acted() (*outcome, error) {
	if e.veiled() {
		e.role = "-"
	}
	if err := e.count(e.declined); err != nil {
		return nil, err
	}
	if e.declined != "" {
		return newOutcome(refused, e.declined), nil
	}
	return newOutcome(accepted, "act"), nil
}

// judge tells all that is wrong with the orders, in the text and by the rules.
func (e *errand) judge() []order.Fault {
	return e.mended(e.file.Merge(e.file.Faults, e.table.Judge(e.seat.Power, e.file.File)))
}

// mended are faults of the letter with remedies that work.
func (e *errand) mended(faults []order.Fault) []order.Fault {
	return e.table.mended(&e.file, faults, e.seat.Power, e.lang())
}

// mended are faults of a power's orders with remedies that work in the game as it stands.
func (t *Table) mended(f *orders.File, faults []order.Fault, who board.Power, lang string) []order.Fault {
	return remedy.Find(remedy.Ground{Rules: t.Rules, Position: t.Pos, Power: who, Lang: syntax.Lang(lang)}, f, faults)
}

// foresee tells what orders that are allowed lead to, and adds its hints to those of the judge.
func (e *errand) foresee(hints []order.Fault) (adjudicator.Forecast, []order.Fault) {
	fc := adjudicator.Foresee(e.table.Rules, e.table.Pos, e.seat.Power, e.file.File)
	hints = slices.Concat(hints, e.mended(fc.Hints))
	slices.SortStableFunc(hints, func(a, b order.Fault) int { return a.Line - b.Line })
	return fc, hints
}

// nothing answers a letter without orders or questions: with what is awaited and the order form, never with silence.
func (e *errand) nothing() (*outcome, error) {
	var n notice.Notice = notice.Empty{Form: true}
	if e.file.Quoted > 0 {
		n = notice.OnlyQuoted{Lines: e.file.Quoted}
	}
	if kind := message.FirstField(e.raw, "Content-Type"); len(e.letter.Texts) == 0 && kind != "" && !strings.HasPrefix(strings.ToLower(kind), "text/") {
		n = notice.NoText{}
	}
	for _, p := range e.letter.Problems {
		switch p.Trouble {
		case message.Encrypted, message.Opaque:
			n = notice.Encrypted{}
		case message.Undecoded:
			n = notice.BrokenMail{Trouble: notice.Quote(p.Detail)}
		case message.Winmail, message.Archive, message.NotText:
			if strings.TrimSpace(e.text.Body) == "" {
				n = notice.NoText{}
			}
		}
	}
	return e.reject(n)
}

// refuseOrders answers with the faults, line by line.
func (e *errand) refuseOrders(faults []order.Fault) (*outcome, error) {
	if err := e.count("faults"); err != nil {
		return nil, err
	}
	if again, err := e.refusedBefore(); err != nil || again {
		return newOutcome(ignored, "refused-before"), err
	}
	seat, err := e.seatView()
	if err != nil {
		return nil, err
	}
	lines, faults, err := e.hideAll(e.file.Lines, faults)
	if err != nil {
		return nil, err
	}
	words, err := report.Refusal(report.RefusalView{Reader: seat, Faults: faults, Lines: lines, Repairs: e.repairs(),
		Checked: e.file.Check, InForce: e.inForce()}, syntax.Lang(e.lang()))
	if err != nil {
		return nil, err
	}
	return newOutcome(refused, "faults"), e.reply("refusal", words)
}

// inForce tells whether orders of the seat wait to be played.
func (e *errand) inForce() bool {
	return e.table.Pos.Power == e.seat.Power && !e.table.Pos.Turn.Sheet.Empty()
}

var (
	_ = defineTogether[commands.Orders](command.Spec{
		Syntax: []commands.Syntax{commands.OrdersSyntax},
		Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, (*errand).fileOrders)
	_ = defineTogether[commands.Check](command.Spec{
		Syntax: []commands.Syntax{commands.CheckSyntax},
		Who:    command.Member, In: command.AnyGame,
	}, (*errand).check)
	_ = defineTogether[commands.Withdraw](command.Spec{
		Syntax: []commands.Syntax{commands.WithdrawSyntax},
		Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, (*errand).withdraw)
)

// check judges the orders and changes nothing.
func (e *errand) check() (*outcome, error) {
	faults := e.judge()
	if order.Refuses(faults) {
		return e.refuseOrders(faults)
	}
	if err := e.count("check"); err != nil {
		return nil, err
	}
	forecast, hints := e.foresee(faults)
	v, err := e.receiptView(hints)
	if err != nil {
		return nil, err
	}
	v.Checked, v.Forecast = true, forecast
	words, err := report.Receipt(v, syntax.Lang(e.lang()))
	if err != nil {
		return nil, err
	}
	return newOutcome(answered, "check"), e.reply("check", words)
}

// withdraw takes back orders that were filed and not yet played. What was played stays played.
func (e *errand) withdraw() (*outcome, error) {
	if !e.inForce() {
		return e.reject(notice.NothingWaits{})
	}
	if _, err := e.table.take(e.table.Withdraw(e.seat.Power, e.o.Now())); err != nil {
		return nil, err
	}
	if err := e.count(""); err != nil {
		return nil, err
	}
	return newOutcome(accepted, "withdrawn"), e.note(notice.Withdrawn{})
}

// fileOrders judges the orders, plays what is due, writes it all down and tells everybody.
func (e *errand) fileOrders() (*outcome, error) {
	hints := e.judge()
	if order.Refuses(hints) {
		return e.refuseOrders(hints)
	}
	forecast, hints := e.foresee(hints)
	if out, err := e.askUnplaced(forecast); out != nil || err != nil {
		return out, err
	}
	if many, err := e.tooMany(); err != nil || many {
		return e.tooManyOrders(err)
	}
	base := e.table.Base()
	arrival := e.table.Note(e.received().UTC().Truncate(time.Second), e.role, "", hashOf(e.row.Digest))
	e.quote()
	shown, err := e.receiptView(hints) // of the position that the orders were written for
	if err != nil {
		return nil, err
	}
	done, err := e.play()
	if err != nil {
		return nil, err
	}
	if err := e.table.save(); err != nil {
		return nil, err
	}
	if err := e.receipt(shown, done, arrival, base); err != nil {
		return nil, err
	}
	switch {
	case done.Played:
		return newOutcome(accepted, "played"), e.o.tellGo(e.tx, e.table, done, e.asOrderMail())
	case done.Locked:
		return newOutcome(accepted, "locked"), e.o.tellGo(e.tx, e.table, done, e.asOrderMail())
	}
	return newOutcome(accepted, "filed"), nil
}

// goDone is a change with the files that prove it, as reports carry them.
type goDone struct {
	game.Change
	files  []layout.File  // for everybody
	kit    []string       // shell lines that check the dice
	quoted []report.Quote // heads that players quoted

	corrected *report.CorrectionView // it was played again, because it had been wrong
	asOf      int                    // record under which its report is filed, 0 for the newest
}

// play hands the orders to the game in their canonical form: what is played is what is recorded, to the line.
func (e *errand) play() (game.Change, error) {
	master, err := e.o.prepare(e.tx, e.table)
	if err != nil {
		return game.Change{}, err
	}
	began := e.o.Now()
	done, err := e.table.take(filing.File(e.table.Game, e.seat.Power, e.file.File, e.file.Header.Salt, master, began))
	switch {
	case err != nil:
		return game.Change{}, err
	case done.Refused:
		return game.Change{}, fmt.Errorf("orders were accepted as written and refused in canonical form: %v", done.Faults)
	case done.Played:
		e.o.played(e.table, began)
	case !done.Locked && !e.file.Sheet.Empty():
		e.table.Life.Salt = e.file.Header.Salt // of the orders that wait
	}
	if !e.file.Sheet.Empty() {
		delete(e.table.Life.Locks, e.seat.Power) // he plays himself again
	}
	return done, nil
}

// orderCount is how many order mails of each seat were accepted while one power was on turn.
type orderCount struct {
	Round int            `json:"round"`
	Power board.Power    `json:"power"`
	Of    map[string]int `json:"of"` // by role
}

// tooMany counts an order mail, and tells whether the seat has sent too many while this power is on turn (mail convention 7).
func (e *errand) tooMany() (bool, error) {
	c := &e.table.Life.Orders
	if c.Round != e.table.Pos.Round || c.Power != e.table.Pos.Power || c.Of == nil {
		*c = orderCount{e.table.Pos.Round, e.table.Pos.Power, map[string]int{}}
	}
	c.Of[e.role]++
	return c.Of[e.role] > e.o.Limits.OrdersPerTurn, nil
}

func (e *errand) tooManyOrders(err error) (*outcome, error) {
	if err != nil {
		return nil, err
	}
	return e.reject(notice.TooMany{Limit: e.o.Limits.OrdersPerTurn})
}

// quote remembers the head that the letter quotes, for the next report (dice.md TH-12).
func (e *errand) quote() {
	if h, err := dice.ParseHash(e.file.Header.Base); err == nil {
		quotes := slices.DeleteFunc(e.table.Life.Quotes, func(q roleQuote) bool { return q.Role == e.role })
		e.table.Life.Quotes = append(quotes, roleQuote{e.role, h})
	}
}
