package message_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mailio/message"
)

// testdata/clients/PROGRAM.LANGUAGE.KIND.eml holds the same orders, those of orders.LANGUAGE.txt, as
// each program would send them: fresh, or as the answer to a report with an order form in it. What is
// read must be these orders and nothing else, once quoted lines and what follows a hint are left out.
func TestTheSameOrdersFromEveryProgram(t *testing.T) {
	t.Parallel()
	mails, err := filepath.Glob("testdata/clients/*.eml")
	if err != nil || len(mails) < 100 {
		t.Fatalf("found %d mails, error %v", len(mails), err)
	}
	for _, file := range mails {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part := strings.Split(name, ".")
			want, err := os.ReadFile("testdata/clients/orders." + part[1] + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			l, err := message.Parse(readMail(t, file), message.DefaultLimits())
			if err != nil || len(l.Problems) > 0 || l.Robot != message.Human {
				t.Fatalf("error %v, problems %v, robot %q", err, l.Problems, l.Robot)
			}
			text := l.Body()
			if files := l.Attachments(); part[0] == "attachment" {
				text = files[0]
			}
			// Programs indent and wrap as they like; the words and their order must stay.
			if got := strings.Join(strings.Fields(text.Own()), " "); got != strings.Join(strings.Fields(string(want)), " ") {
				t.Errorf("read\n%s\nhint %+v, whole text\n%s", got, text.Hint, text.Body)
			}
			if tags, _ := message.SplitSubject(l.Subject); len(tags) != 1 || !strings.HasSuffix(tags[0], "R3 Germany") {
				t.Errorf("tags %q of %q", tags, l.Subject)
			}
			if answer := part[2] == "reply"; answer != (len(l.InReplyTo) == 1) {
				t.Errorf("in reply to %v", l.InReplyTo)
			}
		})
	}
}
