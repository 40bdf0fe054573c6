package docs

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sentences are the numbers of sentences that docs/rulings.md counts in each rulebook.
var sentences = map[string]int{"German": 1411, "Danish": 1110, "Europe": 487}

// A fact is one row of the tables under "The rulebooks, sentence by sentence".
type fact struct {
	line    int              // in docs/rulings.md
	numbers map[string][]int // by book
	text    string
	rulings []string // anchors, as "r-77"
	cases   []string // names without suffix
	shownBy []string // names of Go tests
}

// facts are the rows of the sentence tables, and the sentences of each book that are listed under "No rule".
func facts(t *testing.T) (rows []fact, listed map[string][]int) {
	t.Helper()
	_, text, ok := strings.Cut(read(t, "docs/rulings.md"), "\n## The rulebooks, sentence by sentence\n")
	if !ok {
		t.Fatal("docs/rulings.md has no section of sentences")
	}
	before := strings.Count(read(t, "docs/rulings.md"), "\n") - strings.Count(text, "\n")
	list := regexp.MustCompile(`^- No rule, (German|Danish|Europe)(?:, [a-z ,]+)?: (.+)$`)
	listed = map[string][]int{}
	var head []string
	for i, line := range strings.Split(text, "\n") {
		if m := list.FindStringSubmatch(line); m != nil {
			listed[m[1]] = append(listed[m[1]], numbers(t, before+i+1, m[2])...)
		}
		if !strings.HasPrefix(line, "| ") {
			if !strings.HasPrefix(line, "|") {
				head = nil
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for c := range cells {
			cells[c] = strings.TrimSpace(cells[c])
		}
		if head == nil {
			head = cells
			continue
		}
		if !slices.Contains(head, "fact") {
			continue
		}
		f := fact{line: before + i + 1, numbers: map[string][]int{}}
		for c, name := range head {
			if c >= len(cells) {
				t.Fatalf("docs/rulings.md:%d: %d cells, want %d", f.line, len(cells), len(head))
			}
			f.put(t, name, cells[c])
		}
		rows = append(rows, f)
	}
	return rows, listed
}

// put takes in one cell of a fact's row.
func (f *fact) put(t *testing.T, column, cell string) {
	t.Helper()
	switch column {
	case "page":
		if cell == "" {
			t.Errorf("docs/rulings.md:%d: no page", f.line)
		}
	case "fact":
		f.text = cell
	case "ruling":
		for _, id := range split(cell) {
			f.rulings = append(f.rulings, strings.ToLower(strings.Trim(id, "`")))
		}
	case "cases":
		cell, tests, _ := strings.Cut(cell, "shown by: ")
		f.cases, f.shownBy = split(cell), split(tests)
	default:
		if sentences[column] == 0 {
			t.Fatalf("docs/rulings.md:%d: a column %q", f.line, column)
		}
		f.numbers[column] = numbers(t, f.line, cell)
	}
}

// split parts a cell at its commas; a dash means empty.
func split(cell string) (parts []string) {
	for part := range strings.SplitSeq(cell, ",") {
		if part = strings.TrimSpace(part); part != "" && part != "–" {
			parts = append(parts, part)
		}
	}
	return parts
}

// numbers reads a list as "1-40, 55".
func numbers(t *testing.T, line int, list string) (all []int) {
	t.Helper()
	for _, part := range split(list) {
		from, to, isSpan := strings.Cut(part, "-")
		if !isSpan {
			to = from
		}
		var first, last int
		if _, err := fmt.Sscan(from, &first); err != nil {
			t.Fatalf("docs/rulings.md:%d: %q is no number", line, part)
		}
		if _, err := fmt.Sscan(to, &last); err != nil || last < first {
			t.Fatalf("docs/rulings.md:%d: %q is no span", line, part)
		}
		for n := first; n <= last; n++ {
			all = append(all, n)
		}
	}
	return all
}

// TestSentencesAreAllJudged: each sentence of each rulebook is in exactly one row or list.
func TestSentencesAreAllJudged(t *testing.T) {
	t.Parallel()
	rows, listed := facts(t)
	seen := map[string]map[int]int{"German": {}, "Danish": {}, "Europe": {}}
	for book, all := range listed {
		for _, n := range all {
			seen[book][n]++
		}
	}
	for _, f := range rows {
		if len(f.numbers["German"])+len(f.numbers["Danish"])+len(f.numbers["Europe"]) == 0 {
			t.Errorf("docs/rulings.md:%d: a row without a sentence", f.line)
		}
		for book, all := range f.numbers {
			for _, n := range all {
				seen[book][n]++
			}
		}
	}
	for book, last := range sentences {
		for n := 1; n <= last; n++ {
			if times := seen[book][n]; times != 1 {
				t.Errorf("%s: sentence %d stands in %d rows and lists, want 1", book, n, times)
			}
			delete(seen[book], n)
		}
		for n := range seen[book] {
			t.Errorf("%s has no sentence %d", book, n)
		}
	}
}

// TestSentencesAreShown: each fact has a case or a test of its own, and the cases, tests and rulings that its row names
// exist.
func TestSentencesAreShown(t *testing.T) {
	t.Parallel()
	rows, _ := facts(t)
	rulings, cases, tests := decisions(t), caseNames(t), testNames(t)
	for _, f := range rows {
		if f.text == "" {
			t.Errorf("docs/rulings.md:%d: no fact", f.line)
		}
		if len(f.cases)+len(f.shownBy) == 0 {
			t.Errorf("docs/rulings.md:%d: neither a case nor a test shows: %s", f.line, f.text)
		}
		for _, id := range f.rulings {
			if rulings[id] == "" {
				t.Errorf("docs/rulings.md:%d: no ruling %s", f.line, id)
			}
		}
		for _, name := range f.cases {
			if !cases[name] {
				t.Errorf("docs/rulings.md:%d: no case %s", f.line, name)
			}
		}
		for _, name := range f.shownBy {
			if !tests[name] {
				t.Errorf("docs/rulings.md:%d: no test %s", f.line, name)
			}
		}
	}
}

// caseNames are the names of the project's cases.
func caseNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	walk(t, "adjudicator/testdata/cases", ".txtar", func(path string) {
		names[strings.TrimSuffix(filepath.Base(path), ".txtar")] = true
	})
	return names
}

// testNames are the names of the project's Go tests.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	walk(t, ".", "_test.go", func(path string) {
		for _, m := range declared.FindAllStringSubmatch(read(t, path), -1) {
			names[m[1]] = true
		}
	})
	return names
}

// walk calls f with the path of each file below dir whose name ends as wanted, both seen from the project's root.
func walk(t *testing.T, dir, suffix string, f func(path string)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && strings.HasSuffix(path, suffix) {
			path, err = filepath.Rel(root, path)
			f(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
