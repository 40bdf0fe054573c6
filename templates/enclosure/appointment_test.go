package enclosure

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/reader"
)

// calendarLines undoes the folding of a calendar file, and holds it against RFC 5545: lines end with CRLF, have at
// most 75 octets, and are cut between letters.
func calendarLines(t *testing.T, data []byte) []string {
	t.Helper()
	text, ended := strings.CutSuffix(string(data), "\r\n")
	if !ended || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") {
		t.Errorf("lines do not end with CRLF: %q", data)
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("%d octets, or a letter cut: %q", len(line), line)
		}
		if rest, folded := strings.CutPrefix(line, " "); folded && len(lines) > 0 {
			lines[len(lines)-1] += rest
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

func TestTheDeadlineAsACalendarFile(t *testing.T) {
	t.Parallel()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := reader.Reader{Game: "eastfront", Rules: set, Power: "Germany"}
	v.Deadline.Now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	zone, err := time.LoadLocation("Europe/Copenhagen")
	if err != nil {
		t.Fatal(err)
	}
	v.Deadline.Zone = zone
	a := Appointment{UID: "eastfront-RUS@games.test", Sequence: 3, At: time.Date(2026, 12, 24, 19, 0, 0, 0, time.UTC)}
	for _, lang := range syntax.Langs() {
		for _, a.Gone = range []bool{false, true} {
			f, err := a.File(v, lang)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := a.File(v, lang)
			if !bytes.Equal(f.Data, again.Data) {
				t.Error("the same appointment is written in two ways")
			}
			lines := calendarLines(t, f.Data)
			want := []string{"BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:PUBLISH", "BEGIN:VEVENT",
				"UID:eastfront-RUS@games.test", "DTSTAMP:20261121T090000Z",
				"SEQUENCE:3", "DTSTART:20261224T190000Z", "STATUS:CONFIRMED", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR"}
			if a.Gone {
				want[2], want[8] = "METHOD:CANCEL", "STATUS:CANCELLED"
			}
			for _, w := range want {
				if n := strings.Count("\n"+strings.Join(lines, "\n")+"\n", "\n"+w+"\n"); n != 1 {
					t.Errorf("%s: %d times %q in\n%s", lang, n, w, strings.Join(lines, "\n"))
				}
			}
			for _, line := range lines {
				if text, ok := strings.CutPrefix(line, "DESCRIPTION:"); ok &&
					strings.Contains(strings.ReplaceAll(text, `\,`, ""), ",") {
					t.Errorf("a comma is not escaped: %s", line)
				}
			}
		}
	}
}
