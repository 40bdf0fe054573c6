package history

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
)

// An Arrival is one mail of an epoch, as it came in.
type Arrival struct {
	Number int // of arrival, from 1, counted through the game
	Time   time.Time
	Role   string    // or "-" if the sender has none
	Reason string    // why it was rejected, one word; empty if it was accepted
	Mail   dice.Hash // of the raw message
}

// Accepted reports whether the mail was accepted.
func (a Arrival) Accepted() bool { return a.Reason == "" }

// String returns the arrival's line.
func (a Arrival) String() string {
	verdict := "accepted"
	if !a.Accepted() {
		verdict = "rejected " + a.Reason
	}
	return fmt.Sprintf("%d %s %s %s %s", a.Number, a.Time.UTC().Format(timeLayout), a.Role, verdict, a.Mail)
}

// An Intake is the list of mails that came in during an epoch (TH-8, TH-9). The
// turn record holds its hash; it has no names and no addresses.
type Intake []Arrival

// Print returns the canonical bytes. It refuses what [ParseIntake] would refuse.
func (in Intake) Print() ([]byte, error) {
	c := newWriter("intake")
	c.literal("pbd1 intake")
	for _, a := range in {
		c.literal(a.String())
	}
	out, err := c.printed()
	if err != nil {
		return nil, err
	}
	if _, err := ParseIntake(out); err != nil {
		return nil, err
	}
	return out, nil
}

// ParseIntake reads what [Intake.Print] writes, nothing else. Errors are
// [*SyntaxError].
func ParseIntake(b []byte) (Intake, error) {
	var in Intake
	c := newReader("intake", b)
	c.literal("pbd1 intake")
	for c.err == nil && len(c.in) > 0 {
		l, _ := c.next("arrival")
		a, err := parseArrival(l)
		if err == nil && len(in) > 0 && a.Number <= in[len(in)-1].Number {
			err = errors.New("arrival numbers do not rise")
		}
		if err != nil {
			c.fail(err)
		}
		in = append(in, a)
	}
	if c.err != nil {
		return nil, c.err
	}
	return in, nil
}

func parseArrival(s string) (a Arrival, err error) {
	t := strings.Split(s, " ")
	if !(len(t) == 5 && t[3] == "accepted") && !(len(t) == 6 && t[3] == "rejected" && t[4] != "") {
		return a, fmt.Errorf("%q is not number, time, role, accepted or rejected with a reason, hash", clip(s))
	}
	if a.Number, err = dice.ParseNumber(t[0]); err != nil {
		return a, err
	}
	if a.Time, err = parseTime(t[1]); err != nil {
		return a, err
	}
	a.Role = t[2]
	if err = unlessNone(checkRole)(a.Role); err != nil {
		return a, err
	}
	if t[3] == "rejected" {
		a.Reason = t[4]
	}
	a.Mail, err = dice.ParseHash(t[len(t)-1])
	return a, err
}
