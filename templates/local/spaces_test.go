package local

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
)

func TestSpacesStandInSentencesWithTheirArticles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules, space           string
		lang                   syntax.Lang
		where, whither, object string
	}{
		{"revised", "SZ13", syntax.German, "in SZ13", "nach SZ13", "SZ13"},
		{"revised", "Ukraine S.S.R.", syntax.German, "in der Ukraine", "in die Ukraine", "die Ukraine"},
		{"revised", "Hawaiian Islands", syntax.German, "auf Hawaii", "nach Hawaii", "Hawaii"},
		{"revised", "United Kingdom", syntax.English, "in the United Kingdom", "to the United Kingdom",
			"the United Kingdom"},
		{"revised", "West Russia", syntax.English, "in West Russia", "to West Russia", "West Russia"},
		{"europe", "Black Sea", syntax.German, "im Schwarzen Meer", "ins Schwarze Meer", "das Schwarze Meer"},
		{"europe", "Malta", syntax.Danish, "på Malta", "til Malta", "Malta"},
		{"europe", "English Channel", syntax.Danish, "i Den Engelske Kanal", "til Den Engelske Kanal",
			"Den Engelske Kanal"},
	} {
		s := localizerOf(t, tt.rules, tt.lang)
		id, ok := s.Board.Find(tt.space)
		if !ok {
			t.Fatalf("no space %s", tt.space)
		}
		if w, to, o := s.Where(id), s.Whither(id), s.Object(id); w != tt.where || to != tt.whither || o != tt.object {
			t.Errorf("%s in %s: %q, %q, %q", tt.space, tt.lang, w, to, o)
		}
	}
}

func localizerOf(t *testing.T, name string, lang syntax.Lang) *Localizer {
	t.Helper()
	set, err := rules.New(name, rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(set.Board, lang)
	if err != nil {
		t.Fatal(err)
	}
	if s.Where(board.NoSpace) != "" {
		t.Error("nowhere has a name")
	}
	return s
}
