package web_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// The pages of a game show what stands, after a turn was undone and after one was corrected.
func TestPagesAfterTheReferee(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	for name, act := range map[string]string{
		"roll back": "roll back to round 1 USSR\n",
		"correct":   "correct round 1 USSR combat\ncombat\n  move 3 infantry from Archangel to West Russia\n  move 1 artillery, 2 tanks from Russia to West Russia\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newTestGame()
			t.Cleanup(func() { h.store.Close(); os.RemoveAll(h.dir) })
			h.letter("referee", act)
			pages := h.pages()
			for path, want := range map[string]string{
				"/games/eastfront":         "gm",
				"/games/eastfront/turns":   "eastfront",
				"/games/eastfront/replay":  "<script",
				"/games/eastfront/map.svg": "<svg",
				"/games/eastfront/audit":   "Every die and every position is as recorded.",
				"/games/eastfront/luck":    "eastfront",
			} {
				if w := get(t, pages, path); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
					t.Errorf("%s: %d, does not say %q:\n%.2000s", path, w.Code, want, w.Body)
				}
			}
		})
	}
}
