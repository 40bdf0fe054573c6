package main

import (
	"go/ast"
	"go/token"
	"strconv"
)

// A change is one way to alter one place of a parsed file.
type change struct {
	pos   token.Pos
	what  string
	apply func()
}

// flipped maps an operator to the one that takes its place.
var flipped = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD,
}

// changes lists what can be changed in a file, in the order of the syntax tree. Checks for nil (of errors above all)
// stay, and so do the texts of errors: tests need not pin them.
func changes(f *ast.File) []change {
	var all []change
	add := func(pos token.Pos, what string, apply func()) { all = append(all, change{pos, what, apply}) }
	ast.Inspect(f, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.BinaryExpr:
			if to, ok := flipped[x.Op]; ok && !isNil(x.Y) && !isString(x.X) && !isString(x.Y) {
				add(x.OpPos, x.Op.String()+" to "+to.String(), func() { x.Op = to })
			}
		case *ast.IfStmt:
			if b, ok := x.Cond.(*ast.BinaryExpr); ok && isNil(b.Y) {
				return true
			}
			add(x.Pos(), "condition negated", func() {
				x.Cond = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: x.Cond}}
			})
		case *ast.BlockStmt:
			removals(x.List, add)
		case *ast.CaseClause:
			removals(x.Body, add)
		case *ast.BasicLit:
			if n, err := strconv.Atoi(x.Value); x.Kind == token.INT && err == nil {
				add(x.Pos(), x.Value+" to "+strconv.Itoa(n+1), func() { x.Value = strconv.Itoa(n + 1) })
			}
		case *ast.ImportSpec:
			return false
		}
		return true
	})
	return all
}

// removals adds the calls and assignments of a list of statements that can be left out.
func removals(list []ast.Stmt, add func(token.Pos, string, func())) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			add(s.Pos(), "call removed", func() { list[i] = &ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true} })
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				add(s.Pos(), "assignment removed", func() {
					list[i] = &ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true}
				})
			}
		}
	}
}

func isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

func isString(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}
