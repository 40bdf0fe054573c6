// Package archive answers questions about a game's past: where battles were fought, who held what, what was rolled, and
// what changed between two positions. It asks a game that package replay has played again.
package archive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/syntax"
)

// Hit is one thing that was found.
type Hit struct {
	Record int         `json:"record"` // seq of the turn record; 0 for the set-up
	Round  int         `json:"round"`
	Power  board.Power `json:"power"` // on turn
	Text   string      `json:"text"`
}

// String returns the hit as a line of text.
func (h Hit) String() string {
	if h.Record == 0 {
		return "set-up: " + h.Text
	}
	return fmt.Sprintf("R%d %s, record %d: %s", h.Round, h.Power, h.Record, h.Text)
}

// questions are what can be asked, by example.
const questions = "battles in SZ5, battles by Germany, who held Ukraine, rolls by Germany, rolls by Germany over 4, rolls in SZ5"

// QuestionError is a question that is not understood.
type QuestionError struct{ Question string }

// Error says what can be asked.
func (e *QuestionError) Error() string {
	return fmt.Sprintf("%q is not understood; ask like this: %s", e.Question, questions)
}

// translated are the German and Danish words for questions.
var translated = map[string]string{
	"schlachten in": "battles in", "schlachten von": "battles by", "wer hielt": "who held", "würfe von": "rolls by", "würfe in": "rolls in",
	"slag i": "battles in", "slag af": "battles by", "hvem holdt": "who held", "kast af": "rolls by", "kast i": "rolls in",
}

// Find answers a question. Names are those of the order language, in any of its languages.
func Find(g *replay.Game, question string) ([]Hit, error) {
	words := strings.Fields(question)
	if len(words) < 3 {
		return nil, &QuestionError{question}
	}
	verb, rest := strings.ToLower(words[0]+" "+words[1]), strings.Join(words[2:], " ")
	if english, ok := translated[verb]; ok {
		verb = english
	}
	switch verb {
	case "battles in":
		at, err := syntax.FindSpace(g.Rules.Board, rest)
		return battles(g, func(e event.BattleBegan) bool { return e.Space == at }), err
	case "battles by":
		p, err := syntax.FindPower(g.Rules.Board, rest)
		return battles(g, func(e event.BattleBegan) bool { return takesPart(e, p) }), err
	case "who held":
		at, err := syntax.FindSpace(g.Rules.Board, rest)
		if err != nil {
			return nil, err
		}
		return holders(g, at), nil
	case "rolls by":
		return rollsBy(g, rest)
	case "rolls in":
		at, err := syntax.FindSpace(g.Rules.Board, rest)
		if err != nil {
			return nil, err
		}
		place := dice.SpaceToken(g.Rules.Board.Name(at))
		return rolls(g, func(r dice.Roll) bool { return r.Label.Place == place }), nil
	}
	return nil, &QuestionError{question}
}

func hitAt(g *game.Resolution, text string) Hit {
	return Hit{Record: g.Turn, Round: g.Before.Round(), Power: g.Before.Power(), Text: text}
}

// battles lists the battles that began, each with its end if it came in the same go.
func battles(g *replay.Game, want func(event.BattleBegan) bool) []Hit {
	hits := []Hit{}
	for i := range g.Resolutions {
		for j, x := range g.Resolutions[i].Events {
			e, ok := x.(event.BattleBegan)
			if !ok || !want(e) {
				continue
			}
			text := fmt.Sprintf("%s: %s attack %s", g.Rules.Board.Name(e.Space), stacks(e.Attackers),
				stacks(e.Defenders))
			end := slices.IndexFunc(g.Resolutions[i].Events[j:], func(x event.Event) bool {
				ended, ok := x.(event.BattleEnded)
				return ok && ended.Space == e.Space
			})
			if end >= 0 {
				x := g.Resolutions[i].Events[j+end].(event.BattleEnded)
				text += fmt.Sprintf("; %s after %d rounds, left: %s and %s", x.Outcome, x.Round, stacks(x.Attackers),
					stacks(x.Defenders))
			}
			hits = append(hits, hitAt(g.Resolutions[i], text))
		}
	}
	return hits
}

