package rules_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/rules"
)

// described are the packages whose structs say what a rule set, a technology or an advantage does, and what an event
// changes.
var described = []string{"fieldpost/adjudicator/rules", "fieldpost/adjudicator/event"}

// Every field of the rule set and of what it contains, of technologies and advantages and of the values that are asked
// about, is read by code of the engine: a rule that is only written down is not in force. So is every field of an
// event, by its case in package position or by what describes it. Setting a field is not reading it, and tests do not
// count.
func TestEveryFieldIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	pkgs := listed(t)
	fields := map[string]string{} // place of the declaration → name
	read := map[string]bool{}
	for _, p := range pkgs {
		describes := func(i string) bool { return slices.Contains(described, i) }
		if p.Standard || !describes(p.ImportPath) && !slices.ContainsFunc(p.Imports, describes) {
			continue
		}
		fset, files, info := checked(t, p, pkgs)
		place := func(v *types.Var) string {
			at := fset.Position(v.Pos())
			return fmt.Sprint(v.Pkg().Path(), " ", filepath.Base(at.Filename), " ", at.Line, " ", v.Name())
		}
		if describes(p.ImportPath) {
			for _, f := range files {
				for name, v := range declared(f, info) {
					fields[place(v)] = p.ImportPath + "." + name
				}
			}
		}
		for _, f := range files {
			for _, v := range reads(f, info) {
				read[place(v)] = true
			}
		}
	}
	if len(fields) < 60 {
		t.Fatalf("only %d fields found: the test does not see the rules", len(fields))
	}
	var dead []string
	for at, name := range fields {
		if strings.HasPrefix(name, "fieldpost/adjudicator/event.Reported.") {
			continue // the JSON of reports
		}
		// a name, no rule: those who show the game read it
		if !read[at] && name != "fieldpost/adjudicator/rules.Set.Name" {
			dead = append(dead, name)
		}
	}
	slices.Sort(dead)
	for _, name := range dead {
		t.Errorf("%s: no code reads it", name)
	}
}

// Nothing but their table names a national advantage: the rest of the engine asks what works. Test kits may.
func TestOnlyTheTableNamesAdvantages(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	named := 0
	for _, p := range listed(t) {
		if !strings.HasPrefix(p.ImportPath, "fieldpost/adjudicator") || strings.Contains(p.ImportPath, "/internal/") {
			continue
		}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				text, ok := n.(*ast.BasicLit)
				isName := func(a rules.Advantage) bool { return strconv.Quote(a.Name) == text.Value }
				switch {
				case !ok || !slices.ContainsFunc(rules.NationalAdvantages(), isName):
				case p.ImportPath == described[0] && name == "advantages.go":
					named++
				default:
					t.Errorf("%s: %s names %s", p.ImportPath, name, text.Value)
				}
				return true
			})
		}
	}
	if named != 30 {
		t.Errorf("the table names %d advantages", named)
	}
}

// The test itself can distinguish reading from setting.
func TestReadsAreNotWrites(t *testing.T) {
	t.Parallel()
	const src = `package x
type S struct { Set, Read, Both, Added, Literal, Nested int; In struct{ Deep int } }
func f(s *S) int {
	s.Set = 1
	s.Added++
	s.Both += s.Read
	*s = S{Literal: 2}
	s.In.Deep = 3
	return s.Nested
}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := newInfo()
	if _, err := (&types.Config{}).Check("x", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range reads(file, info) {
		got = append(got, v.Name())
	}
	slices.Sort(got)
	if want := []string{"Nested", "Read"}; !slices.Equal(got, want) {
		t.Errorf("reads %v, want %v", got, want)
	}
}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard                bool
}

// listed are the packages of the engine and all that they import, compiled. What only a report reads is not in force.
func listed(t *testing.T) map[string]pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard", "fieldpost/adjudicator/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	pkgs := map[string]pkg{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs[p.ImportPath] = p
	}
}

// checked reads a package's sources and finds out what each of their names means.
func checked(t *testing.T, p pkg, pkgs map[string]pkg) (*token.FileSet, []*ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	compiled := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(pkgs[path].Export) })
	info := newInfo()
	if _, err := (&types.Config{Importer: compiled}).Check(p.ImportPath, fset, files, info); err != nil {
		t.Fatal(err)
	}
	return fset, files, info
}

func newInfo() *types.Info {
	return &types.Info{Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
}

// declared are the fields of the structs that a file declares, embedded ones left out, by type and name.
func declared(f *ast.File, info *types.Info) map[string]*types.Var {
	found := map[string]*types.Var{}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		ast.Inspect(spec.Type, func(n ast.Node) bool {
			s, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					found[spec.Name.Name+"."+name.Name] = info.Defs[name].(*types.Var)
				}
			}
			return true
		})
		return false
	})
	return found
}

// reads are the fields whose values a file uses: selected anywhere but where they are set.
func reads(f *ast.File, info *types.Info) []*types.Var {
	set := map[ast.Expr]bool{}
	var writes func(e ast.Expr)
	writes = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			set[e] = true
			writes(e.X)
		case *ast.IndexExpr:
			writes(e.X)
		case *ast.ParenExpr:
			writes(e.X)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				writes(l)
			}
		case *ast.IncDecStmt:
			writes(n.X)
		}
		return true
	})
	var vars []*types.Var
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || set[sel] {
			return true
		}
		if s := info.Selections[sel]; s != nil && s.Kind() == types.FieldVal {
			vars = append(vars, s.Obj().(*types.Var))
		}
		return true
	})
	return vars
}
