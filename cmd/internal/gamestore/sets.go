package gamestore

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/store"
)

// LockedSet returns the turn set that the open lock names; nil if nothing is locked, or only the dice of national
// advantages are.
func LockedSet(row *store.Game, chain *history.Chain) (*game.OrderSet, error) {
	e, err := chain.Epoch()
	if err != nil || e.Lock == nil {
		return nil, nil // over, or nothing is locked
	}
	i := slices.IndexFunc(e.Lock.Orders, func(r dice.OrderRef) bool { return r.Kind == dice.TurnOrders })
	if i < 0 {
		return nil, nil
	}
	v, err := readSet(row, e.Lock.Orders[i])
	return &game.OrderSet{Ref: e.Lock.Orders[i], Bytes: v}, err
}

// FiledSet is the order set that a mail brought: its hash, zero if it brought none, and its salt.
type FiledSet struct {
	Hash dice.Hash
	Salt string
}

func standingSets(row *store.Game) ([]game.OrderSet, error) {
	var sets []game.OrderSet
	for e, err := range row.All(partStanding, "") {
		if err != nil {
			return nil, err
		}
		s, err := history.ParseSet(e.Value.Bytes)
		if err != nil {
			return nil, fmt.Errorf("standing orders of %s: %w", e.Key, err)
		}
		ref, err := s.Ref()
		if err != nil {
			return nil, err
		}
		sets = append(sets, game.OrderSet{Ref: ref, Bytes: e.Value.Bytes})
	}
	return sets, nil
}

func (g *Game) saveStanding() error {
	for _, s := range g.Seats {
		i := slices.IndexFunc(g.Sets, func(x game.OrderSet) bool { return x.Ref.Role == s.Role })
		if i < 0 {
			if err := g.Row.Delete(partStanding, s.Role); err != nil {
				return err
			}
			continue
		}
		set := g.Sets[i]
		if err := g.Row.Put(partStanding, s.Role, store.Value{Version: FormatVersion, Bytes: set.Bytes}); err != nil {
			return err
		}
		if err := g.KeepSet(set); err != nil {
			return err
		}
	}
	return nil
}

// KeepSet stores an order set for ever by its hash, which records name.
func (g *Game) KeepSet(s game.OrderSet) error {
	return g.Row.PutOnce(store.Sets, s.Ref.Set.String(), store.Value{Version: FormatVersion, Bytes: s.Bytes})
}

// OpenStandingOrders calls add for each standing set that was ever locked, under its name in its first lock: the end of
// a game opens them (dice.md §3).
func OpenStandingOrders(g *Game, add func(name string, data []byte)) error {
	opened := map[dice.Hash]bool{}
	for _, e := range g.Chain.Entries() {
		l, ok := e.Body.(*history.Lock)
		if !ok {
			continue
		}
		for _, ref := range l.Orders {
			if ref.Kind != dice.StandingOrders || opened[ref.Set] {
				continue
			}
			text, err := setText(g, ref)
			if err != nil {
				return fmt.Errorf("record %d: %w", e.Seq, err)
			}
			opened[ref.Set] = true
			add(history.SetFile(g.Setup.Name, e.Seq, ref.Role, ref.Kind), text)
		}
	}
	return nil
}

// setText returns the text of an order set: of the sets in force, which may not be stored yet, or of those in the
// store.
func setText(g *Game, ref dice.OrderRef) ([]byte, error) {
	for _, s := range g.Sets {
		if s.Ref == ref {
			return s.Bytes, nil
		}
	}
	return readSet(g.Row, ref)
}

// readSet returns the order set that a record names.
func readSet(row *store.Game, ref dice.OrderRef) ([]byte, error) {
	v, ok, err := row.Get(store.Sets, ref.Set.String())
	if err == nil && !ok {
		err = fmt.Errorf("the %s orders of %s, %s, are not in the store", ref.Kind, ref.Role, ref.Set)
	}
	return v.Bytes, err
}

// PartPlayed holds which turn orders each role has had played: ROLE/HASH, with the hash of their lines.
const PartPlayed store.Part = "played"

// PlayedKey returns the key of turn orders in PartPlayed.
func PlayedKey(role string, lines []string) string {
	return role + "/" + dice.Sum(dice.Text(lines...)).String()
}

// NotePlayed remembers the turn orders of a set that was played.
func NotePlayed(g *store.Game, set []byte) error {
	s, err := history.ParseSet(set)
	if err != nil || s.Kind != dice.TurnOrders || len(s.Orders) == 0 {
		return err
	}
	return g.Put(PartPlayed, PlayedKey(s.Role, s.Orders), store.Value{Version: FormatVersion,
		Bytes: []byte(s.Base.String())})
}

// ForgetPlayed forgets the turn orders of resolutions that were undone: they may be sent again.
func (g *Game) ForgetPlayed(resolutions []*game.Resolution) error {
	for _, res := range resolutions {
		s := g.Rules.Board.SeatOf(res.Power)
		if s == nil {
			continue // nobody's: the deal of advantages
		}
		if err := g.Row.Delete(PartPlayed, PlayedKey(s.Role, res.Orders)); err != nil {
			return err
		}
	}
	return nil
}
