package syntax

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
)

// nameError is a name that means nothing, or several things.
type nameError struct {
	Kind    string   // "space", "power", "technology", "advantage", "unit"
	Word    string   // as written
	Suggest []string // what may have been meant, canonical
}

func (e *nameError) Error() string {
	s := fmt.Sprintf("unknown %s %q", e.Kind, e.Word)
	if len(e.Suggest) > 0 {
		s += "; did you mean " + strings.Join(e.Suggest, ", ") + "?"
	}
	return s
}

// FindSpace finds a space of a board by any of its names or a unique beginning of one, as the order language does.
func FindSpace(b *board.Board, name string) (board.SpaceID, error) {
	x, key := IndexOf(b), Compact(Tokens(name))
	switch ids := x.Find(key); len(ids) {
	case 1:
		return ids[0], nil
	case 0:
		return board.NoSpace, &nameError{"space", name, x.suggest(key)}
	default:
		s := &Scan{Index: x}
		return board.NoSpace, &nameError{"space", name, s.names(ids)}
	}
}

// FindPower finds a power that has a seat on a board.
func FindPower(b *board.Board, name string) (board.Power, error) {
	id, err := TheLexicon().Powers.find("power", name)
	if err == nil && b.SeatOf(board.Power(id)) == nil {
		err = &nameError{Kind: "power", Word: name}
	}
	return board.Power(id), err
}

// FindOwner finds who can control land: a power with a seat, `Middle East` or `neutral`.
func FindOwner(b *board.Board, name string) (board.Power, error) {
	id, err := TheLexicon().Powers.find("power", name)
	switch p := board.Power(id); {
	case err != nil:
		return board.Nobody, err
	case p == board.Neutral || p == board.MiddleEast || b.SeatOf(p) != nil:
		return p, nil
	}
	return board.Nobody, &nameError{Kind: "power", Word: name}
}

// FindUnitOwner finds who can own units: a power with a seat, and where the board has its land the Middle East,
// whose guns they are.
func FindUnitOwner(b *board.Board, name string) (board.Power, error) {
	id, err := TheLexicon().Powers.find("power", name)
	if err == nil && !ownsUnits(b, board.Power(id)) {
		err = &nameError{Kind: "power", Word: name}
	}
	return board.Power(id), err
}

// ownsUnits reports whether units of a power can stand on a board.
func ownsUnits(b *board.Board, p board.Power) bool {
	return b.SeatOf(p) != nil || p == board.MiddleEast &&
		slices.ContainsFunc(b.Spaces, func(s board.Space) bool { return s.OriginalController == board.MiddleEast })
}

// FindSide finds an alliance.
func FindSide(name string) (board.Side, error) {
	id, err := TheLexicon().Powers.find("side", name)
	for _, s := range []board.Side{board.Axis, board.Allies} {
		if err == nil && s.String() == id {
			return s, nil
		}
	}
	return board.NoSide, &nameError{Kind: "side", Word: name}
}

// FindTech finds a technology's number, 1 to 6.
func FindTech(name string) (int, error) {
	lx := TheLexicon()
	id, err := lx.Techs.find("technology", name)
	if err != nil {
		return 0, err
	}
	return lx.tech(id), nil
}

// FindAdvantage finds the canonical name of a national advantage.
func FindAdvantage(name string) (string, error) {
	return TheLexicon().Advantages.find("advantage", name)
}

// FindUnit finds a unit type by any of its names, singular or plural.
func FindUnit(name string) (board.UnitType, error) {
	lx := TheLexicon()
	id, err := lx.Units.find("unit", name)
	return lx.unit(id), err
}

func (v *Vocabulary) find(kind, name string) (string, error) {
	key := Compact(Tokens(name))
	if m, ok := v.Words[key]; ok {
		return m.ID, nil
	}
	if id := v.leads()[key]; id != "" {
		return id, nil
	}
	return "", &nameError{kind, name, v.suggest(key)}
}
