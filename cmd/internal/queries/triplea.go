package queries

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/position"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/notify"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// sendTripleA answers with a position in the operator's own file of TripleA's map.
func sendTripleA(r *command.Request, c commands.Send) (layout.Mail, error) {
	set := r.Game.Rules
	if !exchange.HasMap(set) {
		return noTripleA(r, exchange.UnfitError{Why: notice.NoMap}, nil)
	}
	var xml []byte
	if r.Env.TripleA != "" {
		var err error
		if xml, err = os.ReadFile(r.Env.TripleA); err == nil {
			err = exchange.Check(xml, set.Board)
		}
		if err != nil {
			xml = nil
			r.Env.Log.Error("the map of the setting triplea cannot be used", "file", r.Env.TripleA, "err", err)
		}
	}
	if xml == nil {
		return noTripleA(r, exchange.UnfitError{Why: notice.NoFile}, makeAtHome(r.Game.Setup.Name, syntax.Lang(r.Lang())))
	}
	pos, err := positionOf(r, c)
	if err != nil {
		return layout.Mail{}, err
	}
	if pos == nil {
		return r.Render(notice.NoTripleA{Why: exchange.UnfitError{Why: notice.NoTurn, Power: c.Power}, Round: c.Round,
			Lines: nil})
	}
	out, err := exchange.Write(xml, r.Game.Setup.Name, set, pos)
	var unfit *exchange.UnfitError
	switch {
	case errors.As(err, &unfit):
		return noTripleA(r, *unfit, nil)
	case err != nil:
		return layout.Mail{}, err
	}
	name := fmt.Sprintf("%s-R%d-%s.xml", r.Game.Setup.Name, pos.Round(), pos.Power())
	f, err := notify.PackLarge(layout.File{Name: name, Type: "application/xml", Data: out.XML})
	if err != nil {
		return layout.Mail{}, err
	}
	m, err := r.Render(notice.TripleA{File: name, Map: filepath.Base(r.Env.TripleA), Listed: out.Listed(name),
		Round: pos.Round(), Power: pos.Power(), Phase: pos.Phase(), Losses: out.NotCarried, Behind: out.Behind,
		Otherwise: out.Otherwise})
	m.Attached = append(m.Attached, f)
	return m, err
}

func noTripleA(r *command.Request, why exchange.UnfitError, lines []string) (layout.Mail, error) {
	return r.Render(notice.NoTripleA{Why: why, Round: 0, Lines: lines})
}

// makeAtHome is how a player makes the file that this host does not send.
func makeAtHome(game string, lang syntax.Lang) []string {
	return []string{
		commands.Format(commands.Send{What: "json"}, lang, nil),
		"fieldpost game export --from " + game + "-report.json " + game + ".xml --format triplea --map ww2v2.xml",
	}
}

// positionOf is the position that is asked for: the newest, or the one at the beginning of a turn; nil if the game was
// not there.
func positionOf(r *command.Request, c commands.Send) (*position.Position, error) {
	if c.Round == 0 {
		return r.Game.Pos, nil
	}
	fits := func(p *position.Position) bool {
		return p.Round() == c.Round && (c.Power == board.Nobody || p.Power() == c.Power)
	}
	past, err := playAgain(r)
	if err != nil {
		return nil, err
	}
	for _, x := range past.Standing().Resolutions {
		if fits(x.Before) {
			return x.Before, nil
		}
	}
	if fits(r.Game.Pos) {
		return r.Game.Pos, nil
	}
	return nil, nil
}
