// Package archtest checks the table of docs/architecture.md: which package may import which, and what the pure packages
// never touch.
package archtest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "fieldpost/"

// rule is a row of the table. Prefixes are of import paths below the module; a package matches its longest row.
type rule struct {
	pkg   string
	may   []string // of this module
	never []string // of others
}

// pure packages get time, randomness, network, disk and formats of storage handed in; timeless ones may not even speak
// of time, the others take it as a value (TestNobodyAsksTheClock).
var (
	pure = []string{"os", "net", "net/http", "log", "log/slog", "math/rand", "math/rand/v2", "context",
		"encoding/json", "encoding/gob"}
	timeless = append([]string{"time"}, pure...)
)

// below is what the phases of a turn build on.
var below = []string{"adjudicator/board", "adjudicator/order", "adjudicator/event", "adjudicator/position", "adjudicator/dice",
	"adjudicator/rules", "adjudicator/battle", "adjudicator/odds"}

var table = []rule{
	{"adjudicator/board", nil, timeless},
	{"adjudicator/order", []string{"adjudicator/board"}, timeless},
	{"adjudicator/event", []string{"adjudicator/board", "adjudicator/order"}, timeless},
	{"adjudicator/position/data", []string{"adjudicator/board", "adjudicator/order", "adjudicator/event"}, timeless},
	{"adjudicator/position", []string{"adjudicator/board", "adjudicator/order", "adjudicator/event", "adjudicator/position/data"}, timeless},
	{"adjudicator/dice", nil, timeless},
	{"adjudicator/history", []string{"adjudicator/dice"}, pure},
	{"adjudicator/rules", []string{"adjudicator/board", "adjudicator/order", "adjudicator/event", "adjudicator/position", "adjudicator/dice", "adjudicator/rules"}, timeless},
	{"adjudicator/battle", []string{"adjudicator/board", "adjudicator/order", "adjudicator/event", "adjudicator/position", "adjudicator/dice", "adjudicator/rules"}, timeless},
	{"adjudicator/odds", []string{"adjudicator"}, timeless},
	{"adjudicator/phase", below, timeless},
	{"adjudicator/route", []string{"adjudicator/board", "adjudicator/order", "adjudicator/phase"}, timeless},
	{"adjudicator/voyage", []string{"adjudicator/board", "adjudicator/phase", "adjudicator/position", "adjudicator/route"}, timeless},
	{"adjudicator/movement", append([]string{"adjudicator/phase", "adjudicator/route", "adjudicator/voyage"}, below...), timeless},
	{"adjudicator/combat", append([]string{"adjudicator/phase"}, below...), timeless},
	{"adjudicator/victory", append([]string{"adjudicator/phase"}, below...), timeless},
	{"adjudicator/standing", append([]string{"adjudicator/phase", "adjudicator/combat", "adjudicator/economy"}, below...), timeless},
	{"adjudicator/economy", append([]string{"adjudicator/phase"}, below...), timeless},
	{"adjudicator/game", []string{"adjudicator"}, pure},
	{"adjudicator/referee", []string{"adjudicator"}, pure},
	{"adjudicator/exchange", []string{"adjudicator"}, timeless},
	{"adjudicator", []string{"adjudicator"}, timeless},
	{"orders/help", nil, []string{"os", "net", "net/http"}},
	{"orders/syntax", []string{"adjudicator/board", "adjudicator/order", "orders/help"}, []string{"os", "net", "net/http"}},
	{"orders/commands", []string{"adjudicator/board", "adjudicator/order", "orders/syntax"}, []string{"os", "net", "net/http"}},
	{"orders/reading", []string{"adjudicator/board", "adjudicator/order", "orders", "orders/syntax", "orders/triplea"}, []string{"os", "net", "net/http"}},
	{"orders/triplea", []string{"adjudicator/board", "adjudicator/order", "adjudicator/exchange"}, []string{"os", "net", "net/http"}},
	{"orders", []string{"adjudicator", "orders"}, []string{"os", "net", "net/http"}},
	{"mailio", []string{"mailio"}, nil},
	{"store", []string{"store"}, nil},
	{"templates/catalogue", []string{"orders"}, []string{"os", "net", "net/http"}},
	{"templates/local", []string{"adjudicator/board", "adjudicator/order", "adjudicator/event", "orders", "templates/catalogue"}, []string{"os", "net", "net/http"}},
	{"templates/layout", nil, []string{"os", "net", "net/http"}},
	{"templates/reader", []string{"adjudicator", "orders", "templates/local", "templates/layout"}, []string{"os", "net", "net/http"}},
	{"templates/notice", []string{"adjudicator", "orders", "templates/local", "templates/layout", "templates/reader"}, []string{"os", "net", "net/http"}},
	{"templates/noticetest", []string{"adjudicator", "templates/local", "templates/layout", "templates/notice"}, []string{"os", "net", "net/http"}},
	{"templates/atlas", nil, []string{"os", "net", "net/http"}},
	{"templates/scene", []string{"adjudicator", "templates/atlas", "templates/local"}, []string{"os", "net", "net/http"}},
	{"templates/receipt", []string{"adjudicator", "orders", "templates/local", "templates/layout", "templates/reader"}, []string{"os", "net", "net/http"}},
	{"templates/report", []string{"adjudicator", "orders", "templates/local", "templates/layout", "templates/lists", "templates/receipt", "templates/reader", "templates/atlas", "templates/scene"}, []string{"os", "net", "net/http"}},
	{"templates", []string{"adjudicator", "orders", "templates"}, []string{"net", "net/http"}},
	{"cmd/internal/intake", []string{"adjudicator/board", "adjudicator/order", "orders", "mailio", "cmd/internal/keys"}, []string{"os", "net", "net/http", "time", "context", "log/slog"}},
	{"cmd/internal/roster", []string{"adjudicator/board", "mailio", "store", "cmd/internal/keys"}, []string{"os", "net", "net/http", "context", "log/slog"}},
	{"cmd/internal/decision", nil,
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/env", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/drand", "cmd/internal/keys"},
		[]string{"net", "net/http", "context"}},
	{"cmd/internal/gamestore", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/env", "cmd/internal/roster"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/vault", []string{"mailio", "store", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/intake", "cmd/internal/keys", "cmd/internal/roster"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/notify", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/decision", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/keys", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/command", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/decision", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/intake", "cmd/internal/keys", "cmd/internal/notify", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/clocks", []string{"adjudicator", "orders", "store", "templates", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/notify", "cmd/internal/roster"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/guard", []string{"adjudicator", "orders", "store", "templates", "cmd/internal/clocks", "cmd/internal/command", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/notify", "cmd/internal/proofs", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/play", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/clocks", "cmd/internal/command", "cmd/internal/decision", "cmd/internal/drand", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/guard", "cmd/internal/notify", "cmd/internal/roster"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/people", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/clocks", "cmd/internal/command", "cmd/internal/decision", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/guard", "cmd/internal/keys", "cmd/internal/notify", "cmd/internal/play", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/press", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/command", "cmd/internal/decision", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/notify", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/amend", []string{"adjudicator", "orders", "store", "templates", "cmd/internal/clocks", "cmd/internal/command", "cmd/internal/decision", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/notify", "cmd/internal/people", "cmd/internal/play", "cmd/internal/roster"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/deadlines", []string{"adjudicator", "orders", "store", "templates", "cmd/internal/clocks", "cmd/internal/command", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/notify", "cmd/internal/people", "cmd/internal/play", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/queries", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/amend", "cmd/internal/archive", "cmd/internal/chances", "cmd/internal/command", "cmd/internal/deadlines", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/notify", "cmd/internal/people", "cmd/internal/play", "cmd/internal/press", "cmd/internal/roster"},
		[]string{"net", "net/http", "context"}},
	{"cmd/internal/steps", []string{"adjudicator", "mailio", "orders", "store", "templates", "cmd/internal/amend", "cmd/internal/command", "cmd/internal/decision", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/guard", "cmd/internal/intake", "cmd/internal/keys", "cmd/internal/notify", "cmd/internal/people", "cmd/internal/play", "cmd/internal/press", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/admin", []string{"adjudicator", "orders", "store", "cmd/internal/env", "cmd/internal/gamestore", "cmd/internal/people", "cmd/internal/play", "cmd/internal/proofs", "cmd/internal/roster", "cmd/internal/vault"},
		[]string{"os", "net", "net/http", "context"}},
	{"cmd/internal/server", []string{"adjudicator", "orders", "mailio", "store", "templates", "cmd/internal"},
		[]string{"github.com/emersion/go-imap/v2", "github.com/wneessen/go-mail", "go.etcd.io/bbolt"}},
	{"cmd", []string{"adjudicator", "orders", "mailio", "store", "templates", "cmd/internal"}, nil},
}

func under(path, prefix string) bool { return path == prefix || strings.HasPrefix(path, prefix+"/") }

func ruleOf(pkg string) *rule {
	var best *rule
	for i := range table {
		if r := &table[i]; under(pkg, r.pkg) && (best == nil || len(r.pkg) > len(best.pkg)) {
			best = r
		}
	}
	return best
}

// TestImports reads the imports of every package (not of its tests) and compares them with the table.
func TestImports(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, "fieldpost/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		path, imports, _ := strings.Cut(line, ": ")
		pkg := strings.TrimPrefix(path, module)
		r := ruleOf(pkg)
		if r == nil {
			t.Errorf("%s: in no row of the table; give it one", pkg)
			continue
		}
		for imp := range strings.FieldsSeq(imports) {
			if ours, ok := strings.CutPrefix(imp, module); ok {
				if !slices.ContainsFunc(r.may, func(p string) bool { return under(ours, p) }) {
					t.Errorf("%s may not import %s", pkg, ours)
				}
			} else if slices.Contains(r.never, imp) {
				t.Errorf("%s may not import %s: pure packages get it handed in", pkg, imp)
			}
		}
	}
}

// TestNoProductImportsTestKit keeps packages whose names end in "test" out of what is shipped.
func TestNoProductImportsTestKit(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-tags", "browser,mailserver,shells,release", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, "fieldpost/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		path, imports, _ := strings.Cut(line, ": ")
		for imp := range strings.FieldsSeq(imports) {
			if strings.HasPrefix(imp, module) && strings.HasSuffix(imp, "test") && !strings.HasSuffix(path, "test") {
				t.Errorf("%s imports the test kit %s", path, imp)
			}
		}
	}
}

// TestNobodyAsksTheClock looks for time.Now where time is handed in.
func TestNobodyAsksTheClock(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"adjudicator", "orders", "templates", "store", "mailio"} {
		err := filepath.WalkDir(filepath.Join("..", "..", "..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if strings.Contains(string(text), "time.Now()") && !strings.Contains(path, "localmail") {
				t.Errorf("%s asks the clock", path)
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
}

// TestLowerRoomsStayLow keeps the engine's rooms from importing what stands above them.
func TestLowerRoomsStayLow(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "fieldpost/adjudicator").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range strings.Fields(string(out)) {
		ours, ok := strings.CutPrefix(pkg, module)
		if ok && !under(ours, "adjudicator") && !under(ours, "orders") {
			t.Errorf("the engine depends on %s", ours)
		}
	}
}

// TestTheDocumentSaysTheSame compares the table of docs/architecture.md with this one, row by row.
func TestTheDocumentSaysTheSame(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table {
		if row := r.row(); !strings.Contains(string(text), row) {
			t.Errorf("docs/architecture.md lacks the row\n%s", row)
		}
	}
}

// row is how docs/architecture.md prints a rule.
func (r *rule) row() string {
	never := strings.Join(r.never, ", ")
	switch {
	case slices.Equal(r.never, timeless):
		never = "pure, without time"
	case slices.Equal(r.never, pure):
		never = "pure"
	}
	may := "nothing"
	if len(r.may) > 0 {
		may = strings.Join(r.may, ", ")
	}
	return "| `" + r.pkg + "` | " + may + " | " + never + " |"
}
