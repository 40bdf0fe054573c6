package notify

import (
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// calendarFile is the calendar file that goes with a mail to a seat (mail convention 49): its deadline, if it has one; a cancellation, if it had one
// in the mail before. Always says whether an unchanged deadline is sent again.
func calendarFile(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, v reader.Reader, always bool) ([]layout.File, error) {
	at := time.Time{}
	if w := g.State.Clock.Of(s.Role); s.Kind == "" && w != nil && w.Stood.IsZero() {
		at = w.At
	}
	before := s.Calendar
	changed := !at.Equal(before.At)
	if !changed && (at.IsZero() || !always) {
		return nil, nil
	}
	a := report.Appointment{UID: g.Setup.Name + "-" + s.Role + "@" + e.Self.Domain, Sequence: before.Sequence, At: at, Gone: at.IsZero()}
	if changed {
		a.Sequence++
		s.Calendar = roster.CalendarEntry{Sequence: a.Sequence, At: at}
		if sitting := g.Participant(s.ID()); sitting != nil && mailio.FoldAddress(sitting.Address) == mailio.FoldAddress(s.Address) {
			sitting.Calendar = s.Calendar
			if err := sitting.Save(g.Row); err != nil {
				return nil, err
			}
		}
	}
	if a.Gone {
		a.At = before.At
	}
	f, err := a.File(v, syntax.Lang(s.Language))
	return []layout.File{f}, err
}
