package board

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.txt
var data embed.FS

// boards are the embedded boards by the name of their file, each parsed when it is first asked for.
var boards = sync.OnceValue(func() map[string]func() *Board {
	m := map[string]func() *Board{}
	for _, name := range Names() {
		m[name] = sync.OnceValue(func() *Board { return mustParse(Text(name)) })
	}
	return m
})

// Named returns the board of that name, or nil. The data say everything about a board: that its left and right edges
// join, but not top and bottom (T-3), and that China and Sinkiang are ordinary land.
func Named(name string) *Board {
	if b, ok := boards()[name]; ok {
		return b()
	}
	return nil
}

// Default returns the board that is meant where none is named.
func Default() *Board { return Named("revised") }

// Names lists the boards by name.
func Names() []string {
	files, err := data.ReadDir("data")
	if err != nil {
		panic("board: embedded data: " + err.Error())
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".txt"))
	}
	return names
}

// Text is the embedded data of a board by its name, for the rules hash of a game; "" if there is none.
func Text(name string) string {
	text, err := data.ReadFile("data/" + name + ".txt")
	if err != nil {
		return ""
	}
	return string(text)
}

func mustParse(text string) *Board {
	b, err := Parse(text)
	if err != nil {
		panic("board: embedded data: " + err.Error()) // a bug, found by any test
	}
	return b
}

// Parse reads a board. One fact a line, fields separated by " | ", text after # ignored:
//
//	power NAME | ROLE | Axis or Allies | capital SPACE      in turn order
//	land NAME | income N | home POWER [| city NAME] [| island]
//	sea NAME [| income N | home POWER [| port LAND]]         an income makes it a convoy centre
//	canal SEA; SEA: LAND; …                                 the territories that open it
//	closed SPACE; SPACE                                     they touch, but nothing may pass
//	touch SPACE: SPACE; …                                   each pair once
//	place POWER in SPACE: N UNIT, …                         the starting set-up
//
// Errors name the line. Adjacency is made symmetric; a pair given twice, a space that touches nothing, an island that
// touches more than one space, and unknown names are errors.
func Parse(text string) (*Board, error) {
	b := &Board{byName: map[string]SpaceID{}, closed: map[[2]SpaceID]bool{}}
	p := parser{b: b, capitals: map[Power]string{}, ports: map[string]string{}}
	for pass := range 2 { // spaces first, then what names them
		for i, line := range strings.Split(text, "\n") {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			word, rest, _ := strings.Cut(line, " ")
			if err := p.line(pass, word, rest); err != nil {
				err.Line = i + 1
				return nil, err
			}
		}
		if pass == 0 {
			p.index()
		}
	}
	return b, p.finish()
}

type parser struct {
	b        *Board
	capitals map[Power]string
	islands  []string
	ports    map[string]string // convoy centre → land
}

func (p *parser) line(pass int, word, rest string) *FormatError {
	first := word == "power" || word == "land" || word == "sea"
	if first != (pass == 0) {
		return nil
	}
	switch word {
	case "power":
		return p.power(rest)
	case "land", "sea":
		return p.space(rest, word == "sea")
	case "canal", "closed":
		return p.passage(word, rest)
	case "touch":
		return p.touch(rest)
	case "place":
		return p.place(rest)
	}
	return &FormatError{What: "line", Text: word}
}

func (p *parser) power(rest string) *FormatError {
	f := strings.Split(rest, " | ")
	if len(f) != 4 || !strings.HasPrefix(f[3], "capital ") {
		return &FormatError{What: "power", Text: rest}
	}
	side := map[string]Side{"Axis": Axis, "Allies": Allies}[f[2]]
	if side == NoSide {
		return &FormatError{What: "side", Text: f[2]}
	}
	p.b.Seats = append(p.b.Seats, Seat{Power: Power(f[0]), Role: f[1], Side: side, Capital: NoSpace})
	p.capitals[Power(f[0])] = strings.TrimPrefix(f[3], "capital ")
	return nil
}

func (p *parser) space(rest string, sea bool) *FormatError {
	f := strings.Split(rest, " | ")
	s := Space{Name: f[0], Sea: sea, Island: NoSpace, Port: NoSpace}
	for _, field := range f[1:] {
		key, val, _ := strings.Cut(field, " ")
		switch key {
		case "income":
			n, err := strconv.Atoi(val)
			if err != nil || n < 0 {
				return &FormatError{What: "income", Text: val}
			}
			s.Income = n
		case "home":
			s.OriginalController = Power(val)
		case "city":
			s.City = val
		case "port":
			p.ports[s.Name] = val
		case "island":
			p.islands = append(p.islands, s.Name)
		default:
			return &FormatError{What: "field", Text: field}
		}
	}
	p.b.Spaces = append(p.b.Spaces, s)
	return nil
}

