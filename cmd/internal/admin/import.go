package admin

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/orders/filing"
	"fieldpost/store"
)

// Imported is a game to be taken in, or records of one that is here: one exported game, or mails with reports.
type Imported struct {
	Bundle []byte   `json:"bundle,omitempty"`
	Mails  [][]byte `json:"mails,omitempty"`
	// Unsigned takes in records, too, that no signed checkpoint covers.
	Unsigned bool `json:"unsigned,omitempty"`
}

// KindUnsigned is the kind of the error that records to be taken in are unsigned.
const KindUnsigned = "unsigned"

// ErrUnsigned is that error.
var ErrUnsigned = errors.New("whoever had the file could have changed or added records; to take it in all the same: --unsigned")

// vetted is what came of verifying what is to be taken in: an error if something fails, or if no signed checkpoint
// covers the newest record and that is not allowed.
func (in Imported) vetted(found history.Findings) error {
	switch found.Verdict() {
	case history.NotSound:
		return found.Err()
	case history.NotSigned:
		if !in.Unsigned {
			return fmt.Errorf("%s; %w", found.With(history.Unsigned)[0].Why, ErrUnsigned)
		}
	}
	return nil
}

// OpImport takes in a game that another office has exported: verified, played again to its position, its seats
// free. It goes on here once the secrets folder holds the game's master secret and signing key. Of a game that is
// here it takes the records that the store lacks, as after a restored backup.
func OpImport(e *env.Env, tx *store.Tx, in Imported) (any, error) {
	if len(in.Mails) > 0 {
		return extendByMails(e, tx, in)
	}
	b, err := history.ParseBundle(in.Bundle)
	if err != nil {
		return nil, err
	}
	if err := in.vetted(b.Verify()); err != nil {
		return nil, err
	}
	if _, err := tx.Games().Game(b.Game); err == nil {
		return extend(e, tx, b.Game, in, history.Evidence{Records: b.Records, Sets: b.Sets, Intakes: b.Intakes, Words: b.Words, Checkpoints: b.Checkpoints})
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	chain, err := history.ReadChain(b.Game, b.Records)
	if err != nil {
		return nil, err
	}
	text, err := newestSetup(chain, b.Setups)
	if err != nil {
		return nil, err
	}
	setup, err := game.ParseSetup(text)
	if err != nil {
		return nil, err
	}
	g, goes, err := playedAgain(setup, chain, b.Sets, b.Intakes, b.Words)
	if err != nil {
		return nil, err
	}
	return takeIn(e, tx, g, b, goes)
}

// playedAgain is a game as its records give it, with the goes that were played.
func playedAgain(setup game.Setup, chain *history.Chain, sets, intakes, words [][]byte) (
	*game.Game, []*game.Resolution, error) {
	replayed, err := replay.Play(replay.Source{Setup: setup, Records: chain.Records(), Sets: sets, Words: words, Parse: filing.Parse})
	if err != nil {
		return nil, nil, err
	}
	if len(replayed.Differences) > 0 {
		return nil, nil, fmt.Errorf("the game cannot be played again: %v; if it was exported with --public and is not over, its closed standing orders are missing: export it without", replayed.Differences[0])
	}
	g, err := game.Restore(setup, chain, replayed.Position, replayed.OnFile, nil, arrived(intakes))
	return g, replayed.Standing().Goes, err
}

// newestSetup is the text of the rules that the newest genesis or upgrade record names.
func newestSetup(chain *history.Chain, setups [][]byte) ([]byte, error) {
	named := chain.Genesis().Rules
	for _, e := range chain.Entries() {
		if u, ok := e.Body.(*history.Upgrade); ok {
			named = u.Rules
		}
	}
	i := slices.IndexFunc(setups, func(text []byte) bool { return dice.Sum(text) == named })
	if i < 0 {
		return nil, fmt.Errorf("the bundle lacks the set-up %s that its records name", named)
	}
	return setups[i], nil
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

func takeIn(o *env.Env, tx *store.Tx, g *game.Game, b history.Bundle, goes []*game.Resolution) (any, error) {
	text, err := gamestore.EncodeSetup(g.Setup)
	if err != nil {
		return nil, err
	}
	row, err := tx.Games().Create(g.Setup.Name, store.Value{Version: gamestore.FormatVersion, Bytes: text})
	if errors.Is(err, store.ErrExists) {
		return nil, fmt.Errorf("there is a game %s already", g.Setup.Name)
	} else if err != nil {
		return nil, err
	}
	began := game.Conduct{Started: g.Chain.Entries()[0].Time.UTC().Truncate(time.Second)}
	t := &gamestore.Game{Game: g, Life: gamestore.Life{VKey: g.Chain.Genesis().VKey, Conduct: began}, Row: row}
	for _, e := range g.Chain.Entries() {
		if a, ok := e.Body.(*history.Act); ok {
			if end, ended := game.ParseEnd(a.What); ended {
				t.Life.Ended = end.How
			}
		}
	}
	t.Life.Engine, t.Life.Rules = newestEngine(g.Chain, b.Engines)
	if err := vault.GiveID(o, row); err != nil {
		return nil, err
	}
	for _, s := range g.Rules.Board.Seats {
		free, err := vault.WithKey(o, tx, t, roster.Seat{Power: s.Power, Role: s.Role, Language: o.Language}, roster.Seat{})
		if err != nil {
			return nil, err
		}
		if err := t.SaveSeat(tx, free); err != nil {
			return nil, err
		}
	}
	chair, err := vault.NewReferee(o, tx, t, o.Self.Referee)
	if err != nil {
		return nil, err
	}
	if err := t.SaveSeat(tx, chair); err != nil {
		return nil, err
	}
	for part, texts := range map[store.Part][][]byte{store.Sets: b.Sets, gamestore.PartWords: b.Words, gamestore.PartSetups: b.Setups, gamestore.PartEngines: b.Engines, gamestore.PartCheckpoints: b.Checkpoints} {
		if err := keepTexts(row, part, texts); err != nil {
			return nil, err
		}
	}
	return gamestore.RowOf(t), keepTaken(o, tx, t, b.Intakes, goes)
}

// keepTexts keeps texts by their hashes.
func keepTexts(row *store.Game, part store.Part, texts [][]byte) error {
	for _, text := range texts {
		if err := row.PutOnce(part, dice.Sum(text).String(), store.Value{Version: gamestore.FormatVersion, Bytes: text}); err != nil {
			return err
		}
	}
	return nil
}

// keepTaken saves a game that was taken in, with the intake lists that its records name, and what it waits for.
func keepTaken(o *env.Env, tx *store.Tx, g *gamestore.Game, intakes [][]byte, goes []*game.Resolution) error {
	for _, e := range g.Chain.Entries() {
		turn, ok := e.Body.(*history.Turn)
		for _, text := range intakes {
			if ok && dice.Sum(text) == turn.Intake {
				if err := g.Row.PutOnce(gamestore.PartIntakes, gamestore.SeqKey(e.Seq), store.Value{Version: gamestore.FormatVersion, Bytes: text}); err != nil {
					return err
				}
			}
		}
	}
	if err := gamestore.KeepAllSince(g, goes); err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	return play.AwaitBeacon(g, tx)
}

// newestEngine is the program, and the hash of the rules, that the newest genesis or upgrade record names.
func newestEngine(chain *history.Chain, engines [][]byte) (string, dice.Hash) {
	engine, rules := chain.Genesis().Engine, chain.Genesis().Rules
	for _, e := range chain.Entries() {
		if u, ok := e.Body.(*history.Upgrade); ok {
			engine, rules = u.Engine, u.Rules
		}
	}
	for _, text := range engines {
		if dice.Sum(text) == engine {
			return strings.TrimSuffix(string(text), "\n"), rules
		}
	}
	return "", rules
}

// extendByMails takes from reports the records that a game here lacks.
func extendByMails(e *env.Env, tx *store.Tx, in Imported) (any, error) {
	var p proofs.Proofs
	for i, raw := range in.Mails {
		p.File(fmt.Sprintf("mail %d.eml", i+1), raw)
	}
	if err := p.Broken.Err(); err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(p.Games))
	if len(names) != 1 {
		return nil, fmt.Errorf("these mails bring records of %d games (%s); give those of one", len(names), strings.Join(names, ", "))
	}
	return extend(e, tx, names[0], in, *p.Games[names[0]])
}

// extend takes in the records of a game that follow those that are here. What is here stays: a record that differs
// is a second history, and refused.
func extend(e *env.Env, tx *store.Tx, name string, in Imported, ev history.Evidence) (any, error) {
	t, err := gamestore.OpenGame(tx, name)
	if err != nil {
		return nil, err
	}
	d, err := gamestore.Data(e, t.Row)
	if err != nil {
		return nil, err
	}
	chain, err := history.ReadChain(name, d.Records)
	if err != nil {
		return nil, err
	}
	fresh, err := chain.Extend(ev.Records)
	if err != nil {
		return nil, err
	}
	if fresh == 0 {
		return nil, fmt.Errorf("game %s has all these records already", name)
	}
	sets, intakes, words := slices.Concat(d.Sets, ev.Sets), slices.Concat(d.Intakes, ev.Intakes), slices.Concat(d.Words, ev.Words)
	found := history.Verify(history.Evidence{Records: chain.Records(), Sets: (replay.Source{Records: chain.Records(), Sets: sets}).Locked(), Intakes: intakes, Words: words, Checkpoints: ev.Checkpoints})
	if err := in.vetted(found); err != nil {
		return nil, err
	}
	g, goes, err := playedAgain(d.Setup, chain, sets, intakes, words)
	if err != nil {
		return nil, err
	}
	t.Game = g
	if err := keepTexts(t.Row, store.Sets, ev.Sets); err != nil {
		return nil, err
	}
	if err := keepTexts(t.Row, gamestore.PartWords, ev.Words); err != nil {
		return nil, err
	}
	if t.Game.Bound, err = gamestore.BoundSet(t.Row, chain); err != nil {
		return nil, err
	}
	if err := vault.SkipSerials(tx, t.Row); err != nil {
		return nil, err
	}
	e.Log.Info("records taken in", "game", name, "records", fresh)
	t.Life.Stopped, t.Life.Strange, t.Life.Beacon, t.Life.Later, t.Life.Quotes, t.Life.Salt = nil, nil, gamestore.Brought{}, nil, nil, ""
	return gamestore.RowOf(t), keepTaken(e, tx, t, intakes, goes)
}
