package daemon

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
)

// partPress is where the letters stand that people around a table wrote to each other, by number.
const partPress store.Part = "press"

// Bounds of letters: of each seat within 24 hours, and of each in bytes.
const (
	pressPerDay = 40
	pressSize   = 16 << 10
)

// pressRow is a letter as it is kept. Who may read it again is decided when it is written.
type pressRow struct {
	game.Letter
	By      string   `json:"by"`      // the writer's seat or chair, by name
	Readers []string `json:"readers"` // seats and chairs by name, the writer's among them
}

var _ = define[commands.Press](command.Spec{
	Syntax: []commands.Syntax{commands.PressSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, (*errand).press)

// press delivers a letter at once, a mail to each reader, and answers with a copy.
func (e *errand) press(c commands.Press) (layout.Mail, error) {
	rows, err := e.table.letters()
	if err != nil {
		return layout.Mail{}, err
	}
	if v := e.pressTrouble(c, rows); v != nil {
		return e.decline(v)
	}
	row, to, err := e.draft(c, len(rows)+1)
	if err != nil {
		return layout.Mail{}, err
	}
	if missing := e.table.unread(row.Letter, e.seat, to); len(missing) > 0 {
		return e.decline(notice.PressToNobody{To: missing})
	}
	if !c.Open && e.looksPrivate(row, rows) {
		c.Open, c.Body = true, row.Lines
		form, err := e.form(c)
		if err != nil {
			return layout.Mail{}, err
		}
		return e.decline(notice.PressAsked{Lines: form})
	}
	if row.Lines, err = e.withoutKeys(row.Lines); err != nil {
		return layout.Mail{}, err
	}
	if !e.table.Chain.Over() { // afterwards people may still write, but the history has ended
		if _, err := e.o.record(e.table, row.Record()); err != nil {
			return layout.Mail{}, err
		}
	}
	if err := putJSON(e.table.row, partPress, seqKey(row.Number), row); err != nil {
		return layout.Mail{}, err
	}
	for _, s := range to {
		if err := e.o.deliverPress(e.tx, e.table, row, s, e.answersPress()); err != nil {
			return layout.Mail{}, fmt.Errorf("letter %d for %s: %w", row.Number, s.ID(), err)
		}
	}
	m, err := e.words(notice.PressSent{To: e.table.parties(row.To), Body: row.Lines})
	m.Attached = append(m.Attached, row.file())
	return m, err
}

// pressTrouble is the answer to a letter that may not be written; nil if it may be.
func (e *errand) pressTrouble(c commands.Press, rows []pressRow) notice.Notice {
	house := e.table.Life.House.Get("press")
	toReferee := c.Referee && len(c.To) == 0 && c.Side == board.NoSide && !c.All
	today, size := 0, 0
	for _, r := range rows {
		if r.By == e.seat.ID() && r.Time.After(e.o.Now().Add(-24*time.Hour)) {
			today++
		}
	}
	for _, l := range c.Body {
		size += len(l) + 1
	}
	switch {
	case house == "off" && !toReferee && !e.seat.IsReferee():
		return notice.PressOff{}
	case c.Anonymous && house != "anonymous":
		return notice.PressNamed{}
	case e.seat.Kind == roster.Observer && !toReferee:
		return notice.PressToReferee{}
	case strings.TrimSpace(strings.Join(c.Body, "")) == "":
		return notice.Empty{Form: false}
	case size > pressSize:
		return notice.PressTooLong{Limit: pressSize}
	case today >= pressPerDay:
		return notice.PressTooMany{Limit: pressPerDay}
	}
	return nil
}

// draft is the letter, and whom it goes to: one seat or chair an address, the writer's own left out.
func (e *errand) draft(c commands.Press, number int) (pressRow, []roster.Seat, error) {
	salt := make([]byte, 16)
	if _, err := io.ReadFull(e.o.Random, salt); err != nil {
		return pressRow{}, nil, err
	}
	t := e.table
	row := pressRow{By: e.seat.ID(), Letter: game.Letter{Game: t.Setup.Name, Number: number, Time: e.o.Now().UTC().Truncate(time.Second),
		Salt: hex.EncodeToString(salt), Lines: c.Body, From: e.seat.Role}}
	switch {
	case c.Anonymous:
		row.From = game.PressAnonymous
	case e.seat.Kind == roster.Observer:
		row.From = game.PressObserver
	}
	row.To = addressees(t.Rules.Board, c)
	to := t.recipients(&row, e.seat)
	return row, to, nil
}

// addressees are whom a letter is for, as its text names them.
func addressees(b *board.Board, c commands.Press) []string {
	var to []string
	for _, p := range c.To {
		if s := b.SeatOf(p); s != nil && !slices.Contains(to, s.Role) {
			to = append(to, s.Role)
		}
	}
	if c.Side != board.NoSide {
		to = append(to, strings.ToUpper(c.Side.String()))
	}
	if c.All {
		to = append(to, game.PressAll)
	}
	if c.Referee {
		to = append(to, game.PressReferee)
	}
	return to
}

// recipients notes who may read a letter, and tells to whom it is sent: one seat or chair an address.
func (t *Table) recipients(row *pressRow, writer *roster.Seat) []roster.Seat {
	roles := row.Letter.Readers(t.Rules.Board)
	row.Readers = []string{row.By}
	var to []roster.Seat
	var seen []string // addresses
	for _, s := range t.readers() {
		meant := row.Public() || slices.Contains(roles, s.ID()) || s.IsReferee() && slices.Contains(row.To, game.PressReferee)
		if !meant || s.ID() == row.By {
			continue
		}
		row.Readers = append(row.Readers, s.ID())
		if at := mailio.FoldAddress(s.Address); !slices.Contains(seen, at) && !writer.Has(at) {
			seen, to = append(seen, at), append(to, s)
		}
	}
	return to
}

// unread are those that a letter names and that nobody can read it for: free seats, the writer's own.
func (t *Table) unread(l game.Letter, writer *roster.Seat, to []roster.Seat) []local.Participant {
	if len(to) == 0 {
		return t.parties(l.To)
	}
	var missing []string
	for _, name := range l.To {
		s := t.Seat(t.Rules.Board.PowerOf(name))
		if name == game.PressReferee {
			s = t.Referee()
		} else if s == nil {
			continue // a side, or all
		}
		if s == nil || !s.Taken() || s.ID() == writer.ID() {
			missing = append(missing, name)
		}
	}
	return t.parties(missing)
}

// looksPrivate reports whether press to all seems to be about a private mail: it answers it, or has lines of it.
func (e *errand) looksPrivate(row pressRow, rows []pressRow) bool {
	if !row.Public() {
		return false
	}
	answered := e.answersPress()
	for _, r := range slices.Backward(rows) {
		if r.Public() || !slices.Contains(r.Readers, e.seat.ID()) {
			continue
		}
		if r.Number == answered || r.Repeats(row.Lines) {
			return true
		}
	}
	return false
}

// answersPress is the number of the letter that the mail answers, 0 for none.
func (e *errand) answersPress() int {
	begin := "<" + e.table.Setup.Name + ".press."
	for _, id := range e.answered() {
		m, ok, err := e.tx.MailByID(id)
		if err != nil || !ok {
			continue
		}
		if rest, ok := strings.CutPrefix(m.MessageID, begin); ok {
			digits, _, _ := strings.Cut(rest, ".")
			if n, err := strconv.Atoi(digits); err == nil {
				return n
			}
		}
	}
	return 0
}

// strayAnswer answers a mail that answers a letter and says neither to whom it shall go nor anything else.
func (e *errand) strayAnswer() (*outcome, error) {
	n := e.answersPress()
	f := &e.file
	if n == 0 || f.HasOrders() || f.Check || f.Withdraw > 0 || len(f.Commands) > 0 || len(f.Faults) > 0 && f.Header.Key != "" {
		return nil, nil
	}
	row, ok, err := e.table.letter(n)
	if err != nil || !ok || !slices.Contains(row.Readers, e.seat.ID()) {
		return nil, err
	}
	c, ok := e.table.answerTo(row, *e.seat)
	if !ok {
		return nil, nil
	}
	c.Body = []string{"…"}
	form, err := e.form(c)
	if err != nil {
		return nil, err
	}
	return e.reject(notice.PressUnaddressed{From: e.table.writer(row.Letter, row.By), Lines: form})
}

// answerTo is to whom a reader's answer to a letter would go, or what its writer has to add; false if there is nobody.
func (t *Table) answerTo(row pressRow, s roster.Seat) (c commands.Press, ok bool) {
	from := t.party(row.From)
	switch {
	case s.Kind == roster.Observer:
		return commands.Press{Referee: true}, from.Word == "referee"
	case row.By == s.ID():
		for _, role := range row.Letter.Readers(t.Rules.Board) {
			c.To = append(c.To, t.Rules.Board.PowerOf(role))
		}
		c.Referee = slices.Contains(row.To, game.PressReferee)
		if row.Public() {
			c = commands.Press{All: true}
		}
	case from.Power != board.Nobody:
		c.To = []board.Power{from.Power}
	case from.Word == "anonymous":
		c.All = true
	case from.Word == "referee":
		c.Referee = true
	default: // an observer has no name in the language
		return c, false
	}
	return c, true
}

// veiled tells whether a mail brought an anonymous letter: then no list of mails may say whose it is.
func (e *errand) veiled() bool {
	return e.declined == "" && slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool {
		p, ok := c.(commands.Press)
		return ok && p.Anonymous
	})
}

// form is a letter ready to be sent, in the sender's words and with his key.
func (e *errand) form(c commands.Press) ([]string, error) {
	key, err := e.o.KeyOf(e.tx, e.table, *e.seat)
	lines := strings.Split(commands.Format(c, syntax.Lang(e.lang()), e.table.Rules.Board), "\n")
	return append([]string{"game " + e.table.Setup.Name, "key " + key.Reveal()}, lines...), err
}

// deliverPress sends a letter to one reader, in his language and in the thread of the letter that it answers.
func (o *Office) deliverPress(tx *store.Tx, t *Table, row pressRow, s roster.Seat, answers int) error {
	return o.leaveOut("press to "+s.ID(), func() error { return o.pressTo(tx, t, row, s, answers) })
}

func (o *Office) pressTo(tx *store.Tx, t *Table, row pressRow, s roster.Seat, answers int) error {
	n := notice.PressReceived{From: t.writer(row.Letter, row.By), To: t.parties(row.To), Body: row.Lines, Open: ""}
	if c, ok := t.answerTo(row, s); ok {
		line, _, _ := strings.Cut(commands.Format(c, syntax.Lang(s.Language), t.Rules.Board), "\n")
		n.Open = notice.Quote(line)
	}
	r, err := o.view(tx, t, &s)
	if err != nil {
		return err
	}
	words, err := render(n, r, s.Language)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, row.file())
	name := func(n int) []string { return []string{t.Setup.Name, "press", strconv.Itoa(n), s.Mark()} }
	p := post{to: s.To(), lang: s.Language, game: t.Setup.Name, auto: compose.Generated, words: words, name: name(row.Number), seat: &s}
	if earlier, ok, err := t.letter(answers); err != nil {
		return err
	} else if ok && slices.Contains(earlier.Readers, s.ID()) {
		p.inReplyTo = mailio.MessageID(o.Self.Domain, name(answers)...)
		p.references = []string{p.inReplyTo}
	}
	_, err = o.send(tx, p)
	return err
}

