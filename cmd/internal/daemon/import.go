package daemon

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/store"
)

// Imported is a game to be taken in.
type Imported struct {
	Bundle []byte `json:"bundle"`
}

// actImport takes in a game that another office has exported: verified, played again to its position, its seats free. It goes
// on here once the secrets folder holds the game's master secret and signing key.
func (o *Office) actImport(tx *store.Tx, in Imported) (any, error) {
	b, err := history.ParseBundle(in.Bundle)
	if err != nil {
		return nil, err
	}
	if err := b.Verify().Err(); err != nil {
		return nil, err
	}
	if len(b.Setups) != 1 {
		return nil, fmt.Errorf("the bundle holds %d set-ups, not one", len(b.Setups))
	}
	setup, err := game.ParseSetup(b.Setups[0])
	if err != nil {
		return nil, err
	}
	replayed, err := replay.Play(replay.Source{Setup: setup, Records: b.Records, Sets: b.Sets, Parse: filing.Parse})
	if err != nil {
		return nil, err
	}
	if len(replayed.Differences) > 0 {
		return nil, fmt.Errorf("the game cannot be played again: %v; if it was exported with --public and is not over, its closed standing orders are missing: export it without", replayed.Differences[0])
	}
	onFile, err := inForce(replayed)
	if err != nil {
		return nil, err
	}
	chain, err := history.ReadChain(setup.Name, b.Records)
	if err != nil {
		return nil, err
	}
	g, err := game.Restore(setup, chain, replayed.Position, onFile, nil, arrived(b.Intakes))
	if err != nil {
		return nil, err
	}
	return o.takeIn(tx, g, b, replayed.Standing().Goes)
}

// inForce are the standing sets that the last go found.
func inForce(g *replay.Game) ([]game.Set, error) {
	var out []game.Set
	for _, s := range g.OnFile {
		text, err := s.Print()
		if err != nil {
			return nil, err
		}
		ref, err := s.Ref()
		if err != nil {
			return nil, err
		}
		out = append(out, game.Set{Ref: ref, Bytes: text})
	}
	return out, nil
}

// arrived is the number of the last mail that a game counted in its intake lists.
func arrived(intakes [][]byte) int {
	last := 0
	for _, text := range intakes {
		in, err := history.ParseIntake(text)
		if err != nil {
			continue // found by Verify
		}
		for _, a := range in {
			last = max(last, a.Number)
		}
	}
	return last
}

func (o *Office) takeIn(tx *store.Tx, g *game.Game, b history.Bundle, goes []replay.Go) (any, error) {
	text, err := g.Setup.Encode()
	if err != nil {
		return nil, err
	}
	row, err := tx.CreateGame(g.Setup.Name, store.Value{Version: formatVersion, Bytes: text})
	if errors.Is(err, store.ErrExists) {
		return nil, fmt.Errorf("there is a game %s already", g.Setup.Name)
	} else if err != nil {
		return nil, err
	}
	t := &Table{Game: g, Life: life{Engine: firstLine(b.Engines), VKey: g.Chain.Genesis().VKey, Started: g.Chain.Entries()[0].Time.UTC().Truncate(time.Second)}, row: row}
	for _, s := range g.Rules.Board.Seats {
		key, err := NewKey(o.Random)
		if err != nil {
			return nil, err
		}
		if err := t.saveSeat(tx, Seat{Power: s.Power, Role: s.Role, Language: o.Language, Key: key}); err != nil {
			return nil, err
		}
	}
	for _, set := range b.Sets {
		if err := row.PutOnce(store.Sets, dice.Sum(set).String(), store.Value{Version: formatVersion, Bytes: set}); err != nil {
			return nil, err
		}
	}
	for _, point := range b.Checkpoints {
		if err := row.PutOnce(partCheckpoints, dice.Sum(point).String(), store.Value{Version: formatVersion, Bytes: point}); err != nil {
			return nil, err
		}
	}
	for _, e := range g.Chain.Entries() {
		turn, ok := e.Body.(*history.Turn)
		for _, text := range b.Intakes {
			if ok && dice.Sum(text) == turn.Intake {
				if err := row.PutOnce(partIntakes, seqKey(e.Seq), store.Value{Version: formatVersion, Bytes: text}); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := t.keepAllSince(goes); err != nil {
		return nil, err
	}
	return t.rowOf(), t.save()
}

func firstLine(texts [][]byte) string {
	if len(texts) == 0 {
		return ""
	}
	return strings.TrimSuffix(string(texts[0]), "\n")
}
