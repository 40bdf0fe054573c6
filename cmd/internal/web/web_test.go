package web_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/web"
)

func TestPages(t *testing.T) {
	t.Parallel()
	h := sharedGame().pages()
	for path, tt := range map[string]struct {
		kind string
		says []string
	}{
		"/":                                   {"text/html; charset=utf-8", []string{"eastfront", "Germany: research", "All is well."}},
		"/health":                             {"text/html; charset=utf-8", []string{"fieldpost test", "not since the start"}},
		"/healthz":                            {"text/plain; charset=utf-8", []string{"well"}},
		"/metrics":                            {"text/plain; version=0.0.4; charset=utf-8; escaping=underscores", []string{`fieldpost_games{state="running"} 1`}},
		"/style.css":                          {"text/css; charset=utf-8", []string{"body"}},
		"/games/eastfront":                    {"text/html; charset=utf-8", []string{"Waits for Germany: research", "Anna", "&lt;b&gt;Carl&lt;/b&gt;", "West Russia", "genesis", "map.svg", "Eastern Europe"}},
		"/games/eastfront/map.svg":            {"image/svg+xml", []string{"<svg", "eastfront, round 1: Germany"}},
		"/games/eastfront/turns":              {"text/html; charset=utf-8", []string{"USSR", "Deutsch"}},
		"/games/eastfront/replay":             {"text/html; charset=utf-8", []string{"<script"}},
		"/games/eastfront/audit":              {"text/html; charset=utf-8", []string{"Every die and every position is as recorded.", "1 goes"}},
		"/games/eastfront/luck":               {"text/html; charset=utf-8", []string{"Chi-square"}},
		"/games/eastfront/turns/2/en/":        {"text/html; charset=utf-8", []string{"West Russia", `src="map.png"`, "USSR"}},
		"/games/eastfront/turns/2/de/":        {"text/html; charset=utf-8", []string{"Westrussland", "UdSSR"}},
		"/games/eastfront/turns/2/de/map.png": {"image/png", []string{"PNG"}},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			w := get(t, h, path)
			if w.Code != http.StatusOK {
				t.Fatalf("%d: %s", w.Code, w.Body)
			}
			if got := w.Header().Get("Content-Type"); got != tt.kind {
				t.Errorf("it is %q, not %q", got, tt.kind)
			}
			for _, s := range tt.says {
				if !strings.Contains(w.Body.String(), s) {
					t.Errorf("it does not say %q:\n%.3000s", s, w.Body)
				}
			}
		})
	}
}

// link finds the addresses in a page.
var link = regexp.MustCompile(`(?:href|src)="([^"#]+)"`)

// A reader who follows every link sees every page, and none shows a key, an address, a secret or a closed order.
func TestNoPageIsDeadOrGivesASecretAway(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	house := sharedGame()
	h := house.pages()
	if len(house.secrets) < 11 {
		t.Fatalf("only %d secrets are known", len(house.secrets))
	}
	seen, todo := map[string]bool{}, []string{"/"}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		w := get(t, h, path)
		body := w.Body.String()
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}
		for _, s := range append(house.secrets, "artillery, tank, infantry", "Artillerie, Panzer, Infanterie") {
			if strings.Contains(body, s) {
				t.Errorf("%s shows %q", path, s)
			}
		}
		for _, m := range link.FindAllStringSubmatch(body, -1) {
			next := m[1]
			if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") && !strings.HasPrefix(next, "/") {
				next = path[:strings.LastIndex(path, "/")+1] + next
			}
			todo = append(todo, next)
		}
	}
	for _, path := range []string{"/games/eastfront/replay", "/games/eastfront/turns/2/de/map.png", "/metrics", "/games/eastfront/luck"} {
		if !seen[path] {
			t.Errorf("no link leads to %s", path)
		}
	}
}

func TestWhatIsNotThere(t *testing.T) {
	t.Parallel()
	h := sharedGame().pages()
	for _, path := range []string{"/nowhere", "/games", "/games/", "/games/westfront", "/games/westfront/turns", "/games/eastfront/turns/99/en/",
		"/games/eastfront/turns/2/fr/", "/games/eastfront/turns/02/en/", "/games/eastfront/turns/2/en/secrets.png", "/games/..%2f..%2fetc", "/games/eastfront%00"} {
		if w := get(t, h, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

// Every answer, errors too, tells the browser to trust it as little as possible.
func TestStrictHeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	h := sharedGame().pages()
	for _, path := range []string{"/", "/healthz", "/metrics", "/nowhere", "/games/eastfront/map.svg", "/games/eastfront/replay", "/games/eastfront/turns/2/en/"} {
		w := get(t, h, path)
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store"} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, not %q", path, name, got, want)
			}
		}
		policy := w.Header().Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %q", path, policy, want)
			}
		}
		if script := strings.Contains(policy, "script-src"); script != strings.HasSuffix(path, "/replay") || script && !strings.Contains(policy, "sandbox") {
			t.Errorf("%s: scripts by %q", path, policy)
		}
		if w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", path)
		}
	}
}

func TestOnlyReading(t *testing.T) {
	t.Parallel()
	h := sharedGame().pages()
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions, http.MethodTrace, http.MethodConnect} {
		r := httptest.NewRequest(method, "/games/eastfront", nil)
		r.Host = "localhost:8080"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	r := httptest.NewRequest(http.MethodHead, "/", nil)
	r.Host = "localhost:8080"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("HEAD: %d", w.Code)
	}
}

// A foreign page whose name was made to lead to this machine learns nothing.
func TestOtherNamesAreRefused(t *testing.T) {
	t.Parallel()
	h := sharedGame().pages()
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "127.0.0.1": 200, "[::1]:8080": 200, "[::1]": 200, "localhost:8080": 200, "LOCALHOST": 200, "localhost.": 200,
		"referee.example.org": 200, "referee.example.org:443": 200,
		"evil.example.org": 421, "evil.example.org:8080": 421, "localhost.evil.example.org": 421, "127.0.0.1.evil.example.org": 421, "": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/games/eastfront", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want || want != 200 && strings.Contains(w.Body.String(), "Anna") {
			t.Errorf("%q: %d, want %d", host, w.Code, want)
		}
	}
}

// The server ends with its context, and what is under way is finished.
func TestServeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	l, err := web.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}), make(chan error, 1)
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-ctx.Done()
		fmt.Fprint(w, "done")
	})
	go func() { ended <- web.Serve(ctx, l, slow, slog.New(slog.DiscardHandler)) }()
	answer := make(chan error, 1)
	go func() {
		r, err := (&http.Client{Timeout: 10 * time.Second}).Get("http://" + l.Addr().String() + "/")
		if err == nil {
			defer r.Body.Close()
		}
		answer <- err
	}()
	<-begun
	stop()
	if err := <-answer; err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + l.Addr().String() + "/"); err == nil {
		t.Error("it still answers")
	}
}

// Reports are made in the languages of the game's participants, and in no other.
func TestReportsInTheSeatsLanguages(t *testing.T) {
	t.Parallel()
	body := get(t, sharedGame().pages(), "/games/eastfront/turns").Body.String()
	var langs []string
	for _, m := range regexp.MustCompile(`/turns/2/(\w+)/`).FindAllStringSubmatch(body, -1) {
		langs = append(langs, m[1])
	}
	if !slices.Equal(langs, []string{"en", "de"}) {
		t.Errorf("reports in %v", langs)
	}
}
