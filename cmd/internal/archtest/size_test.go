package archtest

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostLines are the limits of packages that have one of their own: lines of Go without tests.
var mostLines = map[string]int{
	"adjudicator/position": 1400, "adjudicator/position/data": 1400,
	"adjudicator": 1500, "adjudicator/forecast": 500, "adjudicator/phase": 900, "adjudicator/combat": 2000, "adjudicator/economy": 1700,
	"adjudicator/movement": 3000, "adjudicator/route": 300, "adjudicator/voyage": 400,
	"adjudicator/standing": 500, "adjudicator/victory": 250,
	"templates/catalogue": 300, "templates/local": 1200, "templates/layout": 900, "templates/reader": 1200,
	"templates/notice": 2000, "templates/report": 3000,
}

// mostPackageLines is the limit of the other packages.
const mostPackageLines = 4000

// mostMethods is how many methods a type may have.
const mostMethods = 40

var (
	// kit are the test kit and the developers' tools, which are not part of the product.
	kit       = regexp.MustCompile(`(^|/)(\w*test|dev)(/|$)`)
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT`)
)

func TestPackagesAndTypesStaySmall(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	lines, methods := map[string]int{}, map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		name := d.Name()
		switch {
		case d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || kit.MatchString(rel)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || generated.Match(text) {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			return err
		}
		pkg := pathpkg.Dir(rel)
		lines[pkg] += bytes.Count(text, []byte("\n"))
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				methods[pkg+"."+receiver(fn)]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range mostLines {
		if lines[pkg] == 0 {
			t.Errorf("%s has a limit and no lines", pkg)
		}
	}
	for pkg, n := range lines {
		if limit := cmp.Or(mostLines[pkg], mostPackageLines); n > limit {
			t.Errorf("%s has %d lines; it may have %d", pkg, n, limit)
		}
	}
	for typ, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods; a type may have %d", typ, n, mostMethods)
		}
	}
}

// receiver returns the name of a method's type.
func receiver(fn *ast.FuncDecl) string {
	typ := fn.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	switch generic := typ.(type) {
	case *ast.IndexExpr:
		typ = generic.X
	case *ast.IndexListExpr:
		typ = generic.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
