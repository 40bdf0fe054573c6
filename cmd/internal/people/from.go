package people

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/mailio/message"
	"fieldpost/orders/cases"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// From is a file with the position from which a new game goes on, and what its user says beside it.
type From struct {
	Text []byte
	Turn string   // "Germany combat"; "": as the file says
	Tech []string // "Germany rockets, heavy bombers" or "Germany none", a power each
	IPC  []string // "Germany 12"
}

// Begin lets a new game begin with the position of a file: the XML of a map of TripleA, the JSON of a report or of game
// show, or the lines of a case's setup. It returns what the file does not say and was taken for granted.
func (n *NewGame) Begin(from From) (assumed []string, err error) {
	text := bytes.TrimLeft(bytes.TrimPrefix(from.Text, []byte("\xef\xbb\xbf")), " \t\r\n")
	var set *rules.Set
	var pos *position.Position
	switch {
	case len(from.Text) > exchange.MaxBytes:
		return nil, fmt.Errorf("the file has %d bytes; more than %d are not read", len(from.Text), exchange.MaxBytes)
	case len(text) == 0:
		return nil, errors.New("the file is empty")
	case text[0] == '<' || text[0] < ' ' || text[0] > '~': // a save game is no text
		return n.fromTripleA(from)
	case from.Turn != "" || len(from.Tech)+len(from.IPC) > 0:
		return nil, errors.New("turn, technologies and money stand in such a file: change it there")
	case text[0] == '{':
		var x report.Setting
		x, err = report.Parse(from.Text)
		set, pos = x.Rules, x.Position
	default:
		set, pos, err = cases.Setup(from.Text)
	}
	if err != nil {
		return nil, err
	}
	if pos.Power() == board.Nobody {
		return nil, errors.New("nobody is on turn: a game that goes on begins with somebody's phase")
	}
	n.Rules = set.Name
	n.Options = slices.Concat(set.Options.All(), n.Options)
	return nil, n.start(set, pos)
}

// attached lets a new game begin with the position of the one file that a mail brings.
func (n *NewGame) attached(r *command.Request) error {
	limits := message.DefaultLimits()
	limits.Text = exchange.MaxBytes
	files, err := message.Files(r.Raw, limits)
	if err != nil {
		return err
	}
	var found []message.File
	for _, f := range files {
		if known := []string{".xml", ".json", ".txt", ".tsvg"}; slices.Contains(known, strings.ToLower(path.Ext(f.Name))) {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return notDone(notice.DeniedAttachment, fmt.Sprintf("%d files with a position are attached; attach one", len(found)),
			strconv.Itoa(len(found)))
	}
	if _, err := n.Begin(From{Text: found[0].Data}); err != nil {
		return notDone(notice.DeniedPosition, fmt.Sprintf("%s: %v", found[0].Name, err), found[0].Name, err.Error())
	}
	return nil
}

// fromTripleA reads the XML of a map.
func (n *NewGame) fromTripleA(from From) (assumed []string, err error) {
	n.Rules = "revised"
	setup, err := NewGame{Name: n.Name, Rules: n.Rules, Options: n.Options}.Setup(time.Time{})
	if err != nil {
		return nil, err
	}
	set, err := setup.Set()
	if err != nil {
		return nil, err
	}
	said, err := from.said(set)
	if err != nil {
		return nil, err
	}
	in, err := exchange.Read(from.Text, set, said)
	if err != nil {
		return nil, err
	}
	if in.Battles {
		return nil, fmt.Errorf("the file stands at the battles of %s, whose moves are made: a game begins with a phase. "+
			"Give an earlier position, or say which: --turn '%s noncombat'", in.Position.Power(), in.Position.Power())
	}
	return in.Assumed, n.start(set, in.Position)
}

// start makes a position the game's. The error says why no game can go on from there.
func (n *NewGame) start(set *rules.Set, pos *position.Position) error {
	n.Start = exchange.Lines(set, pos)
	for x := range pos.Nations() {
		if list := x.Advantages(); len(list) > 0 {
			n.Advantages = append(n.Advantages, Grant{Power: string(x.Power()), Advantages: list})
		}
	}
	_, err := exchange.Parse(set, n.Start)
	return err
}

// said reads what the user says beside the file.
func (f From) said(set *rules.Set) (exchange.Said, error) {
	said := exchange.Said{Techs: map[board.Power][]int{}, Money: map[board.Power]int{}}
	if f.Turn != "" {
		p, rest, err := leading(set.Board, f.Turn)
		if err != nil {
			return said, err
		}
		if err := said.Phase.UnmarshalText([]byte(rest)); err != nil || !slices.Contains(set.Phases, said.Phase) {
			var known []string
			for _, ph := range set.Phases {
				known = append(known, ph.String())
			}
			return said, fmt.Errorf("turn %q: %q is no phase; there are %s", f.Turn, rest, strings.Join(known, ", "))
		}
		said.Power = p
	}
	for _, text := range f.Tech {
		p, rest, err := leading(set.Board, text)
		if err != nil {
			return said, err
		}
		said.Techs[p] = []int{}
		if rest == "none" {
			continue
		}
		for name := range strings.SplitSeq(rest, ",") {
			t, err := syntax.FindTech(strings.TrimSpace(name))
			if err != nil {
				return said, fmt.Errorf("technology %q: %w", text, err)
			}
			if !slices.Contains(said.Techs[p], t) {
				said.Techs[p] = append(said.Techs[p], t)
			}
		}
	}
	for _, text := range f.IPC {
		p, rest, err := leading(set.Board, text)
		if err != nil {
			return said, err
		}
		money, err := strconv.Atoi(rest)
		if err != nil || money < 0 {
			return said, fmt.Errorf("money %q: %q is no amount", text, rest)
		}
		said.Money[p] = money
	}
	return said, nil
}

// leading takes the power from the start of a text.
func leading(b *board.Board, text string) (p board.Power, rest string, err error) {
	words := strings.Fields(text)
	for k := len(words) - 1; k > 0; k-- {
		if p, err = syntax.FindPower(b, strings.Join(words[:k], " ")); err == nil {
			return p, strings.Join(words[k:], " "), nil
		}
	}
	if err == nil {
		err = fmt.Errorf("%q: write a power, and what it has", text)
	}
	return p, "", err
}
