package orders

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
)

// index finds the spaces of one board by what players write.
type index struct {
	b       *board.Board
	exact   map[string]board.SpaceID   // whole names in all languages, by compact key
	english map[string][]board.SpaceID // leading words of canonical names
	leading map[string][]board.SpaceID // leading words of all names
	near    map[string]string          // whole names and canonical leading words, for suggestions
}

// indices are those of the embedded boards, made once.
var indices = sync.OnceValue(func() map[*board.Board]*index {
	m := map[*board.Board]*index{}
	for _, name := range board.Names() {
		b := board.Named(name)
		m[b] = mustIndex(b)
	}
	return m
})

func indexOf(b *board.Board) *index {
	if b == nil {
		b = board.Default()
	}
	if x, ok := indices()[b]; ok {
		return x
	}
	return mustIndex(b)
}

func mustIndex(b *board.Board) *index {
	x, err := newIndex(b, theLexicon())
	if err != nil {
		panic("orders: " + err.Error()) // embedded data
	}
	return x
}

// isNumbered tells the sea zones of Revised, which have numbers for names.
func isNumbered(s *board.Space) bool {
	return s.Sea && strings.HasPrefix(s.Name, "SZ") && len(s.Name) > 2 && isDigit(s.Name[2])
}

// zoneWords are the ways to write the "SZ" of SZ14, in all three languages; the number may stand before or after.
var zoneWords = []string{"sz", "seazone", "zone", "sea", "seezone", "seegebiet", "soezone", "sozone", "havzone", "havomraade"}

// newIndex enters every name of every space; two spaces of one board with the same name are an error.
func newIndex(b *board.Board, lx *lexicon) (*index, error) {
	x := &index{b: b, exact: map[string]board.SpaceID{}, english: map[string][]board.SpaceID{},
		leading: map[string][]board.SpaceID{}, near: map[string]string{}}
	for i := range b.Spaces {
		s := &b.Spaces[i]
		if isNumbered(s) {
			for _, w := range zoneWords {
				x.exact[w+s.Name[2:]], x.exact[s.Name[2:]+w] = s.ID, s.ID
			}
			continue
		}
		if err := x.enter(s.ID, s.Name, s.Name); err != nil {
			return nil, err
		}
		x.lead(x.english, s.ID, s.Name)
		e := lx.spaces.byID[s.Name]
		if e == nil {
			continue
		}
		for _, l := range Langs() {
			for _, f := range e.forms[l] {
				if err := x.enter(s.ID, s.Name, f.one); err != nil {
					return nil, err
				}
			}
		}
	}
	return x, nil
}

func (x *index) enter(id board.SpaceID, canonical, name string) error {
	for _, key := range spellings(name) {
		if old, ok := x.exact[key]; ok && old != id {
			return fmt.Errorf("%q names both %s and %s", name, x.b.Name(old), canonical)
		}
		x.exact[key], x.near[key] = id, canonical
	}
	x.lead(x.leading, id, name)
	return nil
}

// lead enters the leading words of a name.
func (x *index) lead(m map[string][]board.SpaceID, id board.SpaceID, name string) {
	ts := tokens(name)
	for n := 1; n < len(ts); n++ {
		if key := compact(ts[:n]); !slices.Contains(m[key], id) {
			m[key] = append(m[key], id)
		}
	}
}

// find looks a phrase up: a whole name in any language, else leading words of one canonical name, else of one name in any
// language. With several candidates it returns them all.
func (x *index) find(key string) []board.SpaceID {
	if id, ok := x.exact[key]; ok {
		return []board.SpaceID{id}
	}
	if ids := x.english[key]; len(ids) > 0 {
		return ids
	}
	return x.leading[key]
}

// suggest lists the canonical names of spaces that a misspelt phrase may have meant.
func (x *index) suggest(key string) []string {
	if s := nearest(key, x.near); len(s) > 0 {
		return s
	}
	lead := map[string]string{}
	for k, ids := range x.leading {
		if len(ids) == 1 && len(k) > 3 {
			lead[k] = x.b.Name(ids[0])
		}
	}
	return nearest(key, lead)
}

// IsGameName tells whether a name may be a game's: 1 to 32 of a-z, 0-9 and hyphen (names.md).
func IsGameName(v string) bool {
	for i := range len(v) {
		if c := v[i]; c != '-' && !isDigit(c) && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(v) > 0 && len(v) <= 32
}

// gameName suggests a name that may stand, if one can be made.
func gameName(v string) []string {
	var words []string
	for _, t := range tokens(v) {
		key := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, t.key)
		if key != "" {
			words = append(words, key)
		}
	}
	name := strings.Join(words, "-")
	name = strings.TrimRight(name[:min(32, len(name))], "-")
	if !IsGameName(name) {
		return nil
	}
	return []string{name}
}
