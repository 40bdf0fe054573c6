package server

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/mailio/message"
)

// archiveIn is the archive that a mail attaches, and its name; "" if it attaches none.
func archiveIn(t *testing.T, raw []byte) (name string, data []byte) {
	t.Helper()
	files, err := message.Files(raw, message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if len(txtar.Parse(f.Data).Files) == 0 {
			continue
		}
		if name != "" {
			t.Errorf("two archives: %s and %s", name, f.Name)
		}
		name, data = f.Name, f.Data
	}
	return name, data
}

// textsIn are the exact texts that a mail brings, by name.
func textsIn(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	out := map[string]string{}
	_, data := archiveIn(t, raw)
	for _, f := range txtar.Parse(data).Files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// texts are the exact texts that all mails to an address brought, by name.
func (w *world) texts(addr string) map[string]string {
	w.t.Helper()
	out := map[string]string{}
	for _, raw := range w.mail.Delivered(addr) {
		for name, text := range textsIn(w.t, raw) {
			out[name] = text
		}
	}
	return out
}

// reportOf is the newest mail to an address whose archive has a turn's name.
func (w *world) reportOf(addr, archive string) []byte {
	w.t.Helper()
	for _, raw := range slices.Backward(w.mail.Delivered(addr)) {
		if name, _ := archiveIn(w.t, raw); name == archive {
			return raw
		}
	}
	w.t.Fatalf("no mail to %s attaches %s", addr, archive)
	return nil
}

// A report attaches one file with all that its check needs. Its first lines say what it is, and their shell lines roll
// the first dice again.
func TestAReportAttachesItsEvidenceAsOneFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.plays("USSR", wholeTurn)
	for power, says := range map[board.Power]string{"UK": "What is needed to check this mail", "Germany": "Was man braucht",
		"USSR": "What is needed"} {
		raw := w.reportOf(players[power].Address, "eastfront-R1-USSR.txt")
		head := regexp.MustCompile(`(?s)\r\n--[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n([A-Za-z0-9+/=\r\n]+)`)
		header := ""
		for _, part := range head.FindAllStringSubmatch(string(raw), -1) {
			if strings.Contains(part[1], "eastfront-R1-USSR.txt") {
				header = part[1]
			}
		}
		for _, field := range []string{"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
			"Content-Disposition: attachment; filename=\"eastfront-R1-USSR.txt\""} {
			if !strings.Contains(header, field) {
				t.Errorf("%s: the part has not %q:\n%s", power, field, header)
			}
		}
		_, data := archiveIn(t, raw)
		a := txtar.Parse(data)
		lines := strings.Split(strings.TrimSuffix(string(a.Comment), "\n"), "\n")
		if len(lines) > 30 || !strings.HasPrefix(lines[0], says) {
			t.Errorf("%s: %d lines:\n%s", power, len(lines), a.Comment)
		}
		for _, l := range lines {
			if utf8.RuneCountInString(l) > 72 {
				t.Errorf("%s: %d columns: %s", power, utf8.RuneCountInString(l), l)
			}
		}
		table := w.table()
		var names []string
		for _, f := range a.Files {
			names = append(names, f.Name)
		}
		n := table.Chain.Len() - 1
		want := []string{}
		for i := range n + 1 {
			want = append(want, history.RecordFile("eastfront", i))
		}
		turn := slices.IndexFunc(table.Chain.Entries(), func(e history.Entry) bool { return e.Body.Type() == "turn" })
		lock := slices.IndexFunc(table.Chain.Entries(), func(e history.Entry) bool { return e.Body.Type() == "lock" })
		want = append(want, fmt.Sprintf("eastfront-%d-RUS-turn.txt", lock), fmt.Sprintf("eastfront-%d-intake.txt", turn),
			fmt.Sprintf("eastfront-%d-state.txt", turn), fmt.Sprintf("eastfront-%d-checkpoint.txt", n))
		if !slices.Equal(names[:min(len(want), len(names))], want) {
			t.Errorf("%s: files %v, want %v", power, names, want)
		}
		if !strings.Contains(string(a.Comment), "\n  "+table.Chain.Head().String()+"\n") {
			t.Errorf("%s: the head is not there:\n%s", power, a.Comment)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "eastfront-R1-USSR.txt"), bytes.ReplaceAll(data, []byte("\n"),
			[]byte("\r\n")), 0o600); err != nil { // as some programs save it
			t.Fatal(err)
		}
		shell := ""
		for _, l := range lines {
			if strings.HasPrefix(l, "  ") && !strings.Contains(l, "fieldpost verify") && len(strings.TrimSpace(l)) != 64 {
				shell += l + "\n"
			}
		}
		cmd := exec.CommandContext(t.Context(), "bash", "-c", shell)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, shell, out)
		}
		record := history.RecordFile("eastfront", turn)
		got, err := os.ReadFile(filepath.Join(dir, record))
		if err != nil || string(got) != string(table.Chain.Entries()[turn].Bytes) {
			t.Errorf("%s: %s was taken out as %q, %v", power, record, got, err)
		}
		roll := table.Chain.Entries()[turn].Body.(*history.Turn).Rolls[0]
		if faces := strings.Trim(fmt.Sprint(roll.Dice), "[]"); !strings.HasPrefix(string(out), faces+" ") {
			t.Errorf("%s: rolled %s, the record has %s", power, out, roll)
		}
		var p proofs.Proofs
		p.File("report.eml", raw)
		if err := p.Findings().Err(); err != nil || len(p.Games["eastfront"].Records) != n+1 {
			t.Errorf("%s: %v, %d records", power, err, len(p.Games["eastfront"].Records))
		}
	}
}

