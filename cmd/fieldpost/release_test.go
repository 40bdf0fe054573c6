//go:build release

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A release is built twice, once from a copy of the sources elsewhere: the same bytes. The program says which release
// it is.
func TestReleasesAreReproducible(t *testing.T) {
	t.Parallel()
	elsewhere := t.TempDir()
	if err := os.CopyFS(elsewhere, os.DirFS("../..")); err != nil {
		t.Fatal(err)
	}
	var sums [2]string
	for i, root := range []string{"../..", elsewhere} {
		dir := filepath.Join(t.TempDir(), "dist")
		cmd := exec.Command(filepath.Join(root, ".ci", "release"), "v9.8.7", dir)
		cmd.Env = append(os.Environ(), "PLATFORMS="+runtime.GOOS+"/"+runtime.GOARCH)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(text)
		out, err := exec.Command(filepath.Join(dir, "fieldpost-v9.8.7-"+runtime.GOOS+"-"+runtime.GOARCH), "version", "--json").Output()
		if err != nil || !bytes.Contains(out, []byte(`"version": "v9.8.7"`)) {
			t.Errorf("it says %s, %v", out, err)
		}
		check := exec.Command("sha256sum", "--check", "--strict", "SHA256SUMS")
		check.Dir = dir
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("built twice, other bytes:\n%s\n%s", sums[0], sums[1])
	}
	for _, name := range []string{"fieldpost.1", "fieldpost.zsh", "fieldpost.service", "LICENSE"} {
		if !strings.Contains(sums[0], "  "+name+"\n") {
			t.Errorf("%s is missing:\n%s", name, sums[0])
		}
	}
}
