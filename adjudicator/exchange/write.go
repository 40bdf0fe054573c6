package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Output is a position as a file for TripleA.
type Output struct {
	XML        []byte
	Title      string // the name in TripleA's list of games
	Round      int
	NotCarried []Loss          // what the position has and the file has not
	Behind     []board.Power   // whose next turn TripleA shows as one of this round, though it is the next one's
	Otherwise  []board.SpaceID // where TripleA packs the cargo otherwise
}

// Notes says in English what TripleA will show otherwise.
func (o *Output) Notes(b *board.Board) []string {
	var notes []string
	for _, zone := range o.Otherwise {
		notes = append(notes, fmt.Sprintf("TripleA loads the transports in %s otherwise.", b.Name(zone)))
	}
	var whose []string
	for _, p := range o.Behind {
		name := string(p) + "'s"
		if strings.ToUpper(string(p)) == string(p) {
			name = "the " + name
		}
		whose = append(whose, name)
	}
	switch n := len(whose); {
	case n == 1:
		notes = append(notes, fmt.Sprintf("TripleA will show round %d for %s next turn; it is round %d's.",
			o.Round, whose[0], o.Round+1))
	case n > 1:
		notes = append(notes, fmt.Sprintf("TripleA will show round %d for %s and %s next turns; they are round %d's.",
			o.Round, strings.Join(whose[:n-1], ", "), whose[n-1], o.Round+1))
	}
	return notes
}

// Listed is the entry of a file in a map's map.yml, by which TripleA finds it.
func (o *Output) Listed(file string) string {
	yaml := func(s string) string {
		if strings.Trim(s, plain) != "" || strings.TrimSpace(s) != s {
			return strconv.Quote(s)
		}
		return s
	}
	return fmt.Sprintf("{game_name: %s, file_name: %s}", yaml(o.Title), yaml(file))
}

// plain are the characters of names that need no quotes in YAML.
const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._- "

// ErrNoMap reports that TripleA does not have the board.
var ErrNoMap = errors.New("TripleA has no map of this board: its maps of Europe are other boards with other units; " +
	"JSON and plain text hold the positions of this one")

// UnfitError is a position that a file for TripleA cannot say.
type UnfitError struct {
	Why   Unfit
	Power board.Power // whose technology, gun
	Of    board.Power // whose gun it was
	Space string      // where
	Tech  int
	N     int // how many have no room
}

// Unfit is why a file for TripleA cannot say a position.
type Unfit string

// The reasons.
const (
	UnfitOver  Unfit = "over"  // the game is over
	UnfitEarly Unfit = "early" // the first turn has not begun
	UnfitTech  Unfit = "tech"  // a technology is developed and not yet in force
	UnfitGun   Unfit = "gun"   // an antiaircraft gun had another owner than its territory says
	UnfitCargo Unfit = "cargo" // cargo that TripleA's transports have no room for
)

// Unfits lists them.
func Unfits() []Unfit { return []Unfit{UnfitOver, UnfitEarly, UnfitTech, UnfitGun, UnfitCargo} }

// Error says why, and what to do instead.
func (e *UnfitError) Error() string {
	switch e.Why {
	case UnfitOver:
		return "the game is over, which the file cannot say; write an earlier turn"
	case UnfitEarly:
		return "the first turn has not begun: powers still choose their national advantages; write the position afterwards"
	case UnfitTech:
		return fmt.Sprintf("%s has developed %s, in force at the end of the turn, which the file cannot say; "+
			"write the next turn", e.Power, rules.TechNames[e.Tech])
	case UnfitGun:
		return fmt.Sprintf("the antiaircraft gun of %s in %s was %s's, which the file cannot say; "+
			"write an earlier turn, or use game show --json", e.Power, e.Space, e.Of)
	default:
		return fmt.Sprintf("%s has %d land units for which its transports have no room by TripleA's rules; "+
			"write a turn in which they are ashore", e.Space, e.N)
	}
}

