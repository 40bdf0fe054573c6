package sdnotify

import (
	"net"
	"path/filepath"
	"testing"
	"time"
)

func TestSend(t *testing.T) { // the environment is the process's: not parallel
	if err := Send(Ready); err != nil {
		t.Errorf("nobody listens: %v", err)
	}
	name := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", name)
	if err := Send(Watchdog); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 100)
	if n, err := conn.Read(b); err != nil || string(b[:n]) != "WATCHDOG=1" {
		t.Errorf("%q, %v", b[:n], err)
	}
	t.Setenv("NOTIFY_SOCKET", name+"-gone")
	if err := Send(Ready); err == nil {
		t.Error("a socket that is not there is no error")
	}
}

func TestWatchdogTime(t *testing.T) {
	for _, c := range []struct {
		usec, pid string
		want      time.Duration
	}{{"", "", 0}, {"60000000", "", time.Minute}, {"60000000", "1", 0}, {"x", "", 0}, {"-5", "", 0}} {
		t.Setenv("WATCHDOG_USEC", c.usec)
		t.Setenv("WATCHDOG_PID", c.pid)
		if got := WatchdogTime(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
