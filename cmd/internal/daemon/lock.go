package daemon

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// At tier 2 orders are locked before they are played: the lock goes out to everybody, the game waits for a public beacon, and then
// plays what was locked.

// tellGo writes down what came of orders that were played or locked, and tells everybody. From is the letter that brought them, nil if
// none did.
func (o *Office) tellGo(tx *store.Tx, t *Table, done game.Change, from *orderMail) error {
	if done.Locked {
		return o.tellLock(tx, t, done, lockedNotice)
	}
	out, err := o.finishGo(tx, t, done)
	if err != nil {
		return err
	}
	if err := t.save(); err != nil {
		return err
	}
	if err := t.keepGo(done); err != nil {
		return err
	}
	return o.reportAll(tx, t, out, from)
}

// lockNotice is the notice by which a lock is mailed.
type lockNotice func(notice.Locked) notice.Notice

func lockedNotice(l notice.Locked) notice.Notice { return l }

// tellLock mails a lock to everybody, before any die falls: the records since those that everybody has, and where the value will come
// from. The notice says whether it comes in place of another.
func (o *Office) tellLock(tx *store.Tx, t *Table, done game.Change, news lockNotice) error {
	for _, s := range done.Sets {
		if err := t.keepSet(s); err != nil {
			return err
		}
	}
	if err := t.save(); err != nil {
		return err
	}
	if err := t.awaitBeacon(tx); err != nil {
		return err
	}
	round := t.Locked().Mix.Round
	from := done.Lock.Seq
	if base, ok := t.Chain.Find(t.Base()); ok {
		from = min(from, base+1)
	}
	if done.Voided != nil {
		from = o.sinceLock(t, done.Voided.Seq)
	}
	files, err := o.attach(t, from)
	if err != nil {
		return err
	}
	return o.tellAll(tx, t, news(notice.Locked{Round: round, Relay: relayURL(round), Records: files}), "lock", seqName(done.Lock))
}

// sinceLock is the record from which on everybody should read about a void: the last lock before it.
func (o *Office) sinceLock(t *Table, void int) int {
	for _, e := range slices.Backward(t.Chain.From(0)) {
		if _, ok := e.Body.(*history.Lock); ok && e.Seq < void {
			return e.Seq
		}
	}
	return void
}

// relayURL is where anybody may read a round's value.
func relayURL(round int) string {
	return "https://api.drand.sh/" + history.Quicknet().Chain.String() + "/public/" + strconv.Itoa(round)
}

// attach are the records from a number on, as files, with a signed checkpoint of the newest.
func (o *Office) attach(t *Table, from int) ([]layout.File, error) {
	name := t.Setup.Name
	var files []layout.File
	for _, r := range t.Chain.From(from) {
		files = append(files, layout.File{Name: history.RecordFile(name, r.Seq), Type: octets, Data: r.Bytes})
	}
	point, err := o.checkpoint(t)
	return append(files, point), err
}

// checkpoint is a signed checkpoint of the newest record, as a file.
func (o *Office) checkpoint(t *Table) (layout.File, error) {
	signer, err := o.Secrets.Signer(t.Setup.Name)
	if err != nil {
		return layout.File{}, err
	}
	point, err := t.Chain.Checkpoint(signer)
	return layout.File{Name: checkpointFile(t.Setup.Name, t.Chain.Len()-1), Type: octets, Data: point}, err
}

func checkpointFile(name string, seq int) string {
	return name + "-" + strconv.Itoa(seq) + "-checkpoint.txt"
}

// boundSet is the turn set that the open lock names, nil if none is locked or the lock is that of the deal.
func boundSet(row *store.Game, chain *history.Chain) (*game.Set, error) {
	e, err := chain.Epoch()
	if err != nil || e.Lock == nil {
		return nil, nil // over, or nothing is locked
	}
	i := slices.IndexFunc(e.Lock.Orders, func(r dice.OrderRef) bool { return r.Kind == dice.TurnOrders })
	if i < 0 {
		return nil, nil
	}
	v, err := readSet(row, e.Lock.Orders[i])
	return &game.Set{Ref: e.Lock.Orders[i], Bytes: v}, err
}

// laterOrders are standing orders and answers that came after a lock: they count from the next go on.
type laterOrders struct {
	Role  string   `json:"role"`
	Lines []string `json:"lines"` // canonical
	Salt  string   `json:"salt,omitempty"`
}

