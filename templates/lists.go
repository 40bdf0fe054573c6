package templates

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// Lists writes those answers to questions that are lists, in one language. Times in them are UTC, as in records.
type Lists struct{ s *speaker }

// NewLists speaks of a game's board; nil is that of Revised.
func NewLists(set *rules.Set, lang orders.Lang) (*Lists, error) {
	s, err := Seat{Rules: set}.speaker(lang)
	return &Lists{s}, err
}

// Err is the first message that could not be made.
func (l *Lists) Err() error { return l.s.err }

// listTime is a time in lists.
func listTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// recordWords are the types of records; the catalogue names them.
var recordWords = []string{"genesis", "lock", "turn", "correct", "void", "gm", "clock", "ruling", "rekey", "upgrade", "close", "act"}

// Records lists the history.
func (l *Lists) Records(entries []history.Entry) []string {
	s := l.s
	t := &table{head: []string{s.say("col-number"), s.say("col-time"), s.say("col-record"), s.say("col-detail"), s.say("col-hash")}, align: "rllll"}
	for _, e := range entries {
		t.add(strconv.Itoa(e.Seq), listTime(e.Time), s.say("record-"+e.Body.Type()), s.detail(e.Body), e.Hash.String()[:12])
	}
	return t.text()
}

// detail is what a record says, as short as can be. Its own words, which are English in every game, are not translated.
func (s *speaker) detail(b history.Body) string {
	switch b := b.(type) {
	case *history.Lock:
		return s.say("record-epoch", "N", s.count(b.Epoch))
	case *history.Turn:
		return s.say("record-epoch", "N", s.count(b.Epoch)) + ", " + s.many("record-rolls", len(b.Rolls), "N", s.count(len(b.Rolls)))
	case *history.Act:
		return b.Actor + ": " + b.What
	case *history.GM:
		return b.Actor + ": " + b.Action
	case *history.Clock:
		return strings.TrimSuffix(b.Action+" "+b.Role+" "+b.Deadline, " -") + ": " + b.Reason
	case *history.Void:
		return b.Reason
	case *history.Ruling:
		return b.Case
	case *history.Correct:
		return "#" + s.count(b.Of)
	}
	return ""
}

// Rolls lists what was rolled, go by go, as records say it.
func (l *Lists) Rolls(entries []history.Entry) []string {
	var out []string
	for _, e := range entries {
		if t, ok := e.Body.(*history.Turn); ok && len(t.Rolls) > 0 {
			out = append(out, l.s.sentence("record-epoch", "N", l.s.count(t.Epoch)))
			for _, r := range t.Rolls {
				out = append(out, "  "+r.String())
			}
		}
	}
	return l.orNone(out)
}

// Verdict tells what came of checking a history.
func (l *Lists) Verdict(f history.Findings) []string {
	fails := f.With(history.Fails)
	out := []string{l.s.say("verify-count", "Hold", l.s.count(len(f.With(history.Holds))), "Fail", l.s.count(len(fails)), "Open", l.s.count(len(f.With(history.Unchecked))))}
	for _, x := range fails {
		out = append(out, x.String())
	}
	return out
}

// SeatLine is a place of somebody in one of his games.
type SeatLine struct {
	Game   string
	Who    Party
	Round  int
	Status string // "new", "running" or "over"
}

// seatStatus are the ways in which a game stands; the catalogue says them.
var seatStatus = []string{"new", "running", "over"}

// Seats lists somebody's games.
func (l *Lists) Seats(rows []SeatLine) []string {
	s := l.s
	t := &table{head: []string{s.say("col-game"), s.say("col-seat"), s.say("col-status")}, align: "lll"}
	for _, r := range rows {
		t.add(r.Game, s.party(r.Who), s.say("game-"+r.Status, "Round", s.count(r.Round)))
	}
	return l.tableOrNone(t)
}

// MailLine is a mail that came, and what became of it.
type MailLine struct {
	Number  uint64
	Time    time.Time
	Role    string
	Outcome string // accepted, answered, refused, ignored, broken; "" while it waits
	Reason  string // a word, as in intake lists
	Digest  string // 64 hex digits
}

// mailOutcomes are what may become of a mail; the catalogue says them.
var mailOutcomes = []string{"accepted", "answered", "refused", "ignored", "broken", "held", "waits"}

// Mails lists mails that came in.
func (l *Lists) Mails(rows []MailLine) []string {
	s := l.s
	t := &table{head: []string{s.say("col-number"), s.say("col-time"), s.say("col-seat"), s.say("col-outcome"), s.say("col-reason"), s.say("col-hash")}, align: "rlllll"}
	for _, r := range rows {
		word := r.Outcome
		if word == "" {
			word = "waits"
		}
		t.add(strconv.FormatUint(r.Number, 10), listTime(r.Time), r.Role, s.say("mail-"+word), r.Reason, r.Digest[:min(12, len(r.Digest))])
	}
	if len(rows) == 1 {
		return append(l.tableOrNone(t), "", "SHA-256 "+rows[0].Digest)
	}
	return l.tableOrNone(t)
}

// LetterLine is a letter that somebody may read again.
type LetterLine struct {
	Number int
	Time   time.Time
	Who    Party
	Whom   []Party
	Lines  []string
}

// Letters writes letters out, one below the other.
func (l *Lists) Letters(rows []LetterLine) []string {
	var out []string
	for _, r := range rows {
		head := l.s.say("letter-head", "Number", l.s.count(r.Number), "Time", listTime(r.Time), "Who", l.s.party(r.Who), "Whom", l.s.parties(r.Whom))
		out = append(append(out, wrap(head, "", "  ")...), "")
		for _, x := range r.Lines {
			out = append(out, "  "+x)
		}
		out = append(out, "")
	}
	return l.orNone(out)
}

// Punctuality tells how the seats of a game have kept their appointments. Reminders are by role.
func (l *Lists) Punctuality(b *board.Board, rows []game.Punctuality, reminders map[string]int) []string {
	s := l.s
	t := &table{head: []string{s.say("col-seat"), s.say("col-goes"), s.say("col-median"), s.say("col-missed"), s.say("col-reminders"), s.say("col-vacations")}, align: "lrrrrr"}
	for _, r := range rows {
		t.add(s.power(b.PowerOf(r.Role)), s.count(r.Goes), s.hours(r.Median()), s.count(r.Missed), s.count(reminders[r.Role]), s.count(r.Vacations))
	}
	return t.text()
}

// hours is a span of time in hours with one place.
func (s *speaker) hours(d time.Duration) string { return fmt.Sprintf("%s h", s.decimal(d.Hours())) }

func (l *Lists) tableOrNone(t *table) []string {
	if len(t.rows) == 0 {
		return l.orNone(nil)
	}
	return t.text()
}

func (l *Lists) orNone(lines []string) []string {
	if len(lines) == 0 {
		return []string{l.s.say("list-empty")}
	}
	return lines
}
