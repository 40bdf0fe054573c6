package orders

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// scan reads one line from left to right. The first fault sticks and everything after it reads nothing, so that a line has
// one fault at most.
type scan struct {
	lx    *lexicon
	x     *index
	line  int
	text  string // the joined line
	verb  string // canonical keyword at its start
	spell *speller
	ts    []token
	own   bool // ts is a copy of its own
	i     int
	fault *order.Fault
}

// stops are the keywords that end a name.
var stops = []string{"from", "to", "in", "via", "on", "onto", "with", "by", "and", "if", "after round", "after", "sail", "onward", "kamikaze", "always",
	"never", "if fewer than", "if odds below", "if alone", "if no destroyer"}

func (s *scan) failed() bool { return s.fault != nil }

func (s *scan) fail(code order.Code, word string, suggest ...string) {
	if s.fault == nil {
		f := newFault(s.line, code, word, suggest...)
		s.fault = &f
	}
}

// failOver puts a clearer fault in the place of the one found.
func (s *scan) failOver(code order.Code, word string, suggest ...string) {
	s.fault = nil
	s.fail(code, word, suggest...)
}

// rest is what has not been read; nothing after a fault.
func (s *scan) rest() []token {
	if s.failed() {
		return nil
	}
	return s.ts[s.i:]
}

func (s *scan) more() bool { return len(s.rest()) > 0 }

// peek is the keyword at hand, "" for none.
func (s *scan) peek() string {
	m, _ := s.lx.words.at(s.rest())
	return m.id
}

// take reads one of the keywords and tells whether it stood there.
func (s *scan) take(ids ...string) bool {
	m, n := s.lx.words.at(s.rest())
	if n == 0 || !slices.Contains(ids, m.id) {
		return false
	}
	s.i += n
	return true
}

// need reads a keyword that must stand here, or its twin.
func (s *scan) need(id string) {
	if !s.take(id) && !s.take(twins[id]) {
		s.expected(id)
	}
}

// expected reports what is wrong where id should stand: a misspelt keyword, another word, or nothing at all.
func (s *scan) expected(id string) {
	if s.failed() {
		return
	}
	if !s.more() || s.rest()[0].comma() || s.peek() != "" {
		s.fail(MissingWord, id)
		return
	}
	s.unknown(append([]string{id}, stops...)...)
}

// unknown reports the word at hand as one that cannot stand here, with the keywords it may be a slip of.
func (s *scan) unknown(ids ...string) {
	if !s.more() {
		return
	}
	t := s.rest()[0]
	var near []string
	if s.peek() == "" { // a keyword is spelt well, and only stands in the wrong place
		if len(ids) == 0 {
			ids = stops
		}
		near = s.spell.suggest(strings.Join(ids, ","), t.key, func() []string {
			near := map[string]string{}
			for k, m := range s.lx.words.words {
				if slices.Contains(ids, m.id) {
					near[k] = m.id
				}
			}
			return nearest(t.key, near)
		})
	}
	s.fail(UnknownWord, written([]token{t}), near...)
}

// finish reports what is left over.
func (s *scan) finish() {
	for s.more() && (s.rest()[0].comma() || len(s.rest()) == 1 && slices.Contains(particles, s.rest()[0].key)) {
		s.i++
	}
	if s.more() {
		s.unknown()
	}
}

// particles are what German and Danish verbs leave at the end of a sentence: "wandle … um", "greife … an".
var particles = []string{"um", "an", "ab", "aus", "ein", "tilbage", "zurueck"}

func (s *scan) comma() bool {
	if s.more() && s.rest()[0].comma() {
		s.i++
		return true
	}
	return false
}

// between reads what separates the items of a list: a comma, "and", or both.
func (s *scan) between() bool {
	c := s.comma()
	return s.take("and") || c
}

// number reads a number of 1 to 9999; atNumber tells whether one stands there.
func (s *scan) number() int {
	n, ok := s.atNumber()
	if !ok {
		s.expected("number")
		return 0
	}
	if n < 1 || n > 9999 {
		s.fail(BadNumber, s.rest()[0].text)
		return 0
	}
	s.i++
	return n
}

func (s *scan) atNumber() (int, bool) {
	if !s.more() {
		return 0, false
	}
	return s.numberAt(s.rest()[0])
}

// numberAt reads a word as a number, in digits or in letters.
func (s *scan) numberAt(t token) (int, bool) {
	if m, ok := s.lx.numbers.words[t.key]; ok {
		return numeral(m.id)
	}
	return numeral(t.key)
}

// numeral reads digits; more than nine are no number but stay one word, and are faults as such.
func numeral(key string) (int, bool) {
	if key == "" || len(key) > 9 {
		return 0, false
	}
	for i := range len(key) {
		if !isDigit(key[i]) {
			return 0, false
		}
	}
	n, err := strconv.Atoi(key)
	return n, err == nil
}

