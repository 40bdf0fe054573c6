package local

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// Localizer says the things of one board in one language.
type Localizer struct {
	*Texts
	Board   *board.Board
	Players map[board.Power]string // who is named beside their power; nil: nobody
}

// New returns the localizer of a board; nil is the board of Revised, for mails about no game. The error names a
// language that there is not.
func New(b *board.Board, lang syntax.Lang) (*Localizer, error) {
	t, err := NewTexts(lang)
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = board.Default()
	}
	return &Localizer{Texts: t, Board: b}, nil
}

// Power returns a power's bare name, as in a table.
func (l *Localizer) Power(p board.Power) string {
	if p == board.Nobody {
		return l.Text("nobody")
	}
	return syntax.PowerName(p, l.Lang)
}

// Powers lists bare names.
func (l *Localizer) Powers(list []board.Power) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = l.Power(p)
	}
	return l.List(names)
}

// The returns a power as the subject of a sentence: "the USSR".
func (l *Localizer) The(p board.Power) string { return l.inCase(p, syntax.Nominative) }

// Of returns a power in the form after "of" or "by": "von der Sowjetunion".
func (l *Localizer) Of(p board.Power) string {
	if p == board.Nobody {
		return l.Text("to-nobody")
	}
	return l.inCase(p, syntax.Dative)
}

// Whose returns a power in the genitive: "the USSR's", "der UdSSR", "Sovjetunionens".
func (l *Localizer) Whose(p board.Power) string { return l.inCase(p, syntax.Genitive) }

func (l *Localizer) inCase(p board.Power, c syntax.Case) string {
	if p == board.Nobody {
		return l.Text("nobody")
	}
	return syntax.PowerPhrase(l.Board, p, c, l.Lang)
}

// From returns who something was taken from: "from the USSR". German draws "von dem" together.
func (l *Localizer) From(p board.Power) string {
	return strings.Replace(l.Text("from", "Of", l.Of(p)), "von dem ", "vom ", 1)
}

// PowerText returns a sentence whose subject is a power; its verb agrees with the power's name ("die USA ziehen").
func (l *Localizer) PowerText(key string, p board.Power, pairs ...any) string {
	return Capital(l.PowerClause(key, p, pairs...))
}

// PowerClause is PowerText within a sentence.
func (l *Localizer) PowerClause(key string, p board.Power, pairs ...any) string {
	n := 1
	if p != board.Nobody && syntax.PowerIsPlural(l.Board, p, l.Lang) {
		n = 2
	}
	forms := []any{"The", l.The(p), "Of", l.Of(p), "Power", l.Power(p), "Whose", l.Whose(p), "Player", l.player(p)}
	return l.Plural(key, n, append(forms, pairs...)...)
}

// PowersText returns a sentence whose subject is one power or several: "die USA und Japan sind am Zug".
func (l *Localizer) PowersText(key string, powers []board.Power, pairs ...any) string {
	if len(powers) == 1 {
		return l.PowerText(key, powers[0], pairs...)
	}
	the, whose := make([]string, len(powers)), make([]string, len(powers))
	for i, p := range powers {
		the[i], whose[i] = l.The(p), l.The(p)
	}
	if last := len(powers) - 1; last >= 0 {
		whose[last] = l.Whose(powers[last])
	}
	forms := []any{"The", l.List(the), "Power", l.Powers(powers), "Whose", l.List(whose)}
	return Capital(l.Plural(key, 2, append(forms, pairs...)...))
}

// player is the player of a power in brackets, "" if they are not named.
func (l *Localizer) player(p board.Power) string {
	if l.Players[p] == "" {
		return ""
	}
	return " (" + Shorten(l.Players[p]) + ")"
}

// Side returns a side's name.
func (l *Localizer) Side(x board.Side) string { return l.Text("side-" + x.String()) }

// Space returns a space's bare name.
func (l *Localizer) Space(id board.SpaceID) string { return syntax.SpaceName(l.Board, id, l.Lang) }

// Spaces lists bare names.
func (l *Localizer) Spaces(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = l.Space(id)
	}
	return l.List(names)
}

// Phase returns a phase's name.
func (l *Localizer) Phase(p order.Phase) string { return l.Text("phase-" + p.String()) }

// Tech returns a technology's name.
func (l *Localizer) Tech(n int) string { return syntax.TechName(n, l.Lang) }

// Advantages returns the names of national advantages.
func (l *Localizer) Advantages(names []string) []string {
	var out []string
	for _, a := range names {
		out = append(out, l.Advantage(a))
	}
	return out
}

// Advantage returns the name of a national advantage.
func (l *Localizer) Advantage(name string) string { return syntax.AdvantageName(name, l.Lang) }

// IPC returns a sum of money.
func (l *Localizer) IPC(n int) string { return l.Text("ipc", "N", l.Count(n)) }

// Participant names a participant of a game, or several of a kind: the player of a power, those of a side, or those
// that a word names.
type Participant struct {
	Power board.Power
	Side  board.Side
	Word  string // one of [ParticipantWords]
	Name  string // of an observer
}

// ParticipantWords returns the words that name participants without a power; the catalogue says them.
func ParticipantWords() []string { return []string{"all", "referee", "observer", "anonymous"} }

// Participant returns a participant's name.
func (l *Localizer) Participant(p Participant) string {
	switch {
	case p.Power != board.Nobody:
		return l.Power(p.Power)
	case p.Side != board.NoSide:
		return l.Side(p.Side)
	case p.Word == "":
		return ""
	case p.Name != "":
		return l.Text("party-"+p.Word) + " (" + Shorten(p.Name) + ")"
	}
	return l.Text("party-" + p.Word)
}

// Participants lists names.
func (l *Localizer) Participants(list []Participant) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = l.Participant(p)
	}
	return l.List(names)
}
