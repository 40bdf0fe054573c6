package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
	"fieldpost/templates/reader"
)

// Who has several seats reads in one mail which of them must act, with a form for each of these, and what all of them lost.
func TestSeveralSeatsInOneReport(t *testing.T) {
	t.Parallel()
	subjects := map[syntax.Lang]string{
		syntax.English: "[eastfront R3] Your move, Germany and UK, until ",
		syntax.German:  "[eastfront R3] Deutschland und Großbritannien sind am Zug, bis ",
		syntax.Danish:  "[eastfront R3] Tyskland og Storbritanniens tur, senest ",
	}
	for lang, subject := range subjects {
		v := sovietTale(t).view()
		v.Power, v.Salt = "Germany", strings.Repeat("1", 32)
		v.Also = []reader.Seat{{Power: "UK", Salt: strings.Repeat("2", 32)}, {Power: "USA", Salt: strings.Repeat("3", 32)}}
		v.Awaited = []adjudicator.Await{{Power: v.Pos.Power(), What: v.Pos.Phase().String(), Space: board.NoSpace},
			{Power: "UK", What: "resistance", Space: board.NoSpace}}
		v.Deadline = reader.Deadline{Now: time.Date(2026, 1, 9, 18, 0, 0, 0, time.UTC),
			At: time.Date(2026, 1, 11, 20, 0, 0, 0, time.UTC)}
		m := mailOf(t, v, lang)
		if !strings.HasPrefix(m.Subject, subject) {
			t.Errorf("%s: %s", lang, m.Subject)
		}
		var seats []string
		for l := range strings.Lines(m.Text) {
			if power, ok := strings.CutPrefix(l, syntax.Keyword("power", lang)+" "); ok && len(strings.Fields(l)) == 2 {
				seats = append(seats, strings.TrimSpace(power))
			}
		}
		if !slices.Equal(seats, []string{syntax.PowerName("Germany", lang), syntax.PowerName("UK", lang)}) {
			t.Errorf("%s: forms for %q", lang, seats)
		}
		for _, salt := range []string{v.Salt, v.Also[0].Salt} {
			if strings.Count(m.Text, syntax.Keyword("salt", lang)+" "+salt) != 1 {
				t.Errorf("%s: salt %s is not there once", lang, salt)
			}
		}
	}
}
