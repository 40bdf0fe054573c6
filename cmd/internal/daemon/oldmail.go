package daemon

import (
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/mailio"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// Turn orders that name neither round nor base, and answer no mail of this turn, may be an old mail that somebody sends again
// (dice.md TH-14). They are refused if the mail was written before the turn began, or if the seat has had the same orders played before. Who
// means them says so with the round.

// openedTurn is when a turn began: with the record of the go before it.
type openedTurn struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// noteTurn takes note of a turn that has begun.
func (t *Table) noteTurn() {
	name := t.Game.Turn()
	if name == t.Life.Turn.Name {
		return
	}
	t.Life.Turn = openedTurn{Name: name}
	if seq, ok := t.Chain.Find(t.Base()); ok {
		t.Life.Turn.At = t.Chain.From(seq)[0].Time
	}
}

// turnBegan is when the turn began that is played: no earlier than the game.
func (t *Table) turnBegan() time.Time {
	if at := t.Life.Turn.At; at.After(t.Life.Started) {
		return at
	}
	return t.Life.Started
}

// partPlayed is where stands which turn orders each role has had played: ROLE/HASH, with the hash of their lines.
const partPlayed store.Part = "played"

func playedKey(role string, lines []string) string {
	return role + "/" + dice.Sum(dice.Text(lines...)).String()
}

// notePlayed remembers the turn orders of a set that was played.
func notePlayed(g *store.Game, set []byte) error {
	s, err := history.ParseSet(set)
	if err != nil || s.Kind != dice.TurnOrders || len(s.Orders) == 0 {
		return err
	}
	return g.Put(partPlayed, playedKey(s.Role, s.Orders), store.Value{Version: formatVersion, Bytes: []byte(s.Base.String())})
}

// forgetPlayed forgets the turn orders of goes that do not stand any more: they may be sent again.
func (t *Table) forgetPlayed(goes []*game.Resolution) error {
	for _, g := range goes {
		s := t.Rules.Board.SeatOf(g.Power)
		if s == nil {
			continue // nobody's: the deal of advantages
		}
		if err := t.row.Delete(partPlayed, playedKey(s.Role, g.Orders)); err != nil {
			return err
		}
	}
	return nil
}

// oldMail refuses turn orders that may be an old mail sent again.
func (e *errand) oldMail() (*outcome, error) {
	h := e.file.Header
	if e.file.Sheet.Empty() || e.table.Pos.Power != e.seat.Power || h.Base != "" || h.Round != 0 || e.sealed || e.released || !e.changes() || len(e.file.Faults) > 0 || !e.table.Running() {
		return nil, nil
	}
	if now, err := e.answersThisTurn(); err != nil || now {
		return nil, err
	}
	if d := e.letter.Date; !d.IsZero() && d.Before(e.table.turnBegan().Truncate(time.Second)) {
		return e.reject(notice.OldMail{Round: e.table.Pos.Round, Dated: d})
	}
	lines, err := filing.TurnLines(e.table.Game, e.seat.Power, e.file.File)
	if err != nil {
		return nil, nil // it is refused for what cannot be read
	}
	_, played, err := e.table.row.Get(partPlayed, playedKey(e.role, lines))
	if err != nil || !played {
		return nil, err
	}
	return e.reject(notice.OldText{Round: e.table.Pos.Round})
}

// answersThisTurn reports whether the letter answers a mail that we wrote since the turn began.
func (e *errand) answersThisTurn() (bool, error) {
	for _, id := range append(e.letter.InReplyTo, e.letter.References...) {
		if !mailio.OwnMessageID(id, e.o.Self.Domain) {
			continue
		}
		m, ok, err := e.tx.MailByID(id)
		if err != nil {
			return false, err
		}
		if ok && m.Serial != 0 && m.MessageID != id && m.Game == e.table.Setup.Name && !m.Queued.Before(e.table.turnBegan()) {
			return true, nil
		}
	}
	return false, nil
}
