// Package enclosure writes files that mails bring beside their words: the deadline for a calendar, the first lines of the
// evidence.
package enclosure

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Appointment is a deadline in a player's calendar.
type Appointment struct {
	UID      string // the same as long as they play the seat
	Sequence int    // counts the changes
	At       time.Time
	Gone     bool // they are awaited no longer
}

// File writes the appointment as a calendar file (RFC 5545), for the reader of a mail. A calendar that knows the UID
// changes its entry.
func (a Appointment) File(v reader.Reader, lang syntax.Lang) (layout.File, error) {
	s, err := v.Localizer(lang)
	if err != nil {
		return layout.File{}, err
	}
	powers := v.ToAct()
	if len(powers) == 0 {
		powers = append(powers, v.Power)
	}
	cal := ics.NewCalendarFor("fieldpost")
	method := ics.MethodPublish
	e := cal.AddEvent(a.UID)
	e.SetDtStampTime(v.Deadline.Now)
	e.SetSequence(a.Sequence)
	e.SetStartAt(a.At)
	e.SetSummary(s.Text("appointment", "Game", v.Game, "Power", s.Powers(powers)))
	e.SetDescription(s.Text("appointment-note", "When", s.When(a.At, v.Deadline.Zone)))
	e.SetStatus(ics.ObjectStatusConfirmed)
	if a.Gone {
		method = ics.MethodCancel
		e.SetStatus(ics.ObjectStatusCancelled)
	}
	e.SetTimeTransparency(ics.TransparencyTransparent)
	cal.SetMethod(method)
	data := cal.Serialize(ics.WithNewLineWindows)
	return layout.File{Name: v.Game + ".ics", Type: "text/calendar; charset=utf-8; method=" + string(method),
		Data: []byte(strings.ToValidUTF8(data, ""))}, s.Err()
}