// checkByHand runs the lines of the page on checking on an attached file, and returns what they say.
func checkByHand(t *testing.T, name string, archive []byte) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	_, kit, _ := strings.Cut(string(page), "\n```bash\n")
	kit, _, ok := strings.Cut(kit, "\n```\n")
	if !ok {
		t.Fatal("the page has no lines to run")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), archive, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", "F="+name+"\n"+kit)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// The lines of the page on checking find every change in the file of a report.
func TestTheKitOfThePageChecksTheAttachedFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.plays("USSR", wholeTurn)
	const name = "eastfront-R1-USSR.txt"
	_, data := archiveIn(t, w.reportOf(players["Germany"].Address, name))
	table := w.table()
	head := fmt.Sprintf("head %d %s\n", table.Chain.Len()-1, table.Chain.Head())
	out := checkByHand(t, name, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
	want := []string{"ok chain 1\n", "ok chain 2\nok base\nok commit\nok ordersum\nok orders RUS-turn\nok intake\nok state\n" +
		"ok mix\nok seed\nok tech RUS 1 - - ", head}
	for _, part := range want {
		if !strings.Contains(out, part) || strings.Contains(out, "FAILED") {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	for old, found := range map[string]string{
		"\nroll tech RUS 1 - - 1d6 ":    "FAILED tech RUS 1 - - 1d6 7",
		"\nmixsum ":                     "FAILED mix\nFAILED seed",
		"\norders RUS turn ":            "FAILED ordersum\nFAILED orders RUS-turn",
		"\ntier ":                       "FAILED chain 1",
		"\nnext 1 ":                     "FAILED commit",
		"\nbuy ":                        "FAILED orders RUS-turn",
		"-state.txt --\n":               "FAILED state",
		"\npbd1 intake\n1 2026-11-21T0": "FAILED intake",
	} {
		spoiled := strings.Replace(string(data), old, old+"7", 1)
		if spoiled == string(data) {
			t.Errorf("the file has no %q", old)
		}
		if out := checkByHand(t, name, []byte(spoiled)); !strings.Contains(out, found) {
			t.Errorf("%q changed: no %q in\n%s", old, found, out)
		}
	}
}

// A letter may have any lines; one that looks as if a file began in it is attached by itself, and comes out as it was.
func TestALetterThatLooksLikeAnArchiveIsAttachedByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Japan", "Peace?", "-- eastfront-0.txt --", "end press")
	w.settle()
	raw := w.mail.Delivered("dora@mail.test")
	files, err := message.Files(raw[len(raw)-1], message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	last := files[len(files)-1]
	if last.Name != "eastfront-press-1.txt" || !strings.Contains(string(last.Data), "\n-- eastfront-0.txt --\nend\n") {
		t.Errorf("%s: %q", last.Name, last.Data)
	}
}

// A mail with the archive of a report attached is no mail with orders, whatever stands in the archive.
func TestTheArchiveSentBackIsNotRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.plays("USSR", wholeTurn)
	_, data := archiveIn(t, w.reportOf(players["Germany"].Address, "eastfront-R1-USSR.txt"))
	w.forget()
	w.raw("bert@mail.test", head("bert@mail.test", "text/plain; name=eastfront-R1-USSR.txt")+
		"Content-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n"+base64.StdEncoding.EncodeToString(data))
	w.settle()
	w.wants(w.text("bert@mail.test"), "keine Befehle")
}
