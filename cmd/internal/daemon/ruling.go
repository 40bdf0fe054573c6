package daemon

import (
	"regexp"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// caseID is how rulings and conformance cases are called: R-77, T-12, EX-INDIA.
var caseID = regexp.MustCompile(`^[A-Z]{1,6}-[0-9A-Z][0-9A-Z-]*:?$`)

var _ = define[commands.Ruling](command.Spec{
	Syntax: []commands.Syntax{commands.RulingSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, (*errand).ruling)

// ruling makes the referee's answer to a question of the rules a rule of this game: its text is kept, its hash recorded, everybody told.
func (e *errand) ruling(c commands.Ruling) (layout.Mail, error) {
	t := e.table
	name, text := t.caseOf(strings.TrimSpace(c.Text))
	if text == "" {
		return e.decline(notice.ActRefused{Why: "no-words", Record: 0})
	}
	words, err := e.keepSpeech(history.WordsRuling, text)
	if err != nil {
		return layout.Mail{}, err
	}
	return e.proclaim(&history.Ruling{Case: name, Text: dice.Sum(words)}, words, func(files []layout.File) notice.Notice {
		return notice.Ruled{Case: notice.Quote(name), Lines: []string{text}, Records: files}
	})
}

// caseOf takes the case off the beginning of a ruling; one without gets a number of its own.
func (t *Table) caseOf(text string) (name, rest string) {
	first, rest, _ := strings.Cut(text, " ")
	if caseID.MatchString(first) {
		return strings.TrimSuffix(first, ":"), strings.TrimSpace(rest)
	}
	return "ruling-" + number(len(t.rulings())+1), text
}

var _ = define[commands.Announce](command.Spec{
	Syntax: []commands.Syntax{commands.AnnounceSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, (*errand).announce)

// announce tells everybody something, with an act record of its hash.
func (e *errand) announce(c commands.Announce) (layout.Mail, error) {
	text := strings.TrimSpace(c.Text)
	if text == "" {
		return e.decline(notice.ActRefused{Why: "no-words", Record: 0})
	}
	words, err := e.keepSpeech(history.WordsAnnounce, text)
	if err != nil {
		return layout.Mail{}, err
	}
	act := &history.Act{Actor: e.seat.Actor(), What: history.ActAnnounce, Hash: dice.Sum(words)}
	return e.proclaim(act, words, func(files []layout.File) notice.Notice {
		return notice.Announced{Lines: []string{text}, Records: files}
	})
}

// keepSpeech keeps what the referee says as a text that a record can name.
func (e *errand) keepSpeech(kind, text string) ([]byte, error) {
	words, err := history.Words{Game: e.table.Setup.Name, Kind: kind, Lines: []string{plainLine(text)}}.Print()
	if err != nil {
		return nil, err
	}
	return words, e.table.keepWords(words)
}

// plainLine leaves out of a line what no text that is hashed may have.
func plainLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == '\u00a0' || r == '\u200b' || r == '\ufeff' }), " ")
}

// proclaim records what the referee says, and tells everybody; the notice is made with the files of the record.
func (e *errand) proclaim(body history.Body, words []byte, news func([]layout.File) notice.Notice) (layout.Mail, error) {
	entry, err := e.o.record(e.table, body)
	if err != nil {
		return layout.Mail{}, err
	}
	files := append(e.o.recordFiles(e.table, entry), e.table.wordsFile(entry.Seq, words))
	return e.tellDone(nil, e.o.tellAll(e.tx, e.table, news(files), seqName(entry)))
}

// ruledCase is a ruling of this game.
type ruledCase struct {
	Seq        int
	Case, Text string
}

// rulings are those of this game, in their order.
func (t *Table) rulings() []ruledCase {
	texts, err := drawer(t.row, partWords)
	if err != nil || len(texts) == 0 {
		return nil // so that the past need not be read
	}
	var out []ruledCase
	for _, r := range t.Chain.Entries() {
		b, ok := r.Body.(*history.Ruling)
		if !ok {
			continue
		}
		c := ruledCase{Seq: r.Seq, Case: b.Case}
		if v, found, err := t.row.Get(partWords, b.Text.String()); err == nil && found {
			if w, err := history.ParseWords(v.Bytes); err == nil {
				c.Text = strings.Join(w.Lines, " ")
			}
		}
		out = append(out, c)
	}
	return out
}

// rulingLines are the rulings of this game as lists and reports tell them.
func (t *Table) rulingLines() []string {
	var out []string
	for _, r := range t.rulings() {
		out = append(out, r.Case+": "+r.Text)
	}
	return slices.Clip(out)
}
