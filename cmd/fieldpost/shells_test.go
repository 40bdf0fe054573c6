//go:build shells

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// zsh and fish read their completions, fish offers what fits, and groff finds nothing to complain of in the manual
// page.
func TestOtherShells(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"zsh": printed(t, "docs", "completion", "zsh"), "fish": printed(t, "docs", "completion", "fish"),
		"man": printed(t, "docs", "man")} {
		writeTestFile(t, filepath.Join(dir, name), text)
	}
	for _, c := range []struct{ want, script string }{
		{"", `zsh -n "$1/zsh"`},
		{"_fieldpost", `zsh -f -c 'autoload -U compinit; compinit -D; source "$1/zsh"; print $_comps[fieldpost]' zsh "$1"`},
		{"seat\tPut a person on a seat, or show the seat.", `fish --no-config -c 'source $argv[1]; complete -C "fieldpost game sea"' "$1/fish"`},
		{"europe\tWhich game: revised, europe.", `fish --no-config -c 'source $argv[1]; complete -C "fieldpost demo --rules e"' "$1/fish"`},
		{"", `groff -ww -z -man "$1/man"`},
	} {
		out, err := exec.Command("bash", "-c", c.script, "bash", dir).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != c.want {
			t.Errorf("%s says %q, want %q (%v)", c.script, got, c.want, err)
		}
	}
}

// systemd understands the unit.
func TestSystemdUnit(t *testing.T) {
	t.Parallel()
	unit, err := os.ReadFile("../../docs/fieldpost.service")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "fieldpost.service")
	// the program need not be there
	writeTestFile(t, path, strings.ReplaceAll(string(unit), "/usr/local/bin/fieldpost", "/bin/true"))
	if out, err := exec.Command("systemd-analyze", "verify", "--man=no", path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
