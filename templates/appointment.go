package templates

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"fieldpost/orders"
)

// Appointment is a deadline as it stands in a player's calendar.
type Appointment struct {
	UID      string // the same as long as he plays the seat
	Sequence int    // counts the changes
	At       time.Time
	Gone     bool // he is awaited no longer
}

// File writes the appointment as a calendar file (RFC 5545), for the reader of a letter. A calendar that knows the UID changes its entry.
func (a Appointment) File(v Seat, lang orders.Lang) (File, error) {
	s, err := v.speaker(lang)
	if err != nil {
		return File{}, err
	}
	cal := ics.NewCalendarFor("fieldpost")
	method := ics.MethodPublish
	e := cal.AddEvent(a.UID)
	e.SetDtStampTime(v.Deadline.Now)
	e.SetSequence(a.Sequence)
	e.SetStartAt(a.At)
	e.SetSummary(s.say("appointment", "Game", v.Game, "Power", s.power(v.Power)))
	e.SetDescription(s.say("appointment-note", "When", s.when(a.At, v.Deadline.Zone)))
	e.SetStatus(ics.ObjectStatusConfirmed)
	if a.Gone {
		method = ics.MethodCancel
		e.SetStatus(ics.ObjectStatusCancelled)
	}
	e.SetTimeTransparency(ics.TransparencyTransparent)
	cal.SetMethod(method)
	data := cal.Serialize(ics.WithNewLineWindows)
	return File{Name: v.Game + ".ics", Type: "text/calendar; charset=utf-8; method=" + string(method), Data: []byte(strings.ToValidUTF8(data, ""))}, s.err
}
