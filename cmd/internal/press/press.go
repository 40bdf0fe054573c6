package press

import (
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
)

// Bounds of letters: of each seat within 24 hours, and of each in bytes.
const (
	PressPerDay = 40
	pressSize   = 16 << 10
)

var _ = command.Handle[commands.Press](command.Spec{
	Syntax: []commands.Syntax{commands.PressSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, press)

// press delivers a letter at once, a mail to each reader, and answers with a copy.
func press(r *command.Request, c commands.Press) (layout.Mail, error) {
	rows, err := gamestore.Letters(r.Game)
	if err != nil {
		return layout.Mail{}, err
	}
	if v := pressTrouble(r, c, rows); v != nil {
		return r.Decline(v)
	}
	row, to, err := draft(r, c, len(rows)+1)
	if err != nil {
		return layout.Mail{}, err
	}
	if missing := unread(r.Game, row.Letter, r.Seat, to); len(missing) > 0 {
		return r.Decline(notice.PressToNobody{To: missing})
	}
	if !c.Open && looksPrivate(r, row, rows) {
		c.Open, c.Body = true, row.Lines
		form, err := form(r, c)
		if err != nil {
			return layout.Mail{}, err
		}
		return r.Decline(notice.PressAsked{Lines: form})
	}
	if row.Lines, err = r.WithoutKeys(row.Lines); err != nil {
		return layout.Mail{}, err
	}
	if !r.Game.Chain.Over() { // afterwards people may still write, but the history has ended
		if _, err := gamestore.Record(r.Env, r.Game, row.Record()); err != nil {
			return layout.Mail{}, err
		}
	}
	if err := gamestore.PutJSON(r.Game.Row, gamestore.PartPress, gamestore.SeqKey(row.Number), row); err != nil {
		return layout.Mail{}, err
	}
	for _, s := range to {
		if err := deliverPress(r.Env, r.Tx, r.Game, row, s, answersPress(r)); err != nil {
			return layout.Mail{}, fmt.Errorf("letter %d for %s: %w", row.Number, s.ID(), err)
		}
	}
	m, err := r.Words(notice.PressSent{To: gamestore.Parties(r.Game, row.To), Body: row.Lines})
	m.Attached = append(m.Attached, row.File())
	return m, err
}

// pressTrouble is the answer to a letter that may not be written; nil if it may be.
func pressTrouble(e *command.Request, c commands.Press, rows []gamestore.PressRow) notice.Notice {
	house := e.Game.Life.House.Get("press")
	toReferee := c.Referee && len(c.To) == 0 && c.Side == board.NoSide && !c.All
	today, size := 0, 0
	for _, r := range rows {
		if r.By == e.Seat.ID() && r.Time.After(e.Env.Now().Add(-24*time.Hour)) {
			today++
		}
	}
	for _, l := range c.Body {
		size += len(l) + 1
	}
	switch {
	case house == "off" && !toReferee && !e.Seat.IsReferee():
		return notice.PressOff{}
	case c.Anonymous && house != "anonymous":
		return notice.PressNamed{}
	case e.Seat.Kind == roster.Observer && !toReferee:
		return notice.PressToReferee{}
	case strings.TrimSpace(strings.Join(c.Body, "")) == "":
		return notice.Empty{Form: false}
	case size > pressSize:
		return notice.PressTooLong{Limit: pressSize}
	case today >= PressPerDay:
		return notice.PressTooMany{Limit: PressPerDay}
	}
	return nil
}

// draft is the letter, and whom it goes to: one seat or chair an address, the writer's own left out.
func draft(r *command.Request, c commands.Press, number int) (gamestore.PressRow, []roster.Seat, error) {
	salt := make([]byte, 16)
	if _, err := io.ReadFull(r.Env.Random, salt); err != nil {
		return gamestore.PressRow{}, nil, err
	}
	g := r.Game
	row := gamestore.PressRow{By: r.Seat.ID(), Letter: game.Letter{Game: g.Setup.Name, Number: number, Time: r.Env.Now().UTC().Truncate(time.Second),
		Salt: hex.EncodeToString(salt), Lines: c.Body, From: r.Seat.Role}}
	switch {
	case c.Anonymous:
		row.From = game.PressAnonymous
	case r.Seat.Kind == roster.Observer:
		row.From = game.PressObserver
	}
	row.To = addressees(g.Rules.Board, c)
	to := recipients(g, &row, r.Seat)
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
func recipients(g *gamestore.Game, row *gamestore.PressRow, writer *roster.Seat) []roster.Seat {
	roles := row.Letter.Readers(g.Rules.Board)
	row.Readers = []string{row.By}
	var to []roster.Seat
	var seen []string // addresses
	for _, s := range g.Readers() {
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
func unread(g *gamestore.Game, l game.Letter, writer *roster.Seat, to []roster.Seat) []local.Participant {
	if len(to) == 0 {
		return gamestore.Parties(g, l.To)
	}
	var missing []string
	for _, name := range l.To {
		s := g.Seat(g.Rules.Board.PowerOf(name))
		if name == game.PressReferee {
			s = g.Referee()
		} else if s == nil {
			continue // a side, or all
		}
		if s == nil || !s.Taken() || s.ID() == writer.ID() {
			missing = append(missing, name)
		}
	}
	return gamestore.Parties(g, missing)
}

// looksPrivate reports whether press to all seems to be about a private mail: it answers it, or has lines of it.
func looksPrivate(e *command.Request, row gamestore.PressRow, rows []gamestore.PressRow) bool {
	if !row.Public() {
		return false
	}
	answered := answersPress(e)
	for _, r := range slices.Backward(rows) {
		if r.Public() || !slices.Contains(r.Readers, e.Seat.ID()) {
			continue
		}
		if r.Number == answered || r.Repeats(row.Lines) {
			return true
		}
	}
	return false
}

// answersPress is the number of the letter that the mail answers, 0 for none.
func answersPress(r *command.Request) int {
	begin := "<" + r.Game.Setup.Name + ".press."
	for _, id := range answered(r) {
		m, ok, err := r.Tx.Outbox().ByID(id)
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

// StrayAnswer answers a mail that answers a letter and says neither to whom it shall go nor anything else.
func StrayAnswer(r *command.Request) (*decision.Outcome, error) {
	n := answersPress(r)
	f := &r.File
	if n == 0 || f.HasOrders() || f.Check || f.Withdraw > 0 || len(f.Commands) > 0 || len(f.Faults) > 0 && f.Header.Key != "" {
		return nil, nil
	}
	row, ok, err := gamestore.Letter(r.Game, n)
	if err != nil || !ok || !slices.Contains(row.Readers, r.Seat.ID()) {
		return nil, err
	}
	c, ok := answerTo(r.Game, row, *r.Seat)
	if !ok {
		return nil, nil
	}
	c.Body = []string{"…"}
	form, err := form(r, c)
	if err != nil {
		return nil, err
	}
	return r.Reject(notice.PressUnaddressed{From: Writer(r.Game, row.Letter, row.By), Lines: form})
}

// answerTo is to whom a reader's answer to a letter would go, or what its writer has to add; false if there is nobody.
func answerTo(g *gamestore.Game, row gamestore.PressRow, s roster.Seat) (c commands.Press, ok bool) {
	from := gamestore.Party(g, row.From)
	switch {
	case s.Kind == roster.Observer:
		return commands.Press{Referee: true}, from.Word == "referee"
	case row.By == s.ID():
		for _, role := range row.Letter.Readers(g.Rules.Board) {
			c.To = append(c.To, g.Rules.Board.PowerOf(role))
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

// form is a letter ready to be sent, in the sender's words and with his key.
func form(r *command.Request, c commands.Press) ([]string, error) {
	key, err := vault.KeyOf(r.Env, r.Tx, r.Game, *r.Seat)
	lines := strings.Split(commands.Format(c, syntax.Lang(r.Lang()), r.Game.Rules.Board), "\n")
	return append([]string{"game " + r.Game.Setup.Name, "key " + key.Reveal()}, lines...), err
}

// deliverPress sends a letter to one reader, in his language and in the thread of the letter that it answers.
func deliverPress(e *env.Env, tx *store.Tx, g *gamestore.Game, row gamestore.PressRow, s roster.Seat, answers int) error {
	return e.LeaveOut("press to "+s.ID(), func() error { return pressTo(e, tx, g, row, s, answers) })
}

func pressTo(e *env.Env, tx *store.Tx, g *gamestore.Game, row gamestore.PressRow, s roster.Seat, answers int) error {
	n := notice.PressReceived{From: Writer(g, row.Letter, row.By), To: gamestore.Parties(g, row.To), Body: row.Lines, Open: ""}
	if c, ok := answerTo(g, row, s); ok {
		line, _, _ := strings.Cut(commands.Format(c, syntax.Lang(s.Language), g.Rules.Board), "\n")
		n.Open = notice.Quote(line)
	}
	r, err := notify.Reader(e, tx, g, &s)
	if err != nil {
		return err
	}
	words, err := notify.Render(n, r, s.Language)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, row.File())
	name := func(n int) []string { return []string{g.Setup.Name, "press", strconv.Itoa(n), s.Mark()} }
	p := notify.Outgoing{To: s.To(), Lang: s.Language, Game: g.Setup.Name, Auto: compose.Generated, Words: words, Name: name(row.Number), Seat: &s}
	if earlier, ok, err := gamestore.Letter(g, answers); err != nil {
		return err
	} else if ok && slices.Contains(earlier.Readers, s.ID()) {
		p.InReplyTo = mailio.MessageID(e.Self.Domain, name(answers)...)
		p.References = []string{p.InReplyTo}
	}
	_, err = notify.Send(e, tx, p)
	return err
}

// Writer is who wrote a letter, as readers are told.
func Writer(g *gamestore.Game, l game.Letter, by string) local.Participant {
	p := gamestore.Party(g, l.From)
	if s := g.Participant(by); p.Word == "observer" && s != nil {
		p.Name = s.Greeting()
	}
	return p
}

// answered are the Message-IDs of the mails that the letter answers, the newest first.
func answered(r *command.Request) []string {
	older := slices.Clone(r.Mail.References)
	slices.Reverse(older)
	return append(slices.Clone(r.Mail.InReplyTo), older...)
}
