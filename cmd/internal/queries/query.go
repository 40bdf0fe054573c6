package queries

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/amend"
	"fieldpost/cmd/internal/archive"
	"fieldpost/cmd/internal/chances"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/deadlines"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/lists"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

var (
	_ = command.Handle[commands.Status](command.Spec{
		Syntax: []commands.Syntax{commands.StatusSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, answerStatus)
	_ = command.Handle[commands.Map](command.Spec{
		Syntax: []commands.Syntax{commands.MapSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true, MaxPerMail: command.MaxMaps,
	}, func(r *command.Request, _ commands.Map) (layout.Mail, error) { return drawMap(r) })
	_ = command.Handle[commands.Standing](command.Spec{
		Syntax: []commands.Syntax{commands.StandingSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(r *command.Request, _ commands.Standing) (layout.Mail, error) { return r.Render(notice.Standing{}) })
	_ = command.Handle[commands.Chain](command.Spec{
		Syntax: []commands.Syntax{commands.ChainSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(r *command.Request, c commands.Chain) (layout.Mail, error) {
		m, err := listRecords(r, c)
		m.Evidence = gamestore.RecordFiles(r.Game, r.Game.Chain.Entries()...)
		return m, err
	})
	_ = command.Handle[commands.History](command.Spec{
		Syntax: []commands.Syntax{commands.HistorySyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(r *command.Request, c commands.History) (layout.Mail, error) { return listRecords(r, c) })
	_ = command.Handle[commands.Topic](command.Spec{
		Syntax: []commands.Syntax{commands.TopicSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, answerTopic)
	_ = command.Handle[commands.Search](command.Spec{
		Syntax: []commands.Syntax{commands.SearchSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(r *command.Request, c commands.Search) (layout.Mail, error) {
		return r.Render(notice.Answer{Question: r.QuoteCommand(c), Lines: searchPast(r, c.Question)})
	})
	_ = command.Handle[commands.Dice](command.Spec{
		Syntax: []commands.Syntax{commands.DiceSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(r *command.Request, c commands.Dice) (layout.Mail, error) {
		return answerList(r, c, func(l *lists.Writer) ([]string, error) { return l.Rolls(r.Game.Chain.Entries()), nil })
	})
	_ = command.Handle[commands.Verify](command.Spec{
		Syntax: []commands.Syntax{commands.VerifySyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(r *command.Request, c commands.Verify) (layout.Mail, error) {
		return answerList(r, c, func(l *lists.Writer) ([]string, error) {
			found, err := verifyChain(r.Game)
			return l.Verdict(found), err
		})
	})
	_ = command.Handle[commands.Odds](command.Spec{
		Syntax: []commands.Syntax{commands.OddsSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true, MaxPerMail: command.MaxOdds,
	}, func(r *command.Request, c commands.Odds) (layout.Mail, error) {
		lines, err := oddsLines(r, c)
		if err != nil {
			return layout.Mail{}, err
		}
		return r.Render(notice.Answer{Question: r.QuoteCommand(c), Lines: lines})
	})
	_ = command.Handle[commands.Help](command.Spec{
		Syntax: []commands.Syntax{commands.HelpSyntax},
		Who:    command.Member, In: command.Anywhere, Later: true,
	}, func(r *command.Request, c commands.Help) (layout.Mail, error) {
		return r.Render(notice.Help{Lines: helpLines(c.Topic, syntax.Lang(r.Lang()))})
	})
	_ = command.Handle[commands.Report](command.Spec{
		Syntax: []commands.Syntax{commands.ReportSyntax},
		Who:    command.Member, In: command.AnyGame,
	}, func(r *command.Request, c commands.Report) (layout.Mail, error) {
		return layout.Mail{}, resendReports(r, c)
	})
	_ = command.Handle[commands.Beacon](command.Spec{
		Syntax: []commands.Syntax{commands.BeaconSyntax},
		Who:    command.Anyone, In: command.Anywhere,
	}, play.HandleBeacon)
)

// searchPast answers a question about the game's past.
func searchPast(r *command.Request, question string) []string {
	d, err := gamestore.ReadData(r.Env, r.Game.Row)
	if err != nil {
		return []string{err.Error()}
	}
	g, err := replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.RefereeTexts,
		Parse: filing.Parse})
	if err != nil {
		return []string{err.Error()}
	}
	hits, err := archive.Find(g.Standing(), question)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, h := range hits[max(0, len(hits)-command.MaxHits):] {
		out = append(out, h.String())
	}
	if out == nil {
		out = []string{"-"}
	}
	return out
}

// oddsLines answers a question of odds, by the rules of the game.
func oddsLines(r *command.Request, c commands.Odds) ([]string, error) {
	q := chances.Of(c.Attackers, c.Defenders, c.Sea, c.Amphibious)
	q.Rules = r.Game.Setup.Rules
	answer, err := chances.Ask(q)
	if limit, ok := errors.AsType[*odds.LimitError](err); ok {
		text, err := lists.OddsTooLarge(limit, syntax.Lang(r.Lang()))
		return []string{text}, err
	}
	if err != nil {
		return []string{err.Error()}, nil
	}
	text, err := lists.Odds(answer, syntax.Lang(r.Lang()))
	return strings.Split(strings.TrimRight(text, "\n"), "\n"), err
}

// helpLines returns the help about a topic.
func helpLines(topic string, lang syntax.Lang) []string {
	return strings.Split(strings.TrimRight(orders.HelpText(topic, lang), "\n"), "\n")
}

// answerStatus answers with the state of the game.
func answerStatus(r *command.Request, _ commands.Status) (layout.Mail, error) {
	return r.Render(notice.Status{Waiting: append(people.RefereeTasks(r), amend.OpenProposals(r)...),
		Rulings: gamestore.RulingLines(r.Game), Votes: deadlines.OpenVotes(r.Game),
		Bidders: people.AwaitedBidders(r.Game), Draft: play.DraftOf(r.Game, r.Seat.Power)})
}

// listRecords lists the records so far.
func listRecords(r *command.Request, c commands.Command) (layout.Mail, error) {
	return answerList(r, c, func(l *lists.Writer) ([]string, error) { return l.Records(r.Game.Chain.Entries()), nil })
}

// drawMap draws the position at hand.
func drawMap(r *command.Request) (layout.Mail, error) {
	seat, err := r.Reader()
	if err != nil {
		return layout.Mail{}, err
	}
	since, err := gamestore.PositionAfterTurn(r.Game, seat.Powers()...)
	if err != nil {
		return layout.Mail{}, err
	}
	return report.Report(report.View{Reader: seat, Asked: r.Game.Running(), Since: since,
		Head: r.Game.Chain.Head().String(),
		Tier: r.Game.Chain.Genesis().Tier}, syntax.Lang(r.Lang()))
}

// maxReports is how many reports one question brings.
const maxReports = 5

// resendReports sends reports again exactly as they were except for the Message-ID: the last one, or those of a round
// or of a power's turn in it (mail convention 58).
func resendReports(r *command.Request, c commands.Report) error {
	var found []notify.ReportRow
	for stored, err := range r.Game.Row.All(store.Reports, r.Seat.ID()+"/") {
		if err != nil {
			return err
		}
		var sent notify.ReportRow
		if err := json.Unmarshal(stored.Value.Bytes, &sent); err != nil {
			return fmt.Errorf("report %s: %w", stored.Key, err)
		}
		if c.Round == 0 || sent.Round == c.Round && (c.Power == board.Nobody || sent.Power == c.Power) {
			found = append(found, sent)
		}
	}
	if c.Round == 0 {
		found = found[max(0, len(found)-1):]
	}
	count := 0
	for _, sent := range found[max(0, len(found)-maxReports):] {
		ok, err := resendMail(r, sent.MessageID, count+1)
		if err != nil {
			return err
		}
		if ok {
			count++
		}
	}
	if count > 0 {
		return nil
	}
	return r.ReplyNotice(notice.Answer{Question: notice.Quote(r.File.Whole(c.CommandLine())), Lines: []string{"–"}})
}

// resendMail queues a mail of the outbox once more, to the seat's own address. It reports whether the mail is still
// there.
func resendMail(r *command.Request, id string, n int) (bool, error) {
	old, ok, err := r.Tx.Outbox().ByID(id)
	if err != nil || !ok || old.Bytes == nil {
		return false, err
	}
	if ok, err := r.SpendReply(); err != nil || !ok {
		return true, err
	}
	again := mailio.MessageID(r.Env.Self.Domain, "letter", strconv.FormatUint(r.Row.Number, 10), "report",
		strconv.Itoa(n))
	return true, notify.Resend(r.Env, r.Tx, r.Seat, old, again, old.To)
}
