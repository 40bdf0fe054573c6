package lexicon

import (
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Strength is how a name was found: the stronger first. A weaker kind counts only if the stronger makes no legal line.
type Strength uint8

// The strengths.
const (
	Exact     Strength = iota
	Shorthand          // as listed
	Computed           // a beginning or the initials of a printed name
	Remote             // the same of another name, a word of a longer name
	Misspelt
)

// Place is a space that words may name.
type Place struct {
	ID  board.SpaceID
	How Strength
}

// Gazetteer finds the spaces of one board by what people write.
type Gazetteer struct {
	b     *board.Board
	exact map[string]board.SpaceID
	short map[string]board.SpaceID // listed shorthand
	glued map[string][]Place       // computed short forms in one word
	names map[byte][]gazetteerName // by the first letter
	whole map[string]board.SpaceID // names without their silent parts, too
	spell []string                 // keys of whole, sorted
}

// gazetteerName is a name in parts, for short forms of several words.
type gazetteerName struct {
	id    board.SpaceID
	parts []string
	how   Strength
}

// zonePrefixes are the ways to write the SZ of a numbered zone that the order language does not know.
var zonePrefixes = []string{"sz", "z", "hz", "soe", "seazone", "seezone", "soezone", "sozone", "havzone", "zone", "sea"}

// compass are the points of the compass, each in all languages; the first is English.
var compass = [][]string{
	{"east", "eastern", "ost", "oest", "oestlich", "oestliche", "oestlige"},
	{"west", "western", "vest", "westliche", "vestlige"},
	{"south", "southern", "sued", "sud", "syd", "suedliche", "sydlige"},
	{"north", "northern", "nord", "noerdliche", "nordlige"},
	{"central", "zentral", "zentrale", "mittel", "mid", "midt", "centrale"},
}

// silent are the parts of names that short forms leave out.
var silent = []string{"ssr", "islands", "island", "sea", "national", "okrug", "of", "de", "the", "union", "inseln"}

// gazetteers are those of the embedded boards, made once.
var gazetteers = sync.OnceValue(func() map[*board.Board]*Gazetteer {
	m := map[*board.Board]*Gazetteer{}
	for _, name := range board.Names() {
		b := board.Named(name)
		m[b] = newGazetteer(b)
	}
	return m
})

// PlacesOf returns the gazetteer of a board.
func PlacesOf(b *board.Board) *Gazetteer {
	if g, ok := gazetteers()[b]; ok {
		return g
	}
	return newGazetteer(b)
}

func newGazetteer(b *board.Board) *Gazetteer {
	g := &Gazetteer{b: b, exact: map[string]board.SpaceID{},
		short: map[string]board.SpaceID{}, glued: map[string][]Place{},
		names: map[byte][]gazetteerName{}, whole: map[string]board.SpaceID{}}
	lx := syntax.TheLexicon()
	for i := range b.Spaces {
		s := &b.Spaces[i]
		if n, ok := zoneNumber(s); ok {
			for _, p := range zonePrefixes {
				g.exact[p+n] = s.ID
				if len(p) > 2 {
					g.exact[n+p] = s.ID
				}
			}
			continue
		}
		g.enter(s.ID, s.Name, Computed)
		if e := lx.Spaces.ByID[s.Name]; e != nil {
			for _, lang := range syntax.Langs() {
				for i, f := range e.Forms[lang] {
					g.enter(s.ID, f.One, map[bool]Strength{true: Computed, false: Remote}[i == 0])
				}
			}
		}
	}
	for name, forms := range The().places {
		if id, ok := b.Find(name); ok {
			for _, key := range forms {
				g.short[key] = id
			}
		}
	}
	for k, id := range g.exact {
		g.whole[k] = id
	}
	for k := range g.whole {
		if len(k) >= 5 {
			g.spell = append(g.spell, k)
		}
	}
	slices.Sort(g.spell)
	return g
}

// zoneNumber is the number of a zone that has no other name.
func zoneNumber(s *board.Space) (string, bool) {
	n, ok := strings.CutPrefix(s.Name, "SZ")
	return n, ok && s.Sea && n != "" && syntax.IsDigit(n[0])
}

// enter enters a name with what can be computed from it.
func (g *Gazetteer) enter(id board.SpaceID, name string, how Strength) {
	for _, key := range syntax.Spellings(name) {
		if key != "" {
			g.exact[key] = id
		}
	}
	for _, parts := range nameParts(name) {
		g.names[parts[0][0]] = append(g.names[parts[0][0]], gazetteerName{id, parts, how})
		loud := slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return slices.Contains(silent, p) })
		for _, ps := range [][]string{parts, loud} {
			g.enterShort(id, ps, how)
		}
		g.whole[strings.Join(loud, "")] = id
	}
}

