package game

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// pressOptions are about messages between participants.
var pressOptions = []Setting{
	{Name: "press", Default: "named", Values: []string{"named", "anonymous", "off"}},
}

// Addressees of press other than roles, and the names of writers without a role.
const (
	PressAll       = "ALL"
	PressReferee   = "REFEREE"
	PressObserver  = "OBSERVER"
	PressAnonymous = "-"
)

// PressMessage is a press message: what a participant wrote to others, as they read it.
type PressMessage struct {
	Game   string `json:"game"`
	Number int    `json:"number"` // in the game, from 1
	// a role, PressReferee, PressObserver; PressAnonymous if the writer is not named
	From  string    `json:"from"`
	To    []string  `json:"to"` // roles, sides in capitals, PressAll, PressReferee
	Time  time.Time `json:"time"`
	Salt  string    `json:"salt"` // so that a short message cannot be found by its digest
	Lines []string  `json:"lines"`
}

// Text is what the digest of the message is made of. Every reader gets it as a file.
func (l PressMessage) Text() []byte {
	lines := []string{"pbd1 press", "game " + l.Game, "number " + strconv.Itoa(l.Number), "from " + l.From,
		"to " + strings.Join(l.To, " "), "time " + l.Time.UTC().Format(time.RFC3339), "salt " + l.Salt}
	return dice.Text(append(append(lines, l.Lines...), "end")...)
}

// Public reports whether the message is for all.
func (l PressMessage) Public() bool { return slices.Contains(l.To, PressAll) }

// Record is the act that the history keeps of the message. It names the writer of what all may read; of a private
// message it tells that there is one, but neither its writer nor its readers.
func (l PressMessage) Record() *history.Act {
	a := &history.Act{Actor: "player", What: "press", Hash: dice.Sum(l.Text())}
	switch {
	case l.Public() && l.From != PressAnonymous:
		a.Actor, a.What = strings.ToLower(l.From), "press to all"
		if l.From != PressReferee {
			a.Actor = l.From
		}
	case l.Public():
		a.What = "press to all"
	}
	return a
}

// Readers are the roles that a message is for, in turn order.
func (l PressMessage) Readers(b *board.Board) []string {
	var roles []string
	for _, s := range b.Seats {
		if l.Public() || slices.Contains(l.To, s.Role) ||
			slices.Contains(l.To, strings.ToUpper(b.SideOf(s.Power).String())) {
			roles = append(roles, s.Role)
		}
	}
	return roles
}

// leastQuote is how many letters and digits a line must have to count as taken from another message.
const leastQuote = 20

// Repeats reports whether lines hold a line of the message, quoted or not.
func (l PressMessage) Repeats(lines []string) bool {
	said := map[string]bool{}
	for _, x := range l.Lines {
		if w := plainWords(x); len(w) >= leastQuote {
			said[w] = true
		}
	}
	return slices.ContainsFunc(lines, func(x string) bool { return said[plainWords(x)] })
}

// plainWords are the letters and digits of a line.
func plainWords(line string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t>|.,;:!?\"'-", r) {
			return -1
		}
		return r
	}, strings.ToLower(line))
}
