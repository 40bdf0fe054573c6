// Mutate measures how well the tests of packages notice changes of their code. It picks places at random, changes each
// in one way (an operator flipped, a condition negated, a call or an assignment removed, a constant changed by one),
// runs the package's own tests on the changed code by way of an overlay, and prints the changes that no test noticed,
// and the score. The tree is never touched.
//
//	go run ./cmd/internal/dev/mutate -n 200 -seed 1 ./adjudicator/...
//
// A change that cannot make a difference is listed with a reason in equivalent.txt, next to this file, and does not
// count.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// equivalent lists the changes that cannot make a difference: blocks of three lines (where, what and code as Mutate
// prints them; then the reason), with an empty line between two blocks.
//
//go:embed equivalent.txt
var equivalent string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type options struct {
	count   int
	seed    uint64
	min     float64
	timeout time.Duration
	short   bool
	verbose bool
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.IntVar(&o.count, "n", 40, "how many changes are tried")
	flags.Uint64Var(&o.seed, "seed", 1, "which ones: the same seed picks the same places of the same code")
	flags.Float64Var(&o.min, "min", 0, "exit with status 1 if the score, in percent, is lower")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "a test that runs longer has noticed the change")
	flags.BoolVar(&o.short, "short", false, "run the tests with -short")
	flags.BoolVar(&o.verbose, "v", false, "print the changes that were noticed too")
	if err := flags.Parse(args); err != nil {
		return err
	}
	known, err := parseEquivalents(equivalent)
	if err != nil {
		return err
	}
	sites, err := findSites(ctx, flags.Args())
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := rand.New(rand.NewPCG(o.seed, 0))
	r.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	var killed, survived, same int
	for _, s := range sites {
		if killed+survived == o.count {
			break
		}
		if _, ok := known[s.key()]; ok {
			same++
			continue
		}
		noticed, err := s.try(ctx, dir, o)
		switch {
		case errors.Is(err, errInvalid):
			continue
		case err != nil:
			return err
		case noticed:
			killed++
			if o.verbose {
				fmt.Fprintln(out, "killed  ", s)
			}
		default:
			survived++
			fmt.Fprintln(out, "SURVIVED", s)
		}
	}
	score := 100.0
	if n := killed + survived; n > 0 {
		score = 100 * float64(killed) / float64(n)
	}
	fmt.Fprintf(out, "%d of %d changes noticed (%.0f %%), %d equivalent ones passed over, seed %d\n",
		killed, killed+survived, score, same, o.seed)
	if score < o.min {
		return fmt.Errorf("%.0f %% noticed, at least %.0f %% wanted", score, o.min)
	}
	return nil
}

// A site is a place that can be changed, and how.
type site struct {
	pkg, dir, file string // import path; folder; file as the go command names it
	index          int    // its number among the sites of its file
	line           int
	what, code     string // the change in words; the line of code
}

func (s site) String() string {
	return fmt.Sprintf("%s/%s:%d %s: %s", s.pkg, s.file, s.line, s.what, s.code)
}

// key names the site without its line number, which moves with every edit.
func (s site) key() string { return s.pkg + "/" + s.file + " " + s.what + ": " + s.code }

var errInvalid = errors.New("the changed code does not compile")

// findSites lists the sites of the packages that the patterns match, without generated files.
func findSites(ctx context.Context, patterns []string) ([]site, error) {
	if len(patterns) == 0 {
		return nil, errors.New("no package named; ./adjudicator/... are those of the engine")
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=ImportPath,Dir,GoFiles"}, patterns...)...)
	cmd.Stderr = os.Stderr
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var sites []site
	for dec := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			if ast.IsGenerated(f) {
				continue
			}
			lines := strings.Split(string(text), "\n")
			for i, c := range changes(f) {
				line := fset.Position(c.pos).Line
				sites = append(sites, site{p.ImportPath, p.Dir, name, i, line, c.what,
					strings.TrimSpace(lines[line-1])})
			}
		}
	}
	if len(sites) == 0 {
		return nil, errors.New("nothing to change in these packages")
	}
	return sites, nil
}

// try changes the site and reports whether a test of its package fails.
func (s site) try(ctx context.Context, dir string, o options) (noticed bool, err error) {
	path := filepath.Join(s.dir, s.file)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return false, err
	}
	changes(f)[s.index].apply()
	var text bytes.Buffer
	if err := format.Node(&text, fset, f); err != nil {
		return false, errInvalid
	}
	changed := filepath.Join(dir, "changed.go")
	if err := os.WriteFile(changed, text.Bytes(), 0o600); err != nil {
		return false, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return false, err
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return false, err
	}
	goRun := func(args ...string) error { return exec.CommandContext(ctx, "go", args...).Run() }
	if goRun("build", "-overlay", overlayFile, s.pkg) != nil {
		return false, errors.Join(errInvalid, ctx.Err())
	}
	args := []string{"test", "-overlay", overlayFile, "-vet=off", "-failfast", "-timeout", o.timeout.String()}
	if o.short {
		args = append(args, "-short")
	}
	err = goRun(append(args, s.pkg)...)
	return err != nil, ctx.Err()
}

// parseEquivalents reads the list of changes that cannot make a difference, as a map from the key of a site to the
// reason.
func parseEquivalents(text string) (map[string]string, error) {
	known := map[string]string{}
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if block == "" {
			continue
		}
		where, reason, ok := strings.Cut(strings.TrimSpace(block), "\n")
		if !ok || reason == "" {
			return nil, fmt.Errorf("equivalent.txt: no reason given for %q", where)
		}
		known[where] = reason
	}
	return known, nil
}
