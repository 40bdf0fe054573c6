package decision

// Outcome is what a mail leads to: a word for the intake log and the reason.
type Outcome struct{ Kind, Reason string }

// Of returns an outcome.
func Of(kind, reason string) *Outcome { return &Outcome{Kind: kind, Reason: reason} }

// The kinds of outcome.
const (
	Accepted = "accepted" // orders played or put on file
	Answered = "answered" // a question answered
	Refused  = "refused"  // answered with what is wrong
	Ignored  = "ignored"  // not answered: a robot, our own mail, a bounce
	Broken   = "broken"   // our own fault: set aside for a person
)
