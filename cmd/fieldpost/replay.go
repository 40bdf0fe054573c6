package main

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/daemon"
	"fieldpost/orders"
	"fieldpost/templates"
)

type replayCmd struct {
	where
	Game  string `arg:"" help:"The game."`
	Round int    `help:"Stop at the beginning of this round, or of a power's turn in it."`
	Power string `help:"With --round: stop at the beginning of this power's turn."`
	Step  bool   `help:"Tell the last turn before that position step by step."`
	JSON  bool   `help:"Print JSON."`
}

// Run shows a past position, made again from the orders.
func (c *replayCmd) Run(e *env) error {
	var d daemon.GameData
	if err := c.ask(e, "game.data", daemon.GameName{Game: c.Game}, &d); err != nil {
		return err
	}
	evidence, err := d.Evidence()
	if err != nil {
		return err
	}
	r, err := replay.Play(evidence.Source)
	if err != nil {
		return err
	}
	pos, last, err := c.find(r)
	if err != nil {
		return err
	}
	if c.JSON {
		return e.json(map[string]any{"game": c.Game, "position": templates.NewMachinePosition(r.Rules.Board, pos), "events": eventsOf(last, c.Step)})
	}
	if c.Step && last != nil {
		for _, ev := range last.Events {
			fmt.Fprintln(e.stdout, eventLine(r.Rules.Board, ev))
		}
		fmt.Fprintln(e.stdout)
	}
	fmt.Fprintf(e.stdout, "%s, round %d, %s: %s\n\n", c.Game, pos.Round, pos.Power, pos.Phase)
	return printPosition(e, r.Rules.Board, pos)
}

func eventsOf(s *replay.Go, wanted bool) []event.Event {
	if s == nil || !wanted {
		return []event.Event{}
	}
	return s.Events
}

// find is the position that was asked for, and the go that led to it, nil at the start of the game.
func (c *replayCmd) find(r *replay.Game) (*position.Position, *replay.Go, error) {
	if c.Power != "" && c.Round == 0 {
		return nil, nil, usage("--power needs --round")
	}
	if c.Round == 0 {
		if n := len(r.Goes); n > 0 {
			return r.Position, &r.Goes[n-1], nil
		}
		return r.Position, nil, nil
	}
	power := board.Nobody
	if c.Power != "" {
		var err error
		if power, err = orders.FindPower(r.Rules.Board, c.Power); err != nil {
			return nil, nil, err
		}
	}
	fits := func(p *position.Position) bool {
		return p.Round == c.Round && (power == board.Nobody || p.Power == power)
	}
	for i := range r.Goes {
		if !fits(r.Goes[i].Before) {
			continue
		}
		if i == 0 {
			return r.Goes[0].Before, nil, nil
		}
		return r.Goes[i].Before, &r.Goes[i-1], nil
	}
	if fits(r.Position) {
		return r.Position, nil, nil
	}
	return nil, nil, fmt.Errorf("game %s has not been in round %d %s", c.Game, c.Round, c.Power)
}

// eventLine tells an event in the words of the record.
func eventLine(b *board.Board, ev event.Event) string {
	words := []string{string(ev.Kind), string(ev.Power)}
	for _, st := range ev.Units {
		words = append(words, fmt.Sprintf("%d %s", st.N, nameOf(st.Type, st.N)))
	}
	for _, at := range []struct {
		word string
		id   board.SpaceID
	}{{"in", ev.Space}, {"from", ev.From}, {"to", ev.To}} {
		if at.id != board.NoSpace {
			words = append(words, at.word, b.Name(at.id))
		}
	}
	if ev.Phase != 0 {
		words = append(words, ev.Phase.String())
	}
	for _, v := range ev.Volleys {
		words = append(words, fmt.Sprintf("at %d: %s = %d", v.Value, strings.Trim(fmt.Sprint(v.Dice), "[]"), v.Hits))
	}
	if len(ev.Dice) > 0 {
		words = append(words, "dice", strings.Trim(fmt.Sprint(ev.Dice), "[]"))
	}
	if ev.Outcome != "" {
		words = append(words, ev.Outcome)
	}
	if ev.Paid != 0 {
		words = append(words, fmt.Sprintf("%d IPC", ev.Paid))
	}
	return strings.Join(words, " ")
}
