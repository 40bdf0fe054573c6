package syntax

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
)

// Index finds the spaces of one board by what players write.
type Index struct {
	b       *board.Board
	exact   map[string]board.SpaceID   // whole names in all languages, by compact key
	short   map[string]board.SpaceID   // abbreviations and cities that are no whole name
	english map[string][]board.SpaceID // leading words of canonical names
	leading map[string][]board.SpaceID // leading words of all names
	near    map[string]string          // whole names and canonical leading words, for suggestions
}

// indices are those of the embedded boards, made once.
var indices = sync.OnceValue(func() map[*board.Board]*Index {
	m := map[*board.Board]*Index{}
	for _, name := range board.Names() {
		b := board.Named(name)
		m[b] = mustIndex(b)
	}
	return m
})

// IndexOf returns the index of a board; nil is the default board.
func IndexOf(b *board.Board) *Index {
	if b == nil {
		b = board.Default()
	}
	if x, ok := indices()[b]; ok {
		return x
	}
	return mustIndex(b)
}

func mustIndex(b *board.Board) *Index {
	x, err := newIndex(b, TheLexicon())
	if err != nil {
		panic("orders: " + err.Error()) // embedded data
	}
	return x
}

// isNumbered tells the sea zones of Revised, which have numbers for names.
func isNumbered(s *board.Space) bool {
	return s.Sea && strings.HasPrefix(s.Name, "SZ") && len(s.Name) > 2 && IsDigit(s.Name[2])
}

// zoneWords are the ways to write the "SZ" of SZ14, in all three languages; the number may stand before or after.
var zoneWords = []string{"sz", "seazone", "zone", "sea", "seezone", "seegebiet", "soezone", "sozone",
	"havzone", "havomraade"}

// newIndex enters every name of every space; two spaces of one board with the same name are an error.
func newIndex(b *board.Board, lx *Lexicon) (*Index, error) {
	x := &Index{b: b, exact: map[string]board.SpaceID{}, short: map[string]board.SpaceID{},
		english: map[string][]board.SpaceID{}, leading: map[string][]board.SpaceID{}, near: map[string]string{}}
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
		e := lx.Spaces.ByID[s.Name]
		if e == nil {
			continue
		}
		for _, l := range Langs() {
			for _, f := range e.Forms[l] {
				if err := x.enter(s.ID, s.Name, f.One); err != nil {
					return nil, err
				}
			}
			for _, form := range spaceNoun(b, s.ID, l).one {
				if err := x.enter(s.ID, s.Name, withoutArticle(form)); err != nil {
					return nil, err
				}
			}
		}
	}
	return x, x.abbreviate(lx)
}

// abbreviate enters what players write for short, where it is not the name of another space: Moscow is Russia only on
// a board that has no space of that name.
func (x *Index) abbreviate(lx *Lexicon) error {
	for i := range x.b.Spaces {
		s := &x.b.Spaces[i]
		e := lx.Spaces.ByID[s.Name]
		if e == nil {
			continue
		}
		for _, word := range e.Short {
			for _, key := range Spellings(word) {
				if _, ok := x.exact[key]; ok {
					continue
				}
				if old, ok := x.short[key]; ok && old != s.ID {
					return fmt.Errorf("%q is short for both %s and %s", word, x.b.Name(old), s.Name)
				}
				x.short[key] = s.ID
			}
		}
	}
	return nil
}

func (x *Index) enter(id board.SpaceID, canonical, name string) error {
	for _, key := range Spellings(name) {
		if old, ok := x.exact[key]; ok && old != id {
			return fmt.Errorf("%q names both %s and %s", name, x.b.Name(old), canonical)
		}
		x.exact[key], x.near[key] = id, canonical
	}
	x.lead(x.leading, id, name)
	return nil
}

// lead enters the leading words of a name.
func (x *Index) lead(m map[string][]board.SpaceID, id board.SpaceID, name string) {
	ts := Tokens(name)
	for n := 1; n < len(ts); n++ {
		if key := Compact(ts[:n]); !slices.Contains(m[key], id) {
			m[key] = append(m[key], id)
		}
	}
}

// Find looks a phrase up: a whole name in any language, else an abbreviation, else leading words of one canonical
// name, else of one name in any language. With several candidates it returns them all.
func (x *Index) Find(key string) []board.SpaceID {
	if id, ok := x.exact[key]; ok {
		return []board.SpaceID{id}
	}
	if id, ok := x.short[key]; ok {
		return []board.SpaceID{id}
	}
	if ids := x.english[key]; len(ids) > 0 {
		return ids
	}
	return x.leading[key]
}

// suggest lists the canonical names of spaces that a misspelt phrase may have meant.
func (x *Index) suggest(key string) []string {
	if s := Meant(key, x.near); len(s) > 0 {
		return s
	}
	lead := map[string]string{}
	for k, ids := range x.leading {
		if len(ids) == 1 && len(k) > 3 {
			lead[k] = x.b.Name(ids[0])
		}
	}
	return Meant(key, lead)
}

// IsGameName reports whether a name may be a game's: 1 to 32 of a-z, 0-9 and hyphen (names.md).
func IsGameName(v string) bool {
	for i := range len(v) {
		if c := v[i]; c != '-' && !IsDigit(c) && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(v) > 0 && len(v) <= 32
}

// GameName suggests a name that may stand, if one can be made.
func GameName(v string) []string {
	var words []string
	for _, t := range Tokens(v) {
		key := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, t.Key)
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
