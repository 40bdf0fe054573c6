package server

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fieldpost/cmd/internal/command"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/templates/noticetest"
)

var updateCommands = flag.Bool("update-commands", false, "write docs/commands.md anew")

// TestEveryCommandIsInTheTable: each keyword and each command of the language has its spec, and each spec's example
// reads as its command, in the board's names.
func TestEveryCommandIsInTheTable(t *testing.T) {
	t.Parallel()
	keywords := map[string]bool{}
	for _, s := range command.AllSpecs() {
		for _, w := range s.Syntax {
			keywords[w.Keyword] = true
		}
		if command.Handlers[s] == nil && command.Together[s] == nil {
			t.Errorf("nothing carries out %s", s.Name())
		}
		if s.Name() == "Orders" {
			continue
		}
		for _, w := range s.Syntax {
			f := orders.Parse(w.Example+pressEnd(s), orders.Context{})
			for _, c := range f.Commands {
				if command.SpecOf(c) != s {
					t.Errorf("%q reads as %T, not as %s", w.Example, c, s.Name())
				}
			}
			if len(f.Faults) > 0 || len(f.Commands) == 0 && !f.Check && len(f.Withdraw) == 0 {
				t.Errorf("%q: %v, %v", w.Example, f.Commands, f.Faults)
			}
		}
	}
	for keyword := range commands.Readers() {
		if !keywords[keyword] {
			t.Errorf("no spec begins with %q", keyword)
		}
	}
}

func pressEnd(s *command.Spec) string {
	if s.Name() == "Press" {
		return "\nHello\nend press\n"
	}
	return "\n"
}

// TestCommandsPage: docs/commands.md is what the table says.
func TestCommandsPage(t *testing.T) {
	t.Parallel()
	const path = "../../../docs/commands.md"
	var out strings.Builder
	out.WriteString(`# Commands

What a mail may hold, who may give it, and what it must bring. Made from the table of commands (` +
		"`cmd/internal/command`" + `) by
` + "`go test ./cmd/internal/server -run CommandsPage -update-commands`" +
		`; a test holds that it is the same. The languages' words are on the
pages [orders.en.md](orders.en.md), [orders.de.md](orders.de.md) and [orders.da.md](orders.da.md).

- **Who**: *participants* are the players, the referee and the observers of a game.
- **Key**: whether the mail must prove the seat: by its key, typed or quoted, by its OpenPGP signature, or as it answers a mail to the seat
  from the seat's own address. *The key*: an answered mail is not enough. What needs none only asks, and is answered to the address on file. *The address confirms*: it comes true when the sender's address has confirmed; in a mail about a game it needs the key.
- **Notices**: the notices that its handler makes itself, by the names of package ` + "`templates/notice`" +
		`. A command that the sender may not give
  is answered with ` + "`RefereeOnly`, `PlayersOnly` or `NotStarted`" + `.

| command | example | who | key | where | notices |
|---|---|---|---|---|---|
`)
	made := noticesOf(t)
	var rows []string
	for _, s := range command.AllSpecs() {
		name := s.Syntax[0].Keyword
		var examples []string
		for _, w := range s.Syntax {
			examples = append(examples, "`"+w.Example+"`")
		}
		if s.Name() == "Orders" {
			name = "orders"
		}
		rows = append(rows, fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", name, strings.Join(examples, ", "),
			s.Who, s.Proof(), s.In, cmp.Or(strings.Join(made[s.Name()], ", "), "–")))
	}
	slices.Sort(rows)
	out.WriteString(strings.Join(rows, ""))
	if *updateCommands {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != out.String() {
		t.Errorf("docs/commands.md is not what the table says (%v); write it anew by "+
			"go test ./cmd/internal/server -run CommandsPage -update-commands", err)
	}
}

// noticesOf returns the notices that the function of each command makes, by the command's name: itself, in the
// functions of its file, in those of clocks that this calls, and in all that get its request.
func noticesOf(t *testing.T) map[string][]string {
	paths, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
			continue
		}
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	known := map[string]bool{}
	for _, n := range noticetest.All() {
		known[reflect.TypeOf(n).Name()] = true
	}
	out := map[string][]string{}
	for _, f := range files {
		called := functions{pkg: f.Name.Name, node: map[string]ast.Node{}}
		for _, other := range files {
			for _, d := range other.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && (other == f || other.Name.Name == "clocks" || takesRequest(fn)) {
					called.node[other.Name.Name+"."+fn.Name.Name] = fn
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			index, ok := call.Fun.(*ast.IndexExpr)
			if !ok || !strings.HasPrefix(types.ExprString(index.X), "command.Handle") {
				return true
			}
			found := map[string]bool{}
			handler := call.Args[1]
			if made, ok := handler.(*ast.CallExpr); ok { // command.AsNotice(f)
				handler = made.Args[0]
			}
			if id, ok := handler.(*ast.Ident); ok {
				handler = &ast.CallExpr{Fun: id}
			}
			others := map[string]bool{"command.AnswerCommands": true, "steps.runSteps": true, // other lines and mails
				"command.SpendReply": true} // what any answer may meet with
			called.collect(handler, others, found)
			name := strings.TrimPrefix(types.ExprString(index.Index), "commands.")
			for n := range found {
				if known[n] {
					out[name] = append(out[name], n)
				}
			}
			slices.Sort(out[name])
			return true
		})
	}
	return out
}

