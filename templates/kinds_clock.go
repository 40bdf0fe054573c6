package templates

import "time"

// The kinds of news about clocks.
const (
	DeadlineMoved    Kind = "deadline-moved"    // the referee extended all deadlines; Span
	DeadlineVoted    Kind = "deadline-voted"    // the players did; Span
	ClocksStopped    Kind = "clocks-stopped"    // by the referee; At: until when at the latest
	ClocksAdjourned  Kind = "clocks-adjourned"  // Who let a deadline pass
	ClocksRun        Kind = "clocks-run"        //
	ClockBounced     Kind = "clock-bounced"     // mail to Who comes back, so this clock stands; At: until when at the latest
	ClockReached     Kind = "clock-reached"     // Who: mail gets through again, the clock runs
	ClockBudget      Kind = "clock-budget"      // Who: mail comes back still, but the time for pauses is used up
	OutageGiven      Kind = "outage-given"      // Span
	ClockJumped      Kind = "clock-jumped"      // Span: by how much deadlines were moved on
	LateNotice       Kind = "late-notice"       // Who, At: the deadline
	BankDrawn        Kind = "bank-drawn"        // Who, Span
	TurnEmpty        Kind = "turn-empty"        // Who
	TurnByDefaults   Kind = "turn-by-defaults"  // Who
	TurnByBot        Kind = "turn-by-bot"       // Who
	TurnByDraft      Kind = "turn-by-draft"     // Who
	AnswerByDefault  Kind = "answer-by-default" // Who
	WaitingForgotten Kind = "waiting-forgotten" // Who: orders that waited had become impossible
	Away             Kind = "away"              // Who, Word: from when to when
	AwayTooLong      Kind = "away-too-long"     // Have, Want: days of the year
	AwayPast         Kind = "away-past"         //
	AwayBack         Kind = "away-back"         // Who
	AwayNone         Kind = "away-none"         //
	DraftReady       Kind = "draft-ready"       // Lines: the draft
	NoDeadline       Kind = "no-deadline"       //
	StandAlready     Kind = "stand-already"     //
	RunAlready       Kind = "run-already"       //
	PauseUsedUp      Kind = "pause-used-up"     //
)

func clockKinds() []Kind {
	return []Kind{DeadlineMoved, DeadlineVoted, ClocksStopped, ClocksAdjourned, ClocksRun, ClockBounced, ClockReached, ClockBudget, OutageGiven, ClockJumped, LateNotice, BankDrawn, TurnEmpty,
		TurnByDefaults, TurnByBot, TurnByDraft, AnswerByDefault, WaitingForgotten, Away, AwayTooLong, AwayPast, AwayBack, AwayNone, DraftReady, NoDeadline,
		StandAlready, RunAlready, PauseUsedUp}
}

// clockBody says after news of a clock whom the game waits for, and until when.
func (s *speaker) clockBody(l *letter, v NoteView) {
	switch v.Kind {
	case AwayTooLong, AwayPast, AwayNone, TurnEmpty, TurnByDefaults, TurnByBot, TurnByDraft, AnswerByDefault: // a report follows, or nothing has changed
		return
	case DraftReady:
		l.add(verbatim{folded(v.Lines)})
	}
	if v.Rules != nil {
		s.awaited(l, v.Seat)
	}
}

// timeOf is the time of a view in the reader's zone, "" if it has none.
func (s *speaker) timeOf(v NoteView) string {
	if v.At.IsZero() {
		return ""
	}
	return s.when(v.At, v.Deadline.Zone)
}

func (s *speaker) spanOf(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return s.left(d)
}
