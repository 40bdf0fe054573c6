package main

import (
	"bytes"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `package p

import "errors"

func f(n int, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	if n < 1 {
		g()
		n = n + 2
	}
	if s := "a"; s == "b" || s == "c" {
		return n, errors.New(s)
	}
	return n, nil
}

func g() {}
`

// TestChanges applies every change of a file, one at a time, and looks at the line that differs.
func TestChanges(t *testing.T) {
	t.Parallel()
	want := []string{
		"return 0, err → return 1, err", "if n < 1 { → if !(n < 1) {", "if n < 1 { → if n <= 1 {", "if n < 1 { → if n < 2 {",
		"g() → ", "n = n + 2 → ", "n = n + 2 → n = n - 2", "n = n + 2 → n = n + 3",
		`if s := "a"; s == "b" || s == "c" { → if s := "a"; !(s == "b" || s == "c") {`,
		`if s := "a"; s == "b" || s == "c" { → if s := "a"; s == "b" && s == "c" {`,
	}
	for i := 0; ; i++ {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", sample, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all := changes(f)
		if len(all) != len(want) {
			t.Fatalf("%d changes, want %d", len(all), len(want))
		}
		if i == len(all) {
			return
		}
		all[i].apply()
		var b bytes.Buffer
		if err := format.Node(&b, fset, f); err != nil {
			t.Fatal(err)
		}
		if got := difference(sample, b.String()); got != want[i] {
			t.Errorf("change %d (%s) makes %q, want %q", i, all[i].what, got, want[i])
		}
	}
}

// difference is the first line of a that b has otherwise or has not.
func difference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if as[i] != bs[i] {
			changed := strings.TrimSpace(bs[i])
			if len(bs) < len(as) {
				changed = ""
			}
			return strings.TrimSpace(as[i]) + " → " + changed
		}
	}
	return ""
}

// TestScore mutates a module of one package whose test notices the change of one function and not of the other.
func TestScore(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module m\n\ngo 1.26\n",
		"m.go":      "package m\n\nfunc Sum(a, b int) int { return a + b }\n\nfunc Difference(a, b int) int { return a - b }\n",
		"m_test.go": "package m\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out bytes.Buffer
	err := run(t.Context(), []string{"-n", "9", "-min", "80", "./..."}, &out)
	if err == nil || err.Error() != "50 % noticed, at least 80 % wanted" {
		t.Errorf("error %v, want 50 %% of 80 %%", err)
	}
	want := "SURVIVED m/m.go:5 - to +: func Difference(a, b int) int { return a - b }\n1 of 2 changes noticed (50 %), 0 equivalent ones passed over, seed 1\n"
	if out.String() != want {
		t.Errorf("printed:\n%swant:\n%s", &out, want)
	}
}

func TestEquivalents(t *testing.T) {
	t.Parallel()
	known, err := parseEquivalents("a b: c\nbecause\n\nd e: f\nso\n")
	if err != nil || len(known) != 2 || known["a b: c"] != "because" || known["d e: f"] != "so" {
		t.Errorf("%v, %v", known, err)
	}
	if _, err := parseEquivalents("a b: c\n"); err == nil {
		t.Error("an entry without a reason is taken")
	}
	if _, err := parseEquivalents(equivalent); err != nil {
		t.Error(err)
	}
}
