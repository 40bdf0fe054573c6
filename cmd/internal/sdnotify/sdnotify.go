// Package sdnotify tells systemd the state of the process, by the protocol of sd_notify(3): a datagram to a socket that
// the environment names.
package sdnotify

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// The states that this program sends.
const (
	Ready    = "READY=1"
	Stopping = "STOPPING=1"
	Watchdog = "WATCHDOG=1"
)

// Send sends a state. It does nothing if systemd does not listen.
func Send(state string) error {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return nil
	}
	if rest, ok := strings.CutPrefix(name, "@"); ok {
		name = "\x00" + rest // in the abstract name space
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("telling systemd %s: %w", state, err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(state)); err != nil {
		return fmt.Errorf("telling systemd %s: %w", state, err)
	}
	return nil
}

// WatchdogTime is within which time systemd wants to hear Watchdog again, 0 if it does not watch this process.
func WatchdogTime() time.Duration {
	if pid := os.Getenv("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	µs, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || µs <= 0 {
		return 0
	}
	return time.Duration(µs) * time.Microsecond
}
