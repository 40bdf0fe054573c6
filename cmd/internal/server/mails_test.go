package server

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

var update = flag.Bool("update", false, "write the .read files anew; read the difference before you commit it")

// clients are mails with the same orders, as seventeen programs send them in three languages; mails are odd mails of
// all kinds. Both belong to package message, whose tests say what text they hold.
const (
	clients = "../../../mailio/message/testdata/clients"
	letters = "../../../mailio/message/testdata/letters"
)

// understood is what the daemon makes of a mail, on the board of Revised, for Germany in its combat phase.
func understood(t *testing.T, file string) (intake.Reading, message.Letter, error) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(raw, []byte("\r\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	}
	l, err := message.Parse(raw, message.DefaultLimits())
	return intake.Read(l, nil, orders.Context{Board: board.Default(), Phase: order.Combat, Power: "Germany"}), l, err
}

// describe writes down what was understood: header, orders in canonical form, questions, faults with the line as
// written, what was only quoted, what was mended.
func describe(r intake.Reading, l message.Letter, err error) string {
	var b strings.Builder
	line := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	f := r.File
	switch {
	case err != nil:
		line("not read: %v", err)
	case l.Robot != message.Human || l.Bounce != nil:
		line("not answered: %s", l.Robot)
	}
	for _, p := range l.Problems {
		line("problem: %s", strings.TrimSpace(string(p.Trouble)+" "+p.Detail))
	}
	if r.Text.Source != "" {
		line("from: %s", strings.TrimSpace(string(r.Text.Source)+" "+r.Text.Name))
	}
	if f.Check {
		line("check")
	}
	text := orders.Format(f.File, syntax.English,
		orders.Context{Board: board.Default(), Phase: order.Combat, Power: "Germany"})
	for s := range strings.Lines(text) {
		b.WriteString("| " + s)
	}
	for _, c := range f.Commands {
		line("? %s", commands.Format(c, syntax.English, board.Default()))
	}
	if len(f.Withdraw) > 0 {
		line("withdraw")
	}
	for _, x := range f.Faults {
		line("fault: %s %q in %q", x.Code, x.Word, strings.TrimSpace(f.Line(x.Line)))
	}
	if f.Quoted > 0 {
		line("quoted orders: %d", f.Quoted)
	}
	for _, x := range r.Text.Repairs {
		line("mended: %s", x.Kind)
	}
	for _, x := range f.Repairs {
		line("mended: %s in %q", x.What, strings.TrimSpace(f.Line(x.Line)))
	}
	return b.String()
}

// TestMails: every mail is read as the .read file next to it says.
func TestMails(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/mails/*.eml")
	odd, _ := filepath.Glob(letters + "/*.eml")
	for _, file := range append(files, odd...) {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := describe(understood(t, file))
			wantFile := "testdata/mails/" + name + ".read"
			if *update {
				if err := os.WriteFile(wantFile, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(wantFile)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("read as\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestTheSameOrdersFromEveryProgram: what seventeen programs make of one text, fresh or in answer to a report, is the
// same orders.
func TestTheSameOrdersFromEveryProgram(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(clients + "/*.eml")
	if len(files) < 100 {
		t.Fatalf("found %d mails", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _, err := understood(t, file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile("testdata/clients." + strings.Split(name, ".")[1] + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			got := orders.Format(r.File.File, syntax.English, orders.Context{Board: board.Default(), Power: "Germany"})
			for _, x := range r.File.Faults {
				got += fmt.Sprintf("fault: %s %q in %q\n", x.Code, x.Word, strings.TrimSpace(r.File.Line(x.Line)))
			}
			if got != string(want) {
				t.Errorf("read as\n%s\nwant\n%s", got, want)
			}
		})
	}
}
