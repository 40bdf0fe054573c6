package daemon

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates"
)

// goDone is a go with the files that prove it, as reports carry them.
type goDone struct {
	game.Go
	game  string
	files []attached // for everybody
}

// obey does what the letter says: questions first, then its orders.
func (e *errand) obey() (*outcome, error) {
	if len(e.file.Faults) > 0 {
		return e.refuseOrders(e.file.Faults)
	}
	if e.file.Check {
		return e.check()
	}
	if e.file.HasOrders() {
		return e.fileOrders()
	}
	return e.nothing()
}

// nothing answers a letter without orders or questions: with what is awaited and the order form, never with silence.
func (e *errand) nothing() (*outcome, error) {
	form, err := e.o.form(e.table, e.seat.Power)
	if err != nil {
		return nil, err
	}
	kind := templates.Empty
	if e.file.Quoted > 0 {
		kind = templates.OnlyQuoted
	}
	return e.reject(templates.NoteView{Kind: kind, Have: e.file.Quoted, Awaited: e.table.Awaited(), Form: &form})
}

// refuseOrders answers with the faults, line by line.
func (e *errand) refuseOrders(faults []order.Fault) (*outcome, error) {
	if err := e.count("faults"); err != nil {
		return nil, err
	}
	form, err := e.o.form(e.table, e.seat.Power)
	if err != nil {
		return nil, err
	}
	words, err := renderRefusal(refusalView{Game: e.table.Game, Reader: e.seat.Power, Person: e.person(), Check: e.file.Check,
		File: &e.file, Faults: faults, Form: form}, e.lang())
	if err != nil {
		return nil, err
	}
	return &outcome{refused, "faults"}, e.reply("refusal", words)
}

// check judges the orders and changes nothing.
func (e *errand) check() (*outcome, error) {
	faults := e.table.Judge(e.seat.Power, e.file.File)
	if order.Refuses(faults) {
		return e.refuseOrders(faults)
	}
	words, err := renderReceipt(receiptView{Game: e.table.Game, Reader: e.seat.Power, Person: e.person(), Check: true, Source: e.source(),
		Orders: e.canonical(orders.Lang(e.lang())), Repairs: e.file.Repairs, Hints: faults, File: &e.file}, e.lang())
	if err != nil {
		return nil, err
	}
	if err := e.count("check"); err != nil {
		return nil, err
	}
	return &outcome{answered, "check"}, e.reply("check", words)
}

// canonical are the letter's orders as they were understood, in a language.
func (e *errand) canonical(lang orders.Lang) string {
	f := e.file.File
	f.Header, f.Check = order.Header{}, false
	return orders.Format(f, lang, orders.Context{Board: e.table.Rules.Board})
}

// fileOrders judges the orders, plays what is due, writes it all down and tells everybody.
func (e *errand) fileOrders() (*outcome, error) {
	if !e.table.Running() {
		return e.reject(templates.NoteView{Kind: templates.NotStarted})
	}
	hints := e.table.Judge(e.seat.Power, e.file.File)
	if order.Refuses(hints) {
		return e.refuseOrders(hints)
	}
	before := e.table.base()
	master, err := e.o.Secrets.Master(e.table.Setup.Name)
	if err != nil {
		return nil, err
	}
	e.table.Note(e.received().UTC().Truncate(0), e.role, "", hashOf(e.row.Digest))
	arrival := e.table.Arrived
	out, err := e.play(master)
	if err != nil {
		return nil, err
	}
	if out.Refused {
		return nil, fmt.Errorf("orders were accepted as written and refused in canonical form: %v", out.Faults)
	}
	if err := e.table.save(); err != nil {
		return nil, err
	}
	if err := e.receipt(out, arrival, before, hints); err != nil {
		return nil, err
	}
	if !out.Played {
		return &outcome{accepted, "filed"}, nil
	}
	if err := e.table.keepGo(out.Go); err != nil {
		return nil, err
	}
	return &outcome{accepted, "played"}, e.o.reportAll(e.tx, e.table, out, e)
}

