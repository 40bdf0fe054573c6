package web_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"fieldpost/cmd/internal/web"
)

// serveSlowly answers with a server whose pages wait for release, and whose health does not.
func serveSlowly(t *testing.T) (addr string, begun <-chan struct{}, release func()) {
	t.Helper()
	l, err := web.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended, pages, begin := make(chan error, 1), make(chan struct{}), make(chan struct{}, 1000)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			begin <- struct{}{}
			<-pages
		}
		fmt.Fprint(w, "well\n")
	})
	go func() { ended <- web.Serve(ctx, l, h, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() { stop(); <-ended })
	return l.Addr().String(), begin, func() { close(pages) }
}

// wantHealth asks for the health as a monitoring program does: by a connection of its own, for two seconds at most.
func wantHealth(t *testing.T, addr string) {
	t.Helper()
	client := &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get("http://" + addr + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusOK || string(body) != "well\n" {
		t.Errorf("%d %q %v", r.StatusCode, body, err)
	}
}

// Connections that send nothing, or half a request, keep no other client from asking how the daemon is, however many
// they are.
func TestHalfOpenConnectionsDoNotBlockHealth(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{"silent": "", "half a line": "GET /hea", "no end of the header": "GET / HTTP/1.1\r\nHost: localhost\r\n",
		"idle": "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr, _, release := serveSlowly(t)
			defer release()
			for range 200 {
				c, err := net.Dial("tcp", addr)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				fmt.Fprint(c, says)
			}
			wantHealth(t, addr)
		})
	}
}

// Many pages that take long do not either: one remote address gets a few at a time.
func TestSlowPagesDoNotBlockHealth(t *testing.T) {
	t.Parallel()
	addr, begun, release := serveSlowly(t)
	const asked = 24 // fewer than the connections that one address may have
	codes := make(chan int, asked)
	for range asked {
		go func() {
			r, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get("http://" + addr + "/games/eastfront/replay")
			if err != nil {
				codes <- 0
				return
			}
			r.Body.Close()
			codes <- r.StatusCode
		}()
	}
	for range 8 {
		<-begun
	}
	for range asked - 8 {
		if code := <-codes; code != http.StatusServiceUnavailable {
			t.Errorf("a page beyond the limit: status %d", code)
		}
	}
	wantHealth(t, addr)
	release()
	for range 8 {
		if code := <-codes; code != http.StatusOK {
			t.Errorf("a page within the limit: status %d", code)
		}
	}
}
