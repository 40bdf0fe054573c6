package notice

import (
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Notices about clocks and deadlines.

// Reminder reminds a seat of its deadline.
type Reminder struct {
	Draft order.Sheet // of the reader; the deadline plays it
}

func (Reminder) ID() ID     { return "reminder" }
func (Reminder) form() bool { return true }
func (n Reminder) body(p *reader.Page) {
	if pos := p.Reader.Pos; pos == nil || !p.Reader.Has(pos.Power()) { // they are asked something
		addAwaited(p)
	}
	if addDraft(p, n.Draft) {
		p.Add(layout.Paragraph(p.Text("reminder-draft")))
	}
}

// DeadlineMoved tells all that the referee extended all deadlines.
type DeadlineMoved struct{ By time.Duration }

func (DeadlineMoved) ID() ID              { return "deadline-moved" }
func (DeadlineMoved) body(p *reader.Page) { addAwaited(p) }

// ClocksStopped tells all that the referee stopped the clocks.
type ClocksStopped struct {
	Until time.Time // at the latest
}

func (ClocksStopped) ID() ID              { return "clocks-stopped" }
func (ClocksStopped) body(p *reader.Page) { addAwaited(p) }

// ClocksAdjourned tells all that a seat let a deadline pass.
type ClocksAdjourned struct{ Seat board.Power }

func (ClocksAdjourned) ID() ID              { return "clocks-adjourned" }
func (ClocksAdjourned) body(p *reader.Page) { addAwaited(p) }

// ClocksRun tells all that the clocks run again.
type ClocksRun struct{}

func (ClocksRun) ID() ID              { return "clocks-run" }
func (ClocksRun) body(p *reader.Page) { addAwaited(p) }

// ClockBounced tells all that mail to a seat bounces, so that its clock is stopped.
type ClockBounced struct {
	Seat  board.Power
	Until time.Time // at the latest
}

func (ClockBounced) ID() ID              { return "clock-bounced" }
func (ClockBounced) body(p *reader.Page) { addAwaited(p) }

// ClockReached tells all that mail to a seat gets through again.
type ClockReached struct{ Seat board.Power }

func (ClockReached) ID() ID              { return "clock-reached" }
func (ClockReached) body(p *reader.Page) { addAwaited(p) }

// ClockBudget tells all that mail to a seat still bounces, but the time for pauses is used up.
type ClockBudget struct{ Seat board.Power }

func (ClockBudget) ID() ID              { return "clock-budget" }
func (ClockBudget) body(p *reader.Page) { addAwaited(p) }

// OutageGiven tells all that deadlines were extended by the length of an outage.
type OutageGiven struct{ By time.Duration }

func (OutageGiven) ID() ID              { return "outage-given" }
func (OutageGiven) body(p *reader.Page) { addAwaited(p) }

// ClockJumped tells all that the computer's clock jumped.
type ClockJumped struct {
	By time.Duration // how far deadlines moved on
}

func (ClockJumped) ID() ID              { return "clock-jumped" }
func (ClockJumped) body(p *reader.Page) { addAwaited(p) }

// DeadlinePassed tells all that a seat let its deadline pass.
type DeadlinePassed struct {
	Seat     board.Power
	Deadline time.Time
}

func (DeadlinePassed) ID() ID              { return "late-notice" }
func (DeadlinePassed) body(p *reader.Page) { addAwaited(p) }

// BankDrawn tells all that a seat draws on its time bank.
type BankDrawn struct {
	Seat board.Power
	Most time.Duration
}

func (BankDrawn) ID() ID              { return "bank-drawn" }
func (BankDrawn) body(p *reader.Page) { addAwaited(p) }

// TurnEmpty tells all that a turn ends without orders.
type TurnEmpty struct{ Seat board.Power }

func (TurnEmpty) ID() ID { return "turn-empty" }

// TurnByDefaults tells all that a turn is ended by default.
type TurnByDefaults struct{ Seat board.Power }

func (TurnByDefaults) ID() ID { return "turn-by-defaults" }

// TurnByBot tells all that the bot plays a turn.
type TurnByBot struct{ Seat board.Power }

func (TurnByBot) ID() ID { return "turn-by-bot" }

// TurnByDraft tells all that a draft is played.
type TurnByDraft struct{ Seat board.Power }

func (TurnByDraft) ID() ID { return "turn-by-draft" }

// AnswerByDefault tells all that a question is answered by default.
type AnswerByDefault struct{ Seat board.Power }

func (AnswerByDefault) ID() ID { return "answer-by-default" }

// WaitingForgotten tells all that orders that waited had become impossible.
type WaitingForgotten struct{ Seat board.Power }

func (WaitingForgotten) ID() ID              { return "waiting-forgotten" }
func (WaitingForgotten) body(p *reader.Page) { addAwaited(p) }

// Away tells all of a vacation.
type Away struct {
	Seat board.Power
	Days string // from when to when
}

func (Away) ID() ID              { return "away" }
func (Away) body(p *reader.Page) { addAwaited(p) }

// AwayTooLong refuses a vacation that is too long; both in days of a year.
type AwayTooLong struct {
	Days  int
	Limit int
}

func (AwayTooLong) ID() ID { return "away-too-long" }

// AwayPast refuses a vacation that is over.
type AwayPast struct{}

func (AwayPast) ID() ID { return "away-past" }

// AwayBack tells all that a vacation is cancelled.
type AwayBack struct{ Seat board.Power }

func (AwayBack) ID() ID              { return "away-back" }
func (AwayBack) body(p *reader.Page) { addAwaited(p) }

// AwayNone says that there is no vacation to end.
type AwayNone struct{}

func (AwayNone) ID() ID { return "away-none" }

// DraftReady sends a seat its draft.
type DraftReady struct{ Lines []string }

func (DraftReady) ID() ID { return "draft-ready" }

func (n DraftReady) body(p *reader.Page) {
	p.Add(layout.Verbatim(reader.FoldOrders(n.Lines)))
	addAwaited(p)
}

// NoDeadline says that there is no deadline to move.
type NoDeadline struct{}

func (NoDeadline) ID() ID              { return "no-deadline" }
func (NoDeadline) body(p *reader.Page) { addAwaited(p) }

// PausedAlready says that the clocks stand already.
type PausedAlready struct{}

func (PausedAlready) ID() ID              { return "stand-already" }
func (PausedAlready) body(p *reader.Page) { addAwaited(p) }

// RunningAlready says that the clocks run already.
type RunningAlready struct{}

func (RunningAlready) ID() ID              { return "run-already" }
func (RunningAlready) body(p *reader.Page) { addAwaited(p) }

// PauseUsedUp says that the time for pauses is used up.
type PauseUsedUp struct{}

func (PauseUsedUp) ID() ID              { return "pause-used-up" }
func (PauseUsedUp) body(p *reader.Page) { addAwaited(p) }