// file is the letter as its digest in the history was made of.
func (r pressRow) file() layout.File {
	return layout.File{Name: fmt.Sprintf("%s-press-%d.txt", r.Game, r.Number), Type: octets, Data: r.Text()}
}

// writer is who wrote a letter, as readers are told.
func (t *Table) writer(l game.Letter, by string) local.Participant {
	p := t.party(l.From)
	if s := t.named(by); p.Word == "observer" && s != nil {
		p.Name = s.Greeting()
	}
	return p
}

func (t *Table) parties(names []string) []local.Participant {
	var out []local.Participant
	for _, n := range names {
		out = append(out, t.party(n))
	}
	return out
}

// party is somebody around the table by his name in a letter.
func (t *Table) party(name string) local.Participant {
	switch name {
	case game.PressAll:
		return local.Participant{Word: "all"}
	case game.PressReferee:
		return local.Participant{Word: "referee"}
	case game.PressObserver:
		return local.Participant{Word: "observer"}
	case game.PressAnonymous:
		return local.Participant{Word: "anonymous"}
	}
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if strings.EqualFold(name, side.String()) {
			return local.Participant{Side: side}
		}
	}
	return local.Participant{Power: t.Rules.Board.PowerOf(name)}
}

// letters are all letters of the game.
func (t *Table) letters() ([]pressRow, error) {
	var rows []pressRow
	for e, err := range t.row.All(partPress, "") {
		if err != nil {
			return nil, err
		}
		var r pressRow
		if err := json.Unmarshal(e.Value.Bytes, &r); err != nil {
			return nil, fmt.Errorf("letter %s: %w", e.Key, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func (t *Table) letter(n int) (r pressRow, ok bool, err error) {
	err = getJSON(t.row, partPress, seqKey(n), &r)
	return r, r.Number == n && n > 0, err
}

// answered are the Message-IDs of the mails that the letter answers, the newest first.
func (e *errand) answered() []string {
	older := slices.Clone(e.letter.References)
	slices.Reverse(older)
	return append(slices.Clone(e.letter.InReplyTo), older...)
}
