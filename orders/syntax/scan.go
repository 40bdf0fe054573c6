package syntax

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Scan reads one line from left to right. The first fault sticks and everything after it reads nothing, so that a
// line has one fault at most.
type Scan struct {
	Lexicon *Lexicon
	Index   *Index // of the board
	Line    int    // 1-based
	Text    string // the joined line
	Keyword string // canonical keyword at its start
	Spell   *Speller
	Tokens  []Token
	own     bool // Tokens is a copy of its own
	Pos     int  // index of the first token that is not read yet
	Fault   *order.Fault
}

// stops are the keywords that end a name.
var stops = []string{"from", "to", "in", "via", "on", "onto", "with", "by", "and", "if", "after round", "after",
	"sail", "onward", "kamikaze", "always", "never", "if fewer than", "if odds below", "if alone", "if no destroyer"}

// Failed reports whether the line has a fault.
func (s *Scan) Failed() bool { return s.Fault != nil }

// Fail gives the line a fault, if it has none yet.
func (s *Scan) Fail(code order.Code, word string, suggest ...string) {
	if s.Fault == nil {
		f := NewFault(s.Line, code, word, suggest...)
		s.Fault = &f
	}
}

// failOver puts a clearer fault in the place of the one found.
func (s *Scan) failOver(code order.Code, word string, suggest ...string) {
	s.Fault = nil
	s.Fail(code, word, suggest...)
}

// Rest is what has not been read; nothing after a fault.
func (s *Scan) Rest() []Token {
	if s.Failed() {
		return nil
	}
	return s.Tokens[s.Pos:]
}

// More reports whether something is left to read.
func (s *Scan) More() bool { return len(s.Rest()) > 0 }

// Peek is the keyword at hand, "" for none.
func (s *Scan) Peek() string {
	m, _ := s.Lexicon.Words.At(s.Rest())
	return m.ID
}

// Take reads one of the keywords and reports whether it stood there.
func (s *Scan) Take(ids ...string) bool {
	m, n := s.Lexicon.Words.At(s.Rest())
	if n == 0 || !slices.Contains(ids, m.ID) {
		return false
	}
	s.Pos += n
	return true
}

// Need reads a keyword that must stand here, or its twin.
func (s *Scan) Need(id string) {
	if !s.Take(id) && !s.Take(twins[id]) {
		s.Expected(id)
	}
}

// Expected reports what is wrong where id should stand: a misspelt keyword, another word, or nothing at all.
func (s *Scan) Expected(id string) {
	if s.Failed() {
		return
	}
	if !s.More() || s.Rest()[0].Comma() || s.Peek() != "" {
		s.Fail(MissingWord, id)
		return
	}
	s.Unknown(append([]string{id}, stops...)...)
}

// Unknown reports the word at hand as one that cannot stand here, with the keywords it may be a slip of.
func (s *Scan) Unknown(ids ...string) {
	if !s.More() {
		return
	}
	t := s.Rest()[0]
	var near []string
	if s.Peek() == "" { // a keyword is spelt well, and only stands in the wrong place
		if len(ids) == 0 {
			ids = stops
		}
		near = s.Spell.Suggest(strings.Join(ids, ","), t.Key, func() []string {
			near := map[string]string{}
			for k, m := range s.Lexicon.Words.Words {
				if slices.Contains(ids, m.ID) {
					near[k] = m.ID
				}
			}
			return Meant(t.Key, near)
		})
	}
	s.Fail(UnknownWord, Written([]Token{t}), near...)
}

// Finish reports what is left over.
func (s *Scan) Finish() {
	for s.More() && (s.Rest()[0].Comma() || len(s.Rest()) == 1 && slices.Contains(particles, s.Rest()[0].Key)) {
		s.Pos++
	}
	if s.More() {
		s.Unknown()
	}
}

// particles are what German and Danish verbs leave at the end of a sentence: "wandle … um", "greife … an".
var particles = []string{"um", "an", "ab", "aus", "ein", "tilbage", "zurueck"}

// Comma reads a comma and reports whether one was there.
func (s *Scan) Comma() bool {
	if s.More() && s.Rest()[0].Comma() {
		s.Pos++
		return true
	}
	return false
}

// Between reads what separates the items of a list: a comma, "and", or both.
func (s *Scan) Between() bool {
	c := s.Comma()
	return s.Take("and") || c
}

// Number reads a number of 1 to 9999; atNumber reports whether one stands there.
func (s *Scan) Number() int {
	n, ok := s.AtNumber()
	if !ok {
		s.Expected("number")
		return 0
	}
	if n < 1 || n > 9999 {
		s.Fail(BadNumber, s.Rest()[0].text)
		return 0
	}
	s.Pos++
	return n
}

