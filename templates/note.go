package templates

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
)

// troubles are the names that the reader of mails gives to what it could not read; the catalogue says them in words.
var troubles = []string{"not-mail", "no-sender", "several-senders", "too-many-parts", "too-deep", "too-long", "encrypted", "opaque-signature",
	"winmail", "archive", "undecoded", "unknown-charset", "not-text"}

// Note writes a short answer. The error names a message that could not be made.
func Note(v NoteView, lang orders.Lang) (Mail, error) {
	s, err := v.speaker(lang)
	if err != nil {
		return Mail{}, err
	}
	key := "note-" + string(v.Kind)
	word := shortened(v.Word)
	if why := s.refusal(v); why != "" {
		word = why
	}
	if slices.Contains(denials, v.Reason) {
		args := append(shortenedAll(v.Args), "", "")
		word = s.say("not-done-"+v.Reason, "A", args[0], "B", args[1])
	}
	if slices.Contains(troubles, v.Word) {
		word = s.say("trouble-" + v.Word)
	}
	fill := []any{"Word", word, "List", s.list(v.Lines), "N", s.count(v.Have), "Have", s.count(v.Have), "Want", s.count(v.Want), "Game", v.Game,
		"Who", s.party(v.Who), "Whom", s.parties(v.Whom), "Base", v.Base, "Proposal", s.proposal(v.Vote),
		"Power", s.power(v.Who.Power), "The", s.the(v.Who.Power), "Of", s.of(v.Who.Power), "When", s.timeOf(v), "Span", s.spanOf(v.Span)}
	if v.Kind == BidBad && s.b != nil {
		fill = append(fill, "Example", s.money(s.bidExample()))
	}
	l := &letter{lang: string(lang), lead: s.many(key, v.Have, fill...)}
	mendKey := key + "-mend"
	if v.Closed && slices.Contains(closable, v.Kind) {
		mendKey += "-closed"
	}
	if mend := s.many(mendKey, v.Have, fill...); mend != "-" {
		l.add(para{mend})
	}
	s.noteBody(l, v)
	if v.Form && v.Rules != nil && v.Pos != nil && v.Pos.Nation(v.Power) != nil {
		l.add(heading{s.say("form")}, para{s.say("form-note")}, verbatim{s.form(v.Seat)})
	}
	return s.mail(l, v.Seat, v.subjectTag(), s.say(key+"-subject", fill...), Mail{Attached: v.Attached})
}

// noteBody is what some kinds say beyond their sentences.
func (s *speaker) noteBody(l *letter, v NoteView) {
	if slices.Contains(clockKinds(), v.Kind) {
		s.clockBody(l, v)
		return
	}
	switch v.Kind {
	case Help, Answer, Confirm, ConfirmEye, AddressAsk, RefereeAsks, LetterHeld, SeatTaken, CannotStart, DoorSet, GameMade, EndsUnplaced:
		l.add(verbatim{v.Lines})
	case Decided:
		if len(v.Lines) > 0 {
			l.add(para{s.say("decided-waiting")}, verbatim{v.Lines})
		}
	case BidsOpen, BidSealed, BidsSettled:
		s.bidsBody(l, v)
	case VoteOpened, VoteCast, VoteCarried, VoteRejected, VoteLapsed:
		s.tallyOf(l, v)
	case PressCame, PressSent, PressAsk, PressHow:
		s.letterBody(l, v)
	case Announced, Ruled, Edited, RolledBack, Foreseen, Proposed, ProposalAgreed, ProposalRejected, ProposalLapsed, ProposalVoid:
		s.refereeBody(l, v)
	case Locked, LockVoided, LockLate:
		l.add(verbatim{v.Lines})
		s.awaited(l, v.Seat)
	case HeldWhy, StrangeHead:
		l.add(verbatim{v.Lines})
	case Referee, Unreadable, BrokenMail, NotAnswered:
		if lines := shortenedAll(v.Lines); len(lines) > 0 {
			l.add(bullets{lines})
		}
	case Standing:
		s.onFile(l, v.Seat)
	case Status:
		s.awaited(l, v.Seat)
		s.pending(l, v)
		if v.Pos != nil {
			l.add(s.nations(nil, v.Pos))
			l.add(s.outlook(v.Pos)...)
			l.add(s.shares(v.Seat)...)
		}
		if len(v.Lines) > 0 {
			l.add(para{s.say("status-referee")}, verbatim{v.Lines})
		}
		l.add(s.rulings(v.Rulings)...)
	case Empty, OnlyQuoted, Reminder, Withdrawn, NothingOut:
		if v.Rules != nil {
			s.awaited(l, v.Seat)
		}
	}
}

// onFile lists the reader's standing orders and answers.
func (s *speaker) onFile(l *letter, v Seat) {
	var n *position.Nation
	if v.Pos != nil {
		n = v.Pos.Nation(v.Power)
	}
	if n == nil || len(n.Standing)+len(n.Answers) == 0 {
		l.add(para{s.say("standing-none")})
		return
	}
	l.add(verbatim{orderLines(orders.FormatStanding(n.Standing, n.Answers, s.lang, s.b))})
}

func orderLines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// speaker speaks of the seat's game, or of the board of Revised in letters about no game.
func (v Seat) speaker(lang orders.Lang) (*speaker, error) {
	if v.Rules != nil {
		return newSpeaker(v.Rules, lang)
	}
	w, err := speak(lang)
	return &speaker{words: w, b: board.Default()}, err
}

// subjectTag is the tag of letters about the round that is being played; "fieldpost:" for those about no game.
func (v Seat) subjectTag() string {
	switch {
	case v.Game == "":
		return "fieldpost:"
	case v.Pos == nil:
		return v.tag(0, v.Power)
	}
	return v.tag(v.Pos.Round, v.Power)
}

// shortened keeps what is quoted from a letter to one short line (mail.md 50).
func shortened(s string) string {
	const limit = 100
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}

func shortenedAll(lines []string) []string {
	const most = 20
	var out []string
	for _, l := range lines {
		switch l = shortened(l); {
		case len(out) == most:
			return append(out, "…")
		case l != "":
			out = append(out, l)
		}
	}
	return out
}