// index sorts the spaces and gives them their ids.
func (p *parser) index() {
	slices.SortStableFunc(p.b.Spaces, func(a, b Space) int {
		if a.Sea != b.Sea {
			if a.Sea {
				return 1
			}
			return -1
		}
		if a.Sea && strings.HasPrefix(a.Name, "SZ") && strings.HasPrefix(b.Name, "SZ") && len(a.Name) != len(b.Name) {
			return len(a.Name) - len(b.Name) // SZ9 before SZ10
		}
		return strings.Compare(a.Name, b.Name)
	})
	for i := range p.b.Spaces {
		p.b.Spaces[i].ID = SpaceID(i)
		p.b.byName[p.b.Spaces[i].Name] = SpaceID(i)
	}
	p.b.near = make([][]SpaceID, len(p.b.Spaces))
}

func (p *parser) find(name string) (SpaceID, *FormatError) {
	name = strings.TrimSpace(name)
	if id, ok := p.b.byName[name]; ok {
		return id, nil
	}
	return NoSpace, &FormatError{What: "space", Text: name}
}

func (p *parser) list(names string) ([]SpaceID, *FormatError) {
	var ids []SpaceID
	for n := range strings.SplitSeq(names, ";") {
		id, err := p.find(n)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (p *parser) passage(word, rest string) *FormatError {
	ends, banks, _ := strings.Cut(rest, ":")
	ids, err := p.list(ends)
	if err != nil {
		return err
	}
	if len(ids) != 2 {
		return &FormatError{What: word, Text: rest}
	}
	if word == "closed" {
		p.b.closed[[2]SpaceID{min(ids[0], ids[1]), max(ids[0], ids[1])}] = true
		return nil
	}
	land, err := p.list(banks)
	if err != nil {
		return err
	}
	p.b.Canals = append(p.b.Canals, Canal{A: ids[0], B: ids[1], Banks: land})
	return nil
}

func (p *parser) touch(rest string) *FormatError {
	name, others, _ := strings.Cut(rest, ":")
	a, err := p.find(name)
	if err != nil {
		return err
	}
	ids, err := p.list(others)
	if err != nil {
		return err
	}
	for _, c := range ids {
		if c == a || slices.Contains(p.b.near[a], c) {
			return &FormatError{What: "adjacency given twice", Text: name + ": " + p.b.Name(c)}
		}
		p.b.near[a] = append(p.b.near[a], c)
		p.b.near[c] = append(p.b.near[c], a)
	}
	return nil
}

func (p *parser) place(rest string) *FormatError {
	where, units, _ := strings.Cut(rest, ":")
	power, space, _ := strings.Cut(where, " in ")
	id, err := p.find(space)
	if err != nil {
		return err
	}
	if p.b.SeatOf(Power(power)) == nil {
		return &FormatError{What: "power", Text: power}
	}
	for u := range strings.SplitSeq(units, ",") {
		u = strings.TrimSpace(u)
		num, name, _ := strings.Cut(u, " ")
		n, bad := strconv.Atoi(num)
		t, ok := ParseUnit(name)
		if bad != nil || n < 1 || !ok {
			return &FormatError{What: "units", Text: u}
		}
		p.b.Setup = append(p.b.Setup, Stack{Power: Power(power), Space: id, Type: t, N: n})
	}
	return nil
}

// finish checks what can only be checked of the whole board.
func (p *parser) finish() error {
	b := p.b
	for i := range b.near {
		slices.Sort(b.near[i])
		if len(b.near[i]) == 0 {
			return &FormatError{What: "space that touches nothing", Text: b.Spaces[i].Name}
		}
	}
	for i := range b.Seats {
		id, err := p.find(p.capitals[b.Seats[i].Power])
		if err != nil {
			return err
		}
		b.Seats[i].Capital = id
	}
	for i := range b.Spaces {
		if land := p.ports[b.Spaces[i].Name]; land != "" {
			id, err := p.find(land)
			if err != nil {
				return err
			}
			b.Spaces[i].Port = id
		}
	}
	for _, name := range p.islands {
		id := b.byName[name]
		if len(b.near[id]) != 1 {
			return &FormatError{What: "island", Text: name}
		}
		b.Spaces[id].Island = b.near[id][0]
	}
	for _, s := range b.Spaces {
		if s.OriginalController != Nobody && s.OriginalController != Neutral && s.OriginalController != MiddleEast &&
			b.SeatOf(s.OriginalController) == nil {
			return &FormatError{What: "home", Text: string(s.OriginalController)}
		}
	}
	return nil
}