// AtNumber returns the number at hand, and whether one is there.
func (s *Scan) AtNumber() (int, bool) {
	if !s.More() {
		return 0, false
	}
	return s.numberAt(s.Rest()[0])
}

// numberAt reads a word as a number, in digits or in letters.
func (s *Scan) numberAt(t Token) (int, bool) {
	if m, ok := s.Lexicon.numbers.Words[t.Key]; ok {
		return Numeral(m.ID)
	}
	return Numeral(t.Key)
}

// Numeral reads digits; more than nine are no number but stay one word, and are faults as such.
func Numeral(key string) (int, bool) {
	if key == "" || len(key) > 9 {
		return 0, false
	}
	for i := range len(key) {
		if !IsDigit(key[i]) {
			return 0, false
		}
	}
	n, err := strconv.Atoi(key)
	return n, err == nil
}

// articles may stand before a name and mean nothing.
var articles = []string{"the", "die", "der", "das", "den", "dem", "det", "de"}

// Phrase is the words up to the next keyword that can follow a name, or the next comma.
func (s *Scan) Phrase() []Token {
	ts := s.Rest()
	for n := range ts {
		if ts[n].Comma() {
			return ts[:n]
		}
		if n > 0 && n == len(ts)-1 && slices.Contains(particles, ts[n].Key) {
			return ts[:n]
		}
		if m, _ := s.Lexicon.Words.At(ts[n:]); n > 0 && slices.Contains(stops, m.ID) {
			return ts[:n]
		}
	}
	return ts
}

// toComma is the words up to the next comma.
func (s *Scan) toComma() []Token {
	ts := s.Rest()
	if n := slices.IndexFunc(ts, Token.Comma); n >= 0 {
		return ts[:n]
	}
	return ts
}

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

// Back returns to an earlier place, unless there is a fault.
func (s *Scan) Back(mark int) {
	if !s.Failed() {
		s.Pos = mark
	}
}

// Land and sea read a space of that kind.
func (s *Scan) Land() board.SpaceID { return s.Kind(s.Space(), false) }
func (s *Scan) Sea() board.SpaceID  { return s.Kind(s.Space(), true) }

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

// Value is the raw rest of a header line.
func (s *Scan) Value() string {
	from := s.Tokens[s.Pos-1].end
	s.Pos = len(s.Tokens)
	return strings.Trim(strings.TrimSpace(s.Text[from:]), ":= ")
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

// At is the line of an order.
func (s *Scan) At() order.At { return order.At{Line: s.Line} }

// Tech reads the name of a technology, and returns its number.
func (s *Scan) Tech() int {
	return s.Lexicon.tech(s.Lookup(s.Lexicon.Techs, UnknownTech, "technology"))
}

// twins are the pairs of clause keywords of which each may stand for the other where only that one can.
var twins = map[string]string{"with": "by", "by": "with", "on": "onto", "onto": "on", "in": "to"}

// Clauses reads clauses in any order, each at most once. Those of need must stand.
func (s *Scan) Clauses(need []string, read map[string]func()) {
	s.Lacking(need, s.AnyClauses(read))
}

// Lacking reports the first clause that must stand and does not.
func (s *Scan) Lacking(need, seen []string) {
	for _, word := range need {
		if !slices.Contains(seen, word) {
			s.Expected(word)
		}
	}
}

// AnyClauses reads clauses in any order, each at most once, and tells which stood there.
func (s *Scan) AnyClauses(read map[string]func()) (seen []string) {
	for !s.Failed() {
		mark := s.Pos
		s.Comma()
		at := s.Peek()
		word := at
		if read[word] == nil {
			word = twins[at]
		}
		f := read[word]
		if f == nil {
			s.Back(mark)
			break
		}
		if slices.Contains(seen, word) {
			s.Fail(ClauseTwice, word)
			return seen
		}
		seen = append(seen, word)
		s.Take(at)
		f()
	}
	return seen
}

// Amount reads a number that may be 0.
func (s *Scan) Amount() int {
	if n, ok := s.AtNumber(); ok && n == 0 {
		s.Pos++
		return 0
	}
	return s.Number()
}

// Phase reads the name of a phase.
func (s *Scan) Phase() order.Phase {
	for _, p := range phaseWords {
		if s.Take(p.String()) {
			return p
		}
	}
	if !s.More() {
		s.Fail(MissingWord, "phase")
	}
	var names []string
	for _, p := range phaseWords {
		names = append(names, p.String())
	}
	s.Unknown(names...)
	return order.NoPhase
}

// phaseWords are the phases that a turn can stand in.
var phaseWords = []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place}
