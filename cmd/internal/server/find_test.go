package server

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Which game a mail is about: its header says it, else the subject, else the part of the address behind the plus. A
// name there that is no game's says nothing.
func TestTheHeaderSaysTheGameBeforeThePlusAddress(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t) // all play in eastfront and in tiertwo
	plus := func(part string) string { return strings.Replace(serverAddress, "@", "+"+part+"@", 1) }
	for _, tt := range []struct{ to, subject, header, want string }{
		{plus("tiertwo"), "", "game eastfront", "eastfront"},
		{plus("eastfront"), "", "game tiertwo", "tiertwo"},
		{plus("tiertwo"), "[eastfront]", "game tiertwo", "tiertwo"},
		{plus("tiertwo"), "[eastfront]", "", "eastfront"},
		{plus("eastfront"), "[tiertwo]", "", "tiertwo"},
		{plus("tiertwo"), "", "", "tiertwo"},
		{plus("eastfront"), "", "", "eastfront"},
		{plus("nowhere"), "[tiertwo]", "", "tiertwo"},
		{plus("nowhere"), "", "game eastfront", "eastfront"},
	} {
		w.forget()
		w.sent++
		w.rawTo("anna@mail.test", tt.to,
			fmt.Sprintf("From: anna@mail.test\nTo: %s\nSubject: %s\nMessage-ID: <%d@mail.test>\nDate: %s\n\n%s\nstatus\n",
				tt.to, tt.subject, w.sent, w.dated().Format(time.RFC1123Z), tt.header))
		w.settle()
		got := w.inbox("anna@mail.test")
		if len(got) != 1 || !strings.Contains(got[0].Subject, "["+tt.want+" ") {
			t.Errorf("to %s, subject %q, header %q: want one answer about %s, got %d:\n%s", tt.to,
				tt.subject, tt.header, tt.want, len(got), bodies(got))
		}
	}
}
