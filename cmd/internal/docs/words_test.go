package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// oldWords are words of earlier versions of the program that have no other meaning here. The words in use are those of
// the rulebook, of mail and of Go.
var oldWords = strings.Fields(`errand chair knock letIn umpire bureau deskAct spurn moor berth drown sortie shiploads
	lenders heir supplant unseat veiled unseal thaw starved hopeful lenient interlude prelude complaint speaker fakemail
	realmail badwire whom somebody`)

// oldPhrases are likewise replaced: "reports whether", "what happens to", "unknown X (known: …)".
var oldPhrases = regexp.MustCompile(`(?i)\b(tells whether|what becomes of|is none of the)\b`)

// otherLanguages are documents that are not in English.
var otherLanguages = regexp.MustCompile(`\.(de|da)\.md$`)

// TestWordsOfCode: no identifier that is declared and no comment has an old word. String literals are not looked at:
// they hold texts for players, and bytes that are stored.
func TestWordsOfCode(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "testdata" || strings.HasPrefix(n, ".git") {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		files++
		for _, f := range wordsOfFile(t, path) {
			t.Error(f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("only %d files found", files)
	}
}

// wordsOfFile returns the old words in a file, each with its position.
func wordsOfFile(t *testing.T, path string) (found []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(file) {
		return nil
	}
	note := func(at token.Pos, words []string) {
		for _, w := range words {
			found = append(found, set.Position(at).String()+": "+w)
		}
	}
	for _, id := range declared(file) {
		note(id.Pos(), oldIn(id.Name))
	}
	for _, g := range file.Comments {
		note(g.Pos(), oldIn(quoted.ReplaceAllString(g.Text(), "…")))
	}
	return found
}

// quoted is what a comment or a document quotes: code, and texts of players and of the program.
var quoted = regexp.MustCompile("(?s)`[^`]*`|\"[^\"]*\"|“[^”]*”")

// declared returns the identifiers that a file declares. Those that it only uses are judged where they are declared.
func declared(file *ast.File) []*ast.Ident {
	ids := []*ast.Ident{file.Name}
	add := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id, ok := e.(*ast.Ident); ok {
				ids = append(ids, id)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			if n.Name != nil {
				ids = append(ids, n.Name)
			}
		case *ast.FuncDecl:
			ids = append(ids, n.Name)
		case *ast.TypeSpec:
			ids = append(ids, n.Name)
		case *ast.ValueSpec:
			ids = append(ids, n.Names...)
		case *ast.Field:
			ids = append(ids, n.Names...)
		case *ast.LabeledStmt:
			ids = append(ids, n.Label)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		}
		return true
	})
	return ids
}

var identifier = regexp.MustCompile(`\pL+`)

// oldIn returns the old words and phrases of a text. Identifiers are split at their capitals; an old word may be
// several of the parts.
func oldIn(text string) []string {
	found := oldPhrases.FindAllString(text, -1)
	for _, id := range identifier.FindAllString(text, -1) {
		parts := splitAtCapitals(id)
		for i := range parts {
			for j := i + 1; j <= len(parts); j++ {
				if part := strings.Join(parts[i:j], ""); isOld(part) {
					found = append(found, part)
				}
			}
		}
	}
	return found
}

func isOld(word string) bool {
	return slices.ContainsFunc(oldWords, func(old string) bool { return strings.EqualFold(old, word) })
}

// splitAtCapitals splits an identifier into its words: "letIn" into let and In, "IMAPUser" into IMAP and User.
func splitAtCapitals(id string) []string {
	var parts []string
	r := []rune(id)
	begin := 0
	for i := 1; i < len(r); i++ {
		next := i+1 < len(r) && unicode.IsLower(r[i+1])
		if unicode.IsUpper(r[i]) && (unicode.IsLower(r[i-1]) || next) {
			parts = append(parts, string(r[begin:i]))
			begin = i
		}
	}
	return append(parts, string(r[begin:]))
}

// TestWordsOfDocuments: no document in English has an old word, outside code, quoted texts, and names of files.
func TestWordsOfDocuments(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile("(?ms)^```.*?^```$|^ {4}.*?$|<!--.*?-->")
	link := regexp.MustCompile(`\[[^\] ]*\.go\]\([^)]*\)|\]\([^)]*\)`)
	names := append(documents(t), "SECURITY.md", "CHANGELOG.md", "config.example.yaml")
	for _, name := range names {
		if otherLanguages.MatchString(name) {
			continue
		}
		for i, line := range strings.Split(blank(code, read(t, name)), "\n") {
			for _, w := range oldIn(quoted.ReplaceAllString(link.ReplaceAllString(line, ""), "…")) {
				t.Errorf("%s:%d: %s", name, i+1, w)
			}
		}
	}
}

// blank removes what an expression matches, and keeps its line ends.
func blank(what *regexp.Regexp, text string) string {
	return what.ReplaceAllStringFunc(text, func(m string) string { return strings.Repeat("\n", strings.Count(m, "\n")) })
}

// TestOldIn: what the two tests above find, and what they leave alone.
func TestOldIn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"isUmpire":                   1,
		"letIn":                      1,
		"letInPlayers":               1,
		"the Umpire of a game":       1,
		"It tells whether it rains.": 1,
		"What becomes of it":         1,
		"WHOM":                       1,
		"their":                      0,
		"leniently":                  0,
		"drowned":                    0,
		"let in":                     0,
		"theirs, which air":          0,
	} {
		if got := oldIn(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := splitAtCapitals("readIMAPUser"); !slices.Equal(got, []string{"read", "IMAP", "User"}) {
		t.Errorf("%q", got)
	}
}