// enterShort enters the short forms of a name in one word: a beginning of three letters or more of a name of one part;
// the initials of several, and the initials with two letters or more of the last part.
func (g *Gazetteer) enterShort(id board.SpaceID, parts []string, how Strength) {
	add := func(key string, how Strength) {
		i := slices.IndexFunc(g.glued[key], func(p Place) bool { return p.ID == id })
		if i < 0 {
			g.glued[key] = append(g.glued[key], Place{id, how})
		} else if g.glued[key][i].How > how {
			g.glued[key][i].How = how
		}
	}
	switch len(parts) {
	case 0:
		return
	case 1:
		for n := 3; n <= len(parts[0]); n++ {
			add(parts[0][:n], how)
		}
		return
	}
	initials := []string{""}
	for _, p := range parts[:len(parts)-1] {
		for _, before := range initials {
			if p == "oest" { // Ø, or Ö of Österreich, in one letter or as it is replaced
				initials = append(initials, before+"oe")
			}
		}
		for i := range initials {
			if !strings.HasSuffix(initials[i], "oe") || p != "oest" {
				initials[i] += p[:1]
			}
		}
	}
	last := parts[len(parts)-1]
	for _, before := range initials {
		for n := 1; n <= len(last); n++ {
			add(before+last[:n], how)
		}
	}
	for _, p := range parts { // a word of a longer name
		for n := 3; n <= len(p) && !isCompass(p) && !slices.Contains(silent, p); n++ {
			add(p[:n], Remote)
		}
	}
}

func isCompass(p string) bool {
	return slices.ContainsFunc(compass, func(list []string) bool { return slices.Contains(list, p) })
}

// nameParts parts a name into its words, also at points of the compass inside a word, in all ways in which the compass
// may be written.
func nameParts(name string) [][]string {
	var all [][]string
	for _, spelt := range []string{name, plainVowels.Replace(name)} {
		var parts []string
		for _, t := range syntax.Tokens(spelt) {
			parts = append(parts, t.Key)
		}
		if len(parts) == 0 {
			continue
		}
		all = append(all, parts)
		for _, points := range compass {
			for _, p := range points {
				rest, ok := strings.CutPrefix(parts[0], p)
				if !ok || rest != "" && len(rest) < 3 || rest == "ern" || rest == "liche" || rest == "lige" {
					continue
				}
				tail := parts[1:]
				if rest != "" {
					tail = append([]string{rest}, tail...)
				}
				if len(tail) == 0 {
					continue
				}
				for _, q := range points {
					all = append(all, append([]string{q}, tail...))
				}
			}
		}
	}
	return all
}

var plainVowels = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ø", "o", "å", "a", "Ä", "A", "Ö", "O", "Ü", "U",
	"Ø", "O", "Å", "A")

// Named finds the spaces that a key names as a whole: by a name, or by a listed short form.
func (g *Gazetteer) Named(key string) []Place {
	if id, ok := g.exact[key]; ok {
		return []Place{{id, Exact}}
	}
	if id, ok := g.short[key]; ok {
		return []Place{{id, Shorthand}}
	}
	return nil
}

// Short finds the spaces for which a word is short by rule.
func (g *Gazetteer) Short(key string) []Place { return strongestFirst(slices.Clone(g.glued[key])) }

// Apart finds the spaces of whose names several words are the parts cut short: "W. Russia", "E Can", "Sov Far East".
func (g *Gazetteer) Apart(words []string) []Place {
	var found []Place
	for _, n := range g.names[words[0][0]] {
		if abbreviated(words, n.parts) && !slices.ContainsFunc(found, func(p Place) bool { return p.ID == n.id }) {
			found = append(found, Place{n.id, n.how})
		}
	}
	return strongestFirst(found)
}

func strongestFirst(list []Place) []Place {
	slices.SortStableFunc(list, func(a, b Place) int { return int(a.How) - int(b.How) })
	return list
}

// abbreviated reports whether words are short for the parts of a name: one letter or more of each, two or more of the
// last.
func abbreviated(words, parts []string) bool {
	if len(words) != len(parts) || len(words[len(words)-1]) < 2 {
		return false
	}
	for i, w := range words {
		if !strings.HasPrefix(parts[i], w) {
			return false
		}
	}
	return true
}

// Nearest finds the one space of whose name a key may be a slip: one letter wrong in five to seven, two in eight or more,
// no other name as near.
func (g *Gazetteer) Nearest(key string) []Place { return g.NearestWithin(key, slipLimit(key)) }

// NearestWithin is Nearest with so many letters wrong at most.
func (g *Gazetteer) NearestWithin(key string, limit int) []Place {
	if len(key) < 5 || len(key) > 40 {
		return nil
	}
	best, id, twice := limit+1, board.NoSpace, false
	for _, k := range g.spell {
		if len(k) > 43 || len(k)-len(key) > limit || len(key)-len(k) > limit {
			continue
		}
		switch d := distance(key, k); {
		case d < best:
			best, id, twice = d, g.whole[k], false
		case d == best && g.whole[k] != id:
			twice = true
		}
	}
	if id == board.NoSpace || twice {
		return nil
	}
	return []Place{{id, Misspelt}}
}

// distance is how many letters must be inserted, dropped, replaced or swapped with their neighbour to make b of a.
func distance(a, b string) int {
	var rows [3][44]int
	before, last, row := rows[0][:len(b)+1], rows[1][:len(b)+1], rows[2][:len(b)+1]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Name is the canonical name of a space.
func (g *Gazetteer) Name(id board.SpaceID) string { return g.b.Name(id) }
