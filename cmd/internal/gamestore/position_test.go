package gamestore_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/gametest"
)

// old is a position in the middle of a turn, with all that can be on file, as version 1 wrote it.
func old(t *testing.T) *position.Position {
	t.Helper()
	data, err := os.ReadFile("testdata/position-1.gob")
	if err != nil {
		t.Fatal(err)
	}
	p, err := gamestore.DecodePosition(board.Default(), data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func encode(t *testing.T, p *position.Position) []byte {
	t.Helper()
	data, err := gamestore.EncodePosition(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A position of version 1 is read whole: what the records of a game do not hold, such as orders that wait, is nowhere
// else.
func TestPositionOfVersion1(t *testing.T) {
	t.Parallel()
	p := old(t)
	uk, sheet, fight := p.Nation("UK"), p.Turn().Sheet(), p.Data().Turn.Fight
	move, isMove := sheet.Parts[order.Noncombat].Orders[0].(order.Move)
	if !isMove || move.Line != 3 || move.To != 7 || move.Groups[0].Units[0] != (order.Units{N: 2, Type: board.Tank}) {
		t.Errorf("the orders that wait are %+v", sheet.Parts[order.Noncombat].Orders)
	}
	if e, ok := uk.Answers()[0].(order.Enigma); len(uk.Answers()) != 2 || !ok || e.Move.To != 3 ||
		uk.Standing()[0].Tactics[0].N != 2 {
		t.Errorf("on file are %+v and %+v", uk.Answers(), uk.Standing())
	}
	if uk.Bought()[board.Carrier] != 1 || len(uk.Techs()) != 2 || !uk.WasAttackedBy("Japan") || p.Turn().Tech() != 4 ||
		!p.Turn().Moved() {
		t.Errorf("the UK has %+v", uk)
	}
	if q := fight.Queue[0]; q.Round != 2 || !q.Paused || q.Tactics[0].Do != order.Pause || fight.Damage[0].N != 4 ||
		p.Data().Turn.Plan.Raids[0].Planes[1] != 5 {
		t.Errorf("the fight is %+v", fight)
	}
	if u := p.Data().Units[3]; !u.Damaged || !u.Now.Did.Has(position.Fought|position.MovedInCombat) {
		t.Errorf("the unit is %+v", u)
	}
	if set, err := rules.New("revised", rules.Options{}); err != nil || !strings.Contains(p.Text(set.Board),
		"\nnation UK ipc 30 tech 2 tech 5 ") {
		t.Errorf("%v\n%s", err, p.Text(set.Board))
	}
}

// What was written is read back the same, and written again in the same bytes.
func TestPositionComesBack(t *testing.T) {
	t.Parallel()
	positions, boards := []*position.Position{old(t)}, []*board.Board{board.Default(), board.Default()}
	every := old(t) // every type of order, without values
	positiontest.Change(every, func(d *position.Data) {
		d.Turn.Sheet.Parts[order.Combat].Orders, d.Nation("USA").Answers = order.Kinds(), order.Kinds()
	})
	positions = append(positions, every)
	for _, name := range []string{"revised", "europe"} {
		p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: name}, 3, 40)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range p.Changes {
			positions, boards = append(positions, g.Position), append(boards, board.Named(name))
		}
	}
	for i, p := range positions {
		one := encode(t, p)
		q, err := gamestore.DecodePosition(boards[i], one)
		if err != nil {
			t.Fatal(err)
		}
		if !position.Equal(p, q) {
			t.Errorf("position %d comes back otherwise", i)
		}
		if two := encode(t, q); !bytes.Equal(one, two) {
			t.Errorf("position %d is written otherwise the second time:\n%s\n%s", i, one, two)
		}
	}
}

// What this version does not know is an error, never dropped.
func TestPositionRefused(t *testing.T) {
	t.Parallel()
	good := string(encode(t, old(t)))
	for name, text := range map[string]string{
		"half of it":       good[:len(good)/2],
		"half of the old":  "\xff\x8d\x7f\x03\x01",
		"nothing":          "",
		"an unknown field": strings.Replace(good, `"Round":1`, `"Weather":"rain","Round":1`, 1),
		"an unknown order": strings.Replace(good, `"type":"Enigma"`, `"type":"Ultra"`, 1),
		"a changed order":  strings.Replace(good, `"type":"Enigma"`, `"type":"Move"`, 1),
	} {
		if text == good {
			t.Fatalf("%s: the test changes nothing", name)
		}
		if _, err := gamestore.DecodePosition(board.Default(), []byte(text)); err == nil ||
			!strings.HasPrefix(err.Error(), "position: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	newer := strings.Replace(good, `"version":2`, `"version":3`, 1)
	if _, err := gamestore.DecodePosition(board.Default(), []byte(newer)); !errors.Is(err, gamestore.ErrNewer) {
		t.Errorf("a newer version: error %v", err)
	}
}