// play hands the orders to the game in their canonical form: what is played is what is recorded, to the line.
func (e *errand) play(master dice.Master) (*goDone, error) {
	b := e.table.Rules.Board
	canonical := orders.Parse(e.canonical(orders.English), orders.Context{Board: b, Phase: e.table.Pos.Phase, Power: e.seat.Power})
	if len(canonical.Faults) > 0 {
		return nil, fmt.Errorf("canonical orders do not parse: %v", canonical.Faults)
	}
	standing, answers := adjudicator.OnFile(e.table.Rules, e.table.Pos, e.seat.Power, canonical.File)
	salt := e.file.Header.Salt
	done, err := e.table.File(e.seat.Power, canonical.File,
		game.Sheet{Lines: lines(orders.FormatSheet(canonical.Sheet, orders.English, b)), Salt: salt},
		game.Sheet{Lines: lines(orders.FormatStanding(standing, answers, orders.English, b)), Salt: salt},
		master, e.o.Now())
	if err != nil {
		return nil, err
	}
	out := &goDone{Go: done, game: e.table.Setup.Name}
	if done.Played {
		out.files, err = e.o.proof(e.table, done)
	}
	return out, err
}

func lines(text string) []string {
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// receipt answers orders that were taken: what was understood, and the signed note that proves when it came.
func (e *errand) receipt(out *goDone, arrival int, base dice.Hash, hints []order.Fault) error {
	words, err := renderReceipt(receiptView{Game: e.table.Game, Reader: e.seat.Power, Person: e.person(), Arrival: arrival,
		Played: out.Played, Source: e.source(), Orders: e.canonical(orders.Lang(e.lang())), Repairs: e.file.Repairs, Hints: hints, File: &e.file}, e.lang())
	if err != nil {
		return err
	}
	signed, err := e.signedReceipt(out, arrival, base)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, signed)
	return e.reply("receipt", words)
}

func (e *errand) signedReceipt(out *goDone, arrival int, base dice.Hash) (attached, error) {
	signer, err := e.o.Secrets.Signer(e.table.Setup.Name)
	if err != nil {
		return attached{}, err
	}
	r := history.Receipt{Game: e.table.Setup.Name, Arrival: arrival, Mail: hashOf(e.row.Digest), Base: base}
	if len(out.Sets) > 0 {
		r.Set = out.Sets[0].Ref.Set
	} else {
		for _, s := range e.table.Sets {
			if s.Ref.Role == e.seat.Role {
				r.Set = s.Ref.Set
			}
		}
	}
	note, err := r.Sign(signer)
	return attached{Name: fmt.Sprintf("%s-receipt-%d.txt", e.table.Setup.Name, arrival), Type: octets, Data: note}, err
}

// octets keeps mail programs from touching the bytes that hashes are made of (dice.md, "Transport").
const octets = "application/octet-stream"

// proof are the files with which a reader checks a go: its records, the order set that was opened, the intake list, the signed
// checkpoint.
func (o *Office) proof(t *Table, out game.Go) ([]attached, error) {
	name := t.Setup.Name
	first, last, err := t.Chain.Span(out.Epoch)
	if err != nil {
		return nil, err
	}
	var files []attached
	add := func(name string, data []byte) {
		files = append(files, attached{Name: name, Type: octets, Data: data})
	}
	for _, r := range t.Chain.Entries()[first : last+1] {
		add(history.RecordFile(name, r.Seq), r.Bytes)
	}
	if out.Closing != nil {
		add(history.RecordFile(name, out.Closing.Seq), out.Closing.Bytes)
	}
	for _, s := range out.Sets {
		add(history.SetFile(name, out.Lock.Seq, s.Ref.Role, s.Ref.Kind), s.Bytes)
	}
	add(history.IntakeFile(name, out.Turn.Seq), out.Intake)
	signer, err := o.Secrets.Signer(name)
	if err != nil {
		return nil, err
	}
	point, err := t.Chain.Checkpoint(signer)
	if err != nil {
		return nil, err
	}
	add(fmt.Sprintf("%s-%d-checkpoint.txt", name, t.Chain.Len()-1), point)
	return files, nil
}

// evidence are the files for one reader: those for everybody.
func (g *goDone) evidence() []attached {
	if g == nil {
		return nil
	}
	return g.files
}

// reportRow remembers which mail told a seat about a go, so that it can be sent again exactly as it was.
type reportRow struct {
	MessageID string `json:"id"`
	Round     int    `json:"round"`
	Power     string `json:"power"` // on turn before the go
}

func (t *Table) keepReport(role string, seq int, messageID string, out *goDone) error {
	row := reportRow{MessageID: messageID, Round: t.Pos.Round, Power: string(t.Pos.Power)}
	if out != nil {
		row.Round, row.Power = out.Before.Round, string(out.Before.Power)
	}
	return putJSON(t.row, store.Reports, role+"/"+seqKey(seq), row)
}

func hashOf(d store.Digest) dice.Hash { return dice.Hash(d) }
