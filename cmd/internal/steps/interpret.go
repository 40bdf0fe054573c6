package steps

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/view"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/play"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
)

// position is the game as the reader sees it: what is judged stands beside the draft.
type position struct {
	view.View
	r *command.Request
}

func (p position) Judge(f order.File) []order.Fault { return filing.Judge(p.r.Game.Game, p.Power, f) }

// interpret reads a mail that the order language does not take, or the judge refuses, as people write. A reading without
// a guess replaces the orders of the mail; a guess is asked about once the sender is known to be allowed. Where there is
// no reading, what is wrong is said of the mail as it is.
func interpret(r *command.Request) (*decision.Outcome, error) {
	if !isOpenToReading(r) {
		return nil, nil
	}
	text, err := withoutKeys(r)
	if err != nil {
		return nil, err
	}
	at := position{view.View{Rules: r.Game.Rules, Position: r.Game.Pos, Power: r.Seat.Power}, r}
	res := reading.Read(text, reading.Context{Board: r.Game.Rules.Board,
		Rules: r.Game.Rules.Name, Phase: r.Game.Pos.Phase(), Power: r.Seat.Power, Lang: syntax.Lang(r.Lang()), Own: r.Env.Words,
		Judge: at, Stands: at})
	if res.Outcome == reading.None && !res.Worse && len(r.File.Faults) == 0 && r.File.HasOrders() {
		r.File.Faults = res.Faults // the order language takes a part, and passes over the rest
	}
	if res.Notary || res.Worse || res.Outcome == reading.None || !res.File.HasOrders() {
		return nil, nil
	}
	header, lines := r.File.Header, r.File.Lines
	r.Read, r.File = &res, res.File
	r.File.Header = orders.Over(res.File.Header, header)
	r.File.Header.Key, r.File.Header.Base, r.File.Header.Salt = header.Key, header.Base, header.Salt
	r.File.Lines = lines
	return nil, nil
}

// isOpenToReading reports whether the text of a mail may be orders that are not in the order language: of the power on
// turn.
func isOpenToReading(r *command.Request) bool {
	g := r.Game
	return !isForm(r) && r.Agreed == nil && !r.Signed && g.Running() && g.Pos.Power() == r.Seat.Power &&
		g.Locked() == nil && ownLines(r.File.Lines) <= reading.MostLines
}

// withoutKeys is the text of a mail as the reader gets it: without the keys of seats, but for the line of the header, so
// that no answer shows one in pieces.
func withoutKeys(r *command.Request) (string, error) {
	lines := slices.Clone(r.File.Lines)
	for i, l := range lines {
		hidden, err := r.HideKeys(l)
		if err != nil {
			return "", err
		}
		if hidden != l && (!orders.IsHeader(l) || len(strings.Fields(l)) != 2) {
			lines[i] = strings.ReplaceAll(hidden, command.HiddenKey, "")
		}
	}
	return strings.Join(lines, "\n"), nil
}

// isForm reports whether a mail is a form of ours, filled in and sent back with the report around it: the order language
// takes it, and its header is whole. What stands around the form is ours.
func isForm(r *command.Request) bool {
	h := r.File.Header
	return len(r.File.Faults) == 0 && h.Game != "" && h.Power != board.Nobody && h.Base != "" && !r.QuotedBase &&
		!order.Refuses(play.JudgeOrders(r))
}

// ownLines counts the lines that are neither blank nor quoted.
func ownLines(lines []string) int {
	n := 0
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, ">") {
			n++
		}
	}
	return n
}

// askReading asks about a reading that had to guess, or that is one of several. What is only to be checked is not asked
// about: the answer shows what was guessed.
func askReading(r *command.Request) (*decision.Outcome, error) {
	if r.Read == nil || r.Read.Outcome != reading.Likely || r.File.Check {
		return nil, nil
	}
	if err := r.RecordIntake("asked"); err != nil {
		return nil, err
	}
	guesses, left, err := play.GuessesOf(r)
	if err != nil {
		return nil, err
	}
	q := command.Question{Turns: true}
	var shown [][]string
	for _, x := range r.Read.Readings {
		q.Texts = append(q.Texts, filing.Lines(strings.Join(saysIn(r, x.File.File, syntax.English), "\n")))
		shown = append(shown, saysIn(r, x.File.File, syntax.Lang(r.Lang())))
	}
	return decision.Of(decision.Refused, "asked"), r.Ask(q, func(name string) notice.Notice {
		return notice.ReadingAsked{Readings: shown, Guesses: guesses, NotRead: notice.Quote(left), Doubt: r.Doubt,
			Round: r.Game.Pos.Round(), Name: name}
	})
}

func splitLines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }
