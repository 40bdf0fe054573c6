package main

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// deaf is a command that never looks at its context.
func deaf() {
	signalled()
	os.Stdout.WriteString("deaf\n")
	for {
		time.Sleep(time.Millisecond)
	}
}

// A signal ends a command within five seconds, even one that never looks whether it came; a second signal ends it at
// once.
func TestASignalEndsAnyCommand(t *testing.T) {
	t.Parallel()
	for name, signals := range map[string][]os.Signal{"SIGTERM": {syscall.SIGTERM}, "SIGINT": {os.Interrupt}, "twice": {syscall.SIGTERM, syscall.SIGTERM}} {
		if testing.Short() && name != "twice" {
			continue // those who wait out the grace
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			c := exec.Command(self)
			c.Env = append(os.Environ(), "FIELDPOST_TEST_DEAF=1")
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := out.Read(make([]byte, 5)); err != nil { // it is up
				t.Fatal(err)
			}
			begin := time.Now()
			for i, s := range signals {
				time.Sleep(time.Duration(i) * 500 * time.Millisecond)
				if err := c.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
			}
			var exit *exec.ExitError
			if err := c.Wait(); !errors.As(err, &exit) {
				t.Fatalf("it ended with %v", err)
			}
			if d := time.Since(begin); d > 5*time.Second {
				t.Errorf("it took %v", d)
			}
			if want := exitStopped; len(signals) == 1 && exit.ExitCode() != want {
				t.Errorf("exit code %d, want %d", exit.ExitCode(), want)
			}
			if len(signals) == 2 && exit.ExitCode() != -1 {
				t.Errorf("exit code %d, want the signal's", exit.ExitCode())
			}
		})
	}
}
