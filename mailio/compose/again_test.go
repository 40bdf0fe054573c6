package compose_test

import (
	"bytes"
	"strings"
	"testing"

	"fieldpost/mailio/compose"
	"fieldpost/mailio/message"
)

func TestRemarkStandsFirst(t *testing.T) {
	t.Parallel()
	raw := freeze(t, report()).Bytes
	const words = "Diese Mail wurde schon einmal verschickt – <b> & ö, und so weiter, in einer Zeile, die länger ist als 76 Zeichen."
	again := compose.Remark(raw, words)
	l, err := message.Parse(again, message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	text := l.Body().Body
	if !strings.HasPrefix(text, "Diese Mail wurde schon einmal verschickt") || !strings.Contains(text, "Round 3 is over.") {
		t.Errorf("the text is %q", text)
	}
	for line := range bytes.Lines(again) {
		if len(line) > 1000 || !bytes.HasSuffix(line, []byte("\r\n")) {
			t.Errorf("line %q", line)
		}
	}
	if !bytes.Contains(bytes.ReplaceAll(again, []byte("=\r\n"), nil), []byte("&lt;b&gt; &amp; =C3=B6")) {
		t.Error("the HTML does not say it, or not safely")
	}
	if n, m := bytes.Count(again, []byte("Content-Type: ")), bytes.Count(raw, []byte("Content-Type: ")); n != m {
		t.Errorf("%d parts of %d", n, m)
	}
	if got := compose.Remark([]byte("no mail"), words); string(got) != "no mail" {
		t.Errorf("%q", got)
	}
}

func TestFileBefore(t *testing.T) {
	t.Parallel()
	d := report()
	raw := freeze(t, d).Bytes
	for content, want := range map[string]string{"iVBO": "map.png", "eyJyb3VuZCI6M30K": "g42-r3.json", "QkVHSU46VkNBTEVOREFSDQo=": "deadline.ics", "Round 3 is over": ""} {
		if at := bytes.Index(raw, []byte(content)); at >= 0 && compose.FileBefore(raw, at) != want {
			t.Errorf("%s: %q, want %q", content, compose.FileBefore(raw, at), want)
		}
	}
}
