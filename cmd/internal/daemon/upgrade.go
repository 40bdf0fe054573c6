package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// Drawers of the texts that genesis and upgrade records name, by hash.
const (
	partSetups  store.Part = "setups"
	partEngines store.Part = "engines"
)

// Why a game is held that this version of the program cannot go on with.
const (
	playsOtherwise = "this version of the program plays its past to another position"
	otherRules     = "this version of the program knows its rules in another wording"
)

// heldForProgram tells whether a game is held because of the program that is to run it.
func (t *Table) heldForProgram() bool {
	return t.Stopped() && (t.Life.Stopped.Why == otherRules || t.Life.Stopped.Why == playsOtherwise)
}

// prepare makes a game ready for a go: it must not be held, and its history must name the program that plays it. It returns the master secret.
func (o *Office) prepare(tx *store.Tx, t *Table) (dice.Master, error) {
	if err := o.upgrade(tx, t); err != nil {
		return dice.Master{}, err
	}
	if t.Stopped() {
		return dice.Master{}, t.errHeld()
	}
	return o.master(t)
}

// named tells whether the newest genesis or upgrade record names this program and the rules as it knows them.
func (o *Office) named(t *Table) (engine, rules bool, err error) {
	text, err := t.Setup.Text()
	if err != nil {
		return false, false, err
	}
	want := t.Life.Rules
	if want == (dice.Hash{}) {
		want = t.Chain.Genesis().Rules
	}
	return t.Life.Engine == o.Version, want == dice.Sum(text), nil
}

// upgrade writes into the history that another version of the program runs the game from here on (TH-21), just before its next go.
func (o *Office) upgrade(tx *store.Tx, t *Table) error {
	engine, rules, err := o.named(t)
	if err != nil || engine && rules {
		return err
	}
	if err := o.guardUpgrade(tx, t); err != nil || t.Stopped() {
		return err
	}
	return o.recordUpgrade(tx, t, "the program was updated")
}

// guardUpgrade plays a game again that another version of the program has run so far. Unless every position comes out the same, the game is
// held; so is one whose rules read otherwise, until the operator has approved.
func (o *Office) guardUpgrade(tx *store.Tx, t *Table) error {
	engine, rules, err := o.named(t)
	switch {
	case err != nil || engine && rules || t.Life.Same == o.Version:
		return err
	case !rules:
		return o.stop(tx, t, notice.HeldProgram{Why: otherRules}, otherRules, nil)
	}
	same, err := o.playsTheSame(t)
	if err != nil {
		return err
	}
	if !same {
		return o.stop(tx, t, notice.HeldProgram{Why: playsOtherwise}, playsOtherwise, nil)
	}
	t.Life.Same = o.Version
	return t.saveLife()
}

// playsTheSame plays the game in the store again, and tells whether all comes out as its records say.
func (o *Office) playsTheSame(t *Table) (bool, error) {
	d, err := o.data(t.row)
	if err != nil {
		return false, err
	}
	g, err := replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.Words, Parse: filing.Parse})
	if err != nil {
		return false, err
	}
	others := slices.DeleteFunc(g.Differences, func(x game.Difference) bool { return x.What == "rules" })
	for _, x := range others {
		o.Log.Error("played otherwise", "game", t.Setup.Name, "difference", x)
	}
	return len(others) == 0, nil
}

// recordUpgrade names the program and its rules in the history, and tells everybody.
func (o *Office) recordUpgrade(tx *store.Tx, t *Table, reason string) error {
	done, err := t.take(t.Game.Upgrade(o.Version, reason, o.Now()))
	if err != nil {
		return err
	}
	text, err := t.Setup.Text()
	if err != nil {
		return err
	}
	t.Life.Engine, t.Life.Rules = o.Version, dice.Sum(text)
	if err := t.keepTexts(); err != nil {
		return err
	}
	if err := t.save(); err != nil {
		return err
	}
	entry := done.Records[0]
	files, err := o.attach(t, entry.Seq)
	if err != nil {
		return err
	}
	return o.tellAll(tx, t, notice.Upgraded{Version: notice.Quote(o.Version), Records: files}, "upgrade", seqName(entry))
}

// keepTexts keeps the texts of the rules and the program, whose hashes stand in the history, for ever: a later version may write them otherwise.
func (t *Table) keepTexts() error {
	text, err := t.Setup.Text()
	if err != nil {
		return err
	}
	if err := t.row.PutOnce(partSetups, dice.Sum(text).String(), store.Value{Version: formatVersion, Bytes: text}); err != nil {
		return err
	}
	engine := dice.Text(t.Life.Engine)
	return t.row.PutOnce(partEngines, dice.Sum(engine).String(), store.Value{Version: formatVersion, Bytes: engine})
}

// actUpgrade lets the operator approve that a game goes on with this version of the program, though its rules read otherwise. Its past must
// come to the same positions all the same.
func (o *Office) actUpgrade(tx *store.Tx, r Reasoned) (any, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	t, err := openGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	engine, rules, err := o.named(t)
	switch {
	case err != nil:
		return nil, err
	case engine && rules:
		return nil, fmt.Errorf("game %s is run by this version already: %s", r.Game, o.Version)
	case t.Stopped() && !t.heldForProgram():
		return nil, t.errHeld()
	}
	same, err := o.playsTheSame(t)
	if err != nil {
		return nil, err
	}
	if !same {
		return nil, errors.New("this version plays the game's past to another position, so it cannot go on with it: go back to the version before; fieldpost audit " + r.Game + " tells where it differs")
	}
	if err := o.goOn(t); err != nil {
		return nil, err
	}
	return t.rowOf(), o.recordUpgrade(tx, t, strings.TrimSpace(r.Reason))
}