// articles may stand before a name and mean nothing.
var articles = []string{"the", "die", "der", "das", "den", "dem", "det", "de"}

// phrase is the words up to the next keyword that can follow a name, or the next comma.
func (s *scan) phrase() []token {
	ts := s.rest()
	for n := range ts {
		if ts[n].comma() {
			return ts[:n]
		}
		if n > 0 && n == len(ts)-1 && slices.Contains(particles, ts[n].key) {
			return ts[:n]
		}
		if m, _ := s.lx.words.at(ts[n:]); n > 0 && slices.Contains(stops, m.id) {
			return ts[:n]
		}
	}
	return ts
}

// toComma is the words up to the next comma.
func (s *scan) toComma() []token {
	ts := s.rest()
	if n := slices.IndexFunc(ts, token.comma); n >= 0 {
		return ts[:n]
	}
	return ts
}

func (s *scan) skipArticle() {
	if ts := s.rest(); len(ts) > 1 && !ts[1].comma() && slices.Contains(articles, ts[0].key) {
		if _, ok := s.x.exact[compact(s.phrase())]; !ok {
			s.i++
		}
	}
}

// space reads the name of a space. A whole name may contain keywords ("Straße von Gibraltar"), a beginning of one may not.
func (s *scan) space() board.SpaceID {
	s.skipArticle()
	if s.failed() || !s.more() || s.rest()[0].comma() {
		s.fail(MissingWord, "space")
		return board.NoSpace
	}
	ph := s.phrase()
	for long := s.toComma(); len(long) > len(ph); long = long[:len(long)-1] {
		if id, ok := s.x.exact[compact(long)]; ok {
			s.i += len(long)
			return id
		}
	}
	if m, _ := s.lx.words.at(ph); slices.Contains(stops, m.id) && len(s.x.find(compact(ph))) != 1 {
		s.fail(MissingWord, "space")
		return board.NoSpace
	}
	switch ids := s.x.find(compact(ph)); len(ids) {
	case 1:
		s.i += len(ph)
		return ids[0]
	case 0:
		return s.shorterSpace(ph)
	default:
		s.fail(AmbiguousSpace, written(ph), s.names(ids)...)
	}
	return board.NoSpace
}

// shorterSpace finds a name at the beginning of a phrase that is none as a whole: units follow without a comma, or a word
// after the name is misspelt. Else the phrase is the fault.
func (s *scan) shorterSpace(ph []token) board.SpaceID {
	for n := len(ph) - 1; n > 0; n-- {
		ids := s.x.find(compact(ph[:n]))
		if len(ids) != 1 {
			continue
		}
		s.i += n
		if _, ok := s.atNumber(); ok || s.peek() != "" {
			return ids[0]
		}
		if s.unknown(); len(s.fault.Suggest) > 0 {
			return ids[0]
		}
		s.failOver(UnknownSpace, written(ph), s.x.b.Name(ids[0]))
		return board.NoSpace
	}
	key := compact(ph)
	s.fail(UnknownSpace, written(ph), s.spell.suggest("space", key, func() []string { return s.x.suggest(key) })...)
	return board.NoSpace
}

func (s *scan) names(ids []board.SpaceID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.x.b.Name(id)
	}
	slices.Sort(names)
	return names
}

// atSpace tells whether a space's name stands here rather than units: "14 Sea Zone" is one, "1 tank" is not.
func (s *scan) atSpace() bool {
	if !s.more() || s.rest()[0].comma() || s.atUnits() && len(s.x.find(compact(s.phrase()))) == 0 {
		return false
	}
	m, _ := s.lx.words.at(s.rest())
	return m.id == "" || !slices.Contains(stops, m.id) || len(s.x.find(compact(s.phrase()))) > 0
}

// spaces reads a list of spaces.
func (s *scan) spaces() []board.SpaceID {
	list := []board.SpaceID{s.space()}
	for !s.failed() {
		mark := s.i
		if !s.between() || !s.atSpace() {
			s.back(mark)
			break
		}
		list = append(list, s.space())
	}
	return list
}

// back returns to an earlier place, unless there is a fault.
func (s *scan) back(mark int) {
	if !s.failed() {
		s.i = mark
	}
}

// land and sea read a space of that kind.
func (s *scan) land() board.SpaceID { return s.kind(s.space(), false) }
func (s *scan) sea() board.SpaceID  { return s.kind(s.space(), true) }

func (s *scan) kind(id board.SpaceID, sea bool) board.SpaceID {
	if id == board.NoSpace || s.failed() || s.x.b.Space(id).Sea == sea {
		return id
	}
	s.fail(NotSpacesKind, map[bool]string{true: "sea", false: "land"}[sea])
	s.fault.Space = id
	return id
}

