package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostLines are the limits of packages that have one of their own: lines of Go without tests.
var mostLines = map[string]int{
	"adjudicator": 1500, "adjudicator/forecast": 500, "adjudicator/phase": 900, "adjudicator/combat": 2000, "adjudicator/economy": 1700,
	"adjudicator/movement": 3000, "adjudicator/route": 300, "adjudicator/voyage": 400,
	"adjudicator/standing": 500, "adjudicator/victory": 250,
	"templates/catalogue": 300, "templates/local": 1200, "templates/layout": 900, "templates/reader": 1200, "templates/notice": 2000, "templates/report": 3000,
}

// mostMethods is how many methods a type of these packages may have.
const mostMethods = 40

func TestPackagesAndTypesStaySmall(t *testing.T) {
	t.Parallel()
	for pkg, limit := range mostLines {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pkg, err)
		}
		lines, methods := 0, map[string]int{}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
			f, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
					methods[receiver(fn)]++
				}
			}
		}
		if lines > limit {
			t.Errorf("%s has %d lines; it may have %d", pkg, lines, limit)
		}
		for typ, n := range methods {
			if n > mostMethods {
				t.Errorf("%s.%s has %d methods; a type may have %d", pkg, typ, n, mostMethods)
			}
		}
	}
}

// receiver returns the name of a method's type.
func receiver(fn *ast.FuncDecl) string {
	typ := fn.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
