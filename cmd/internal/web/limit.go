package web

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// Bounds of a server that a handful of people and a monitoring program use.
const (
	mostConns       = 64 // open connections
	mostConnsFrom   = 32 // of one remote address
	mostAnswers     = 32 // pages under way; so half of the connections are left for health
	mostAnswersFrom = 8  // for one remote address
)

// limiter is a listener with few connections. It refuses no new one: it closes the oldest in which no request is under
// way, be it idle or half open, first of the same remote address if that has too many. So a client that opens
// connections and sends nothing, or sends slowly, cannot keep others out.
type limiter struct {
	net.Listener
	mu    sync.Mutex
	conns []*limitedConn // the oldest first
}

// limitedConn is a connection of a limiter, whose mutex guards it.
type limitedConn struct {
	net.Conn
	limiter   *limiter
	from      string // address of the remote, without port
	answering bool
	page      bool // what is under way counts among the pages
}

// Accept waits for a connection, and makes room for it.
func (l *limiter) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &limitedConn{Conn: conn, limiter: l}
	c.from, _, _ = net.SplitHostPort(conn.RemoteAddr().String())
	for _, old := range l.admit(c) {
		old.Close()
	}
	return c, nil
}

// admit takes a connection in and returns those that have to go for it.
func (l *limiter) admit(c *limitedConn) (old []*limitedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns = append(l.conns, c)
	from := func(x *limitedConn) bool { return x.from == c.from }
	anybody := func(*limitedConn) bool { return true }
	for _, bound := range []struct {
		of   func(*limitedConn) bool
		most int
	}{{from, mostConnsFrom}, {anybody, mostConns}} {
		for range count(l.conns, bound.of) - bound.most {
			i := slices.IndexFunc(l.conns, func(x *limitedConn) bool { return bound.of(x) && !x.answering })
			old = append(old, l.conns[i]) // at least the new one is not answering
			l.conns = slices.Delete(l.conns, i, i+1)
		}
	}
	return old
}

func count(conns []*limitedConn, of func(*limitedConn) bool) int {
	n := 0
	for _, c := range conns {
		if of(c) {
			n++
		}
	}
	return n
}

// Close closes the connection and makes room for another.
func (c *limitedConn) Close() error {
	c.limiter.mu.Lock()
	c.limiter.conns = slices.DeleteFunc(c.limiter.conns, func(x *limitedConn) bool { return x == c })
	c.limiter.mu.Unlock()
	return c.Conn.Close()
}

// begin notes that a request is under way, and reports whether it may be answered: there may be enough pages under way
// already.
func (c *limitedConn) begin(page bool) bool {
	l := c.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	answers := func(x *limitedConn) bool { return x.page }
	if page && (count(l.conns, answers) >= mostAnswers ||
		count(l.conns, func(x *limitedConn) bool { return x.page && x.from == c.from }) >= mostAnswersFrom) {
		return false
	}
	c.answering, c.page = true, page
	return true
}

func (c *limitedConn) end() {
	c.limiter.mu.Lock()
	defer c.limiter.mu.Unlock()
	c.answering, c.page = false, false
}

// connKey is where the context of a request holds its connection.
type connKey struct{}

func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// limited answers few requests at a time, those for health and metrics always.
func limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connKey{}).(*limitedConn); ok {
			if !c.begin(r.URL.Path != "/healthz" && r.URL.Path != "/metrics") {
				w.Header().Set("Retry-After", "5")
				http.Error(w, "too many pages are asked for at the same time; ask again in a moment",
					http.StatusServiceUnavailable)
				return
			}
			defer c.end()
		}
		next.ServeHTTP(w, r)
	})
}
