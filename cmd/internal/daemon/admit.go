package daemon

import (
	"strconv"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/sender"
	"fieldpost/templates/notice"
)

// rejectKey answers a key that belongs to no seat. To a seat's address it says so; a stranger learns nothing; who guesses gets silence. A right
// key is believed however many wrong ones came from the same From, for From can be forged: this is not asked then.
func (e *errand) rejectKey(known []intake.Seat) (*outcome, error) {
	if tooMany, err := e.countGuess(); err != nil || tooMany {
		return newOutcome(ignored, "guesses-keys"), err
	}
	if len(known) == 0 {
		return e.stranger(nil)
	}
	return e.refuse(notice.WrongKey{})
}

// stranger answers an unknown sender with the help mail, once a day. It is the address that the answer would go to that counts: nobody
// shall have us write to a third.
func (e *errand) stranger(err error) (*outcome, error) {
	if err != nil {
		return nil, err
	}
	if n, err := e.o.countToday(e.tx, "help", e.answerTo().Addr); err != nil || n > 1 {
		return newOutcome(ignored, "stranger-again"), err
	}
	return e.refuse(notice.UnknownSender{})
}

// admit holds the letter against key and base. Questions need no key: their answers go to the seat's own address. What would
// change something does, and a base that is not the current one marks an old file (dice.md TH-14).
func (e *errand) admit() (*outcome, error) {
	e.noteSender()
	if err := e.foreign(); err != nil {
		return nil, err
	}
	if !e.keyed && e.seat.Unproved {
		return e.remind()
	}
	if !e.keyed && command.NeedKey(e.given(), e.by()) && len(e.file.Faults) == 0 {
		return e.reject(notice.NoKey{})
	}
	if h, err := dice.ParseHash(e.file.Header.Base); err == nil && e.changes() {
		if err := e.guardQuote(h); err != nil {
			return nil, err
		}
	}
	if e.table.Stopped() && e.changes() {
		return e.reject(notice.Held{})
	}
	if out, err := e.checkKeyExposure(); out != nil || err != nil {
		return out, err
	}
	if (len(e.file.Answers) > 0 || !e.file.Sheet.Empty()) && e.changes() && e.tooLate() {
		return e.putAside()
	}
	if e.file.Header.Base != "" && e.changes() && !e.table.BaseKnown(e.file.Header.Base) {
		stale := notice.Notice(notice.StaleBase{Base: notice.Quote(e.file.Header.Base)})
		if h, err := dice.ParseHash(e.file.Header.Base); err == nil {
			if _, ours := e.table.Chain.Find(h); !ours {
				stale = notice.UnknownBase{Base: notice.Quote(e.file.Header.Base)}
			}
		}
		return e.reject(stale)
	}
	if out, err := e.oldMail(); out != nil || err != nil {
		return out, err
	}
	if e.keyed && !e.fromHome() {
		return nil, e.notifyOwner()
	}
	return nil, nil
}

// remind sends somebody who has yet to confirm the mail that he has to answer once more, and nothing else (mail convention 51).
func (e *errand) remind() (*outcome, error) {
	out := newOutcome(refused, "not-confirmed")
	if ok, err := e.o.spend(e.tx, e); err != nil || !ok {
		return out, err
	}
	return out, e.o.askToConfirm(e.tx, e.table, *e.seat, strconv.FormatUint(e.row.Number, 10))
}

// reject refuses a letter about a game: it is counted in the game's intake list.
func (e *errand) reject(n notice.Notice) (*outcome, error) {
	if err := e.count(string(n.ID())); err != nil {
		return nil, err
	}
	return e.refuse(n)
}

// count enters the letter in the game's intake list; reason is empty if it was accepted.
func (e *errand) count(reason string) error {
	e.table.Note(e.received().UTC().Truncate(time.Second), e.role, reason, hashOf(e.row.Digest))
	return e.table.save()
}

// fromHome tells whether the letter came from an address of the seat's person.
func (e *errand) fromHome() bool { return e.seat.Has(e.letter.From.Addr) }

// notifyOwner tells the seat's address that its key was used from elsewhere.
func (e *errand) notifyOwner() error {
	return e.o.leaveOut("notice of a key used", func() error { return e.keyUsed() })
}

func (e *errand) keyUsed() error {
	seat, err := e.seatView()
	if err != nil {
		return err
	}
	n := notice.KeyUsed{Address: notice.Quote(e.letter.From.Addr)}
	words, err := render(n, seat, e.lang())
	if err != nil {
		return err
	}
	_, err = e.o.send(e.tx, post{to: e.seat.To(), lang: e.lang(), game: e.table.Setup.Name, auto: "auto-generated", words: words,
		name: []string{"letter", strconv.FormatUint(e.row.Number, 10), string(n.ID())}, seat: e.seat})
	return err
}

// noteSender logs what the own mail provider found out about the sender. It gives no permission: From can be forged, the key
// cannot.
func (e *errand) noteSender() {
	c := sender.Authentication(e.raw, e.o.Self.Checkers, e.letter.From.Addr)
	e.log.Info("letter read", "game", e.table.Setup.Name, "seat", e.seat.Role, "keyed", e.keyed, "home", e.fromHome(),
		"spf", string(c.SPF), "dkim", string(c.DKIM), "dmarc", string(c.DMARC))
}