// Write puts a position into a copy of a map's XML. Everything but the position stays byte for byte as it was. A
// position that would lose more than what Output lists is an UnfitError.
func Write(xml []byte, name string, set *rules.Set, pos *position.Position) (*Output, error) {
	if !HasMap(set) {
		return nil, ErrNoMap
	}
	d, n, err := open(xml, set.Board)
	if err != nil {
		return nil, err
	}
	if err := writable(set, pos); err != nil {
		return nil, err
	}
	title := fmt.Sprintf("fieldpost %s R%d %s %s", name, pos.Round(), pos.Power(), pos.Phase())
	w := &writer{editor: editor{document: d}, names: n, set: set, pos: pos,
		out: &Output{Title: title, Round: pos.Round()}}
	for _, write := range []func() error{w.title, w.units, w.money, w.originals, w.techs, w.sequence} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	w.properties()
	w.lost()
	w.comment()
	w.out.XML = w.bytes()
	return w.out, nil
}

// HasMap reports whether TripleA has the board of a rule set.
func HasMap(set *rules.Set) bool { return set.Name == "revised" }

// Check reports why a file is not the XML of the map of a board.
func Check(xml []byte, b *board.Board) error {
	_, _, err := open(xml, b)
	return err
}

// open reads the XML of the map and checks that it is the one of the board.
func open(xml []byte, b *board.Board) (*document, *names, error) {
	d, err := parse(xml)
	if err != nil {
		return nil, nil, err
	}
	n, err := newNames(b)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{}
	var strange []string
	for _, t := range d.root.child("map").all("territory") {
		if _, ok := n.spaces[t.attrs["name"]]; !ok {
			strange = append(strange, t.attrs["name"])
		}
		known[t.attrs["name"]] = true
	}
	var missing []string
	for _, name := range n.theirs {
		if !known[name] {
			missing = append(missing, name)
		}
	}
	for _, p := range d.root.child("playerList").all("player") {
		if n.power(p.attrs["name"]) == board.Nobody {
			strange = append(strange, p.attrs["name"])
		}
	}
	if len(strange)+len(missing) > 0 {
		return nil, nil, fmt.Errorf("this is another map: %s. "+
			"Give the XML of the map World War II Revised, ww2v2.xml or lhtr.xml", different(strange, missing))
	}
	return d, n, nil
}

func different(strange, missing []string) string {
	var parts []string
	if len(strange) > 0 {
		parts = append(parts, "the board does not have "+few(strange))
	}
	if len(missing) > 0 {
		parts = append(parts, "the map does not have "+few(missing))
	}
	return strings.Join(parts, "; ")
}

// few lists names, of many the first.
func few(list []string) string {
	const most = 8
	list = slices.Clone(list)
	for i, name := range list {
		if len(name) > longest {
			list[i] = name[:longest] + "…"
		}
	}
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	return strings.Join(list, ", ")
}

// writable tells why a position cannot be written.
func writable(set *rules.Set, pos *position.Position) error {
	switch {
	case pos.Over():
		return &UnfitError{Why: UnfitOver}
	case pos.Power() == board.Nobody:
		return &UnfitError{Why: UnfitEarly}
	}
	if tech := pos.Turn().Tech(); tech > 0 && !pos.Nation(pos.Power()).HasTech(tech) {
		return &UnfitError{Why: UnfitTech, Power: pos.Power(), Tech: tech}
	}
	plain := pos.Data()
	for i := range plain.Units {
		if plain.Units[i].Type == board.AAGun {
			plain.Units[i].Original = board.Nobody
		}
	}
	derived, err := position.New(set.Board, plain)
	if err != nil {
		return err
	}
	for u := range pos.Units() {
		if derived.Unit(u.ID).Original != u.Original {
			return &UnfitError{Why: UnfitGun, Power: u.Owner, Of: u.Original, Space: set.Board.Name(u.At)}
		}
	}
	return nil
}

// writer writes one position into one file.
type writer struct {
	editor
	*names
	set *rules.Set
	pos *position.Position
	out *Output
}

// part is an element that every file must have.
func (w *writer) part(path ...string) (*element, error) {
	e := w.root
	for _, name := range path {
		below := e.child(name)
		if below == nil {
			return nil, w.fault(e.start, "the element <%s> has no <%s>; give the map's own XML", e.name, name)
		}
		e = below
	}
	return e, nil
}

