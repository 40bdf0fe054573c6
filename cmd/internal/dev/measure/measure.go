// Measure prints the figures by which docs/architecture.md judges the shape of the code.
//
//	go run ./cmd/internal/dev/measure [-dir CHECKOUT] [-mail=false] [-tests]
//
// With -tests it also times the test suites, which takes minutes. The score of mutations is printed by its sister,
// mutate.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	dir := flags.String("dir", ".", "the checkout that is measured")
	mail := flags.Bool("mail", true, "count what one order mail executes")
	tests := flags.Bool("tests", false, "time the test suites")
	if err := flags.Parse(args); err != nil {
		return err
	}
	s, err := shapeOf(*dir)
	if err != nil {
		return err
	}
	s.print(out)
	if *mail {
		if err := printMail(ctx, out, *dir); err != nil {
			return err
		}
	}
	if *tests {
		for _, args := range [][]string{{"test", "-short", "-count=1", "./..."}, {"test", "-count=1", "./..."}} {
			if err := printTime(ctx, out, *dir, args); err != nil {
				return err
			}
		}
	}
	return nil
}

// printTime prints how long a go command takes when everything is compiled.
func printTime(ctx context.Context, out io.Writer, dir string, args []string) error {
	compile := exec.CommandContext(ctx, "go", "test", "-run", "^$", "./...")
	compile.Dir = dir
	if text, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("go test -run ^$: %w\n%s", err, text)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	began := time.Now()
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, text)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	fmt.Fprintf(out, "go %s: %.0f s, CPU %.0f s\n", strings.Join(args, " "), time.Since(began).Seconds(), cpu.Seconds())
	return nil
}

// shape is what can be counted without running the code. Generated files and tests are left out.
type shape struct {
	methods, packages map[string]int // by type and by folder
	files             int
	product, kit      int // lines of the product; of the test kit, the generators and the developers' tools
	total, long       int // lines; those over 120 columns, a tab counted as four
	archaic           int
}

var (
	method    = regexp.MustCompile(`(?m)^func \(\s*(?:\w+\s+)?\*?(\w+)(?:\[[^\]]*\])?\)`)
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT`)
	archaic   = regexp.MustCompile("tells whe" + "ther|what becomes" + " of|who" + "m |some" + "body|no" + "body")
	kit       = regexp.MustCompile(`(^|/)(\w*test|dev)(/|$)`)
)

func shapeOf(dir string) (shape, error) {
	s := shape{methods: map[string]int{}, packages: map[string]int{}}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || generated.Match(text) {
			return err
		}
		folder, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		s.add(filepath.ToSlash(folder), string(text))
		return nil
	})
	return s, err
}

// add counts a file of a folder.
func (s *shape) add(folder, text string) {
	lines := strings.Count(text, "\n")
	s.files++
	s.total += lines
	s.packages[folder] += lines
	if kit.MatchString(folder) {
		s.kit += lines
	} else {
		s.product += lines
	}
	for line := range strings.Lines(text) {
		if len(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")) > 120 {
			s.long++
		}
	}
	s.archaic += len(archaic.FindAllString(text, -1))
	for _, m := range method.FindAllStringSubmatch(text, -1) {
		s.methods[folder+"."+m[1]]++
	}
}

func (s shape) print(out io.Writer) {
	fmt.Fprintf(out, "methods of the largest types: %s\n", largest(s.methods, 5))
	fmt.Fprintf(out, "lines of the largest packages: %s\n", largest(s.packages, 5))
	fmt.Fprintf(out, "product lines %d; test kit, generators and tools %d\n", s.product, s.kit)
	fmt.Fprintf(out, "files %d, average %d lines\n", s.files, s.total/max(1, s.files))
	fmt.Fprintf(out, "lines over 120 columns %.2f %%; archaic phrases %d\n",
		100*float64(s.long)/float64(max(1, s.total)), s.archaic)
}

// largest lists the n largest entries with their figures.
func largest(counts map[string]int, n int) string {
	type entry struct {
		name  string
		count int
	}
	var all []entry
	for name, count := range counts {
		all = append(all, entry{name, count})
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	var words []string
	for _, e := range all[:min(n, len(all))] {
		words = append(words, fmt.Sprintf("%s %d", e.name, e.count))
	}
	return strings.Join(words, ", ")
}
