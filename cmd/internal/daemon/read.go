package daemon

import (
	"errors"
	"strconv"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/mailio/letter"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates"
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
	if size > 0 {
		if e.letter, err = letter.ParseHeader(e.raw); err == nil {
			err = &letter.Problem{Trouble: letter.TooLong, Detail: strconv.Itoa(size)}
		}
	} else {
		e.letter, err = letter.Parse(e.raw, letter.DefaultLimits())
	}
	if err == nil {
		return nil, nil
	}
	var p *letter.Problem
	if !errors.As(err, &p) {
		return nil, err
	}
	if out, err := e.silence(); out != nil || err != nil {
		return out, err
	}
	if e.letter.From.Addr == "" || p.Trouble == letter.SeveralSenders {
		return &outcome{ignored, string(p.Trouble)}, nil
	}
	if known, err := e.o.known(e.tx, e.letter.From.Addr); err != nil || !known {
		return e.stranger(err)
	}
	if size > 0 {
		return e.refuse(templates.NoteView{Kind: templates.TooBig, Have: size, Want: int(e.o.Limits.MailSize)})
	}
	return e.refuse(templates.NoteView{Kind: templates.Unreadable, Word: string(p.Trouble), Lines: []string{p.Detail}})
}

// silence ends the errand of letters that must never be answered: our own, delivery reports, robots (mail conventions 1, 5, 53).
func (e *errand) silence() (*outcome, error) {
	switch {
	case e.letter.Ours(e.o.Self.letterSelf()):
		return &outcome{ignored, "own"}, nil
	case e.letter.Bounce != nil:
		return e.bounce()
	case e.letter.Robot != letter.Person:
		return &outcome{ignored, string(e.letter.Robot)}, nil
	}
	return nil, nil
}

// understand chooses the text that counts and reads its header: which game, which power, which key.
func (e *errand) understand() (*outcome, error) {
	e.subject = readSubject(e.letter.Subject)
	e.choose(orders.Context{})
	return nil, nil
}

// parse reads the chosen text again now that board, phase and power are known.
func (e *errand) parse() (*outcome, error) {
	header := e.file.Header
	e.choose(orders.Context{Board: e.table.Rules.Board, Phase: e.table.Pos.Phase, Power: e.seat.Power})
	fillHeader(&e.file.Header, header)
	if e.file.Header.Round == 0 {
		e.file.Header.Round = e.subject.round
	}
	return nil, nil
}

// choose reads the letter's texts and takes the one with orders: an attachment before the body, text before HTML (mail
// conventions 24, 36). Without orders anywhere it is the body. A header in another text counts where the chosen one is silent.
func (e *errand) choose(ctx orders.Context) {
	e.text, e.file = letter.Text{}, orders.File{}
	best := -1
	var others []order.Header
	for _, t := range e.letter.Texts {
		if strings.HasPrefix(t.Body, "pbd1 ") {
			continue // a record of ours, sent back with a report
		}
		c := ctx
		c.Preamble = t.Source != letter.Attachment
		f := orders.Parse(t.Body, c)
		r := rank(t, f)
		if r > best {
			if best >= 0 {
				others = append(others, e.file.Header)
			}
			best, e.text, e.file = r, t, f
		} else {
			others = append(others, f.Header)
		}
	}
	for _, h := range others {
		fillHeader(&e.file.Header, h)
	}
}

// rank says how much a text is worth reading: the more, the better.
func rank(t letter.Text, f orders.File) int {
	worth := 0
	switch {
	case f.HasOrders() || f.Check || f.Withdraw > 0:
		worth = 6
	case len(f.Faults) > 0 && f.Header != (order.Header{}):
		worth = 4
	case len(f.Commands) > 0:
		worth = 4
	case f.Header != (order.Header{}):
		worth = 2
	}
	if t.Source == letter.Attachment && worth > 0 {
		worth++
	}
	return worth
}

func fillHeader(h *order.Header, from order.Header) {
	if h.Game == "" {
		h.Game = from.Game
	}
	if h.Power == "" {
		h.Power = from.Power
	}
	if h.Round == 0 {
		h.Round = from.Round
	}
	if h.Key == "" {
		h.Key = from.Key
	}
	if h.Base == "" {
		h.Base = from.Base
	}
	if h.Salt == "" {
		h.Salt = from.Salt
	}
}
