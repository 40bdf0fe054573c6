package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/archive"
	"fieldpost/cmd/internal/chances"
	"fieldpost/cmd/internal/command"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// answer does what the commands of a letter ask for, each answered by a mail of its own. What is to be computed waits until the letter
// is done.
func (e *errand) answer(cs []commands.Command) error {
	var q questions
	var l limits
	for i, c := range cs {
		if e.late() {
			return errOverrun
		}
		line := e.file.Whole(c.CommandLine())
		if !l.takes(c) {
			q.Left = append(q.Left, line)
			continue
		}
		if command.Of(c).Later && e.console == nil {
			q.Asked = append(q.Asked, question{i + 1, line})
			continue
		}
		words, err := e.carryOut(c)
		if err != nil {
			return err
		}
		if words.Subject == "" {
			continue // its news has gone out already
		}
		if err := e.reply("answer-"+strconv.Itoa(i+1), words); err != nil {
			return err
		}
	}
	switch {
	case e.left:
		return nil // nobody is there to be answered
	case e.console != nil && len(q.Left) > 0:
		return fmt.Errorf("more lines than are carried out at once; these are left: %s", strings.Join(q.Left, "; "))
	}
	return e.ask(q)
}

var (
	_ = define[commands.Status](command.Spec{
		Syntax: []commands.Syntax{commands.StatusSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, (*errand).status)
	_ = define[commands.Map](command.Spec{
		Syntax: []commands.Syntax{commands.MapSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true, MostAMail: maxMaps,
	}, func(e *errand, _ commands.Map) (layout.Mail, error) { return e.mapOf() })
	_ = define[commands.Standing](command.Spec{
		Syntax: []commands.Syntax{commands.StandingSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(e *errand, _ commands.Standing) (layout.Mail, error) { return e.words(notice.Standing{}) })
	_ = define[commands.Chain](command.Spec{
		Syntax: []commands.Syntax{commands.ChainSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(e *errand, c commands.Chain) (layout.Mail, error) {
		m, err := e.records(c)
		m.Attached = e.chain()
		return m, err
	})
	_ = define[commands.History](command.Spec{
		Syntax: []commands.Syntax{commands.HistorySyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(e *errand, c commands.History) (layout.Mail, error) { return e.records(c) })
	_ = define[commands.Topic](command.Spec{
		Syntax: []commands.Syntax{commands.TopicSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, (*errand).topic)
	_ = define[commands.Search](command.Spec{
		Syntax: []commands.Syntax{commands.SearchSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(e *errand, c commands.Search) (layout.Mail, error) {
		return e.words(notice.Answer{Question: e.asked(c), Lines: e.search(c.Question)})
	})
	_ = define[commands.Dice](command.Spec{
		Syntax: []commands.Syntax{commands.DiceSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(e *errand, c commands.Dice) (layout.Mail, error) {
		return e.listed(c, func(l *report.Lists) ([]string, error) { return l.Rolls(e.table.Chain.Entries()), nil })
	})
	_ = define[commands.Verify](command.Spec{
		Syntax: []commands.Syntax{commands.VerifySyntax},
		Who:    command.Member, In: command.AnyGame, Later: true,
	}, func(e *errand, c commands.Verify) (layout.Mail, error) {
		return e.listed(c, func(l *report.Lists) ([]string, error) {
			found, err := e.table.verify()
			return l.Verdict(found), err
		})
	})
	_ = define[commands.Odds](command.Spec{
		Syntax: []commands.Syntax{commands.OddsSyntax},
		Who:    command.Member, In: command.AnyGame, Later: true, MostAMail: maxOdds,
	}, func(e *errand, c commands.Odds) (layout.Mail, error) {
		lines, err := e.odds(c)
		if err != nil {
			return layout.Mail{}, err
		}
		return e.words(notice.Answer{Question: e.asked(c), Lines: lines})
	})
	_ = define[commands.Help](command.Spec{
		Syntax: []commands.Syntax{commands.HelpSyntax},
		Who:    command.Member, In: command.Office, Later: true,
	}, func(e *errand, c commands.Help) (layout.Mail, error) {
		return e.words(notice.Help{Lines: helpLines(c.Topic, syntax.Lang(e.lang()))})
	})
	_ = define[commands.Report](command.Spec{
		Syntax: []commands.Syntax{commands.ReportSyntax},
		Who:    command.Member, In: command.AnyGame,
	}, func(e *errand, c commands.Report) (layout.Mail, error) { return layout.Mail{}, e.sendAgain(c) })
	_ = define[commands.Beacon](command.Spec{
		Syntax: []commands.Syntax{commands.BeaconSyntax},
		Who:    command.Anyone, In: command.Office,
	}, (*errand).beacon)
)

// asked is a question as it was written.
func (e *errand) asked(c commands.Command) notice.Quote {
	return notice.Quote(e.file.Whole(c.CommandLine()))
}

// mostHits is how many lines a search answers with, the newest.
const mostHits = 200

// search answers a question about the game's past.
func (e *errand) search(question string) []string {
	d, err := e.o.data(e.table.row)
	if err != nil {
		return []string{err.Error()}
	}
	g, err := replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.Words, Parse: filing.Parse})
	if err != nil {
		return []string{err.Error()}
	}
	hits, err := archive.Find(g.Standing(), question)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, h := range hits[max(0, len(hits)-mostHits):] {
		out = append(out, h.String())
	}
	if out == nil {
		out = []string{"-"}
	}
	return out
}

// odds answers a question of odds, by the rules of the game.
func (e *errand) odds(c commands.Odds) ([]string, error) {
	q := chances.Of(c.Attackers, c.Defenders, c.Sea, c.Amphibious)
	q.Rules = e.table.Setup.Rules
	r, err := chances.Ask(q)
	if limit, ok := errors.AsType[*odds.LimitError](err); ok {
		text, err := report.OddsTooLarge(limit, syntax.Lang(e.lang()))
		return []string{text}, err
	}
	if err != nil {
		return []string{err.Error()}, nil
	}
	text, err := report.Odds(r, syntax.Lang(e.lang()))
	return strings.Split(strings.TrimRight(text, "\n"), "\n"), err
}

func helpLines(topic string, lang syntax.Lang) []string {
	return strings.Split(strings.TrimRight(orders.HelpText(topic, lang), "\n"), "\n")
}

// words lays a notice out for the sender. Keys of seats are taken out of what it quotes.
func (e *errand) words(n notice.Notice) (layout.Mail, error) {
	r, err := e.seatView()
	if err != nil {
		return layout.Mail{}, err
	}
	var failed error
	n = notice.MapQuotes(n, func(text string) string {
		hidden, err := e.hide(text)
		if failed == nil {
			failed = err
		}
		return hidden
	})
	if failed != nil {
		return layout.Mail{}, failed
	}
	return render(n, r, e.lang())
}

// status says how the game stands.
func (e *errand) status(commands.Status) (layout.Mail, error) {
	return e.words(notice.Status{Waiting: append(e.waiting(), e.openProposals()...), Rulings: e.table.rulingLines(), Votes: e.table.openVotes(), Bidders: e.table.bidders()})
}

// records lists the records so far.
func (e *errand) records(c commands.Command) (layout.Mail, error) {
	return e.listed(c, func(l *report.Lists) ([]string, error) { return l.Records(e.table.Chain.Entries()), nil })
}

// chain are all records so far, as files.
func (e *errand) chain() []layout.File {
	var out []layout.File
	for _, r := range e.table.Chain.Entries() {
		out = append(out, layout.File{Name: history.RecordFile(e.table.Setup.Name, r.Seq), Type: octets, Data: r.Bytes})
	}
	return out
}

// mapOf draws the position as it stands.
func (e *errand) mapOf() (layout.Mail, error) {
	seat, err := e.seatView()
	if err != nil {
		return layout.Mail{}, err
	}
	since, err := e.table.since(e.seat.Power)
	if err != nil {
		return layout.Mail{}, err
	}
	return report.Report(report.View{Reader: seat, Asked: e.table.Running(), Since: since, Head: e.table.Chain.Head().String(),
		Tier: e.table.Chain.Genesis().Tier}, syntax.Lang(e.lang()))
}

// maxAgain is how many reports one question brings.
const maxAgain = 5

// sendAgain sends reports again exactly as they were, but for the Message-ID: the last one, or those of a round or of a
// power's turn in it (mail convention 58).
func (e *errand) sendAgain(c commands.Report) error {
	var found []reportRow
	for row, err := range e.table.row.All(store.Reports, e.seat.ID()+"/") {
		if err != nil {
			return err
		}
		var r reportRow
		if err := json.Unmarshal(row.Value.Bytes, &r); err != nil {
			return fmt.Errorf("report %s: %w", row.Key, err)
		}
		if c.Round == 0 || r.Round == c.Round && (c.Power == board.Nobody || r.Power == c.Power) {
			found = append(found, r)
		}
	}
	if c.Round == 0 {
		found = found[max(0, len(found)-1):]
	}
	sent := 0
	for _, r := range found[max(0, len(found)-maxAgain):] {
		ok, err := e.resend(r.MessageID, sent+1)
		if err != nil {
			return err
		}
		if ok {
			sent++
		}
	}
	if sent > 0 {
		return nil
	}
	return e.note(notice.Answer{Question: notice.Quote(e.file.Whole(c.CommandLine())), Lines: []string{"–"}})
}

// resend queues a mail of the outbox once more, to the seat's own address. It tells whether the mail is still there.
func (e *errand) resend(id string, n int) (bool, error) {
	old, ok, err := e.tx.MailByID(id)
	if err != nil || !ok || old.Bytes == nil {
		return false, err
	}
	if ok, err := e.o.spend(e.tx, e); err != nil || !ok {
		return true, err
	}
	again := mailio.MessageID(e.o.Self.Domain, "letter", strconv.FormatUint(e.row.Number, 10), "report", strconv.Itoa(n))
	return true, e.o.resend(e.tx, e.seat, old, again, old.To)
}
