package message_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mailio"
	"fieldpost/mailio/message"
)

var update = flag.Bool("update", false, "write the .want files anew; read the difference before you commit it")

// Each testdata/letters/NAME.eml is a mail as some program writes it, with LF line ends; NAME.want says how it is read.
func TestLetters(t *testing.T) {
	t.Parallel()
	mails, err := filepath.Glob("testdata/letters/*.eml")
	if err != nil || len(mails) < 60 {
		t.Fatalf("found %d mails, error %v", len(mails), err)
	}
	for _, file := range mails {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			t.Parallel()
			got := describe(message.Parse(readMail(t, file), message.DefaultLimits()))
			wantFile := strings.TrimSuffix(file, ".eml") + ".want"
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

// readMail gives the mail the line ends of a mail.
func readMail(t testing.TB, file string) []byte {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}

// describe writes a mail down, leaving out what is empty.
func describe(l message.Letter, err error) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	var refused *message.Problem
	if errors.As(err, &refused) {
		line("REFUSED", string(refused.Trouble)+" "+refused.Detail)
	}
	line("from", l.From.String())
	line("to", addresses(l.To))
	line("delivered", strings.Join(l.Delivered, ", "))
	line("subject", l.Subject)
	tags, rest := message.SplitSubject(l.Subject)
	line("tags", strings.Join(tags, " | "))
	line("topic", rest)
	line("id", l.MessageID)
	line("in reply to", strings.Join(l.InReplyTo, " "))
	line("references", strings.Join(l.References, " "))
	line("robot", string(l.Robot))
	if l.Weak {
		line("weak", "yes")
	}
	line("signed", string(l.Signed))
	if l.Forwarded > 0 {
		line("forwarded", fmt.Sprint(l.Forwarded))
	}
	if l.Bounce != nil {
		line("bounce of", l.Bounce.MessageID)
		for _, f := range l.Bounce.Recipients {
			line("  failed", fmt.Sprintf("%s %s %s permanent=%t %s", f.Address, f.Action, f.Status, f.Permanent, f.Reason))
		}
	}
	for _, p := range l.Problems {
		line("problem", string(p.Trouble)+" "+p.Detail)
	}
	for _, text := range l.Texts {
		fmt.Fprintf(&b, "\n== %s %s\n", text.Source, text.Name)
		for _, r := range text.Repairs {
			line("repair", fmt.Sprintf("%s %d", r.Kind, r.Count))
		}
		if text.Quoted > 0 {
			line("quoted", fmt.Sprint(text.Quoted))
		}
		if text.Hint.Line > 0 {
			line("hint", fmt.Sprintf("line %d, forwarded %t", text.Hint.Line, text.Hint.Forwarded))
		}
		for l := range strings.Lines(text.Body) {
			b.WriteString("| " + l)
		}
	}
	return b.String()
}

func addresses(list []mailio.Address) string {
	all := make([]string, len(list))
	for i, a := range list {
		all[i] = a.String()
	}
	return strings.Join(all, ", ")
}
