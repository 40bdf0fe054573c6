//go:build browser

package replaypage

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/orders/syntax"
	"fieldpost/templates/browsertest"
)

// The page is opened and driven in a real browser, as a reader drives it.
func TestInABrowser(t *testing.T) {
	t.Parallel()
	v := long()
	page, err := Page(v)
	if err != nil {
		t.Fatal(err)
	}
	frames := newFilm(v).frames
	b := browsertest.OpenPage(t, page, "", 1200, 900)
	at := func() int { return browsertest.Eval[int](b, "+document.body.dataset.frame") }
	title := func() string { return browsertest.Eval[string](b, "document.getElementById('title').textContent") }
	if at() != 0 || !strings.Contains(title(), "Starting position") {
		t.Errorf("the page opens at frame %d, %s", at(), title())
	}

	b.Press("ArrowRight")
	if at() != 1 || !strings.Contains(title(), "Round 1") {
		t.Errorf("a step leads to frame %d, %s", at(), title())
	}
	b.Press("End")
	if at() != len(frames)-1 {
		t.Errorf("End leads to frame %d of %d", at(), len(frames))
	}
	b.Press("Home")
	if at() != 0 {
		t.Errorf("Home leads to frame %d", at())
	}
	b.Press("PageDown")
	b.Press("PageDown")
	if frames[at()].Power == frames[1].Power {
		t.Errorf("two turns on, at frame %d, it is still the turn of %v", at(), owners[frames[1].Power])
	}
	browsertest.Eval[any](b, "document.getElementById('back').click()")

	taken := slices.IndexFunc(frames, func(f frame) bool { return len(f.Taken) > 0 && len(f.Battles) > 0 })
	if taken < 0 {
		t.Fatal("nothing is conquered in the made-up game")
	}
	conquest(t, b, frames, taken)
	browsertest.Eval[any](b, "Promise.all(document.getAnimations().map((a) => a.finished)).then(() => 1)")
	b.Picture("desktop")

	if ms := browsertest.Eval[float64](b, "(() => { const t = performance.now(); for (let n = 0; n < D.frames.length; n++) show(n); return (performance.now() - t) / D.frames.length; })()"); ms > 100 {
		t.Errorf("a step takes %.0f ms", ms)
	} else {
		t.Logf("%d frames, %.1f ms a step", len(frames), ms)
	}
	for _, x := range b.Trouble {
		t.Errorf("on the console: %s", x)
	}
}

// conquest looks at a frame in which a space is taken after a battle: owner on the map, hatching, arrows, dice.
func conquest(t *testing.T, b *browsertest.Tab, frames []frame, n int) {
	t.Helper()
	space := frames[n].Taken[0][0]
	owner := func() string {
		return browsertest.Eval[string](b, fmt.Sprintf("document.querySelector('[data-space=\"%d\"]').dataset.owner", space))
	}
	slider := func(to int) {
		browsertest.Eval[any](b, fmt.Sprintf("{ const s = document.getElementById('slider'); s.value = %d; s.dispatchEvent(new Event('input')); }", to))
	}
	slider(n - 1)
	before := owner()
	b.Press("ArrowRight")
	if after := owner(); after == before || after == "" {
		t.Errorf("the space that is taken belonged to %q and belongs to %q", before, after)
	}
	if browsertest.Eval[int](b, "document.querySelectorAll('.hatch').length") == 0 || browsertest.Eval[int](b, "document.querySelectorAll('.burst').length") == 0 {
		t.Error("no conquest or no battle is marked")
	}
	browsertest.Eval[any](b, "document.querySelector('.burst').dispatchEvent(new Event('click'))")
	for end := time.Now().Add(10 * time.Second); browsertest.Eval[int](b, "document.querySelectorAll('details[open] i.die').length") == 0; {
		if time.Now().After(end) {
			t.Fatal("a click on a battle shows no dice")
		}
	}
}

// The whole map stays in sight when the window gets another shape, and a phone shows its page without scrolling
// sideways.
func TestTheWholeMapIsSeenInEveryWindow(t *testing.T) {
	t.Parallel()
	page, err := Page(view(t, "europe", 1, syntax.Danish))
	if err != nil {
		t.Fatal(err)
	}
	b := browsertest.OpenPage(t, page, "", 1200, 700)
	for _, size := range [][2]int{{1200, 700}, {1600, 500}, {800, 1200}, {390, 844}} {
		b.Resize(size[0], size[1])
		browsertest.Eval[any](b, "(dispatchEvent(new Event('resize')), 1)")
		browsertest.Eval[any](b, "(byID('follow').checked = false, dispatchEvent(new Event('resize')), 1)")
		if seen := browsertest.Eval[string](b, "map.getAttribute('viewBox') + ' of ' + D.map.w + ' ' + D.map.h"); !browsertest.Eval[bool](b, "part.x <= 0 && part.y <= 0 && part.x + part.w >= D.map.w && part.y + part.h >= D.map.h") {
			t.Errorf("in a window of %v the map shows %s", size, seen)
		}
		if wide := browsertest.Eval[int](b, "document.documentElement.scrollWidth"); wide > size[0] {
			t.Errorf("in a window of %v the page is %d pixels wide", size, wide)
		}
	}
	for _, x := range b.Trouble {
		t.Errorf("on the console: %s", x)
	}
}

// An address names a step, and following it changes the page that is open.
func TestDeepLink(t *testing.T) {
	t.Parallel()
	v := view(t, "europe", 3, syntax.German)
	page, err := Page(v)
	if err != nil {
		t.Fatal(err)
	}
	b := browsertest.OpenPage(t, page, "#r2-germany-2", 390, 844)
	title := func() string { return browsertest.Eval[string](b, "document.getElementById('title').textContent") }
	if got := title(); !strings.HasPrefix(got, "Runde 2 · Deutschland") {
		t.Errorf("the page opens at %q", got)
	}
	if got := browsertest.Eval[string](b, "location.hash"); got != "#r2-germany-2" {
		t.Errorf("the address is %q", got)
	}
	browsertest.Eval[any](b, "Promise.all(document.getAnimations().map((a) => a.finished)).then(() => 1)")
	b.Picture("phone")
	browsertest.Eval[any](b, "new Promise(done => { addEventListener('hashchange', done, {once: true}); location.hash = '#r3-uk'; }).then(() => 1)")
	if got := title(); !strings.HasPrefix(got, "Runde 3 · Großbritannien") {
		t.Errorf("the link leads to %q", got)
	}
	if wide := browsertest.Eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide on a telephone of 390", wide)
	}
	for _, x := range b.Trouble {
		t.Errorf("on the console: %s", x)
	}
}
