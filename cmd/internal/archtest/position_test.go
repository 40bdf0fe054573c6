package archtest

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// setUps are the files that make a position of data: what precedes a game's first event, also as files say it, and the
// codec of stored positions. The case runner and test kits may, too.
var setUps = []string{"adjudicator/start.go", "adjudicator/game/setup.go", "gamestore/position.go", "orders/cases/",
	"adjudicator/exchange/", "templates/report/machineread.go"}

// owners are the files that change a position in place by events: its set-up, and a phase that was given the turn's own
// copy.
var owners = []string{"adjudicator/start.go", "adjudicator/phase/turn.go"}

// Events are the only way a position changes. The compiler holds that outside its package nobody assigns to what it
// holds; this test, that nobody puts another in its place, or makes one without a set-up. Tests put positions together
// as they like.
func TestOnlySetUpsMakePositions(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("type-checks all packages")
	}
	pkgs, err := packages.Load(&packages.Config{Dir: "../../..",
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		if strings.HasSuffix(p.PkgPath, "adjudicator/position") || strings.HasSuffix(p.PkgPath, "test") {
			continue
		}
		for _, f := range p.Syntax {
			for _, m := range makersOf(p, f) {
				seen[m.what] = true
				if !slices.ContainsFunc(m.may, func(s string) bool { return strings.Contains(m.at, s) }) {
					t.Errorf("%s: %s", m.at, m.what)
				}
			}
		}
	}
	if !seen["position.New"] || !seen["position.JournalOn"] {
		t.Errorf("the test does not see what makes positions, but %v", seen)
	}
}

// maker is code that makes or replaces a position, and where that may be.
type maker struct {
	at, what string
	may      []string
}

func makersOf(p *packages.Package, f *ast.File) []maker {
	var list []maker
	add := func(n ast.Node, what string, may ...string) {
		at := p.Fset.Position(n.Pos())
		list = append(list, maker{fmt.Sprintf("%s:%d", filepath.ToSlash(at.Filename), at.Line), what, may})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if star, ok := l.(*ast.StarExpr); ok && isPosition(p.TypesInfo.TypeOf(star)) {
					add(l, "puts another position in the place of one")
				}
			}
		case *ast.CompositeLit:
			if isPosition(p.TypesInfo.TypeOf(n)) {
				add(n, "makes a position of nothing")
			}
		case *ast.Ident:
			fn, ok := p.TypesInfo.Uses[n].(*types.Func)
			switch {
			case !ok:
			case fn.FullName() == "fieldpost/adjudicator/position.New":
				add(n, "position.New", setUps...)
			case fn.FullName() == "fieldpost/adjudicator/position.JournalOn":
				add(n, "position.JournalOn", owners...)
			}
		}
		return true
	})
	return list
}

func isPosition(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && strings.HasSuffix(n.Obj().Pkg().Path(), "adjudicator/position") &&
		n.Obj().Name() == "Position"
}
