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
	"fieldpost/cmd/internal/vault"
	"fieldpost/orders/filing"
	"fieldpost/store"
)

// ImportRequest asks to import a game, or records of a game that is here: an exported game, or mails with reports.
type ImportRequest struct {
	Bundle []byte   `json:"bundle,omitempty"`
	Mails  [][]byte `json:"mails,omitempty"`
	// Unsigned also imports records that no signed checkpoint covers.
	Unsigned bool `json:"unsigned,omitempty"`
}

// KindUnsigned is the kind of ErrUnsigned in the answer to a request.
const KindUnsigned = "unsigned"

// ErrUnsigned is the error of records that no signed checkpoint covers.
var ErrUnsigned = errors.New("whoever had the file could have changed or added records; " +
	"to take it in all the same: --unsigned")

// checkFindings returns an error if a check failed, or if no signed checkpoint covers the newest record and that is not
// allowed.
func (in ImportRequest) checkFindings(found history.Findings) error {
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

// ImportGame imports a game that another server has exported: it is verified and replayed to its position, and its
// seats are free. It goes on here once the secrets folder has the game's master secret and signing key. If the game is
// here already, only the records that the store lacks are imported, as after a restored backup.
func ImportGame(e *env.Env, tx *store.Tx, in ImportRequest) (any, error) {
	if len(in.Mails) > 0 {
		return extendByMails(e, tx, in)
	}
	b, err := history.ParseBundle(in.Bundle)
	if err != nil {
		return nil, err
	}
	if err := in.checkFindings(b.Verify()); err != nil {
		return nil, err
	}
	if _, err := tx.Games().Game(b.Game); err == nil {
		return extend(e, tx, b.Game, in, history.Evidence{Records: b.Records, Sets: b.Sets, Intakes: b.Intakes,
			Words: b.Words, Checkpoints: b.Checkpoints})
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
	replayed, resolutions, err := replayGame(setup, chain, b.Sets, b.Intakes, b.Words)
	if err != nil {
		return nil, err
	}
	return createImported(e, tx, replayed, b, resolutions)
}

// replayGame returns a game as its records give it, with the resolutions in force.
func replayGame(setup game.Setup, chain *history.Chain, sets, intakes, texts [][]byte) (
	*game.Game, []*game.Resolution, error) {
	replayed, err := replay.Play(replay.Source{Setup: setup, Records: chain.Records(), Sets: sets, Words: texts,
		Parse: filing.Parse})
	if err != nil {
		return nil, nil, err
	}
	if len(replayed.Differences) > 0 {
		return nil, nil, fmt.Errorf("the game cannot be played again: %v; "+
			"if it was exported with --public and is not over, its closed standing orders are missing: "+
			"export it without",
			replayed.Differences[0])
	}
	g, err := game.Restore(setup, chain, replayed.Position, replayed.OnFile, nil, lastArrival(intakes))
	return g, replayed.Standing().Resolutions, err
}

// newestSetup returns the text of the rules that the newest genesis or upgrade record names.
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

// lastArrival returns the number of the last mail that a game counted in its intake lists.
func lastArrival(intakes [][]byte) int {
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

// createImported stores an imported game with free seats.
func createImported(e *env.Env, tx *store.Tx, imported *game.Game, b history.Bundle,
	resolutions []*game.Resolution) (any, error) {
	text, err := gamestore.EncodeSetup(imported.Setup)
	if err != nil {
		return nil, err
	}
	row, err := tx.Games().Create(imported.Setup.Name, store.Value{Version: gamestore.FormatVersion, Bytes: text})
	if errors.Is(err, store.ErrExists) {
		return nil, fmt.Errorf("there is a game %s already", imported.Setup.Name)
	} else if err != nil {
		return nil, err
	}
	began := game.Conduct{Started: imported.Chain.Entries()[0].Time.UTC().Truncate(time.Second)}
	g := &gamestore.Game{Game: imported, State: gamestore.State{VKey: imported.Chain.Genesis().VKey, Conduct: began},
		Row: row}
	for _, entry := range imported.Chain.Entries() {
		if a, ok := entry.Body.(*history.Act); ok {
			if end, ended := game.ParseEnd(a.What); ended {
				g.State.Ended = end.How
			}
		}
	}
	g.State.Engine, g.State.RulesHash = newestVersion(imported.Chain, b.Engines)
	if err := vault.OpenSeats(e, tx, g); err != nil {
		return nil, err
	}
	for part, texts := range map[store.Part][][]byte{store.Sets: b.Sets, gamestore.PartRefereeTexts: b.Words,
		gamestore.PartSetups: b.Setups, gamestore.PartEngines: b.Engines, gamestore.PartCheckpoints: b.Checkpoints} {
		if err := keepByHash(row, part, texts); err != nil {
			return nil, err
		}
	}
	return gamestore.Summarize(g), saveImported(e, tx, g, b.Intakes, resolutions)
}

// keepByHash stores texts by their hashes.
func keepByHash(row *store.Game, part store.Part, texts [][]byte) error {
	for _, text := range texts {
		if err := row.PutOnce(part, dice.Sum(text).String(),
			store.Value{Version: gamestore.FormatVersion, Bytes: text}); err != nil {
			return err
		}
	}
	return nil
}

// saveImported saves a game with the intake lists that its records name, and what it waits for.
func saveImported(e *env.Env, tx *store.Tx, g *gamestore.Game, intakes [][]byte, resolutions []*game.Resolution) error {
	for _, entry := range g.Chain.Entries() {
		turn, ok := entry.Body.(*history.Turn)
		for _, text := range intakes {
			if ok && dice.Sum(text) == turn.Intake {
				if err := g.Row.PutOnce(gamestore.PartIntakes, gamestore.SeqKey(entry.Seq),
					store.Value{Version: gamestore.FormatVersion, Bytes: text}); err != nil {
					return err
				}
			}
		}
	}
	if err := gamestore.KeepAllPositions(g, resolutions); err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	return play.AwaitBeacon(tx, g)
}

// newestVersion returns the program, and the hash of the rules, that the newest genesis or upgrade record names.
func newestVersion(chain *history.Chain, engines [][]byte) (string, dice.Hash) {
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

// extendByMails imports the records that a game here lacks from mails with reports.
func extendByMails(e *env.Env, tx *store.Tx, in ImportRequest) (any, error) {
	var p proofs.Proofs
	for i, raw := range in.Mails {
		p.File(fmt.Sprintf("mail %d.eml", i+1), raw)
	}
	if err := p.Broken.Err(); err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(p.Games))
	if len(names) != 1 {
		return nil, fmt.Errorf("these mails bring records of %d games (%s); give those of one", len(names),
			strings.Join(names, ", "))
	}
	return extend(e, tx, names[0], in, *p.Games[names[0]])
}

// extend imports records of a game that follow those that are here. A record that differs from one here is a second
// history, and refused.
func extend(e *env.Env, tx *store.Tx, name string, in ImportRequest, ev history.Evidence) (any, error) {
	g, err := gamestore.OpenGame(tx, name)
	if err != nil {
		return nil, err
	}
	d, err := gamestore.ReadData(e, g.Row)
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
	sets, intakes := slices.Concat(d.Sets, ev.Sets), slices.Concat(d.Intakes, ev.Intakes)
	words := slices.Concat(d.RefereeTexts, ev.Words)
	found := history.Verify(history.Evidence{Records: chain.Records(),
		Sets: (replay.Source{Records: chain.Records(), Sets: sets}).Locked(), Intakes: intakes, Words: words,
		Checkpoints: ev.Checkpoints})
	if err := in.checkFindings(found); err != nil {
		return nil, err
	}
	replayed, resolutions, err := replayGame(d.Setup, chain, sets, intakes, words)
	if err != nil {
		return nil, err
	}
	g.Game = replayed
	if err := keepByHash(g.Row, store.Sets, ev.Sets); err != nil {
		return nil, err
	}
	if err := keepByHash(g.Row, gamestore.PartRefereeTexts, ev.Words); err != nil {
		return nil, err
	}
	if g.Game.Bound, err = gamestore.LockedSet(g.Row, chain); err != nil {
		return nil, err
	}
	if err := vault.SkipSerials(tx, g.Row); err != nil {
		return nil, err
	}
	e.Log.Info("records taken in", "game", name, "records", fresh)
	s := &g.State
	s.Stopped, s.UnknownHeads, s.Beacon = nil, nil, gamestore.BeaconValue{}
	s.LaterOrders, s.Quotes, s.Salt = nil, nil, ""
	return gamestore.Summarize(g), saveImported(e, tx, g, intakes, resolutions)
}
