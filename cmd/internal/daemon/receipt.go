package daemon

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/mailio/message"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/report"
)

// octets keeps mail programs from touching the bytes that hashes are made of (dice.md, "Transport").
const octets = "application/octet-stream"

// receiptView is what a receipt and the answer to `check` have in common.
func (e *errand) receiptView(hints []order.Fault) (report.ReceiptView, error) {
	seat, err := e.seatView()
	if err != nil {
		return report.ReceiptView{}, err
	}
	lines, hints, err := e.hideAll(e.file.Lines, hints)
	v := report.ReceiptView{Reader: seat, Mail: e.row.Digest.String(), File: e.file.File, Hints: hints, Lines: lines,
		Repairs: e.repairs(), FromHTML: e.text.Source == message.HTML, Arrived: e.received()}
	if e.text.Source == message.Attachment {
		v.FromFile = e.text.Name
	}
	if d := e.letter.Date; !d.IsZero() && d.Sub(v.Arrived).Abs() > time.Hour {
		v.Sent = d
	}
	return v, err
}

// receipt answers orders that were taken: what was understood, and the signed note that proves when it came.
func (e *errand) receipt(v report.ReceiptView, out game.Change, arrival int, base dice.Hash) error {
	set, err := e.setOf(out)
	if err != nil {
		return err
	}
	r := history.Receipt{Game: e.table.Setup.Name, Arrival: arrival, Mail: hashOf(e.row.Digest), Base: base, Set: set.hash, Deadline: v.Deadline.At}
	signer, err := e.o.Secrets.Signer(r.Game)
	if err != nil {
		return err
	}
	note, err := r.Sign(signer)
	if err != nil {
		return err
	}
	v.Arrival, v.Played, v.Locked, v.After = arrival, out.Played, out.Locked, e.table.Pos
	v.Beacon = e.table.BeaconTime()
	if r.Set != (dice.Hash{}) {
		v.Set, v.Salt = r.Set.String(), set.salt
	}
	v.Attached = []layout.File{{Name: fmt.Sprintf("%s-receipt-%d.txt", r.Game, arrival), Type: octets, Data: note}}
	return e.o.leaveOut("receipt", func() error {
		words, err := report.Receipt(v, syntax.Lang(e.lang()))
		if err != nil {
			return err
		}
		return e.reply("receipt", words)
	})
}

// filedSet is the order set that a letter brought: its hash, zero if it brought none, and its salt.
type filedSet struct {
	hash dice.Hash
	salt string
}

// setOf is the order set that the letter brought.
func (e *errand) setOf(out game.Change) (filedSet, error) {
	for _, s := range append(out.Sets, e.table.Sets...) {
		if s.Ref.Role == e.role {
			set, err := history.ParseSet(s.Bytes)
			return filedSet{s.Ref.Set, set.Salt}, err
		}
	}
	return filedSet{}, nil
}

// proof are the files with which a reader checks a go: its records, the order set that was opened, the intake list, the
// position as text, the signed checkpoint.
func (o *Office) proof(t *Table, out game.Change) ([]layout.File, error) {
	name := t.Setup.Name
	first, _, err := t.Chain.Span(out.Epoch)
	if err != nil {
		return nil, err
	}
	var files []layout.File
	add := func(name string, data []byte) {
		files = append(files, layout.File{Name: name, Type: octets, Data: data})
	}
	for _, r := range t.Chain.From(first) { // up to the newest: behind the go's own stand the deadlines it brought
		add(history.RecordFile(name, r.Seq), r.Bytes)
	}
	for _, s := range out.Sets {
		add(history.SetFile(name, out.Lock.Seq, s.Ref.Role, s.Ref.Kind), s.Bytes)
	}
	if out.Closing != nil {
		if err := t.openStanding(add); err != nil {
			return nil, err
		}
	}
	add(history.IntakeFile(name, out.Turn.Seq), out.Intake)
	add(fmt.Sprintf("%s-%d-state.txt", name, out.Turn.Seq), []byte(out.Position.Text(t.Rules.Board)))
	point, err := o.checkpoint(t)
	return append(files, point), err
}

// openStanding gives out the standing sets that were ever locked, each under the name it has in its first lock: the end of a game
// opens them (dice.md §3).
func (t *Table) openStanding(add func(name string, data []byte)) error {
	opened := map[dice.Hash]bool{}
	for _, e := range t.Chain.Entries() {
		l, ok := e.Body.(*history.Lock)
		if !ok {
			continue
		}
		for _, ref := range l.Orders {
			if ref.Kind != dice.StandingOrders || opened[ref.Set] {
				continue
			}
			text, err := t.setText(ref)
			if err != nil {
				return fmt.Errorf("record %d: %w", e.Seq, err)
			}
			opened[ref.Set] = true
			add(history.SetFile(t.Setup.Name, e.Seq, ref.Role, ref.Kind), text)
		}
	}
	return nil
}

// setText is the text of an order set: of those in force, which may not be in the store yet, or of those that the store keeps.
func (t *Table) setText(ref dice.OrderRef) ([]byte, error) {
	for _, s := range t.Sets {
		if s.Ref == ref {
			return s.Bytes, nil
		}
	}
	return readSet(t.row, ref)
}

// readSet reads an order set that a record names.
func readSet(row *store.Game, ref dice.OrderRef) ([]byte, error) {
	v, ok, err := row.Get(store.Sets, ref.Set.String())
	if err == nil && !ok {
		err = fmt.Errorf("the %s orders of %s, %s, are not in the store", ref.Kind, ref.Role, ref.Set)
	}
	return v.Bytes, err
}

// roleQuote is a head that a seat quoted.
type roleQuote struct {
	Role string    `json:"role"`
	Head dice.Hash `json:"head"`
}

// compareQuotes holds the heads that players quoted since the last go against the chain, and forgets them.
func (t *Table) compareQuotes() []report.Quote {
	var quotes []history.Quote
	for _, q := range t.Life.Quotes {
		quotes = append(quotes, history.Quote{By: q.Role, Head: q.Head})
	}
	t.Life.Quotes = nil
	var out []report.Quote
	for _, s := range t.Chain.Compare(quotes) {
		out = append(out, report.Quote{Power: t.Rules.Board.PowerOf(s.By), Base: s.Head.String(), Known: s.Known})
	}
	return out
}

// reportRow remembers which mail told a seat about a go, so that it can be sent again exactly as it was.
type reportRow struct {
	MessageID string      `json:"id"`
	Round     int         `json:"round"`
	Power     board.Power `json:"power"` // on turn before the go
}

func (t *Table) keepReport(reader string, seq int, messageID string, out *goDone) error {
	row := reportRow{MessageID: messageID} // of the opening: before the first round
	if out != nil {
		row.Round, row.Power = out.Before.Round, out.Before.Power
	}
	return putJSON(t.row, store.Reports, reader+"/"+seqKey(seq), row)
}

func hashOf(d store.Digest) dice.Hash { return dice.Hash(d) }
