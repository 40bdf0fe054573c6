package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fieldpost/adjudicator/exchange/exchangetest"
	"fieldpost/adjudicator/rules"
)

func TestMain(m *testing.M) {
	if os.Getenv("FIELDPOST_TEST_DEAF") != "" {
		deaf()
	}
	testscript.Main(m, map[string]func(){"fieldpost": main})
}

// TestScripts runs testdata/script: each is a session at the command line.
func TestScripts(t *testing.T) {
	t.Parallel()
	data, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: filepath.Join("testdata", "script"), RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TESTDATA", data)
			return os.WriteFile(filepath.Join(env.WorkDir, "ww2.xml"), exchangetest.Sample(set.Board, "attach"), 0o600)
		}})
}

// The daemon stops cleanly when it is told to, here before it has reached any server.
func TestServeStopsWhenToldTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := filepath.Join(dir, "fieldpost.yaml")
	text := "address: orders@example.org\nmail:\n  imap: {host: 127.0.0.1, port: 1, security: none}\n  smtp: {host: 127.0.0.1, port: 1, security: none}\n  password: {file: password}\n"
	for name, content := range map[string]string{config: text, filepath.Join(dir, "password"): "secret\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	if code := run(ctx, []string{"serve", "--config", config}, t.Output(), t.Output()); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
