package mailtest_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"fieldpost/mailio/mailtest"
)

// echo is a server that sends back what it hears.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { io.Copy(c, c); c.Close() }()
		}
	}()
	return l.Addr().String()
}

// through says hello through a proxy and returns what came back before the end.
func through(t *testing.T, limits mailtest.Limits) string {
	t.Helper()
	p, err := mailtest.NewFaultProxy(echo(t))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.Break(func() mailtest.Limits { return limits })
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", p.Port()))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "hello"); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	io.Copy(&b, c) // ends by a reset, some of the time
	return b.String()
}

func TestAProxyCutsWhereItIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		limits mailtest.Limits
		most   int
	}{
		{mailtest.Limits{Up: 0, Down: mailtest.Never}, 0},
		{mailtest.Limits{Up: 3, Down: mailtest.Never}, 3},
		{mailtest.Limits{Up: mailtest.Never, Down: 4}, 4},
	} {
		if got := through(t, c.limits); len(got) > c.most || !strings.HasPrefix("hello", got) {
			t.Errorf("%+v: %q came through", c.limits, got)
		}
	}
}

func TestAWrappedConnectionIsCutAtTheByte(t *testing.T) {
	t.Parallel()
	a, b := net.Pipe()
	defer b.Close()
	go io.WriteString(b, "hello")
	w := mailtest.Wrap(a, mailtest.Limits{Up: 2, Down: 3})
	if got, _ := io.ReadAll(w); string(got) != "hel" {
		t.Errorf("read %q", got)
	}
	c, d := net.Pipe()
	heard := make(chan string)
	go func() { got, _ := io.ReadAll(d); heard <- string(got) }()
	if n, err := mailtest.Wrap(c, mailtest.Limits{Up: 2, Down: mailtest.Never}).Write([]byte("hello")); n != 2 || err == nil {
		t.Errorf("wrote %d, %v", n, err)
	}
	if got := <-heard; got != "he" {
		t.Errorf("heard %q", got)
	}
}
