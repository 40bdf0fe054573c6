package templates

import (
	_ "embed"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
	"fieldpost/orders"
)

//go:embed articles.txt
var articleLines string

// phrases are a space's name as it stands in sentences: "in der Nordsee", "in die Nordsee", "die Nordsee". An empty one is made
// as for most names.
type phrases struct{ where, whither, object string }

// spaceKey names a space in a language.
type spaceKey struct {
	lang orders.Lang
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
		all[spaceKey{orders.Lang(lang), name}] = phrases{parts[0], parts[1], parts[2]}
	}
	return all
})

func (s *speaker) phrases(id board.SpaceID) phrases {
	return articles()[spaceKey{s.lang, s.b.Name(id)}]
}

// where tells in which space: "in der Nordsee".
func (s *speaker) where(id board.SpaceID) string {
	if p := s.phrases(id).where; p != "" || id == board.NoSpace {
		return p
	}
	return s.say("space-where", "Space", s.space(id))
}

// whither tells into which space: "in die Nordsee".
func (s *speaker) whither(id board.SpaceID) string {
	if p := s.phrases(id).whither; p != "" || id == board.NoSpace {
		return p
	}
	return s.say("space-whither", "Space", s.space(id))
}

// object is a space that something is done to: "(erobert) die Nordsee".
func (s *speaker) object(id board.SpaceID) string {
	if p := s.phrases(id).object; p != "" {
		return p
	}
	return s.space(id)
}

// objects lists several.
func (s *speaker) objects(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.object(id)
	}
	return s.list(names)
}