// takesRequest reports whether a function is a method of a request or gets one first.
func takesRequest(fn *ast.FuncDecl) bool {
	first := fn.Recv
	if first == nil {
		first = fn.Type.Params
	}
	return len(first.List) > 0 && strings.HasSuffix(types.ExprString(first.List[0].Type), "Request")
}

// functions are those that a file may call, by package and name.
type functions struct {
	pkg  string
	node map[string]ast.Node
}

// collect finds the notices that a node makes, and the functions that it names.
func (f functions) collect(n ast.Node, visited, found map[string]bool) {
	visit := func(pkg, name string) {
		key := pkg + "." + name
		if fn := f.node[key]; fn != nil && !visited[key] {
			visited[key] = true
			functions{pkg, f.node}.collect(fn, visited, found)
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if name, ok := strings.CutPrefix(types.ExprString(n.Type), "notice."); ok {
				found[name] = true
			}
		case *ast.KeyValueExpr:
			f.collect(n.Value, visited, found)
			return false
		case *ast.SelectorExpr:
			switch on := strings.Trim(types.ExprString(n.X), "()*"); on {
			case "r", "command.Request":
				visit("command", n.Sel.Name)
			case "e", "g":
				visit(f.pkg, n.Sel.Name)
			default:
				visit(on, n.Sel.Name)
			}
			f.collect(n.X, visited, found)
			return false
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok {
				visit(f.pkg, id.Name)
			}
		}
		return true
	})
}

// TestTheTableRefuses: who may give what, where.
func TestTheTableRefuses(t *testing.T) {
	t.Parallel()
	referee := command.Sender{Referee: true, Begun: true}
	player := command.Sender{Power: "Germany", Begun: true}
	observer := command.Sender{Observer: true, Begun: true}
	for _, tt := range []struct {
		c    commands.Command
		by   command.Sender
		want string
	}{
		{commands.Extend{}, referee, ""},
		{commands.Extend{}, player, "RefereeOnly"},
		{commands.Extend{}, command.Sender{Referee: true}, "NotStarted"},
		{commands.Vote{}, player, ""},
		{commands.Vote{}, referee, "PlayersOnly"},
		{commands.Vote{}, command.Sender{Power: "Germany"}, "NotStarted"},
		{commands.Orders{}, observer, "PlayersOnly"},
		{commands.Correct{}, player, ""},
		{commands.Correct{}, referee, ""},
		{commands.Correct{}, observer, "RefereeOnly"},
		{commands.Approve{}, observer, ""},
		{commands.Admit{}, player, "RefereeOnly"},
		{commands.OwnOption{}, observer, ""},
		{commands.Option{}, observer, "RefereeOnly"},
		{commands.Status{}, observer, ""},
		{commands.Help{}, command.Sender{}, ""},
		{commands.Join{}, command.Sender{}, ""},
	} {
		got := ""
		if n := command.SpecOf(tt.c).Refuse(tt.by, "line"); n != nil {
			got = reflect.TypeOf(n).Name()
		}
		if got != tt.want {
			t.Errorf("%T by %+v: %q, want %q", tt.c, tt.by, got, tt.want)
		}
	}
}

// TestWhatNeedsTheKey: one line that changes something is enough; an observer may leave without.
func TestWhatNeedsTheKey(t *testing.T) {
	t.Parallel()
	observer, player := command.Sender{Observer: true}, command.Sender{Power: "Germany"}
	for _, tt := range []struct {
		given []commands.Command
		by    command.Sender
		want  bool
	}{
		{[]commands.Command{commands.Status{}, commands.Help{}}, player, false},
		{[]commands.Command{commands.Status{}, commands.Vote{}}, player, true},
		{[]commands.Command{commands.Check{}}, player, false},
		{[]commands.Command{commands.Orders{}}, player, true},
		{[]commands.Command{commands.Withdraw{}}, player, true},
		{[]commands.Command{commands.Join{}}, player, true},
		{[]commands.Command{commands.Resign{}}, player, true},
		{[]commands.Command{commands.Resign{}}, observer, false},
		{[]commands.Command{commands.Resign{}, commands.Status{}}, observer, true},
		{[]commands.Command{commands.Beacon{}, commands.Report{}}, player, false},
	} {
		if got := command.AnyNeedsKey(tt.given, tt.by); got != tt.want {
			t.Errorf("%#v by %+v: %v", tt.given, tt.by, got)
		}
	}
}
