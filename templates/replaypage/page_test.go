package replaypage

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
	"fieldpost/orders/syntax"
)

// view is a made-up game. Sixty turns are twelve rounds.
func view(t *testing.T, rules string, rounds int, lang syntax.Lang) View {
	t.Helper()
	p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: rules}, rounds, 7)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	g, err := replay.Play(replay.Source{Setup: p.Setup, Records: b.Records, Sets: b.Sets, Parse: filing.Parse})
	if err != nil {
		t.Fatal(err)
	}
	return Of(g, lang)
}

// long is the made-up game of sixty turns that several tests look at.
var long = sync.OnceValue(func() View {
	rounds := 12
	if testing.Short() {
		rounds = 6
	}
	return view(&testing.T{}, "revised", rounds, syntax.English)
})

// Put on top of each other, the changes of the frames give the position at the end of every resolution.
func TestFramesGiveThePositions(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"revised", "europe"} {
		rounds := 6
		if testing.Short() {
			rounds = 2
		}
		v := view(t, rules, rounds, syntax.German)
		film := newFilm(v)
		shown := map[int][]int{}
		frame := 0
		for i, g := range v.Resolutions {
			for end := film.points[i+1].Frame; frame <= end; frame++ {
				for _, row := range film.frames[frame].Changes {
					shown[row[0]] = row
				}
			}
			for _, want := range newField(g.After).changes() {
				if !slices.Equal(shown[want[0]], want) {
					t.Fatalf("%s, go %d: %s is %v, want %v", rules, i, v.Rules.Board.Name(board.SpaceID(want[0])), shown[want[0]], want)
				}
			}
		}
		if film.misled > len(v.Resolutions)/20 {
			t.Errorf("%s: the events led %d spaces astray in %d goes", rules, film.misled, len(v.Resolutions))
		}
	}
}

// The file is small, asks nothing of a network, and is the same each time.
func TestPage(t *testing.T) {
	t.Parallel()
	v := long()
	page, err := Page(v)
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 1_500_000 {
		t.Errorf("%d turns make %d bytes", len(v.Resolutions), len(page))
	}
	again, err := Page(v)
	if err != nil || !bytes.Equal(page, again) {
		t.Errorf("a second page differs (%v)", err)
	}
	for _, outside := range []string{"src=", "<link", "@import", "url(http", "fetch("} {
		if bytes.Contains(page, []byte(outside)) {
			t.Errorf("the page has %q", outside)
		}
	}
	if bytes.Contains(page, []byte("{{")) {
		t.Error("a place was left open")
	}
	t.Logf("%d goes, %d bytes", len(v.Resolutions), len(page))
	if to := os.Getenv("FIELDPOST_PAGE"); to != "" {
		os.WriteFile(to, page, 0o600)
	}
}

// A name cannot end the script or begin a tag.
func TestNamesAreText(t *testing.T) {
	t.Parallel()
	v := view(t, "europe", 1, syntax.English)
	v.Game = "</script><b>"
	page, err := Page(v)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(page, []byte("</script><b>")) || bytes.Contains(page, []byte("<b>")) {
		t.Error("the name of the game came through as markup")
	}
}

// Each language says the same things.
func TestTexts(t *testing.T) {
	t.Parallel()
	keys := func(lang syntax.Lang) []string {
		var m map[string]string
		if err := json.Unmarshal([]byte(part("texts/"+string(lang)+".json")), &m); err != nil {
			t.Fatal(err)
		}
		var list []string
		for k, v := range m {
			list = append(list, k)
			if strings.TrimSpace(v) == "" {
				t.Errorf("%s: %q says nothing", lang, k)
			}
		}
		slices.Sort(list)
		return list
	}
	for _, lang := range syntax.Langs() {
		if !slices.Equal(keys(lang), keys(syntax.English)) {
			t.Errorf("%s has other keys than English", lang)
		}
	}
}

// All that the frames tell has texts.
func TestEveryLineHasWords(t *testing.T) {
	t.Parallel()
	d, err := newData(long())
	if err != nil {
		t.Fatal(err)
	}
	need := func(key string) {
		if d.Text[key] == "" {
			t.Errorf("no words for %s", key)
		}
	}
	for _, f := range d.Frames {
		need("phase-" + f.Phase)
		for _, l := range f.Lines {
			need("line-" + l.Key)
		}
		for _, b := range f.Battles {
			need("battle-" + b.Kind)
			if b.Outcome != "" {
				need("outcome-" + b.Outcome)
			}
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	t.Parallel()
	v := view(t, "europe", 1, "fr")
	if _, err := Page(v); err == nil || !strings.Contains(err.Error(), "en, de, da") {
		t.Errorf("error is %v", err)
	}
}
