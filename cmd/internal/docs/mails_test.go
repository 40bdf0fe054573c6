package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/orders"
	"fieldpost/orders/commands"
)

// mails finds fenced blocks that show the text of a mail.
var mails = regexp.MustCompile("(?ms)^```mail\n(.*?)^```$")

// TestMails: every mail that the documents show is understood, and asks for something.
func TestMails(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(root + "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range paths {
		name := strings.TrimPrefix(path, root)
		for _, m := range mails.FindAllStringSubmatch(read(t, name), -1) {
			found++
			f := orders.Parse(m[1], orders.Context{})
			if len(f.Faults) > 0 || len(f.Commands) == 0 && !f.HasOrders() {
				t.Errorf("%s: %q is not understood: %v", name, m[1], f.Faults)
			}
			for _, c := range f.Commands {
				if s, ok := c.(commands.Bid); ok && !strings.Contains(s.Text, "…") {
					if _, err := commands.ParseBid(board.Default(), s.Text); err != nil {
						t.Errorf("%s: bid %s: %v", name, s.Text, err)
					}
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d mails found", found)
	}
}
