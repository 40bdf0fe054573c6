package local

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

//go:embed articles.txt
var articleLines string

// phrases are a space's name as it is in sentences: "in der Nordsee", "in die Nordsee", "die Nordsee". An empty one
// is made as for most names.
type phrases struct{ where, whither, object string }

// spaceKey names a space in a language.
type spaceKey struct {
	lang syntax.Lang
	name string // canonical
}

// articles are the names that cannot stand bare, by language.
var articles = sync.OnceValue(func() map[spaceKey]phrases {
	all := map[spaceKey]phrases{}
	for line := range strings.Lines(articleLines) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSpace(line), " | ")
		lang, name, _ := strings.Cut(parts[0], " ")
		parts = append(parts[1:], "", "", "")
		all[spaceKey{syntax.Lang(lang), name}] = phrases{parts[0], parts[1], parts[2]}
	}
	return all
})

func (l *Localizer) phrases(id board.SpaceID) phrases {
	return articles()[spaceKey{l.Lang, l.Board.Name(id)}]
}

// Where returns in which space: "in der Nordsee".
func (l *Localizer) Where(id board.SpaceID) string {
	if p := l.phrases(id).where; p != "" || id == board.NoSpace {
		return p
	}
	return l.Text("space-where", "Space", l.Space(id))
}

// Whither returns into which space: "in die Nordsee".
func (l *Localizer) Whither(id board.SpaceID) string {
	if p := l.phrases(id).whither; p != "" || id == board.NoSpace {
		return p
	}
	return l.Text("space-whither", "Space", l.Space(id))
}

// Object returns a space that something is done to: "(erobert) die Nordsee".
func (l *Localizer) Object(id board.SpaceID) string {
	if p := l.phrases(id).object; p != "" {
		return p
	}
	return l.Space(id)
}

// Objects lists several.
func (l *Localizer) Objects(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = l.Object(id)
	}
	return l.List(names)
}

// ByName returns the land, or the sea zones, by the names that the reader sees; numbered zones by their numbers.
func (l *Localizer) ByName(sea bool) []board.Space {
	list := slices.DeleteFunc(slices.Clone(l.Board.Spaces), func(sp board.Space) bool { return sp.Sea != sea })
	abc := collate.New(language.MustParse(string(l.Lang)), collate.Numeric)
	slices.SortStableFunc(list, func(a, b board.Space) int { return abc.CompareString(l.Space(a.ID), l.Space(b.ID)) })
	return list
}
