package reading_test

import (
	"strings"
	"testing"

	"fieldpost/orders/reading"
)

// The words of a club are read like those of the tables, in any language, units, places and keywords alike.
func TestWordsOfAClub(t *testing.T) {
	t.Parallel()
	own, err := reading.NewOwn(map[string]string{"wagons": "Panzer", "the motherland": "Russia", "grab": "buy",
		"uncle joe's oil": "Caucasus"})
	if err != nil {
		t.Fatal(err)
	}
	ctx := lawGround(t, "USSR")
	const text = "grab: 2 wagons\nnoncombat: 1 inf Cau -> the Motherland\n"
	if r := reading.Read(text, ctx); r.Outcome == reading.Sure {
		t.Errorf("without the words it is read as %q", r.Canonical)
	}
	ctx.Own = own
	r := reading.Read(text, ctx)
	const want = "buy 2 tanks\nnoncombat\n  move 1 infantry from Caucasus to Russia\n"
	if r.Outcome != reading.Sure || r.Canonical != want {
		t.Errorf("it is read as %s %q, want %q", r.Outcome, r.Canonical, want)
	}
}

// A word of a club that would change what the order language says, or means nothing, is refused.
func TestWordsThatAClubCannotHave(t *testing.T) {
	t.Parallel()
	for word, means := range map[string]string{"infantry": "tank", "Panzer": "infantry", "buy": "place", "Russia": "Karelia",
		"Karelien": "Russia", "UK": "Japan", "wagon": "trabant", "": "tank", "one two three four five": "tank", "->": "tank"} {
		if _, err := reading.NewOwn(map[string]string{word: means}); err == nil || !strings.Contains(err.Error(), `"`) {
			t.Errorf("%q: %q: %v", word, means, err)
		}
	}
}
