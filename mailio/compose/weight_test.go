package compose

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fieldpost/mailio"
)

// The weights of the parts are those of the frozen mail.
func TestWeightsAreThoseOfTheFrozenMail(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("Großbritannien = 3 Panzer für 15 IPC\n", 200)
	data := bytes.Repeat([]byte{0, 1, 2, 250}, 5000)
	draft := func(text string, files []File) int {
		r, err := Render(Draft{From: mailio.Address{Addr: "a@x.test"}, To: mailio.Address{Addr: "b@x.test"}, Date: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC),
			MessageID: "<1@x.test>", Text: text, HTML: "<p>x</p>\n", Attachments: files})
		if err != nil {
			t.Fatal(err)
		}
		return len(r.Bytes)
	}
	if got, want := TextWeight(text)-TextWeight("x"), draft(text, nil)-draft("x", nil); got != want {
		t.Errorf("the text weighs %d, want %d", got, want)
	}
	one := []File{{Name: "a.bin", Type: "application/octet-stream", Data: []byte("x")}}
	many := []File{{Name: "a.bin", Type: "application/octet-stream", Data: data}}
	got, want := FileWeight(data)-FileWeight([]byte("x")), draft("x", many)-draft("x", one)
	if got < want-2 || got > want+2 { // the last line end belongs to the boundary or not
		t.Errorf("the file weighs %d, want %d", got, want)
	}
}
