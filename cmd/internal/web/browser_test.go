//go:build browser

package web_test

import (
	"net/http/httptest"
	"testing"

	"fieldpost/templates/browsertest"
)

// The pages are opened in a real browser, which holds them to their own strict policies: whatever these forbid would be
// told on the console.
func TestInABrowser(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(sharedGame().pages())
	t.Cleanup(server.Close)
	b := browsertest.Open(t, server.URL+"/", 1100, 800)
	if got := browsertest.Eval[string](b, "document.querySelector('main table a').textContent"); got != "eastfront" {
		t.Errorf("the list of games begins with %q", got)
	}
	if got := browsertest.Eval[string](b, "getComputedStyle(document.querySelector('header')).backgroundColor"); got != "rgb(35, 57, 77)" {
		t.Errorf("the style sheet is not used: %s", got)
	}
	b.Picture("web-home")

	b.Go(server.URL + "/games/eastfront")
	if wide := browsertest.Eval[int](b, "document.querySelector('main img').naturalWidth"); wide == 0 {
		t.Error("the map is not shown")
	}
	b.Picture("web-game")

	b.Go(server.URL + "/games/eastfront/turns/2/de/")
	if wide := browsertest.Eval[int](b, "document.querySelector('img').naturalWidth"); wide != 748 { // as in the mail
		t.Errorf("the map of the report is %d pixels wide", wide)
	}
	b.Picture("web-report")

	b.Go(server.URL + "/games/eastfront/replay")
	b.Press("End")
	if at := browsertest.Eval[int](b, "+document.body.dataset.frame"); at == 0 {
		t.Error("the replay does not move")
	}
	b.Picture("web-replay")

	b.Resize(390, 844)
	for _, path := range []string{"/", "/health", "/games/eastfront", "/games/eastfront/turns", "/games/eastfront/turns/2/de/", "/games/eastfront/audit", "/games/eastfront/luck", "/games/eastfront/replay"} {
		b.Go(server.URL + path)
		if wide := browsertest.Eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d pixels wide on a telephone of 390", path, wide)
		}
	}
	b.Picture("web-phone")
	b.Go(server.URL + "/games/eastfront/map.svg")
	for _, x := range b.Trouble {
		t.Errorf("on the console: %s", x)
	}
}
