package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// The test that plays one order mail through the whole daemon, and the variable that makes it leave the mail out.
const (
	mailPackage = "./cmd/internal/server"
	mailTest    = "^TestOneOrderMail$"
	withoutMail = "FIELDPOST_WITHOUT_MAIL"
)

// printMail prints how many files and distinct source lines one order mail executes, from the fetch to the acknowledged
// answers: the blocks of the coverage profile whose count grows over a run of the same test without the mail.
func printMail(ctx context.Context, out io.Writer, dir string) error {
	temp, err := os.MkdirTemp("", "measure")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	binary := filepath.Join(temp, "test")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-covermode=count", "-coverpkg=./...", "-o",
		binary, mailPackage)
	build.Dir = dir
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go test -c: %w\n%s", err, text)
	}
	profile := func(name string, env ...string) (map[string]int, error) {
		path := filepath.Join(temp, name)
		cmd := exec.CommandContext(ctx, binary, "-test.run", mailTest, "-test.v", "-test.coverprofile", path)
		cmd.Dir = filepath.Join(dir, mailPackage)
		cmd.Env = append(os.Environ(), env...)
		text, err := cmd.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("%s in %s: %w\n%s", mailTest, mailPackage, err, text)
		}
		if !strings.Contains(string(text), "--- PASS") {
			return nil, fmt.Errorf("%s in %s has not run\n%s", mailTest, mailPackage, text)
		}
		return readProfile(path)
	}
	with, err := profile("with")
	if err != nil {
		return err
	}
	without, err := profile("without", withoutMail+"=1")
	if err != nil {
		return err
	}
	files, lines, appFiles, appLines := executed(with, without)
	fmt.Fprintf(out, "one order mail executes %d files, %d lines; of these in cmd/internal %d files, %d lines\n",
		files, lines, appFiles, appLines)
	return nil
}

// readProfile reads a coverage profile as counts by block ("FILE:LINE.COL,LINE.COL").
func readProfile(path string) (map[string]int, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	counts := map[string]int{}
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		fields := strings.Fields(scanner.Text())
		if len(fields) != 3 {
			continue // the head of the profile
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, err
		}
		counts[fields[0]] += n
	}
	return counts, nil
}

// executed counts the files and the distinct lines of the blocks whose count grew, in all and below cmd/internal.
func executed(with, without map[string]int) (files, lines, appFiles, appLines int) {
	seen := map[string]map[int]bool{}
	for block, n := range with {
		if n <= without[block] {
			continue
		}
		file, span, _ := strings.Cut(block, ":")
		from, to := 0, 0
		fmt.Sscanf(strings.NewReplacer(".", " ", ",", " ").Replace(span), "%d %d %d", &from, new(int), &to)
		if seen[file] == nil {
			seen[file] = map[int]bool{}
		}
		for line := from; line <= to; line++ {
			seen[file][line] = true
		}
	}
	for file, set := range seen {
		files++
		lines += len(set)
		if strings.Contains(file, "/cmd/internal/") {
			appFiles++
			appLines += len(set)
		}
	}
	return files, lines, appFiles, appLines
}
