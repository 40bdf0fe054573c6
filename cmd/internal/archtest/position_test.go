package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// setUps are the files that put a position together before its game begins, those of the case runner, the second
// model and the test kit among them, and the codec of stored ones.
var setUps = []string{"adjudicator/start.go", "adjudicator/advantages.go", "adjudicator/game/setup.go",
	"adjudicator/game/game.go", "cases/setup.go", "modeltest/", "positiontest/",
	"gamestore/position.go"}

// Events are the only way a position changes: no package but position assigns to what it holds, or calls what changes
// it, except set-ups. Tests put positions together as they like.
func TestOnlyEventsChangeAPosition(t *testing.T) {
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
	seen := 0
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		if strings.HasSuffix(p.PkgPath, "adjudicator/position") {
			continue
		}
		for _, f := range p.Syntax {
			file := filepath.ToSlash(p.Fset.Position(f.Pos()).Filename)
			if slices.ContainsFunc(setUps, func(s string) bool { return strings.Contains(file, s) }) {
				seen += len(changesOf(p, f))
				continue
			}
			for _, what := range changesOf(p, f) {
				t.Error(what)
			}
		}
	}
	if seen == 0 {
		t.Error("no set-up changes a position: the test does not see changes")
	}
}

// changesOf lists the changes of positions in a file.
func changesOf(p *packages.Package, f *ast.File) []string {
	var list []string
	add := func(n ast.Node, what string) {
		list = append(list, fmt.Sprintf("%s: %s", p.Fset.Position(n.Pos()), what))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if n.Tok != token.DEFINE && reaches(p.TypesInfo, l) {
					add(l, "assigns to a position")
				}
			}
		case *ast.IncDecStmt:
			if reaches(p.TypesInfo, n.X) {
				add(n, "counts in a position")
			}
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if ok && p.TypesInfo.Selections[s] != nil && isPosition(p.TypesInfo.TypeOf(s.X)) && slices.Contains(changers,
				s.Sel.Name) {
				add(n, s.Sel.Name+" changes a position")
			}
		}
		return true
	})
	return list
}

// changers are the methods that change a position in place.
var changers = []string{"Add", "Remove", "Embark", "NoteGuns"}

// reaches reports whether an expression is memory of a position: a field of its types behind a pointer or in a list.
// Fields of a copy in a variable are not.
func reaches(info *types.Info, x ast.Expr) bool {
	held := false // a field of a position's types was selected
	for {
		switch e := x.(type) {
		case *ast.SelectorExpr:
			s := info.Selections[e]
			if s == nil || s.Kind() != types.FieldVal {
				return false
			}
			held = held || isPosition(s.Recv())
			if _, pointer := s.Recv().Underlying().(*types.Pointer); pointer && held {
				return true
			}
			x = e.X
		case *ast.IndexExpr:
			held = held || isPosition(info.TypeOf(e))
			if _, list := info.TypeOf(e.X).Underlying().(*types.Slice); list && holdsPosition(info, e.X) {
				return true
			}
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		case *ast.StarExpr:
			return held || isPosition(info.TypeOf(e))
		default:
			return false
		}
	}
}

// holdsPosition reports whether a list is a field of a position's types.
func holdsPosition(info *types.Info, list ast.Expr) bool {
	s, ok := list.(*ast.SelectorExpr)
	return ok && info.Selections[s] != nil && isPosition(info.Selections[s].Recv())
}

// isPosition reports whether a type is one of package position that holds a position, or a pointer to it.
func isPosition(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && (strings.HasSuffix(n.Obj().Pkg().Path(), "adjudicator/position") ||
		strings.HasSuffix(n.Obj().Pkg().Path(), "adjudicator/event") && slices.Contains(parts, n.Obj().Name()))
}

// parts are the types of package event that are parts of a position.
var parts = []string{"Plan", "Route", "Rocket", "Raid", "Landing", "Bombard", "Pledge", "Battle"}
