package daemon

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/history"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates"
)

// maxQuestions is how many questions of one letter are answered.
const maxQuestions = 10

// answer answers the questions of a letter, each by a mail of its own.
func (e *errand) answer(cs []orders.Command) error {
	for i, c := range cs[:min(maxQuestions, len(cs))] {
		words, err := e.answerOne(c)
		if err != nil {
			return err
		}
		if err := e.reply("answer-"+strconv.Itoa(i+1), words); err != nil {
			return err
		}
	}
	return nil
}

func (e *errand) answerOne(c orders.Command) (templates.Mail, error) {
	switch c := c.(type) {
	case orders.Query:
		return e.query(c.What)
	case orders.Report:
		return e.oldReport(c)
	case orders.Help:
		return e.words(templates.NoteView{Kind: templates.Help, Lines: helpLines(c.Topic, orders.Lang(e.lang()))})
	}
	return e.words(templates.NoteView{Kind: templates.Answer, Word: e.file.Line(c.CommandLine()), Lines: []string{"–"}})
}

func helpLines(topic string, lang orders.Lang) []string {
	return strings.Split(strings.TrimRight(orders.HelpText(topic, lang), "\n"), "\n")
}

// words writes a short mail to the sender.
func (e *errand) words(v templates.NoteView) (templates.Mail, error) {
	var err error
	if v.Seat, err = e.seatView(); err != nil {
		return templates.Mail{}, err
	}
	return templates.Note(v, orders.Lang(e.lang()))
}

// query answers the questions of one word.
func (e *errand) query(what string) (templates.Mail, error) {
	switch what {
	case "status":
		return e.words(templates.NoteView{Kind: templates.Status})
	case "standing":
		return e.words(templates.NoteView{Kind: templates.Standing})
	case "map":
		return e.mapOf()
	}
	m, err := e.words(templates.NoteView{Kind: templates.Answer, Word: what, Lines: e.listing(what)})
	if err == nil && what == "chain" {
		m.Attached = e.chain()
	}
	return m, err
}

// listing are the answers that are lists: the same in every language.
func (e *errand) listing(what string) []string {
	switch what {
	case "dice":
		return e.dice()
	case "verify":
		return e.verify()
	case "games":
		return e.games()
	}
	return e.history()
}

// history lists the records.
func (e *errand) history() []string {
	var out []string
	for _, r := range e.table.Chain.Entries() {
		line := fmt.Sprintf("%4d  %s  %-8s %s", r.Seq, r.Time.Format(time.RFC3339), r.Body.Type(), r.Hash.String()[:16])
		if t, ok := r.Body.(*history.Turn); ok {
			line += fmt.Sprintf("  epoch %d, %d rolls", t.Epoch, len(t.Rolls))
		}
		out = append(out, line)
	}
	return out
}

// dice lists what was rolled so far, epoch by epoch.
func (e *errand) dice() []string {
	var out []string
	for _, r := range e.table.Chain.Entries() {
		if t, ok := r.Body.(*history.Turn); ok {
			for _, roll := range t.Rolls {
				out = append(out, fmt.Sprintf("%d  %s", t.Epoch, roll))
			}
		}
	}
	return out
}

// verify checks the whole chain and says what holds.
func (e *errand) verify() []string {
	found := history.Verify(history.Evidence{Records: e.table.Chain.Records(), Whole: true})
	out := []string{fmt.Sprintf("%d hold, %d fail, %d cannot be checked yet", len(found.With(history.Holds)), len(found.With(history.Fails)), len(found.With(history.Unchecked)))}
	for _, f := range found.With(history.Fails) {
		out = append(out, f.String())
	}
	return out
}

// games lists the sender's seats.
func (e *errand) games() []string {
	refs, err := e.seatsOf(addressHandle(e.seat.Address))
	if err != nil {
		return nil
	}
	return gamesOf(refs)
}

// chain are all records so far, as files.
func (e *errand) chain() []templates.File {
	var out []templates.File
	for _, r := range e.table.Chain.Entries() {
		out = append(out, templates.File{Name: history.RecordFile(e.table.Setup.Name, r.Seq), Type: octets, Data: r.Bytes})
	}
	return out
}

// mapOf draws the position as it stands.
func (e *errand) mapOf() (templates.Mail, error) {
	seat, err := e.seatView()
	if err != nil {
		return templates.Mail{}, err
	}
	return templates.Report(templates.ReportView{Seat: seat, Head: e.table.Chain.Head().String(), Tier: e.table.Chain.Genesis().Tier}, orders.Lang(e.lang()))
}

// oldReport sends a report again: the last one, or those of a round or of a power's turn in it.
func (e *errand) oldReport(c orders.Report) (templates.Mail, error) {
	var found []reportRow
	for row, err := range e.table.row.All(store.Reports, e.seat.Role+"/") {
		if err != nil {
			return templates.Mail{}, err
		}
		var r reportRow
		if err := getJSON(e.table.row, store.Reports, row.Key, &r); err != nil {
			return templates.Mail{}, err
		}
		if c.Round == 0 || r.Round == c.Round && (c.Power == "" || r.Power == c.Power) {
			found = append(found, r)
		}
	}
	if c.Round == 0 && len(found) > 1 {
		found = found[len(found)-1:]
	}
	m, err := e.words(templates.NoteView{Kind: templates.Answer, Word: strings.TrimSpace(e.file.Line(c.CommandLine())), Lines: reportLines(found)})
	if err != nil {
		return templates.Mail{}, err
	}
	for i, r := range found {
		old, ok, err := e.tx.MailByID(r.MessageID)
		if err != nil {
			return templates.Mail{}, err
		}
		if ok && old.Bytes != nil {
			m.Attached = append(m.Attached, templates.File{Name: fmt.Sprintf("report-%d.eml", i+1), Type: octets, Data: old.Bytes})
		}
	}
	return m, nil
}

func reportLines(rows []reportRow) []string {
	var out []string
	for i, r := range rows {
		out = append(out, fmt.Sprintf("report-%d.eml: R%d %s", i+1, r.Round, r.Power))
	}
	return out
}
