package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Error is a mistake in a config file.
type Error struct {
	File         string
	Line, Column int // 0 where the mistake is that something is missing
	What         string
	Remedy       string
}

// Error says where, what, and how to mend it.
func (e *Error) Error() string {
	where := e.File
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column)
	}
	if e.Remedy == "" {
		return where + ": " + e.What
	}
	return where + ": " + e.What + "; " + e.Remedy
}

// Read reads and checks a config file. All mistakes of values are told at once; one of form ends the reading.
func Read(path string) (*Config, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no config %s; fieldpost config init --config %s writes one with comments",
			path, path)
	} else if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	c, err := parse(path, text)
	if err != nil {
		return nil, err
	}
	c.resolve(filepath.Dir(abs))
	return c, nil
}

func parse(path string, text []byte) (*Config, error) {
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, formError(path, err)
	}
	if !holdsSomething(tree) {
		return nil, &Error{File: path, What: "the file is empty",
			Remedy: "fieldpost config init writes one with comments"}
	}
	c := Default()
	if err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict()); err != nil {
		return nil, formError(path, err)
	}
	return &c, c.check(&places{path, tree})
}

func holdsSomething(tree *ast.File) bool {
	return slices.ContainsFunc(tree.Docs, func(d *ast.DocumentNode) bool {
		_, comment := d.Body.(*ast.CommentGroupNode)
		return d.Body != nil && !comment
	})
}

// formError replaces an error of the YAML library. Its own text would show lines around the mistake, which may hold
// secrets.
func formError(path string, err error) error {
	e := &Error{File: path, What: err.Error()}
	if b, ok := errors.AsType[*badValue](err); ok {
		e.What, e.Remedy = b.what, b.remedy
		e.Line, e.Column = b.node.GetToken().Position.Line, b.node.GetToken().Position.Column
		return e
	}
	var y yaml.Error
	if !errors.As(err, &y) {
		return e
	}
	e.What = y.GetMessage()
	if t := y.GetToken(); t != nil && t.Position != nil {
		e.Line, e.Column = t.Position.Line, t.Position.Column
		e.explain(t)
	}
	return e
}

var unknownKey = regexp.MustCompile(`^unknown field "(.*)"$`)

// explain puts a library's words into ours, with a remedy.
func (e *Error) explain(t *token.Token) {
	if m := unknownKey.FindStringSubmatch(e.What); m != nil {
		e.What = fmt.Sprintf("there is no setting %q", m[1])
		if near := nearest(m[1], keys(reflect.TypeFor[Config]())); near != "" {
			e.Remedy = fmt.Sprintf("did you mean %q?", near)
		} else {
			e.Remedy = "config.example.yaml explains all settings"
		}
		return
	}
	switch {
	case strings.Contains(e.What, "cannot unmarshal"):
		e.What = "this value has the wrong kind"
		e.Remedy = "config.example.yaml shows which kind each setting wants"
		if p := t.Prev; p != nil && p.Prev != nil && p.Type == token.MappingValueType {
			e.What = fmt.Sprintf("the value of %q has the wrong kind", p.Prev.Value)
		}
	case strings.Contains(e.What, "duplicate") || strings.Contains(e.What, "already defined"):
		e.Remedy = "keep one of the two"
	case strings.Contains(e.What, "tab"), strings.Contains(e.What, "cannot start any token"):
		e.Remedy = "indent with blanks, not with tabs"
	}
}

// keys lists the names of all settings, those of inner sections too.
func keys(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		out = append(out, f.Tag.Get("yaml"))
		if f.Type.Kind() == reflect.Struct {
			out = append(out, keys(f.Type)...)
		}
	}
	return out
}

// places finds the position of a setting in the file.
type places struct {
	file string
	tree *ast.File
}

// fault is a mistake at a setting, by its path such as $.mail.imap.port.
func (p *places) fault(path, what, remedy string) error {
	e := &Error{File: p.file, What: what, Remedy: remedy}
	if y, err := yaml.PathString(path); err == nil {
		if node, err := y.FilterFile(p.tree); err == nil && node.GetToken() != nil && node.GetToken().Position != nil {
			e.Line, e.Column = node.GetToken().Position.Line, node.GetToken().Position.Column
		}
	}
	return e
}