// whileLocked takes a letter with orders while a go is locked. Nothing goes into the locked epoch: turn orders, withdrawals and `ready`
// are too late; standing orders and answers are kept for the go after it.
func (e *errand) whileLocked() (*outcome, error) {
	if e.file.Withdraw > 0 || !e.file.Sheet.Empty() || !e.file.HasOrders() {
		return e.reject(notice.LockedOut{})
	}
	hints := e.judge()
	if order.Refuses(hints) {
		return e.refuseOrders(hints)
	}
	if many, err := e.tooMany(); err != nil || many {
		return e.tooManyOrders(err)
	}
	arrival := e.table.Note(e.received().UTC().Truncate(time.Second), e.role, "", hashOf(e.row.Digest))
	e.quote()
	shown, err := e.receiptView(hints)
	if err != nil {
		return nil, err
	}
	shown.Next = true
	e.table.Life.Later = append(e.table.Life.Later, laterOrders{e.role, filing.Lines(filing.Text(e.file.File, e.table.Rules.Board)), e.file.Header.Salt})
	if err := e.table.save(); err != nil {
		return nil, err
	}
	return newOutcome(accepted, "filed"), e.receipt(shown, game.Change{}, arrival, e.table.Base())
}

// laterDue is when that is filed: at once, when nothing is locked any more.
func laterDue(t *Table) time.Time {
	if len(t.Life.Later) == 0 || t.Locked() != nil {
		return time.Time{}
	}
	return t.Life.Started
}

// fileLater puts on file what came while a go was locked. What it plays, as an answer does, is locked in its turn, and the rest waits on.
func (o *Office) fileLater(tx *store.Tx, t *Table) error {
	for len(t.Life.Later) > 0 && t.Locked() == nil {
		next := t.Life.Later[0]
		t.Life.Later = t.Life.Later[1:]
		if err := o.fileOne(tx, t, next); err != nil {
			return err
		}
	}
	return nil
}

func (o *Office) fileOne(tx *store.Tx, t *Table, x laterOrders) error {
	who := t.Rules.Board.PowerOf(x.Role)
	f := orders.Parse(strings.Join(x.Lines, "\n")+"\n", orders.Context{Board: t.Rules.Board, Phase: t.Pos.Phase, Power: who})
	if faults := f.Merge(f.Faults, t.Judge(who, f.File)); order.Refuses(faults) {
		seat := t.Seat(who)
		return o.tellRefused(tx, t, *seat, x, t.mended(&f, faults, who, seat.Language))
	}
	master, err := o.prepare(tx, t)
	if err != nil {
		return err
	}
	done, err := t.take(filing.File(t.Game, who, f.File, x.Salt, master, o.Now()))
	if err != nil || !done.Played && !done.Locked {
		return err
	}
	return o.tellGo(tx, t, done, nil)
}

// tellRefused tells a player that what he sent during a lock has become impossible.
func (o *Office) tellRefused(tx *store.Tx, t *Table, s roster.Seat, x laterOrders, faults []order.Fault) error {
	return o.leaveOut("refusal to "+s.ID(), func() error { return o.refusal(tx, t, s, x, faults) })
}

func (o *Office) refusal(tx *store.Tx, t *Table, s roster.Seat, x laterOrders, faults []order.Fault) error {
	seat, err := o.view(tx, t, &s)
	if err != nil {
		return err
	}
	words, err := report.Refusal(report.RefusalView{Reader: seat, Faults: faults, Lines: x.Lines}, syntax.Lang(s.Language))
	if err != nil {
		return err
	}
	_, err = o.send(tx, post{to: s.To(), lang: s.Language, game: t.Setup.Name, auto: "auto-generated", words: words, references: s.Thread, seat: &s,
		name: []string{t.Setup.Name, "later", s.Mark(), store.DigestOf([]byte(strings.Join(x.Lines, "\n"))).String()[:16], strconv.Itoa(t.Chain.Len())}})
	return err
}

// lateForLock tells whether a letter asks for something that a lock has fixed.
func (e *errand) lateForLock() bool {
	return e.table.Locked() != nil && e.seat.Power != board.Nobody && !e.file.Check && len(e.file.Faults) == 0 &&
		(e.file.HasOrders() || e.file.Withdraw > 0 || e.isReady())
}