func (w *writer) title() error {
	info, err := w.part("info")
	if err != nil {
		return err
	}
	if _, ok := info.attrs["name"]; !ok {
		return w.fault(info.start, "<info> has no name; give the map's own XML")
	}
	w.change(info, "name", w.out.Title)
	return nil
}

// section replaces what is within an element of <initialize>, a line a row.
func (w *writer) section(name string, rows []string) error {
	in, err := w.part("initialize")
	if err != nil {
		return err
	}
	text := "\n\t\t\t" + strings.Join(rows, "\n\t\t\t") + "\n\t\t"
	if e := in.child(name); e != nil {
		w.replace(e, text)
		return nil
	}
	return w.fault(in.start, "<initialize> has no <%s>; give the map's own XML", name)
}

// units writes owners and units, those of a space together.
func (w *writer) units() error {
	var owners, rows []string
	for id, p := range w.pos.Owners() {
		if player := w.player(p); player.name != "" && !w.b.Space(id).Sea {
			owners = append(owners, fmt.Sprintf(`<territoryOwner territory=%s owner=%s/>`,
				quote(w.theirs[id]), quote(player.name)))
		}
	}
	for i := range w.b.Spaces {
		list, err := w.in(board.SpaceID(i))
		if err != nil {
			return err
		}
		rows = append(rows, w.placements(list)...)
	}
	for n := range w.pos.Nations() {
		for t, count := range n.Bought() {
			if count > 0 {
				rows = append(rows, fmt.Sprintf(`<heldUnits unitType=%s player=%s quantity="%d"/>`,
					quote(w.pieces[t]), quote(w.player(n.Power()).name), count))
			}
		}
	}
	if err := w.section("ownerInitialize", owners); err != nil {
		return err
	}
	return w.section("unitInitialize", rows)
}

// in lists the units of a space in the order in which they are written.
func (w *writer) in(at board.SpaceID) ([]position.Unit, error) {
	if !w.b.Space(at).Sea {
		return slices.SortedStableFunc(w.pos.In(at),
			func(a, c position.Unit) int { return byType(w.b, a, c) }), nil
	}
	list, otherwise, left := atSea(w.b, w.pos, at)
	if left > 0 {
		return nil, &UnfitError{Why: UnfitCargo, Space: w.b.Name(at), N: left}
	}
	if otherwise {
		w.out.Otherwise = append(w.out.Otherwise, at)
	}
	return list, nil
}

// placements writes units, equal ones that follow each other in one row.
func (w *writer) placements(list []position.Unit) []string {
	var rows []string
	for i := 0; i < len(list); {
		u, k := list[i], i+1
		for k < len(list) && list[k].Type == u.Type && list[k].Owner == u.Owner && list[k].Damaged == u.Damaged {
			k++
		}
		hits := ""
		if u.Damaged {
			hits = ` hitsTaken="1"`
		}
		rows = append(rows, fmt.Sprintf(`<unitPlacement unitType=%s territory=%s quantity="%d" owner=%s%s/>`,
			quote(w.pieces[u.Type]), quote(w.theirs[u.At]), k-i, quote(w.player(u.Owner).name), hits))
		i = k
	}
	return rows
}

// money writes what is on hand, and leaves other resources as they are.
func (w *writer) money() error {
	e, err := w.part("initialize", "resourceInitialize")
	if err != nil {
		return err
	}
	var rows []string
	for n := range w.pos.Nations() {
		rows = append(rows, fmt.Sprintf(`<resourceGiven player=%s resource=%s quantity="%d"/>`,
			quote(w.player(n.Power()).name), quote(money), n.Money()))
	}
	for _, g := range e.all("resourceGiven") {
		if g.attrs["resource"] != money {
			rows = append(rows, string(w.text[g.start:g.end]))
		}
	}
	return w.section("resourceInitialize", rows)
}

