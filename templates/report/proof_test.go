package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
)

// withFiles attaches what the kit needs: the records of the epoch and its open order sets.
func (s *story) withFiles(v View, out game.Change) View {
	s.t.Helper()
	first, last, err := s.game.Chain.Span(out.Epoch)
	if err != nil {
		s.t.Fatal(err)
	}
	v.Evidence = nil
	for _, e := range s.game.Chain.Entries()[first : last+1] {
		v.Evidence = append(v.Evidence, layout.File{Name: history.RecordFile("eastfront", e.Seq),
			Type: "application/octet-stream", Data: e.Bytes})
	}
	name := history.SetFile("eastfront", out.Lock.Seq, "RUS", dice.TurnOrders)
	v.Evidence = append(v.Evidence, layout.File{Name: name, Type: "application/octet-stream", Data: out.Sets[0].Bytes})
	return v
}

// kitOf returns the lines to run from a mail's text: those below the sentence about them, up to the next empty line.
func kitOf(t *testing.T, text, sentence string) string {
	t.Helper()
	_, below, ok := strings.Cut(text, sentence)
	if !ok {
		t.Fatalf("the report does not say %q", sentence)
	}
	kit, _, _ := strings.Cut(below[strings.Index(below, "\n\n")+2:], "\n\n")
	return kit
}

func TestTheKitOfAPageChecksItsDice(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	s := newStory(t)
	out := s.play("USSR", sovietTurn)
	v := s.withFiles(s.report(out, "Germany"), out)
	var err error
	if v.Kit, err = s.game.Chain.KitLines(out.Epoch); err != nil {
		t.Fatal(err)
	}
	text := textOfTale(t, v, syntax.English)
	run := func(spoil bool) string {
		dir := t.TempDir()
		for _, f := range v.Evidence {
			data := f.Data
			if spoil && f.Name == history.RecordFile("eastfront", out.Turn.Seq) {
				data = []byte(strings.Replace(string(data), "roll west-russia land 1 att fire",
					"roll west-russia land 2 att fire", 1))
			}
			if err := os.WriteFile(filepath.Join(dir, f.Name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("bash", "-c", kitOf(t, text, "To check every die yourself"))
		cmd.Dir = dir
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return string(said)
	}
	if said := run(false); strings.Contains(said, "FAILED") || strings.Count(said, "ok ") < 6+len(out.Rolls) {
		t.Errorf("%d rolls, and the kit says\n%s", len(out.Rolls), said)
	}
	if said := run(true); !strings.Contains(said, "FAILED") {
		t.Errorf("a roll was changed, and the kit says\n%s", said)
	}
}

// TestPlayedReportsMayBeSentBack: nothing in the telling of a real go may be taken for orders.
func TestPlayedReportsMayBeSentBack(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	out := s.play("USSR", sovietTurn)
	v := s.report(out, "Germany")
	for _, lang := range syntax.Langs() {
		f := sentBack(v, textOfTale(t, v, lang))
		if len(f.Faults) > 0 || f.HasOrders() || f.Header.Base != v.Base {
			t.Errorf("%s: %+v, begins on line %d", lang, f.Faults, f.Start)
		}
	}
}
