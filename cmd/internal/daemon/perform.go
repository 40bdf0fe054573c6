package daemon

import (
	"fmt"
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// right is who may ask for an act.
type right int

const (
	ofAnybody right = iota // at the table, observers too
	ofPlayers
	ofReferee
)

// rightTo tells who may give a command.
func rightTo(c orders.Command) right {
	switch c := c.(type) {
	case orders.Extend, orders.Replace, orders.RollBack, orders.Edit, orders.StartGame:
		return ofReferee
	case orders.Option:
		if !isPersonal(c) {
			return ofReferee
		}
	case orders.Vacation, orders.Vote:
		return ofPlayers
	case orders.Act:
		switch c.What {
		case "pause game", "resume game", "go on":
			return ofReferee
		case "ready", "no vacation":
			return ofPlayers
		}
	case orders.Speech:
		if _, isLetter := heldNumber(c); isLetter {
			return ofAnybody // a letter that is held is its seat's affair
		}
		switch c.What {
		case "announce", "ruling", "approve", "reject", "allow", "deny":
			return ofReferee
		case "bid":
			return ofPlayers
		}
	}
	return ofAnybody
}

// isAct tells whether a command asks for more than an answer. Such a letter needs the key of the seat.
func isAct(c orders.Command) bool {
	switch c.(type) {
	case orders.Query, orders.Search, orders.Report, orders.Odds, orders.Help, orders.Beacon:
		return false
	}
	return true
}

// perform does an act that is no order and answers it. Who may ask for it is decided here, how it is done in the file of each.
func (e *errand) perform(c orders.Command) (layout.Mail, error) {
	asked := e.file.Whole(c.CommandLine())
	if e.left {
		return e.decline(notice.NotDone{Why: notice.Quote(asked), Reason: "", Args: nil})
	}
	if s := e.table.named(e.seat.name()); s != nil {
		e.seat = s // as the act before has left it
	}
	switch rightTo(c) {
	case ofReferee:
		if !e.seat.IsReferee() {
			return e.decline(notice.RefereeOnly{Line: notice.Quote(asked)})
		}
	case ofPlayers:
		if e.seat.Power == board.Nobody {
			return e.decline(notice.PlayersOnly{})
		}
	}
	if s, ok := c.(orders.Speech); ok {
		if i, ok := e.table.proposalNumber(s); ok {
			return e.answerProposal(s, i)
		}
	}
	if v, ok, err := e.people(c); ok || err != nil {
		return e.tellDone(v, err)
	}
	switch c := c.(type) {
	case orders.Press:
		return e.press(c)
	case orders.Speech:
		switch c.What {
		case "approve", "reject":
			no := notDone{why: c.Text + " names no address", key: notice.DeniedApproveWhom, args: []string{c.Text}}
			return e.decline(no.note())
		case "ruling":
			return e.ruling(c)
		case "announce":
			return e.announce(c)
		case "bid":
			return e.bid(c)
		}
	case orders.Vote:
		return e.vote(c)
	case orders.Extend:
		return e.clockAct(c, e.table.Life.Clock.Given()+time.Duration(c.Hours)*time.Hour > e.table.plan().Consent)
	case orders.Vacation:
		return e.goAway(c)
	case orders.Act:
		switch c.What {
		case "pause game":
			return e.clockAct(c, true)
		case "resume game":
			return e.clockDone(e.o.runClocks(e.tx, e.table))
		case "go on":
			return e.goOn()
		case "no vacation":
			return e.comeBack()
		}
	}
	return e.decline(notice.NotByMail{Line: notice.Quote(asked)})
}

// decline answers an act that is not done with the reason.
func (e *errand) decline(n notice.Notice) (layout.Mail, error) {
	e.declined = string(n.ID())
	return e.words(n)
}

// record writes a record of an act into the game's history and saves the game.
func (o *Office) record(t *Table, body history.Body) (history.Entry, error) {
	entry, err := t.Chain.Append(body, o.Now())
	if err != nil {
		return entry, err
	}
	return entry, t.save()
}

// tell writes a short mail to one reader of a game that answers no letter. The words after the view name it among the mails of the game: the same
// name again is the same mail. An address that has not confirmed is told nothing.
func (o *Office) tell(tx *store.Tx, t *Table, s Seat, n notice.Notice, name ...string) error {
	if s.Unproved { // mail convention 51
		return nil
	}
	return o.leaveOut("note to "+s.name(), func() error { return o.note(tx, t, s, n, name...) })
}

func (o *Office) note(tx *store.Tx, t *Table, s Seat, n notice.Notice, name ...string) error {
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
		name: append([]string{t.Setup.Name, "note", s.mark()}, name...), observer: s.Chair == observerChair}
	_, err = o.send(tx, p)
	return err
}

// tellAll writes the same news to everybody around the table: players, referee, observers, each in his language. The name is of
// something that happens once, as a record's number.
func (o *Office) tellAll(tx *store.Tx, t *Table, n notice.Notice, name ...string) error {
	for _, s := range t.readers() {
		if err := o.tell(tx, t, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.name(), err)
		}
	}
	return nil
}

// mark is a seat or chair in a Message-ID: no address stands in one.
func (s Seat) mark() string {
	if s.Chair == observerChair || s.Chair == joinChair {
		return s.Chair + "-" + store.DigestOf([]byte(mailio.FoldAddress(s.Address))).String()[:8]
	}
	return s.name()
}

// seqName names the news of a record.
func seqName(e history.Entry) string { return strconv.Itoa(e.Seq) }
