package syntax

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Scan reads one line from left to right. The first fault sticks and everything after it reads nothing, so that a
// line has one fault at most.
type Scan struct {
	Cursor
	Index   *Index // of the board
	Keyword string // canonical keyword at its start
}

// articles may stand before a name and mean nothing.
var articles = []string{"the", "die", "der", "das", "den", "dem", "des", "det", "de"}

// SkipArticle passes over an article before a name.
func (s *Scan) SkipArticle() {
	if ts := s.Rest(); len(ts) > 1 && !ts[1].Comma() && slices.Contains(articles, ts[0].Key) {
		if _, ok := s.Index.exact[Compact(s.Phrase())]; !ok {
			s.Pos++
		}
	}
}

// Space reads the name of a space. A whole name may contain keywords ("Straße von Gibraltar"), a beginning of one
// may not.
func (s *Scan) Space() board.SpaceID {
	s.SkipArticle()
	if s.Failed() || !s.More() || s.Rest()[0].Comma() {
		s.Fail(MissingWord, "space")
		return board.NoSpace
	}
	ph := s.Phrase()
	for long := s.toComma(); len(long) > len(ph); long = long[:len(long)-1] {
		if id, ok := s.Index.exact[Compact(long)]; ok {
			s.Pos += len(long)
			return id
		}
	}
	if m, _ := s.Lexicon.Words.At(ph); slices.Contains(stops, m.ID) && len(s.Index.Find(Compact(ph))) != 1 {
		s.Fail(MissingWord, "space")
		return board.NoSpace
	}
	switch ids := s.Index.Find(Compact(ph)); len(ids) {
	case 1:
		s.Pos += len(ph)
		return ids[0]
	case 0:
		return s.shorterSpace(ph)
	default:
		s.Fail(AmbiguousSpace, Written(ph), s.names(ids)...)
	}
	return board.NoSpace
}

// shorterSpace finds a name at the beginning of a phrase that is none as a whole: units follow without a comma, or
// a word after the name is misspelt. Else the phrase is the fault.
func (s *Scan) shorterSpace(ph []Token) board.SpaceID {
	for n := len(ph) - 1; n > 0; n-- {
		ids := s.Index.Find(Compact(ph[:n]))
		if len(ids) != 1 {
			continue
		}
		s.Pos += n
		if _, ok := s.AtNumber(); ok || s.Peek() != "" {
			return ids[0]
		}
		if s.Unknown(); len(s.Fault.Suggest) > 0 {
			return ids[0]
		}
		s.failOver(UnknownSpace, Written(ph), s.Index.b.Name(ids[0]))
		return board.NoSpace
	}
	key := Compact(ph)
	s.Fail(UnknownSpace, Written(ph), s.Spell.Suggest("space", key, func() []string { return s.Index.suggest(key) })...)
	return board.NoSpace
}

func (s *Scan) names(ids []board.SpaceID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.Index.b.Name(id)
	}
	slices.Sort(names)
	return names
}

// atSpace reports whether a space's name stands here rather than units: "14 Sea Zone" is one, "1 tank" is not.
func (s *Scan) atSpace() bool {
	if !s.More() || s.Rest()[0].Comma() || s.AtUnits() && len(s.Index.Find(Compact(s.Phrase()))) == 0 {
		return false
	}
	m, _ := s.Lexicon.Words.At(s.Rest())
	return m.ID == "" || !slices.Contains(stops, m.ID) || len(s.Index.Find(Compact(s.Phrase()))) > 0
}

// Spaces reads a list of spaces.
func (s *Scan) Spaces() []board.SpaceID {
	list := []board.SpaceID{s.Space()}
	for !s.Failed() {
		mark := s.Pos
		if !s.Between() || !s.atSpace() {
			s.Back(mark)
			break
		}
		list = append(list, s.Space())
	}
	return list
}

// SpacesAfter reads a list of spaces behind a keyword, which may stand before each of them.
func (s *Scan) SpacesAfter(word string) []board.SpaceID {
	list := []board.SpaceID{s.Space()}
	for !s.Failed() {
		mark := s.Pos
		if !s.Between() {
			break
		}
		if at := s.Peek(); at == word || slices.Contains(twins[at], word) {
			s.Take(at)
		}
		if !s.atSpace() {
			s.Back(mark)
			break
		}
		list = append(list, s.Space())
	}
	return list
}

// Land and sea read a space of that kind.
func (s *Scan) Land() board.SpaceID { return s.Kind(s.Space(), false) }

func (s *Scan) Sea() board.SpaceID { return s.Kind(s.Space(), true) }

// Kind makes it a fault if a space is not of the kind that is needed.
func (s *Scan) Kind(id board.SpaceID, sea bool) board.SpaceID {
	if id == board.NoSpace || s.Failed() || s.Index.b.Space(id).Sea == sea {
		return id
	}
	s.Fail(NotSpacesKind, map[bool]string{true: "sea", false: "land"}[sea])
	s.Fault.Space = id
	return id
}

// Lookup reads a phrase of a vocabulary: whole, or as leading words of just one entry.
func (s *Scan) Lookup(v *Vocabulary, code order.Code, kind string) string {
	if s.Failed() || !s.More() || s.Rest()[0].Comma() {
		s.Fail(MissingWord, kind)
		return ""
	}
	if m, n := v.At(s.Rest()); n > 0 {
		s.Pos += n
		return m.ID
	}
	ph := s.Phrase()
	if n := s.uptoWord(ph); n > 0 {
		ph = ph[:n]
	}
	if id := v.leads()[Compact(ph)]; id != "" {
		s.Pos += len(ph)
		return id
	}
	s.Fail(code, Written(ph), s.suggest(v, string(code), Compact(ph))...)
	return ""
}

// uptoWord is how many words of a phrase stand before a number or a keyword inside it.
func (s *Scan) uptoWord(ph []Token) int {
	for n := 1; n < len(ph); n++ {
		if _, ok := s.numberAt(ph[n]); ok {
			return n
		}
	}
	return len(ph)
}

func (s *Scan) suggest(v *Vocabulary, kind, key string) []string {
	return s.Spell.Suggest(kind, key, func() []string { return v.suggest(key) })
}

func (v *Vocabulary) suggest(key string) []string {
	return Meant(key, v.near)
}

// Power reads a power that has a seat in this game.
func (s *Scan) Power() board.Power {
	s.SkipArticle()
	mark := s.Pos
	p := board.Power(s.Lookup(s.Lexicon.Powers, UnknownPower, "power"))
	if !s.Failed() && s.Index.b.SeatOf(p) == nil {
		s.Fail(UnknownPower, Written(s.Tokens[mark:s.Pos]))
	}
	return p
}

// GameWord reads a game's name up to the next blank.
func (s *Scan) GameWord() string {
	from := s.Tokens[s.Pos-1].end
	name, _, _ := strings.Cut(strings.TrimSpace(s.Text[from:]), " ")
	for end := from + strings.Index(s.Text[from:], name) + len(name); s.Pos < len(s.Tokens) &&
		s.Tokens[s.Pos].end <= end; {
		s.Pos++
	}
	if name = strings.ToLower(name); !IsGameName(name) {
		s.Fail(BadGameName, name, GameName(name)...)
	}
	return name
}

// Tech reads the name of a technology, and returns its number.
func (s *Scan) Tech() int {
	return s.Lexicon.tech(s.Lookup(s.Lexicon.Techs, UnknownTech, "technology"))
}

// phaseWords are the phases that a turn can stand in.
var phaseWords = []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place}