// lookup reads a phrase of a vocabulary: whole, or as leading words of just one entry.
func (s *scan) lookup(v *vocabulary, code order.Code, kind string) string {
	if s.failed() || !s.more() || s.rest()[0].comma() {
		s.fail(MissingWord, kind)
		return ""
	}
	if m, n := v.at(s.rest()); n > 0 {
		s.i += n
		return m.id
	}
	ph := s.phrase()
	if n := s.uptoWord(ph); n > 0 {
		ph = ph[:n]
	}
	if id := v.leading(compact(ph)); id != "" {
		s.i += len(ph)
		return id
	}
	s.fail(code, written(ph), s.suggest(v, string(code), compact(ph))...)
	return ""
}

// uptoWord is how many words of a phrase stand before a number or a keyword inside it.
func (s *scan) uptoWord(ph []token) int {
	for n := 1; n < len(ph); n++ {
		if _, ok := s.numberAt(ph[n]); ok {
			return n
		}
	}
	return len(ph)
}

// leading finds the one entry of which a key is the leading words, "" if there is none or several.
func (v *vocabulary) leading(key string) string {
	found := ""
	for _, e := range v.entries {
		for _, l := range Langs() {
			for _, f := range e.forms[l] {
				ts := tokens(f.one)
				for n := 1; n < len(ts); n++ {
					if compact(ts[:n]) != key || found == e.id {
						continue
					}
					if found != "" {
						return ""
					}
					found = e.id
				}
			}
		}
	}
	return found
}

func (s *scan) suggest(v *vocabulary, kind, key string) []string {
	return s.spell.suggest(kind, key, func() []string { return v.suggest(key) })
}

func (v *vocabulary) suggest(key string) []string {
	near := map[string]string{}
	for k, m := range v.words {
		near[k] = m.id
	}
	return nearest(key, near)
}

// power reads a power that has a seat in this game.
func (s *scan) power() board.Power {
	s.skipArticle()
	mark := s.i
	p := board.Power(s.lookup(s.lx.powers, UnknownPower, "power"))
	if !s.failed() && s.x.b.SeatOf(p) == nil {
		s.fail(UnknownPower, written(s.ts[mark:s.i]))
	}
	return p
}

// value is the raw rest of a header line.
func (s *scan) value() string {
	from := s.ts[s.i-1].end
	s.i = len(s.ts)
	return strings.Trim(strings.TrimSpace(s.text[from:]), ":= ")
}

// gameWord reads a game's name up to the next blank.
func (s *scan) gameWord() string {
	from := s.ts[s.i-1].end
	name, _, _ := strings.Cut(strings.TrimSpace(s.text[from:]), " ")
	for end := from + strings.Index(s.text[from:], name) + len(name); s.i < len(s.ts) && s.ts[s.i].end <= end; {
		s.i++
	}
	if name = strings.ToLower(name); !IsGameName(name) {
		s.fail(BadGameName, name, gameName(name)...)
	}
	return name
}

// at is the line of an order.
func (s *scan) at() order.At { return order.At{Line: s.line} }

func (s *scan) tech() int { return s.lx.tech(s.lookup(s.lx.techs, UnknownTech, "technology")) }

// twins are the pairs of clause keywords of which each may stand for the other where only that one can.
var twins = map[string]string{"with": "by", "by": "with", "on": "onto", "onto": "on", "in": "to"}

// clauses reads clauses in any order, each at most once. Those of need must stand.
func (s *scan) clauses(need []string, read map[string]func()) {
	s.lacking(need, s.anyClauses(read))
}

// lacking reports the first clause that must stand and does not.
func (s *scan) lacking(need, seen []string) {
	for _, word := range need {
		if !slices.Contains(seen, word) {
			s.expected(word)
		}
	}
}

// anyClauses reads clauses in any order, each at most once, and tells which stood there.
func (s *scan) anyClauses(read map[string]func()) (seen []string) {
	for !s.failed() {
		mark := s.i
		s.comma()
		at := s.peek()
		word := at
		if read[word] == nil {
			word = twins[at]
		}
		f := read[word]
		if f == nil {
			s.back(mark)
			break
		}
		if slices.Contains(seen, word) {
			s.fail(ClauseTwice, word)
			return seen
		}
		seen = append(seen, word)
		s.take(at)
		f()
	}
	return seen
}

// amount reads a number that may be 0.
func (s *scan) amount() int {
	if n, ok := s.atNumber(); ok && n == 0 {
		s.i++
		return 0
	}
	return s.number()
}

// phase reads the name of a phase.
func (s *scan) phase() order.Phase {
	for _, p := range phaseWords {
		if s.take(p.String()) {
			return p
		}
	}
	if !s.more() {
		s.fail(MissingWord, "phase")
	}
	var names []string
	for _, p := range phaseWords {
		names = append(names, p.String())
	}
	s.unknown(names...)
	return order.NoPhase
}

// phaseWords are the phases that a turn can stand in.
var phaseWords = []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place}
