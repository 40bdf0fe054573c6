package daemon

import (
	"errors"
	"strconv"

	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// truncatedKind is where the sizes of letters stand that were too large to fetch.
const truncatedKind = "letters.truncated"

func noteTruncated(tx *store.Tx, number uint64, size int64) error {
	return tx.Put(truncatedKind, strconv.FormatUint(number, 10), store.Value{Version: formatVersion, Bytes: []byte(strconv.FormatInt(size, 10))})
}

func truncated(tx *store.Tx, number uint64) (size int, err error) {
	v, ok, err := tx.Get(truncatedKind, strconv.FormatUint(number, 10))
	return counter(v, ok), err
}

// read turns the bytes into a letter. What cannot be read is answered, if there is anybody to answer.
func (e *errand) read() (*outcome, error) {
	size, err := truncated(e.tx, e.row.Number)
	if err != nil {
		return nil, err
	}
	m, err := intake.Parse(e.raw, size)
	e.letter, e.subject = m.Letter, m.Subject
	if err == nil {
		return nil, nil
	}
	var p *message.Problem
	if !errors.As(err, &p) {
		return nil, err
	}
	if out, err := e.silence(); out != nil || err != nil {
		return out, err
	}
	if e.letter.From.Addr == "" {
		return newOutcome(ignored, string(p.Trouble)), nil
	}
	_, err = e.recognise()
	if err != nil || e.home == nil {
		return e.stranger(err)
	}
	if size > 0 {
		return e.refuse(notice.TooBig{})
	}
	return e.refuse(notice.Unreadable{Trouble: notice.Quote(p.Trouble), Details: []string{p.Detail}})
}

// guard holds what the letter brings of the history against the store, whoever sent it.
func (e *errand) guard() (*outcome, error) { return nil, e.o.guardMail(e.tx, e.raw) }

// silence ends the errand of letters that must never be answered: our own, delivery reports, robots (mail conventions 1, 5, 53).
func (e *errand) silence() (*outcome, error) {
	switch {
	case e.letter.Ours(e.o.Self.letterSelf()):
		return newOutcome(ignored, "own"), e.foreign()
	case e.letter.Bounce != nil:
		return e.bounce()
	case e.letter.Robot != message.Human:
		return newOutcome(ignored, string(e.letter.Robot)), nil
	}
	return nil, nil
}

// understand reads the text that counts, for its header: which game, which power, which key.
func (e *errand) understand() (*outcome, error) {
	e.choose(orders.Context{})
	return nil, nil
}

// parse reads the text again now that board, phase and power are known.
func (e *errand) parse() (*outcome, error) {
	header := e.file.Header
	e.choose(orders.Context{Board: e.table.Rules.Board, Phase: e.table.Pos.Phase, Power: e.seat.Power})
	intake.FillHeader(&e.file.Header, header)
	return nil, nil
}

func (e *errand) choose(ctx orders.Context) {
	r := intake.Read(e.letter, ctx)
	e.text, e.file = r.Text, r.File
}

// repairs lists what was mended in the text that counts.
func (e *errand) repairs() []orders.Repair {
	return intake.Reading{Text: e.text, File: e.file}.Repairs()
}
