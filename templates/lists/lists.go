// Package lists writes the answers that are lists, and the chances of a battle, each in the reader's language.
package lists

import (
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Writer writes those answers to questions that are lists, in one language. Times in them are UTC, as in records.
type Writer struct{ *local.Localizer }

// NewWriter speaks of a game's board; nil is that of Revised.
func NewWriter(set *rules.Set, lang syntax.Lang) (*Writer, error) {
	r := reader.Reader{Rules: set}
	l, err := r.Localizer(lang)
	return &Writer{l}, err
}

// listTime is a time in lists.
func listTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// Words are the keys of words that lists put together, by their beginning; the catalogue has them all.
func Words() []string {
	var keys []string
	for _, list := range []struct {
		prefix string
		words  []string
	}{{"record-", recordWords}, {"mail-", mailOutcomes}, {"game-", seatStatus}} {
		for _, w := range list.words {
			keys = append(keys, list.prefix+w)
		}
	}
	return keys
}

// recordWords are the types of records; the catalogue names them.
var recordWords = []string{"genesis", "lock", "turn", "correct", "void", "gm", "clock", "ruling", "rekey",
	"upgrade", "close", "act"}

// Records lists the history.
func (l *Writer) Records(entries []history.Entry) []string {
	t := &layout.Table{Head: []string{l.Text("col-number"), l.Text("col-time"), l.Text("col-record"),
		l.Text("col-detail"), l.Text("col-hash")}, Align: "rllll"}
	for _, e := range entries {
		t.Add(strconv.Itoa(e.Seq), listTime(e.Time), l.Text("record-"+e.Body.Type()), l.detail(e.Body),
			e.Hash.String()[:12])
	}
	return t.Lines()
}

// detail is what a record says, as short as can be. Its own words, which are English in every game, are not translated.
func (l *Writer) detail(b history.Body) string {
	switch b := b.(type) {
	case *history.Lock:
		return l.Text("record-epoch", "N", l.Count(b.Epoch))
	case *history.Turn:
		return l.Text("record-epoch", "N", l.Count(b.Epoch)) + ", " + l.Plural("record-rolls", len(b.Rolls), "N",
			l.Count(len(b.Rolls)))
	case *history.Act:
		return b.Actor + ": " + b.What
	case *history.RefereeAct:
		return b.Actor + ": " + b.Action
	case *history.Clock:
		return strings.TrimSuffix(b.Action+" "+b.Role+" "+b.Deadline, " -") + ": " + b.Reason
	case *history.Void:
		return b.Reason
	case *history.Ruling:
		return b.Case
	case *history.Correct:
		return "#" + l.Count(b.Of)
	}
	return ""
}

// Rolls lists what was rolled, resolution by resolution, as records say it.
func (l *Writer) Rolls(entries []history.Entry) []string {
	var out []string
	for _, e := range entries {
		if t, ok := e.Body.(*history.Turn); ok && len(t.Rolls) > 0 {
			out = append(out, l.Sentence("record-epoch", "N", l.Count(t.Epoch)))
			for _, r := range t.Rolls {
				out = append(out, "  "+r.String())
			}
		}
	}
	return l.orNone(out)
}

// Verdict says what came of checking a history.
func (l *Writer) Verdict(f history.Findings) []string {
	fails := f.With(history.Fails)
	out := []string{l.Text("verify-count", "Hold", l.Count(len(f.With(history.Holds))), "Fail", l.Count(len(fails)),
		"Open", l.Count(len(f.With(history.Unchecked))))}
	for _, x := range fails {
		out = append(out, x.String())
	}
	return out
}

// SeatLine is a role of a person in one of their games.
type SeatLine struct {
	Game   string
	Who    local.Participant
	Round  int
	Status string // "new", "running" or "over"
}

// seatStatus are the ways in which a game stands; the catalogue says them.
var seatStatus = []string{"new", "running", "over"}

// Seats lists a person's games.
func (l *Writer) Seats(rows []SeatLine) []string {
	t := &layout.Table{Head: []string{l.Text("col-game"), l.Text("col-seat"), l.Text("col-status")}, Align: "lll"}
	for _, r := range rows {
		t.Add(r.Game, l.Participant(r.Who), l.Text("game-"+r.Status, "Round", l.Count(r.Round)))
	}
	return l.tableOrNone(t)
}

// MailLine is a mail that came, and what it led to.
type MailLine struct {
	Number  uint64
	Time    time.Time
	Role    string
	Outcome string // accepted, answered, refused, ignored, broken; "" while it waits
	Reason  string // a word, as in intake lists
	Digest  string // 64 hex digits
}

// mailOutcomes are what a mail may lead to; the catalogue says them.
var mailOutcomes = []string{"accepted", "answered", "refused", "ignored", "broken", "held", "waits"}

// Mails lists mails that came in.
func (l *Writer) Mails(rows []MailLine) []string {
	t := &layout.Table{Head: []string{l.Text("col-number"), l.Text("col-time"), l.Text("col-seat"),
		l.Text("col-outcome"), l.Text("col-reason"), l.Text("col-hash")}, Align: "rlllll"}
	for _, r := range rows {
		word := r.Outcome
		if word == "" {
			word = "waits"
		}
		t.Add(strconv.FormatUint(r.Number, 10), listTime(r.Time), r.Role, l.Text("mail-"+word), r.Reason,
			r.Digest[:min(12, len(r.Digest))])
	}
	if len(rows) == 1 {
		return append(l.tableOrNone(t), "", "SHA-256 "+rows[0].Digest)
	}
	return l.tableOrNone(t)
}

// PressLine is press that a reader may read again.
type PressLine struct {
	Number int
	Time   time.Time
	Who    local.Participant
	To     []local.Participant
	Lines  []string
}

// Press writes press out, one message below the other.
func (l *Writer) Press(rows []PressLine) []string {
	var out []string
	for _, r := range rows {
		head := l.Text("letter-head", "Number", l.Count(r.Number), "Time", listTime(r.Time), "Who",
			l.Participant(r.Who), "Whom", l.Participants(r.To))
		out = append(append(out, layout.Wrap(head, "", "  ")...), "")
		for _, x := range r.Lines {
			out = append(out, "  "+x)
		}
		out = append(out, "")
	}
	return l.orNone(out)
}

// Punctuality lists how the seats of a game have kept their deadlines. Reminders are by role.
func (l *Writer) Punctuality(b *board.Board, rows []game.Punctuality, reminders map[string]int) []string {
	t := &layout.Table{Head: []string{l.Text("col-seat"), l.Text("col-goes"), l.Text("col-median"),
		l.Text("col-missed"), l.Text("col-reminders"), l.Text("col-vacations")}, Align: "lrrrrr"}
	for _, r := range rows {
		t.Add(l.Power(b.PowerOf(r.Role)), l.Count(r.Played), l.Hours(r.Median()), l.Count(r.Missed),
			l.Count(reminders[r.Role]), l.Count(r.Vacations))
	}
	return t.Lines()
}

func (l *Writer) tableOrNone(t *layout.Table) []string {
	if len(t.Rows) == 0 {
		return l.orNone(nil)
	}
	return t.Lines()
}

func (l *Writer) orNone(lines []string) []string {
	if len(lines) == 0 {
		return []string{l.Text("list-empty")}
	}
	return lines
}
