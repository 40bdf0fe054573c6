package notify

import (
	"regexp"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// AskToConfirm sends the mail that an address has to answer. Again names the occasion if it is sent once more.
func AskToConfirm(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, again string) error {
	key, err := vault.SeatKey(e, tx, g, s)
	if err != nil {
		return err
	}
	lines := ConfirmLines(g, s.Wanted(), key)
	var n notice.Notice = notice.Confirm{Seat: s.Wanted(), Name: notice.Quote(g.Setup.Name), Lines: lines}
	switch {
	case s.IsReferee():
		n = notice.GameCreated{Lines: lines, Closed: gamestore.JoiningClosed(g)}
	case s.Wanted() == board.Nobody:
		n = notice.ConfirmObserver{Name: notice.Quote(g.Setup.Name), Lines: lines}
	}
	return SendConfirmation(e, tx, g, s, s.Address, n, key, again)
}

// ConfirmLines returns the lines that an address sends back.
func ConfirmLines(g *gamestore.Game, p board.Power, k keys.Key) []string {
	lines := []string{"game " + g.Setup.Name}
	if p != board.Nobody {
		lines = append(lines, "power "+string(p))
	}
	return append(lines, "key "+k.Reveal())
}

// SendConfirmation writes to an address that is not confirmed. The mail is named by the code that the address sends
// back.
func SendConfirmation(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, to string, n notice.Notice,
	code keys.Key, again string) error {
	words, err := Render(n, reader.Reader{Game: g.Setup.Name}, s.Language)
	if err != nil {
		return err
	}
	name := []string{g.Setup.Name, string(n.ID()), code.Handle()[4:20]}
	if again != "" {
		name = append(name, again)
	}
	_, err = Send(e, tx, Outgoing{To: mailio.Address{Name: s.Name, Addr: to}, Lang: s.Language, Game: g.Setup.Name,
		Auto:    compose.Generated,
		Content: words, Name: name, Seat: &s})
	return err
}

// KeyPattern matches a key as it is written in our mails.
var KeyPattern = regexp.MustCompile(`\b[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}\b`)

// keyNotice makes the notice that tells a seat its new key.
type keyNotice func(key string) notice.Notice

// NewKeyNotice is the notice of a key that was asked for.
func NewKeyNotice(key string) notice.Notice { return notice.NewKey{Key: key} }

// SendNewKey mails a participant their new key. The game's history records that they have one, unless the game is held.
func SendNewKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, news keyNotice) error {
	occasion := "generation-" + strconv.Itoa(s.Generation)
	if !g.Stopped() {
		entry, err := gamestore.RecordAct(e, g, s.Actor(), "has a new key", mailio.FoldAddress(s.Address))
		if err != nil {
			return err
		}
		occasion = gamestore.SeqName(entry)
	}
	key, err := vault.SeatKey(e, tx, g, s)
	if err != nil {
		return err
	}
	return SendNotice(e, tx, g, s, news(key.Reveal()), "key", occasion)
}

// ReplaceKey gives a participant a new key, for all their seats, and mails it to their main address only. The old one
// is void at once.
func ReplaceKey(e *env.Env, tx *store.Tx, g *gamestore.Game, name string, news keyNotice) error {
	s := g.Participant(name)
	if s == nil {
		return nil
	}
	if err := vault.RenewKey(e, tx, g, *s); err != nil {
		return err
	}
	if s = g.Participant(name); !s.Taken() {
		return nil
	}
	return SendNewKey(e, tx, g, *s, news)
}
