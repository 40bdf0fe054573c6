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

// PrepareResolution makes a game ready for a resolution: it must not be stopped, and its history must name the program
// that plays it. It returns the master secret.
func PrepareResolution(e *env.Env, tx *store.Tx, g *gamestore.Game) (dice.Master, error) {
	if err := upgradeIfNeeded(e, tx, g); err != nil {
		return dice.Master{}, err
	}
	if g.Stopped() {
		return dice.Master{}, g.StoppedError()
	}
	return gamestore.MasterSecret(e, g)
}

// namedVersion reports whether the newest genesis or upgrade record names this program, and the rules as it knows them.
func namedVersion(e *env.Env, g *gamestore.Game) (engine, rules bool, err error) {
	text, err := g.Setup.Text()
	if err != nil {
		return false, false, err
	}
	want := g.State.RulesHash
	if want == (dice.Hash{}) {
		want = g.Chain.Genesis().Rules
	}
	return g.State.Engine == e.Version, want == dice.Sum(text), nil
}

// upgradeIfNeeded records that another version of the program runs the game from here on (TH-21), just before its next
// resolution.
func upgradeIfNeeded(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	engine, rules, err := namedVersion(e, g)
	if err != nil || engine && rules {
		return err
	}
	if err := checkUpgrade(e, tx, g); err != nil || g.Stopped() {
		return err
	}
	return recordUpgrade(e, tx, g, "the program was updated")
}

// checkUpgrade replays a game that another version of the program has run so far. The game stops unless every position
// is the same. It also stops if the rules have another wording, until the operator has approved.
func checkUpgrade(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	engine, rules, err := namedVersion(e, g)
	switch {
	case err != nil || engine && rules || g.State.ReplayedBy == e.Version:
		return err
	case !rules:
		return stop(e, tx, g, notice.HeldProgram{Why: gamestore.WhyRulesDiffer}, gamestore.WhyRulesDiffer, nil)
	}
	same, err := replaysEqually(e, g)
	if err != nil {
		return err
	}
	if !same {
		return stop(e, tx, g, notice.HeldProgram{Why: gamestore.WhyReplayDiffers}, gamestore.WhyReplayDiffers, nil)
	}
	g.State.ReplayedBy = e.Version
	return g.SaveState()
}

// replaysEqually replays the stored game, and reports whether every result is as its records say.
func replaysEqually(e *env.Env, g *gamestore.Game) (bool, error) {
	d, err := gamestore.ReadData(e, g.Row)
	if err != nil {
		return false, err
	}
	replayed, err := replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.RefereeTexts,
		Parse: filing.Parse})
	if err != nil {
		return false, err
	}
	others := slices.DeleteFunc(replayed.Differences, func(x game.Difference) bool { return x.What == "rules" })
	for _, x := range others {
		e.Log.Error("played otherwise", "game", g.Setup.Name, "difference", x)
	}
	return len(others) == 0, nil
}

// recordUpgrade records the version of the program and the rules, and tells everybody.
func recordUpgrade(e *env.Env, tx *store.Tx, g *gamestore.Game, reason string) error {
	done, err := g.Adopt(g.Game.Upgrade(e.Version, reason, e.Now()))
	if err != nil {
		return err
	}
	text, err := g.Setup.Text()
	if err != nil {
		return err
	}
	g.State.Engine, g.State.RulesHash = e.Version, dice.Sum(text)
	if err := gamestore.KeepVersionTexts(g); err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	entry := done.Records[0]
	files, err := gamestore.RecordsWithCheckpoint(e, g, entry.Seq)
	if err != nil {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, notice.Upgraded{Version: notice.Quote(e.Version), Records: files}, "upgrade",
		gamestore.SeqName(entry))
}

// ApproveUpgrade records that the operator lets this version of the program run the game though its rules have another
// wording. The past must still lead to the same positions.
func ApproveUpgrade(e *env.Env, tx *store.Tx, r ReasonedRequest) (any, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	g, err := gamestore.OpenGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	engine, rules, err := namedVersion(e, g)
	switch {
	case err != nil:
		return nil, err
	case engine && rules:
		return nil, fmt.Errorf("game %s is run by this version already: %s", r.Game, e.Version)
	case g.Stopped() && !g.StoppedForProgram():
		return nil, g.StoppedError()
	}
	same, err := replaysEqually(e, g)
	if err != nil {
		return nil, err
	}
	if !same {
		return nil, errors.New("this version plays the game's past to another position, so it cannot go on with it: " +
			"go back to the version before; fieldpost audit " + r.Game + " tells where it differs")
	}
	if err := resume(e, g); err != nil {
		return nil, err
	}
	return gamestore.Summarize(g), recordUpgrade(e, tx, g, strings.TrimSpace(r.Reason))
}
