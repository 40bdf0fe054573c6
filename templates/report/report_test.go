package report

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

var update = flag.Bool("update", false, "write the golden texts anew; read them before you commit them")

// onlyMap replaces the pictures of a report where they need not be drawn.
var onlyMap = []layout.File{{CID: mapCID}}

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
		t.Fatalf("%v; go test ./templates/report -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test ./templates/report -update, then read the difference:\n%s", name, got)
	}
}

func TestReportsReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		v := sovietTale(t).view()
		m := mailOf(t, v, lang)
		golden(t, "report-"+string(lang)+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
	}
}

func TestTheFirstReportTellsTheSetUp(t *testing.T) {
	t.Parallel()
	v := sovietTale(t).view()
	v.Pos, v.Before, v.Events, v.Quoted = v.Before, nil, nil, nil
	v.Awaited = adjudicator.Awaited(v.Rules, v.Pos)
	v.Drawing = drawnBefore
	m, err := Report(v, syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The game eastfront begins.", "The game waits for the USSR: ",
		"[Map: eastfront, the set-up]"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if m.Subject != "[eastfront R3] The game begins" {
		t.Error(m.Subject)
	}
}

func TestNamesThatEndInAFullStopEndSentencesToo(t *testing.T) {
	t.Parallel()
	x := newTale(t)
	s, err := newWriter(x.set, syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.PowerText("headline-took", "Germany", "Spaces",
		s.Space(x.at("Karelia S.S.R."))); got != "Germany takes Karelia S.S.R." {
		t.Error(got)
	}
}

// TestEuropeIsTold: the other board, its powers and its phases, from the set-up on.
func TestEuropeIsTold(t *testing.T) {
	t.Parallel()
	set, err := rules.New("europe", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range syntax.Langs() {
		for _, power := range set.Board.Powers() {
			v := View{Reader: reader.Reader{Game: "atlantik", Rules: set, Pos: pos,
				Awaited: adjudicator.Awaited(set, pos), Power: power}}
			m := mailOf(t, v, lang)
			checkText(t, "europe", m.Text)
			if power != v.Awaited[0].Power {
				continue // no form
			}
			if f := sentBack(v, m.Text); len(f.Faults) > 0 || f.HasOrders() {
				t.Errorf("%s, %s: %+v", power, lang, f.Faults)
			}
		}
	}
}

func TestTheMapsOfAReportAreDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	v := sovietTale(t).view()
	m, err := Report(v, syntax.German)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		cid   string
		width int
	}{{mapCID, mapWidth}, {"theatre-1@fieldpost", battleMapWidth}} {
		if i >= len(m.Inline) {
			t.Fatalf("%d pictures", len(m.Inline))
		}
		f := m.Inline[i]
		img, err := png.DecodeConfig(bytes.NewReader(f.Data))
		if err != nil || f.CID != want.cid || img.Width != want.width || len(f.Data) > 300<<10 {
			t.Errorf("%s: %v, %d wide, %d bytes", f.CID, err, img.Width, len(f.Data))
		}
		if !strings.Contains(m.HTML, `src="cid:`+f.CID+`"`) {
			t.Errorf("HTML does not show %s", f.CID)
		}
	}
	for _, f := range m.Attached {
		if f.Name == "map.svg" && len(f.Data) > 200<<10 {
			t.Errorf("the SVG has %d bytes", len(f.Data))
		}
	}
	names := fileNames(m.Attached)
	if !slices.Contains(names, "map.svg") || !slices.Contains(names, "eastfront-report.json") ||
		!slices.Contains(fileNames(m.Evidence), "eastfront-7.txt") {
		t.Errorf("attached: %v", names)
	}
}

func fileNames(fs []layout.File) []string {
	var names []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	return names
}
