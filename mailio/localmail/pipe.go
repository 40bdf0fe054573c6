package localmail

import (
	"context"
	"net"
	"sync"
)

// Pipe is a listener whose connections are net.Pipe: no port, and the fake clock of
// testing/synctest reaches their deadlines.
type Pipe struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipe gives a listener for Options.IMAP or Options.SMTP.
func NewPipe() *Pipe {
	return &Pipe{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Dial opens a connection to the listener; it fits mailio.Server.Dial.
func (p *Pipe) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for the next Dial.
func (p *Pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and Dial; open connections stay.
func (p *Pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr is only a name.
func (p *Pipe) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }
