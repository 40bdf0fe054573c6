package proofs

import (
	"fmt"
	"strings"
	"testing"
)

// TestNestedParts: the parts of a mail are gone through once, however they are nested.
func TestNestedParts(t *testing.T) { // allocations are counted: not parallel
	for _, kind := range []string{"mixed", "encrypted", "digest"} {
		var b strings.Builder
		b.WriteString("From: a@mail.test\r\nDate: Sat, 21 Nov 2026 09:00:00 +0000\r\n")
		for i := range 20_000 {
			fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=b%d\r\n\r\n--b%d\r\n", kind, i, i)
		}
		b.WriteString("Content-Disposition: attachment; filename=g-1-checkpoint.txt\r\n\r\nx\r\n")
		var p Proofs
		raw := []byte(b.String())
		if n := testing.AllocsPerRun(1, func() { p = Proofs{}; p.File("letter.eml", raw) }); n > 2000 {
			t.Errorf("multipart/%s: %v allocations", kind, n)
		}
		if len(p.Ignored) != 1 || len(p.Games) != 0 {
			t.Errorf("multipart/%s: ignored %q, games %v", kind, p.Ignored, p.Games)
		}
	}
}

// TestFilesOfAMail: what is attached is found in parts within parts, in any transfer encoding.
func TestFilesOfAMail(t *testing.T) {
	t.Parallel()
	var p Proofs
	p.File("1.eml", []byte(strings.ReplaceAll(`From: a@mail.test
Date: Sat, 21 Nov 2026 09:00:00 +0000
Content-Type: multipart/mixed; boundary=a

--a
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

hello
--b--
--a
Content-Type: text/plain; name=notes.txt
Content-Disposition: attachment; filename=notes.txt
Content-Transfer-Encoding: base64

aGVsbG8K
--a--
`, "\n", "\r\n")))
	if len(p.Ignored) != 1 || p.Ignored[0] != "1.eml: notes.txt" {
		t.Errorf("ignored %q", p.Ignored)
	}
}
