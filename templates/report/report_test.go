package report

import (
	"bytes"
	"flag"
	"image/color"
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
	for _, want := range []string{"The game eastfront begins.", "NOTHING TO DO: The USSR is to move",
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
	if len(m.Inline) == 0 || len(m.Inline) > 2 || sizeOf(m.Inline) > MostPictures {
		t.Errorf("%d pictures of %d bytes", len(m.Inline), sizeOf(m.Inline))
	}
	for _, f := range m.Inline {
		img, err := png.DecodeConfig(bytes.NewReader(f.Data))
		if _, ok := img.ColorModel.(color.Palette); err != nil || !ok || img.Width != mapWidth {
			t.Errorf("%s: %v, %d wide, with a palette: %v", f.CID, err, img.Width, ok)
		}
		if !strings.Contains(m.HTML, `src="cid:`+f.CID+`"`) {
			t.Errorf("HTML does not show %s", f.CID)
		}
	}
	if !slices.ContainsFunc(m.Inline, func(f layout.File) bool { return f.CID == theatreCID }) {
		t.Error("the battle has no picture")
	}
	if len(m.Inline) == 1 && !strings.Contains(strings.Join(strings.Fields(m.Text), " "), "„sende Karte“") {
		t.Errorf("the mail does not say that the map of the whole board was left out:\n%s", m.Text)
	}
	if len(m.Attached) > 0 || !slices.Contains(fileNames(m.Evidence), "eastfront-7.txt") {
		t.Errorf("attached: %v, evidence: %v", fileNames(m.Attached), fileNames(m.Evidence))
	}
}

// A report leaves out what it is told to, in text, HTML and pictures; it says so where the mail would weigh too much,
// and not where its reader wants it so.
func TestAReportLeavesOut(t *testing.T) {
	t.Parallel()
	v := sovietTale(t).view()
	v.Drawing = drawnBefore
	mail := func() layout.Mail {
		m, err := Report(v, syntax.English)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	whole := mail()
	for _, tt := range []struct {
		leave         Leave
		pictures      int
		position      bool
		said, notSaid []string
	}{
		{Leave{}, 2, true, nil, []string{"leaves out"}},
		{Leave{Overview: true, Heavy: true}, 1, true, []string{"“send map”"}, []string{"“send position”"}},
		{Leave{Overview: true, Position: true, Heavy: true}, 1, false, []string{"“send map”", "“send position”"}, nil},
		{Leave{Overview: true, Theatre: true, Position: true, Heavy: true}, 0, false,
			[]string{"the map of the battles", "“send position”"}, []string{"[Map"}},
		{Leave{Overview: true, Position: true}, 1, false, nil, []string{"leaves out"}},
	} {
		v.Leave = tt.leave
		m := mail()
		if len(m.Inline) != tt.pictures || strings.Count(m.HTML, `src="cid:`) != tt.pictures {
			t.Errorf("%+v: %d pictures", tt.leave, len(m.Inline))
		}
		if strings.Contains(m.Text, "Kazakh S.S.R.            2") != tt.position {
			t.Errorf("%+v: position %v", tt.leave, !tt.position)
		}
		text := strings.Join(strings.Fields(m.Text), " ")
		for _, s := range tt.said {
			if !strings.Contains(text, s) {
				t.Errorf("%+v: not %q in\n%s", tt.leave, s, m.Text)
			}
		}
		for _, s := range tt.notSaid {
			if strings.Contains(text, s) {
				t.Errorf("%+v: %q in\n%s", tt.leave, s, m.Text)
			}
		}
	}
	v.Leave = Leave{}
	if again := mail(); again.Text != whole.Text || again.HTML != whole.HTML {
		t.Error("the whole report differs the second time")
	}
}

func fileNames(fs []layout.File) []string {
	var names []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	return names
}
