//go:build browser

package browsertest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Tab is a page open in a headless Chromium, spoken to by the DevTools protocol over a pipe: file descriptors 3 and 4,
// a message a JSON object that ends in a zero byte.
type Tab struct {
	Trouble []string // errors on the console so far

	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	session string
	asked   int
}

// message is an answer or an event of the protocol.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// OpenPage starts a browser of that size with the given page in it; hash is the part of the address that begins with #,
// or "".
func OpenPage(t *testing.T, page []byte, hash string, width, height int) *Tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	return Open(t, "file://"+file+hash, width, height)
}

// Open starts a browser of that size at an address, and waits until the page is loaded. The browser ends with the test.
func Open(t *testing.T, url string, width, height int) *Tab {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("this test needs Chromium: %v; .ci/install installs it", err)
	}
	// Not t.TempDir(): a browser that is going down still writes, and a folder that fills again cannot be removed.
	dir, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	theirIn, in, err1 := os.Pipe()
	out, theirOut, err2 := os.Pipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	cmd := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run",
		"--user-data-dir="+filepath.Join(dir, "profile"), fmt.Sprintf("--window-size=%d,%d", width, height),
		"--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	late := time.AfterFunc(2*time.Minute, func() { out.Close() }) // a browser that hangs must not hang the tests
	b := &Tab{t: t, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		late.Stop()
		in.Close() // the browser ends with its pipe
		over := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		over.Stop()
		out.Close()
		os.RemoveAll(dir)
	})
	var target struct{ TargetID string }
	b.ask("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.ask("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Runtime", "Log", "Page"} {
		b.ask(domain+".enable", nil, nil)
	}
	b.Resize(width, height)
	b.Go(url)
	return b
}

// Resize gives the window another size in pixels; a narrow one is a phone's.
func (b *Tab) Resize(width, height int) {
	b.t.Helper()
	b.ask("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 760}, nil)
}

// Go opens another address, and waits until the page is loaded.
func (b *Tab) Go(url string) {
	b.t.Helper()
	b.ask("Page.navigate", map[string]any{"url": url}, nil)
	for b.next().Method != "Page.loadEventFired" {
	}
}

// ask sends a command and waits for its answer.
func (b *Tab) ask(method string, params map[string]any, result any) {
	b.t.Helper()
	b.asked++
	m := map[string]any{"id": b.asked, "method": method, "params": params}
	if params == nil {
		m["params"] = map[string]any{}
	}
	if b.session != "" {
		m["sessionId"] = b.session
	}
	text, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		got := b.next()
		if got.ID != b.asked {
			continue
		}
		if got.Error != nil {
			b.t.Fatalf("%s: %s", method, got.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(got.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

// next reads a message, and keeps what a console would show in red.
func (b *Tab) next() message {
	b.t.Helper()
	text, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("the browser went silent: %v", err)
	}
	var m message
	if err := json.Unmarshal(bytes.TrimRight(text, "\x00"), &m); err != nil {
		b.t.Fatal(err)
	}
	var p struct {
		Type  string
		Entry struct{ Level string }
	}
	json.Unmarshal(m.Params, &p) // events have all kinds of parameters; these two are errors
	if m.Method == "Runtime.exceptionThrown" || m.Method == "Runtime.consoleAPICalled" && p.Type == "error" ||
		m.Method == "Log.entryAdded" && p.Entry.Level == "error" {
		b.Trouble = append(b.Trouble, string(m.Params))
	}
	return m
}

// Eval computes an expression in the page.
func Eval[V any](b *Tab, expression string) V {
	b.t.Helper()
	var r struct {
		Result           struct{ Value V }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	b.ask("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, r.ExceptionDetails.Exception.Description)
	}
	return r.Result.Value
}

// Press presses a key.
func (b *Tab) Press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.ask("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key}, nil)
	}
}

// Picture leaves a screenshot in the folder FIELDPOST_PICTURES, if that is set, for the eye.
func (b *Tab) Picture(name string) {
	dir := os.Getenv("FIELDPOST_PICTURES")
	if dir == "" {
		return
	}
	var r struct{ Data string }
	b.ask("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &r)
	png, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
