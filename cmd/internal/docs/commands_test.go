package docs

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/exchange/exchangetest"
	"fieldpost/adjudicator/rules"
)

// elsewhere are the commands that talk to servers or run for long: tests of their own run them.
var elsewhere = []string{"fieldpost serve", "fieldpost config check", "fieldpost demo"}

var (
	shown  = regexp.MustCompile(`(?m)^    (?:go run \./cmd/)?(fieldpost .*)$`)
	inline = regexp.MustCompile("`(?:go run \\./cmd/)?(fieldpost [a-z][^`]*)`")
)

// build makes the program.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "fieldpost")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/fieldpost")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// workplace makes a folder as a reader would have it, which is their home too: the program, the repository's cases,
// saved reports, an exported game, a map of TripleA.
func workplace(t *testing.T, bin string) string {
	t.Helper()
	dir := t.TempDir()
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"fieldpost": bin, "adjudicator": filepath.Join(top, "adjudicator"),
		"anna.asc": filepath.Join(top, "mailio/pgp/testdata/anna.asc")} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	reports := filepath.Join(top, "adjudicator/history/testdata/g42")
	for _, folder := range []string{"FOLDER", "ORDNER", "MAPPE", "mail/eastfront"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(reports)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "report.eml"), mailOf(t, reports), 0o644); err != nil {
		t.Fatal(err)
	}
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ww2v2.xml"), exchangetest.Sample(set.Board, "attach"), 0o644); err != nil {
		t.Fatal(err)
	}
	shell(t, dir, "mkdir club && cd club && fieldpost config init && fieldpost game new eastfront && fieldpost game export eastfront ../eastfront.bundle")
	return dir
}

// mailOf is a mail with the texts of a folder attached, as reports are.
func mailOf(t *testing.T, folder string) []byte {
	t.Helper()
	var b bytes.Buffer
	parts := multipart.NewWriter(&b)
	fmt.Fprintf(&b, "Subject: [g42 R1 Germany] Result\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n", parts.Boundary())
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		w, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {"application/octet-stream"}, "Content-Transfer-Encoding": {"base64"},
			"Content-Disposition": {"attachment; filename=" + filepath.Base(f)}})
		if err == nil {
			_, err = io.WriteString(w, base64.StdEncoding.EncodeToString(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := parts.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// shell runs a line as a reader types it.
func shell(t *testing.T, dir, line string) {
	t.Helper()
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "PATH="+dir+":"+os.Getenv("PATH"))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Errorf("%s: %v\n%s", line, err, out.String())
	}
}

// TestCommands runs every command line that the documents show, document by document, in the order in which a reader
// would.
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	bin := build(t)
	for _, name := range documents(t) {
		text := read(t, name)
		var lines []string
		for _, m := range shown.FindAllStringSubmatch(text, -1) {
			command, _, _ := strings.Cut(m[1], "   ") // what follows many blanks explains
			if !slices.ContainsFunc(elsewhere, func(p string) bool { return strings.HasPrefix(command, p) }) {
				lines = append(lines, command)
			}
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := workplace(t, bin)
			if !slices.Contains(lines, "fieldpost config init") {
				shell(t, dir, "fieldpost config init")
			}
			for _, line := range lines {
				shell(t, dir, line)
			}
			for _, m := range inline.FindAllStringSubmatch(text, -1) {
				exists(t, dir, m[1])
			}
		})
	}
}

// exists reports whether a command that a sentence names is one, with flags that it has.
func exists(t *testing.T, dir, command string) {
	t.Helper()
	words := strings.Fields(command)
	n := 2
	if len(words) > 2 && regexp.MustCompile(`^(game|orders|config|store)$`).MatchString(words[1]) {
		n = 3
	}
	help := exec.Command(filepath.Join(dir, "fieldpost"), append(words[1:n:n], "--help")...)
	out, err := help.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	out = bytes.ReplaceAll(out, []byte("--[no-]"), []byte("--"))
	for _, w := range words[n:] {
		if flag, _, _ := strings.Cut(w, "="); strings.HasPrefix(flag, "--") && !bytes.Contains(out, []byte(flag)) {
			t.Errorf("%s has no flag %s", strings.Join(words[:n], " "), flag)
		}
	}
}

func documents(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(root + "docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatal("no documents", err)
	}
	names := []string{"README.md"}
	for _, p := range paths {
		names = append(names, strings.TrimPrefix(p, root))
	}
	return names
}

// TestLinks: every file that a document links to is there, and every heading or anchor in it.
func TestLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#:]*)(#[^)]*)?\)`)
	for _, name := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, name), -1) {
			target := name
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(name), m[1])
			}
			info, err := os.Stat(root + target)
			if err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
				continue
			}
			if m[2] != "" && !info.IsDir() && !anchored(read(t, target), m[2][1:]) {
				t.Errorf("%s links to %s%s, which is not there", name, m[1], m[2])
			}
		}
	}
}

// anchored reports whether a page has an anchor or a heading of that name.
func anchored(text, name string) bool {
	if strings.Contains(text, `<a id="`+name+`">`) {
		return true
	}
	for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		slug := regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(strings.ToLower(h[1]), "")
		if strings.ReplaceAll(slug, " ", "-") == name {
			return true
		}
	}
	return false
}

// TestService: systemd has nothing against the unit but the place of the program, which is not installed here.
func TestService(t *testing.T) {
	t.Parallel()
	unit := filepath.Join(t.TempDir(), "fieldpost.service")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(read(t, "docs/fieldpost.service"), "/usr/local/bin/fieldpost", self, 1)
	if !strings.Contains(text, "ExecStart="+self+" serve") {
		t.Fatal("the unit does not start fieldpost serve")
	}
	if err := os.WriteFile(unit, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not installed; only the start line was checked")
		return
	}
	if out, err := exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}
