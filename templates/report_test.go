package templates

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"fieldpost/orders"
)

var update = flag.Bool("update", false, "write the golden texts anew; read them before you commit them")

// onlyMap stands for the pictures of a report where it need not be drawn.
var onlyMap = []File{{CID: mapCID}}

// golden compares a text with the file of its name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./templates -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test ./templates -update, then read the difference:\n%s", name, got)
	}
}

func TestReportsReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	for _, lang := range orders.Langs() {
		v := sovietTale(t).view()
		s, err := v.speaker(lang)
		if err != nil {
			t.Fatal(err)
		}
		tally := s.tally(v.Events)
		m, err := s.mail(s.report(&v, tally, onlyMap), v.Seat, v.tag(v.goOf()), s.result(&v, tally), Mail{})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "report-"+string(lang)+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
	}
}
