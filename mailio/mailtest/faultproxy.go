package mailtest

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
)

// Never is the count of bytes after which a connection that does not break would break.
const Never = -1

// Limits say after how many bytes a connection is cut, counted separately for each direction, or Never.
type Limits struct{ Up, Down int }

// errCut is what a read or write says after the cut.
var errCut = errors.New("mailtest: cut")

// Wrap gives a connection that is closed after so many bytes written (up) or read (down). The byte that is one too many
// is not carried any more.
func Wrap(c net.Conn, l Limits) net.Conn {
	return &wrapped{Conn: c, up: newMeter(l.Up), down: newMeter(l.Down)}
}

type wrapped struct {
	net.Conn
	up, down *meter
}

func (w *wrapped) Write(b []byte) (int, error) {
	n := w.up.take(len(b))
	done, err := w.Conn.Write(b[:n])
	if err == nil && n < len(b) {
		w.Conn.Close()
		err = errCut
	}
	return done, err
}

func (w *wrapped) Read(b []byte) (int, error) {
	room := w.down.room(len(b))
	if room == 0 && len(b) > 0 {
		w.Conn.Close()
		return 0, errCut
	}
	n, err := w.Conn.Read(b[:room])
	w.down.take(n)
	return n, err
}

// meter counts down.
type meter struct {
	mu   sync.Mutex
	left int
}

func newMeter(n int) *meter { return &meter{left: n} }

// room is how many of n bytes may still pass.
func (m *meter) room(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left == Never {
		return n
	}
	return min(n, m.left)
}

// take lets up to n bytes pass and says how many.
func (m *meter) take(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left == Never {
		return n
	}
	n = min(n, m.left)
	m.left -= n
	return n
}

// FaultProxy passes connections on to a server, and breaks them as it is told.
type FaultProxy struct {
	target  string
	listen  net.Listener
	limits  atomic.Pointer[func() Limits]
	running sync.WaitGroup

	mu      sync.Mutex
	open    map[net.Conn]bool
	stalled chan struct{} // closed when the bytes may go on; nil while they do
	closed  bool
}

// NewFaultProxy listens on a free port of loopback for a server.
func NewFaultProxy(target string) (*FaultProxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &FaultProxy{target: target, listen: l, open: map[net.Conn]bool{}}
	p.Break(nil)
	p.running.Go(p.accept)
	return p, nil
}

// Port is where it listens.
func (p *FaultProxy) Port() int { return p.listen.Addr().(*net.TCPAddr).Port }

// Break has each further connection cut where limits says; nil cuts none.
func (p *FaultProxy) Break(limits func() Limits) {
	if limits == nil {
		limits = func() Limits { return Limits{Never, Never} }
	}
	p.limits.Store(&limits)
}

// Stall keeps all bytes back without closing anything, as a firewall does that has forgotten a connection; Resume lets
// them go.
func (p *FaultProxy) Stall() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled == nil {
		p.stalled = make(chan struct{})
	}
}

// Resume ends a Stall.
func (p *FaultProxy) Resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled != nil {
		close(p.stalled)
		p.stalled = nil
	}
}

// CutAll cuts the connections that are open.
func (p *FaultProxy) CutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.Close()
	}
}

// Close cuts everything and listens no more.
func (p *FaultProxy) Close() error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	err := p.listen.Close()
	p.Resume()
	p.CutAll()
	p.running.Wait()
	return err
}

func (p *FaultProxy) accept() {
	for {
		client, err := p.listen.Accept()
		if err != nil {
			return
		}
		if !p.addConnection(client) {
			client.Close()
			return
		}
		p.running.Go(func() { p.carryConnection(client) })
	}
}

// addConnection notes an open connection, so that it can be cut.
func (p *FaultProxy) addConnection(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.open[c] = true
	}
	return !p.closed
}

func (p *FaultProxy) removeConnection(c net.Conn) {
	c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// carryConnection carries one connection until either side ends it.
func (p *FaultProxy) carryConnection(client net.Conn) {
	defer p.removeConnection(client)
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer p.removeConnection(server)
	if !p.addConnection(server) {
		return
	}
	cut := Wrap(server, (*p.limits.Load())())
	var both sync.WaitGroup
	both.Go(func() { p.copyBytes(cut, client); client.Close(); server.Close() })
	both.Go(func() { p.copyBytes(client, cut); client.Close(); server.Close() })
	both.Wait()
}

func (p *FaultProxy) copyBytes(to, from net.Conn) {
	b := make([]byte, 4096)
	for {
		n, err := from.Read(b)
		p.waitWhileStalled()
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// waitWhileStalled returns when nothing is stalled.
func (p *FaultProxy) waitWhileStalled() {
	for {
		p.mu.Lock()
		stalled := p.stalled
		p.mu.Unlock()
		if stalled == nil {
			return
		}
		<-stalled
	}
}