// originals names the original owner of each territory that another holds; else TripleA would take the holder for it.
func (w *writer) originals() error {
	found := w.attachments("territoryAttachment")
	for id, holder := range w.pos.Owners() {
		s := w.b.Space(id)
		original := w.player(s.OriginalController).name
		if s.Sea || original == "" {
			continue
		}
		a := found[w.theirs[id]]
		var o *element
		if a != nil {
			o = a.option("originalOwner")
		}
		switch {
		case o != nil && o.attrs["value"] != original:
			return w.fault(o.start, "the original owner of %s is %s; the board says %s", w.theirs[id],
				o.attrs["value"], original)
		case o != nil || holder == s.OriginalController:
		case a == nil:
			return w.fault(w.root.start, "%s has no territoryAttachment that could name its original owner, %s; "+
				"give the map's own XML", w.theirs[id], original)
		default:
			w.add(a, fmt.Sprintf("\n\t\t\t<option name=\"originalOwner\" value=%s/>", quote(original)))
		}
	}
	return nil
}

// techs writes what each power has developed.
func (w *writer) techs() error {
	found := w.attachments("techAttachment")
	for n := range w.pos.Nations() {
		a := found[w.player(n.Power()).name]
		if a == nil {
			if len(n.Techs()) > 0 {
				return w.fault(w.root.start, "%s has no techAttachment for its technologies; give the map's own XML",
					w.player(n.Power()).name)
			}
			continue
		}
		more := ""
		for tech := 1; tech <= rules.NumTechs; tech++ {
			value := strconv.FormatBool(n.HasTech(tech))
			switch o := a.option(w.tech[tech]); {
			case o == nil:
				more += fmt.Sprintf("\n\t\t\t<option name=%s value=\"%s\"/>", quote(w.tech[tech]), value)
			case o.attrs["value"] != value:
				if _, ok := o.attrs["value"]; !ok {
					return w.fault(o.start, "the option %s has no value; give the map's own XML", o.attrs["name"])
				}
				w.change(o, "value", value)
			}
		}
		if more != "" {
			w.add(a, more)
		}
	}
	return nil
}

// sequence rotates the steps so that the first is the one of the position: TripleA has no other way to begin in the
// middle of a round. Steps of the bid are left out.
func (w *writer) sequence() error {
	seq, err := w.part("gamePlay", "sequence")
	if err != nil {
		return err
	}
	turn := w.pos.Turn()
	battles := w.pos.Phase() == order.Combat && (turn.Moved() || turn.HasBattles())
	first := w.step(w.pos.Power(), w.pos.Phase(), battles)
	var before, round []string
	at := -1
	for _, s := range seq.all("step") {
		text := string(w.text[s.start:s.end])
		power, _, _ := w.phase(s.attrs["name"])
		switch {
		case strings.HasSuffix(s.attrs["name"], "Bid"), strings.HasSuffix(s.attrs["name"], "BidPlace"):
			continue
		case s.attrs["player"] == "" && len(round) == 0:
			before = append(before, text)
			continue
		case s.attrs["name"] == first:
			at = len(round)
		case at < 0 && power != board.Nobody && power != w.pos.Power() &&
			!slices.Contains(w.out.Behind, power):
			w.out.Behind = append(w.out.Behind, power)
		}
		round = append(round, text)
	}
	if at < 0 {
		return w.fault(seq.start, "<sequence> has no step %s; give the map's own XML", first)
	}
	steps := slices.Concat(before, round[at:], round[:at])
	w.replace(seq, "\n\t\t\t"+strings.Join(steps, "\n\t\t\t")+"\n\t\t")
	return w.offset(seq)
}

// offset says how many rounds have passed.
func (w *writer) offset(seq *element) error {
	value := strconv.Itoa(w.pos.Round() - 1)
	if o := w.root.child("gamePlay").child("offset"); o != nil {
		if _, ok := o.attrs["round"]; !ok {
			return w.fault(o.start, "<offset> has no round; give the map's own XML")
		}
		w.change(o, "round", value)
		return nil
	}
	w.edits = append(w.edits, edit{seq.end, seq.end, "\n\t\t<offset round=" + quote(value) + "/>"})
	return nil
}

// comment puts at the end of the file what it does not carry.
func (w *writer) comment() {
	lines := []string{w.out.Title}
	for _, x := range w.out.NotCarried {
		lines = append(lines, "not carried: "+x.String())
	}
	lines = append(lines, w.out.Notes(w.b)...)
	text := strings.ReplaceAll(strings.Join(lines, "\n"), "--", "- -")
	w.edits = append(w.edits, edit{w.root.end, w.root.end, "\n<!-- " + text + " -->"})
}
