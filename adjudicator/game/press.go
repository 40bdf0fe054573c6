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

// pressOptions are about letters between the people around the table.
var pressOptions = []HouseOption{
	{Name: "press", Default: "named", Values: []string{"named", "anonymous", "off"}},
}

// Addressees of press other than roles, and the names of writers without a role.
const (
	PressAll       = "ALL"
	PressReferee   = "REFEREE"
	PressObserver  = "OBSERVER"
	PressAnonymous = "-"
)

// Letter is a press message: what a participant wrote to others, as they read it.
type Letter struct {
	Game   string `json:"game"`
	Number int    `json:"number"` // in the game, from 1
	// a role, PressReferee, PressObserver; PressAnonymous for who does not give his name
	From  string    `json:"from"`
	To    []string  `json:"to"` // roles, sides in capitals, PressAll, PressReferee
	Time  time.Time `json:"time"`
	Salt  string    `json:"salt"` // so that a short message cannot be found by its digest
	Lines []string  `json:"lines"`
}

// Text is what the digest of the letter is made of. Every reader gets it as a file.
func (l Letter) Text() []byte {
	lines := []string{"pbd1 press", "game " + l.Game, "number " + strconv.Itoa(l.Number), "from " + l.From,
		"to " + strings.Join(l.To, " "), "time " + l.Time.UTC().Format(time.RFC3339), "salt " + l.Salt}
	return dice.Text(append(append(lines, l.Lines...), "end")...)
}

// Public reports whether the letter is for all.
func (l Letter) Public() bool { return slices.Contains(l.To, PressAll) }

// Record is the act that the history keeps of the letter. It names the writer of what all may read; of a private letter
// it tells that there is one, but neither its writer nor its readers.
func (l Letter) Record() *history.Act {
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

// Readers are the roles that a letter is for, in turn order.
func (l Letter) Readers(b *board.Board) []string {
	var roles []string
	for _, s := range b.Seats {
		if l.Public() || slices.Contains(l.To, s.Role) ||
			slices.Contains(l.To, strings.ToUpper(b.SideOf(s.Power).String())) {
			roles = append(roles, s.Role)
		}
	}
	return roles
}

// leastQuote is how many letters and digits a line must have to count as taken from another letter.
const leastQuote = 20

// Repeats reports whether lines hold a line of the letter, quoted or not.
func (l Letter) Repeats(lines []string) bool {
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
