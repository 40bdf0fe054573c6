package main

import (
	"fmt"

	"fieldpost/adjudicator/forecast"
	"fieldpost/orders/messages"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
)

// readingRow is one way to understand orders that had to be guessed, as --json prints it.
type readingRow struct {
	Orders   string       `json:"orders"`
	Guesses  []guessRow   `json:"guesses"`
	Forecast *forecastRow `json:"forecast"`
}

type guessRow struct {
	Line int         `json:"line"` // 0: of the whole text
	Text string      `json:"text"`
	Read string      `json:"read"`
	Why  reading.Why `json:"why"`
}

type leftRow struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

type tokenRow struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	End  string `json:"end"` // used, filler, left
}

// addReading adds what a reader made of the text.
func (c *ordersCheckCmd) addReading(g ground, r reading.Result, a *checkAnswer) {
	a.said = r.Said
	for _, l := range r.Left {
		a.Left = append(a.Left, leftRow(l))
	}
	if c.Trace {
		for _, t := range r.Tokens {
			a.Tokens = append(a.Tokens, tokenRow{t.Line, t.Text, t.End.String()})
		}
	}
	if r.Outcome == reading.Sure {
		return
	}
	a.Accepted = false
	for _, x := range r.Readings {
		row := readingRow{Orders: x.Orders, Guesses: []guessRow{},
			Forecast: forecastRowOf(g.set.Board, forecast.Of(g.set, g.pos, a.Power, x.File.File))}
		for _, y := range x.Guesses {
			row.Guesses = append(row.Guesses, guessRow(y))
		}
		a.Readings = append(a.Readings, row)
	}
}

// printReadings prints readings with their guesses, the words that were left out and the turn mended.
func (a checkAnswer) printReadings(e *invocation, lang syntax.Lang) {
	for i, r := range a.Readings {
		fmt.Fprintf(e.stdout, "%d  %s\n%s", i+1, messages.Say("word-read-as", lang), r.Orders)
		for _, g := range r.Guesses {
			fmt.Fprintf(e.stdout, "  %s\n", messages.Guess(string(g.Why), g.Line, g.Text, g.Read, lang))
		}
	}
	for _, s := range a.said {
		if a.Accepted {
			fmt.Fprintf(e.stdout, "%s %d: %s\n", messages.Say("word-line", lang), s.Line, s.Text)
		}
	}
	for _, l := range a.Left {
		fmt.Fprintf(e.stdout, "%s %d: %s: %s\n", messages.Say("word-line", lang), l.Line, messages.Say("word-not-read", lang), l.Text)
	}
	for _, t := range a.Tokens {
		fmt.Fprintf(e.stdout, "%d\t%s\t%s\n", t.Line, t.End, t.Text)
	}
	if a.Mended != "" {
		fmt.Fprintf(e.stdout, "%s\n%s", messages.Say("word-mended", lang), a.Mended)
	}
}
