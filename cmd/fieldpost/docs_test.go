package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// printed is what a command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), args, &out, &errs); code != 0 {
		t.Fatalf("fieldpost %v: exit code %d: %s", args, code, &errs)
	}
	return out.String()
}

// The manual page has every command of the usage, with its flags.
func TestManualPageIsComplete(t *testing.T) {
	t.Parallel()
	man := strings.ReplaceAll(printed(t, "docs", "man"), `\-`, "-")
	for _, want := range []string{".SS fieldpost serve\n", ".SS fieldpost game seat <name> <power>\n", ".B --[no-]bot\n", `.B --rules="revised"`, ".I power\n", ".SH EXIT STATUS"} {
		if !strings.Contains(man, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	for line := range strings.Lines(printed(t, "--help")) {
		if words := strings.Fields(line); len(words) > 1 && strings.HasPrefix(line, "  "+words[0]) && !strings.HasPrefix(words[0], "-") {
			if !strings.Contains(man, ".SS fieldpost "+words[0]) {
				t.Errorf("%s is not told", words[0])
			}
		}
	}
}

// bash offers commands, flags and values where they stand.
func TestBashCompletes(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "fieldpost.bash")
	writeTestFile(t, script, printed(t, "docs", "completion", "bash"))
	for line, want := range map[string]string{
		"fieldpost ga":       "game",
		"fieldpost game sea": "seat",
		"fieldpost game seat eastfront Germany --b":   "--bot",
		"fieldpost game seat eastfront Germany --no-": "--no-bot",
		"fieldpost demo --rules e":                    "europe",
		"fieldpost docs completion z":                 "zsh",
	} {
		words := strings.Fields(line)
		complete := `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _fieldpost; echo "${COMPREPLY[*]}"`
		out, err := exec.Command("bash", append([]string{"-c", complete, "bash", script}, words...)...).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s<TAB> offers %q, want %q (%v)", line, got, want, err)
		}
	}
}

func writeTestFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
