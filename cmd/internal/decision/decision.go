// Package decision names what a mail leads to: accepted, answered, refused, ignored, held or broken, with the reason.
// The intake log uses these words.
package decision

// Outcome is what a mail leads to: its kind and the reason, a word for the intake log.
type Outcome struct{ Kind, Reason string }

// Of returns an outcome.
func Of(kind, reason string) *Outcome { return &Outcome{Kind: kind, Reason: reason} }

// The kinds of outcomes.
const (
	Accepted = "accepted" // orders played or put on file
	Answered = "answered" // a question answered
	Refused  = "refused"  // answered with what is wrong
	Ignored  = "ignored"  // not answered: a robot, our own mail, a delivery report
	Held     = "held"     // kept until the seat's person says that it is theirs
	Broken   = "broken"   // our own error: set aside
)
