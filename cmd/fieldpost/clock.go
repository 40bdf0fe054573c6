package main

import (
	"fmt"
	"strings"
	"time"

	"fieldpost/cmd/internal/clocks"
)

type gameClockCmd struct {
	storePlace
	Name   string `arg:"" help:"The game."`
	Extend string `placeholder:"48h" xor:"do" help:"Move all deadlines on by 48h, 2d …"`
	Pause  bool   `xor:"do" help:"Let the clocks stand still."`
	Resume bool   `xor:"do" help:"Let them run again."`
	JSON   bool   `help:"Print JSON."`
}

// Run changes or shows the clocks.
func (c *gameClockCmd) Run(e *invocation) error {
	var v clocks.View
	change := clocks.ChangeRequest{Game: c.Name, Extend: c.Extend, Pause: c.Pause, Resume: c.Resume}
	if err := c.request(e, "game.clock", change, &v); err != nil {
		return err
	}
	if c.JSON {
		return e.json(v)
	}
	_, err := fmt.Fprint(e.stdout, clockText(v))
	return err
}

// clockText says how the clocks stand.
func clockText(v clocks.View) string {
	var b strings.Builder
	switch {
	case v.Paused && v.Until.IsZero():
		b.WriteString("the clocks stand still until they are let run again: --resume\n")
	case v.Paused:
		fmt.Fprintf(&b, "the clocks stand still until %s at the latest\n", minuteOf(v.Until))
	case len(v.Deadlines) == 0:
		b.WriteString("no deadline runs\n")
	}
	for _, d := range v.Deadlines {
		words := []string{string(d.Power), minuteOf(d.At)}
		for _, x := range []struct {
			is   bool
			word string
		}{{d.Question, "question"}, {d.Stands, "stands still"}, {d.Late, "passed"},
			{d.BankLeft > 0, "time bank " + seconds(d.BankLeft)}} {
			if x.is {
				words = append(words, x.word)
			}
		}
		b.WriteString(strings.Join(words, "  ") + "\n")
	}
	for _, a := range v.Away {
		fmt.Fprintf(&b, "%s  away from %s to %s\n", a.Power, minuteOf(a.From), minuteOf(a.To))
	}
	fmt.Fprintf(&b, "left for pauses %s, extended by %s so far\n", seconds(v.PauseLeft), seconds(v.Extended))
	return b.String()
}

func minuteOf(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

func seconds(n int) string { return (time.Duration(n) * time.Second).String() }
