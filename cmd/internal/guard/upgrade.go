package guard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// Prepare makes a game ready for a go: it must not be held, and its history must name the program that plays it. It returns the master secret.
func Prepare(e *env.Env, tx *store.Tx, g *gamestore.Game) (dice.Master, error) {
	if err := upgrade(e, tx, g); err != nil {
		return dice.Master{}, err
	}
	if g.Stopped() {
		return dice.Master{}, g.ErrHeld()
	}
	return gamestore.Master(e, g)
}

// named tells whether the newest genesis or upgrade record names this program and the rules as it knows them.
func named(e *env.Env, g *gamestore.Game) (engine, rules bool, err error) {
	text, err := g.Setup.Text()
	if err != nil {
		return false, false, err
	}
	want := g.Life.Rules
	if want == (dice.Hash{}) {
		want = g.Chain.Genesis().Rules
	}
	return g.Life.Engine == e.Version, want == dice.Sum(text), nil
}

// upgrade writes into the history that another version of the program runs the game from here on (TH-21), just before its next go.
func upgrade(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	engine, rules, err := named(e, g)
	if err != nil || engine && rules {
		return err
	}
	if err := guardUpgrade(e, tx, g); err != nil || g.Stopped() {
		return err
	}
	return recordUpgrade(e, tx, g, "the program was updated")
}

// guardUpgrade plays a game again that another version of the program has run so far. Unless every position comes out the same, the game is
// held; so is one whose rules read otherwise, until the operator has approved.
func guardUpgrade(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	engine, rules, err := named(e, g)
	switch {
	case err != nil || engine && rules || g.Life.Same == e.Version:
		return err
	case !rules:
		return stop(e, tx, g, notice.HeldProgram{Why: gamestore.OtherRules}, gamestore.OtherRules, nil)
	}
	same, err := playsTheSame(e, g)
	if err != nil {
		return err
	}
	if !same {
		return stop(e, tx, g, notice.HeldProgram{Why: gamestore.PlaysOtherwise}, gamestore.PlaysOtherwise, nil)
	}
	g.Life.Same = e.Version
	return g.SaveLife()
}

// playsTheSame plays the game in the store again, and tells whether all comes out as its records say.
func playsTheSame(e *env.Env, t *gamestore.Game) (bool, error) {
	d, err := gamestore.Data(e, t.Row)
	if err != nil {
		return false, err
	}
	g, err := replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.Words, Parse: filing.Parse})
	if err != nil {
		return false, err
	}
	others := slices.DeleteFunc(g.Differences, func(x game.Difference) bool { return x.What == "rules" })
	for _, x := range others {
		e.Log.Error("played otherwise", "game", t.Setup.Name, "difference", x)
	}
	return len(others) == 0, nil
}

// recordUpgrade names the program and its rules in the history, and tells everybody.
func recordUpgrade(e *env.Env, tx *store.Tx, g *gamestore.Game, reason string) error {
	done, err := g.Adopt(g.Game.Upgrade(e.Version, reason, e.Now()))
	if err != nil {
		return err
	}
	text, err := g.Setup.Text()
	if err != nil {
		return err
	}
	g.Life.Engine, g.Life.Rules = e.Version, dice.Sum(text)
	if err := gamestore.KeepTexts(g); err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	entry := done.Records[0]
	files, err := gamestore.Attach(e, g, entry.Seq)
	if err != nil {
		return err
	}
	return notify.All(e, tx, g, notice.Upgraded{Version: notice.Quote(e.Version), Records: files}, "upgrade", gamestore.SeqName(entry))
}

// OpUpgrade lets the operator approve that a game goes on with this version of the program, though its rules read otherwise. Its past must
// come to the same positions all the same.
func OpUpgrade(e *env.Env, tx *store.Tx, r Reasoned) (any, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	g, err := gamestore.OpenGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	engine, rules, err := named(e, g)
	switch {
	case err != nil:
		return nil, err
	case engine && rules:
		return nil, fmt.Errorf("game %s is run by this version already: %s", r.Game, e.Version)
	case g.Stopped() && !g.HeldForProgram():
		return nil, g.ErrHeld()
	}
	same, err := playsTheSame(e, g)
	if err != nil {
		return nil, err
	}
	if !same {
		return nil, errors.New("this version plays the game's past to another position, so it cannot go on with it: go back to the version before; fieldpost audit " + r.Game + " tells where it differs")
	}
	if err := goOn(e, g); err != nil {
		return nil, err
	}
	return gamestore.RowOf(g), recordUpgrade(e, tx, g, strings.TrimSpace(r.Reason))
}
