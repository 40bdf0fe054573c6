package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/orders/gametest"
)

// attachment is a file of a report.
type attachment struct {
	name string
	data []byte
}

// firstReport is what the report of a game's first resolution attaches, and the head that its text names.
func firstReport(t *testing.T, name string) (files []attachment, head dice.Hash) {
	t.Helper()
	p, err := gametest.Play(game.Setup{Name: name, Rules: "revised"}, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	out := p.Changes[0]
	for _, e := range p.Chain.Entries()[:out.Turn.Seq+1] {
		files = append(files, attachment{history.RecordFile(name, e.Seq), e.Bytes})
	}
	for _, s := range out.Sets {
		files = append(files, attachment{history.SetFile(name, out.Lock.Seq, s.Ref.Role, s.Ref.Kind), s.Bytes})
	}
	receipt, err := history.Receipt{Game: name, Arrival: 1, Mail: dice.Sum(nil), Set: out.Sets[0].Ref.Set, Base: p.Chain.Entries()[0].Hash}.Sign(p.Signer)
	if err != nil {
		t.Fatal(err)
	}
	early, err := history.ReadChain(name, p.Chain.Records()[:out.Turn.Seq+1])
	if err != nil {
		t.Fatal(err)
	}
	point, err := early.Checkpoint(p.Signer)
	if err != nil {
		t.Fatal(err)
	}
	return append(files, attachment{history.IntakeFile(name, out.Turn.Seq), out.Intake},
		attachment{name + "-2-state.txt", []byte(out.Position.Text(p.Rules.Board))},
		attachment{name + "-2-checkpoint.txt", point}, attachment{name + "-receipt-1.txt", receipt}), out.Turn.Hash
}

// eml is a mail with these files.
func eml(files []attachment, head dice.Hash) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "From: fieldpost <orders@example.org>\r\nDate: Sat, 10 Jan 2026 18:00:00 +0000\r\nSubject: [g42] report\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=part\r\n\r\n--part\r\nContent-Type: text/plain\r\n\r\nThe newest record:\r\n\r\n    %s\r\n", head)
	for _, f := range files {
		fmt.Fprintf(&b, "--part\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n"+
			"Content-Disposition: attachment; filename=%q\r\n\r\n%s\r\n", f.name, base64.StdEncoding.EncodeToString(f.data))
	}
	b.WriteString("--part--\r\n")
	return []byte(b.String())
}

func TestVerifyAReport(t *testing.T) {
	t.Parallel()
	files, head := firstReport(t, "g42")
	d := newDesk(t)
	mail := d.write("report.eml", string(eml(files, head)))
	out := command(t, 0, "verify", mail, "--all")
	for _, want := range []string{"roll ", "is the record that a report names as its newest", "signed by games.test/g42", "received and signed for", " 0 fail"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	var a verifyAnswer
	if err := json.Unmarshal([]byte(command(t, 0, "verify", mail, "--json")), &a); err != nil || a.Holds == 0 || a.Fails != 0 {
		t.Errorf("%+v %v", a, err)
	}
	// The same files, saved from the mail by a program that ends lines its own way.
	dir := filepath.Join(d.dir)
	for _, f := range files {
		d.write(f.name, strings.ReplaceAll(string(f.data), "\n", "\r\n"))
	}
	if out := command(t, 0, "verify", dir); !strings.Contains(out, " 0 fail") {
		t.Error(out)
	}
	command(t, 2, "verify", d.path("password"))
	command(t, 2, "verify", d.path("not-there.eml"))
}

// A flipped byte in anything that a report attaches is found from the mail alone.
func TestVerifyFindsEveryFlippedByteOfAReport(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	files, head := firstReport(t, "g42")
	for i, f := range files {
		for at := i % 3; at < len(f.data); at += 3 {
			f.data[at] ^= 1
			p := &proofs.Proofs{}
			p.File("report.eml", eml(files, head))
			if len(p.Findings().With(history.Fails)) == 0 {
				t.Errorf("%s: byte %d flipped, nothing found", f.name, at)
			}
			f.data[at] ^= 1
		}
	}
}

// The same holds for an exported game, its first line included.
func TestVerifyFindsFlippedBytesOfABundle(t *testing.T) {
	t.Parallel()
	_, file := madeUp(t, 1)
	for at := 0; at < len(file); at += 1 + at/40 {
		file[at] ^= 1
		p := &proofs.Proofs{}
		p.File("eastfront.bundle", bytes.Clone(file))
		if len(p.Findings().With(history.Fails)) == 0 {
			t.Errorf("byte %d flipped, nothing found", at)
		}
		file[at] ^= 1
	}
}

// A mailbox may hold the reports of several games.
func TestVerifyTwoGames(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, name := range []string{"g42", "g42-5"} {
		files, head := firstReport(t, name)
		d.write(name+".eml", string(eml(files, head)))
	}
	out := command(t, 0, "verify", d.path("g42.eml"), d.path("g42-5.eml"), "--all")
	if !strings.Contains(out, "g42: ") || !strings.Contains(out, "g42-5: ") || !strings.Contains(out, " 0 fail") {
		t.Error(out)
	}
}