func takesPart(e event.BattleBegan, p board.Power) bool {
	return slices.ContainsFunc(slices.Concat(e.Attackers, e.Defenders), func(s event.Stack) bool {
		return s.Power == p
	})
}

func stacks(list []event.Stack) string {
	var parts []string
	for _, s := range list {
		if s.N > 0 {
			parts = append(parts, fmt.Sprintf("%s %d %s", s.Power, s.N, syntax.UnitName(nil, s.Type, s.N, syntax.English)))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// holders lists who controlled a space, from the set-up on. Of a sea zone it lists whose ships were there.
func holders(g *replay.Game, at board.SpaceID) []Hit {
	now := holder(g, g.Start.Owner(at))
	hits := []Hit{{Text: now}}
	for i := range g.Resolutions {
		if after := holder(g, g.Resolutions[i].Position.Owner(at)); after != now {
			now = after
			hits = append(hits, hitAt(g.Resolutions[i], now))
		}
	}
	return hits
}

func holder(g *replay.Game, p board.Power) string {
	if p == board.Nobody {
		return "nobody"
	}
	return string(p)
}

// rollsBy lists the dice of a power in battles, antiaircraft fire, raids and research; over and under select faces.
func rollsBy(g *replay.Game, rest string) ([]Hit, error) {
	name, want := rest, func(int) bool { return true }
	if words := strings.Fields(rest); len(words) >= 3 {
		n, err := strconv.Atoi(words[len(words)-1])
		switch word := strings.ToLower(words[len(words)-2]); {
		case err == nil && (word == "over" || word == "über"):
			name, want = strings.Join(words[:len(words)-2], " "), func(d int) bool { return d > n }
		case err == nil && (word == "under" || word == "unter"):
			name, want = strings.Join(words[:len(words)-2], " "), func(d int) bool { return d < n }
		}
	}
	power, err := syntax.FindPower(g.Rules.Board, name)
	if err != nil {
		return nil, err
	}
	hits := []Hit{}
	for i := range g.Resolutions {
		for _, e := range event.Report(g.Rules.Board, g.Resolutions[i].Events) {
			for _, t := range diceOf(e, power) {
				if faces := slices.DeleteFunc(slices.Clone(t.faces), func(d int) bool {
					return !want(d)
				}); len(faces) > 0 {
					hits = append(hits, hitAt(g.Resolutions[i],
						fmt.Sprintf("%s%s: %s", t.what, unitsIn(g, e.Space), numbers(faces))))
				}
			}
		}
	}
	return hits, nil
}

// die is the dice of one column.
type die struct {
	what  string
	faces []int
}

// diceOf lists what a power threw in an event.
func diceOf(e event.Reported, p board.Power) []die {
	var out []die
	switch {
	case e.Kind == event.KindFired:
		for _, v := range e.Volleys {
			if slices.ContainsFunc(v.Units, func(s event.Stack) bool { return s.Power == p }) {
				out = append(out, die{fmt.Sprintf("%s at %d", stacks(v.Units), v.Value), v.Dice})
			}
		}
	case e.Kind == event.KindAntiaircraft && e.Whose == p:
		out = append(out, die{fmt.Sprintf("flak at %d", e.Value), e.Dice})
	case e.Kind != event.KindAntiaircraft && e.Power == p && len(e.Dice) > 0:
		out = append(out, die{string(e.Kind), e.Dice})
	}
	return out
}

func unitsIn(g *replay.Game, at board.SpaceID) string {
	if at == board.NoSpace {
		return ""
	}
	return " in " + g.Rules.Board.Name(at)
}

func numbers(faces []int) string { return strings.Trim(fmt.Sprint(faces), "[]") }

func rolls(g *replay.Game, want func(dice.Roll) bool) []Hit {
	hits := []Hit{}
	for i := range g.Resolutions {
		for _, r := range g.Resolutions[i].Rolls {
			if want(r) {
				hits = append(hits, hitAt(g.Resolutions[i], r.String()))
			}
		}
	}
	return hits
}
