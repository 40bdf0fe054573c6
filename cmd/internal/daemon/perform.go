package daemon

import (
	"fmt"
	"strconv"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/compose"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// carryOut does what one line asks for, if the sender may ask for it, and answers.
func (e *errand) carryOut(c commands.Command) (layout.Mail, error) {
	of := command.Of(c)
	if e.table != nil && of.Changes() {
		if e.left {
			return e.decline(notice.NotDone{Why: e.asked(c), Reason: "", Args: nil})
		}
		if s := e.table.named(e.seat.ID()); s != nil {
			e.seat = s // as the line before has left it
		}
	}
	if no := e.refusal(c); no != nil {
		return e.decline(no)
	}
	handle := handlers[of]
	if handle == nil {
		return e.decline(notice.NotByMail{Line: e.asked(c)})
	}
	return handle(e, c)
}

// decline answers an act that is not done with the reason.
func (e *errand) decline(n notice.Notice) (layout.Mail, error) {
	e.declined = string(n.ID())
	return e.words(n)
}

// record writes a record of an act into the game's history and saves the game.
func (o *Office) record(t *Table, body history.Body) (history.Entry, error) {
	entry, err := t.record(body, o.Now())
	if err != nil {
		return entry, err
	}
	return entry, t.save()
}

// tell writes a short mail to one reader of a game that answers no letter. The words after the view name it among the mails of the game: the same
// name again is the same mail. An address that has not confirmed is told nothing.
func (o *Office) tell(tx *store.Tx, t *Table, s roster.Seat, n notice.Notice, name ...string) error {
	if s.Unproved { // mail convention 51
		return nil
	}
	return o.leaveOut("note to "+s.ID(), func() error { return o.note(tx, t, s, n, name...) })
}

func (o *Office) note(tx *store.Tx, t *Table, s roster.Seat, n notice.Notice, name ...string) error {
	r, err := o.view(tx, t, &s)
	if err != nil {
		return err
	}
	_, reminds := n.(notice.Reminder)
	files, err := o.appointment(tx, t, &s, r, reminds)
	if err != nil {
		return err
	}
	words, err := render(n, r, s.Language)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, files...)
	p := post{to: s.To(), lang: s.Language, game: t.Setup.Name, auto: compose.Generated, words: words, references: s.Thread, seat: &s,
		name: append([]string{t.Setup.Name, "note", s.Mark()}, name...), observer: s.Kind == roster.Observer}
	_, err = o.send(tx, p)
	return err
}

// tellAll writes the same news to everybody around the table: players, referee, observers, each in his language. The name is of
// something that happens once, as a record's number.
func (o *Office) tellAll(tx *store.Tx, t *Table, n notice.Notice, name ...string) error {
	for _, s := range t.readers() {
		if err := o.tell(tx, t, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.ID(), err)
		}
	}
	return nil
}

// seqName names the news of a record.
func seqName(e history.Entry) string { return strconv.Itoa(e.Seq) }
