package local

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

func TestMissingMessagesAndPlacesAreErrors(t *testing.T) {
	t.Parallel()
	w, err := NewTexts(syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	if w.Text("no such message"); w.Err() == nil {
		t.Error("an unknown message is no error")
	}
	w.err = nil
	if w.Text("ipc"); w.Err() == nil {
		t.Error("a place that is not filled is no error")
	}
	if _, err := NewTexts("fr"); err == nil {
		t.Error("an unknown language is no error")
	}
}

func TestNumbersAndListsFollowTheLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang                  syntax.Lang
		list, number, hit, tw string
	}{
		{syntax.English, "a, b and c", "1.5", "1 hit", "2 hits"},
		{syntax.German, "a, b und c", "1,5", "1 Treffer", "2 Treffer"},
		{syntax.Danish, "a, b og c", "1,5", "1 træffer", "2 træffere"},
	} {
		w, err := NewTexts(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{w.List([]string{"a", "b", "c"}), w.Decimal(1.5, 1), w.Plural("hits", 1, "N", w.Count(1)),
			w.Plural("hits", 2, "N", w.Count(2))}
		if want := []string{c.list, c.number, c.hit, c.tw}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.lang, got, want)
		}
		if w.Err() != nil {
			t.Error(w.Err())
		}
	}
}

func TestVerbsAgreeWithThePowersName(t *testing.T) {
	t.Parallel()
	s, err := New(nil, syntax.German)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[board.Power]string{
		"USSR": "Die UdSSR kauft nichts.", "Germany": "Deutschland kauft nichts.", "USA": "Die USA kaufen nichts.",
	} {
		if got := s.PowerText("bought-nothing", p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
