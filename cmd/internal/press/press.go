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

// Limits of press: messages of each participant within 24 hours, and bytes of each message.
const (
	MaxPerDay = 40
	maxSize   = 16 << 10
)

var _ = command.Handle[commands.Press](command.Spec{
	Syntax: []commands.Syntax{commands.PressSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, handlePress)

// handlePress delivers a press message at once, one mail to each reader, and answers with a copy.
func handlePress(r *command.Request, c commands.Press) (layout.Mail, error) {
	rows, err := gamestore.ReadPress(r.Game)
	if err != nil {
		return layout.Mail{}, err
	}
	if v := refusePress(r, c, rows); v != nil {
		return r.RefuseCommand(v)
	}
	row, to, err := newMessage(r, c, len(rows)+1)
	if err != nil {
		return layout.Mail{}, err
	}
	if missing := unreachable(r.Game, row.PressMessage, r.Seat, to); len(missing) > 0 {
		return r.RefuseCommand(notice.PressToNobody{To: missing})
	}
	if !c.Open && looksPrivate(r, row, rows) {
		c.Open, c.Body = true, row.Lines
		form, err := formLines(r, c)
		if err != nil {
			return layout.Mail{}, err
		}
		return r.RefuseCommand(notice.PressAsked{Lines: form})
	}
	if row.Lines, err = r.ReplaceKeysIn(row.Lines); err != nil {
		return layout.Mail{}, err
	}
	if !r.Game.Chain.Over() { // press may follow the end of the history
		if _, err := gamestore.Record(r.Env, r.Game, row.Record()); err != nil {
			return layout.Mail{}, err
		}
	}
	if err := gamestore.PutJSON(r.Game.Row, gamestore.PartPress, gamestore.SeqKey(row.Number), row); err != nil {
		return layout.Mail{}, err
	}
	for _, s := range to {
		if err := deliver(r.Env, r.Tx, r.Game, row, s, answeredMessage(r)); err != nil {
			return layout.Mail{}, fmt.Errorf("letter %d for %s: %w", row.Number, s.ID(), err)
		}
	}
	m, err := r.Render(notice.PressSent{To: gamestore.PressParticipants(r.Game, row.To), Body: row.Lines})
	m.Evidence = append(m.Evidence, row.File())
	return m, err
}

// refusePress returns the answer to a message that may not be written; nil if it may.
func refusePress(r *command.Request, c commands.Press, rows []gamestore.PressMessage) notice.Notice {
	policy := r.Game.State.House.Get("press")
	toReferee := c.Referee && len(c.To) == 0 && c.Side == board.NoSide && !c.All
	today, size := 0, 0
	for _, row := range rows {
		if row.Writer == r.Seat.ID() && row.Time.After(r.Env.Now().Add(-24*time.Hour)) {
			today++
		}
	}
	for _, l := range c.Body {
		size += len(l) + 1
	}
	switch {
	case policy == "off" && !toReferee && !r.Seat.IsReferee():
		return notice.PressOff{}
	case c.Anonymous && policy != "anonymous":
		return notice.PressNamed{}
	case r.Seat.Kind == roster.Observer && !toReferee:
		return notice.PressToReferee{}
	case strings.TrimSpace(strings.Join(c.Body, "")) == "":
		return notice.Empty{Form: false}
	case size > maxSize:
		return notice.PressTooLong{Limit: maxSize}
	case today >= MaxPerDay:
		return notice.PressTooMany{Limit: MaxPerDay}
	}
	return nil
}

// newMessage returns the message, and the participants it is sent to: one participant an address, except the writer.
func newMessage(r *command.Request, c commands.Press, number int) (
	gamestore.PressMessage, []roster.Participant, error) {
	salt := make([]byte, 16)
	if _, err := io.ReadFull(r.Env.Random, salt); err != nil {
		return gamestore.PressMessage{}, nil, err
	}
	g := r.Game
	row := gamestore.PressMessage{Writer: r.Seat.ID(), PressMessage: game.PressMessage{Game: g.Setup.Name, Number: number,
		Time: r.Env.Now().UTC().Truncate(time.Second),
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

// addressees returns the addressees of a message, as its text names them.
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

// recipients enters who may read a message, and returns the participants it is sent to: one participant an address.
func recipients(g *gamestore.Game, row *gamestore.PressMessage, writer *roster.Participant) []roster.Participant {
	roles := row.PressMessage.Readers(g.Rules.Board)
	row.Readers = []string{row.Writer}
	var to []roster.Participant
	var seen []string // addresses
	for _, s := range g.Readers() {
		meant := row.Public() || slices.Contains(roles, s.ID()) ||
			s.IsReferee() && slices.Contains(row.To, game.PressReferee)
		if !meant || s.ID() == row.Writer {
			continue
		}
		row.Readers = append(row.Readers, s.ID())
		if at := mailio.FoldAddress(s.Address); !slices.Contains(seen, at) && !writer.Has(at) {
			seen, to = append(seen, at), append(to, s)
		}
	}
	return to
}

// unreachable returns those that a message names and that nobody can read it for: free seats, the writer's own.
func unreachable(g *gamestore.Game, l game.PressMessage, writer *roster.Participant,
	to []roster.Participant) []local.Participant {
	if len(to) == 0 {
		return gamestore.PressParticipants(g, l.To)
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
	return gamestore.PressParticipants(g, missing)
}

// looksPrivate reports whether press to all seems to be about a private mail: it answers one, or has lines of one.
func looksPrivate(r *command.Request, row gamestore.PressMessage, rows []gamestore.PressMessage) bool {
	if !row.Public() {
		return false
	}
	answered := answeredMessage(r)
	for _, earlier := range slices.Backward(rows) {
		if earlier.Public() || !slices.Contains(earlier.Readers, r.Seat.ID()) {
			continue
		}
		if earlier.Number == answered || earlier.Repeats(row.Lines) {
			return true
		}
	}
	return false
}

// answeredMessage returns the number of the message that the mail answers, 0 for none.
func answeredMessage(r *command.Request) int {
	begin := "<" + r.Game.Setup.Name + ".press."
	for _, id := range answeredIDs(r) {
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

// HandleStrayAnswer answers a mail that answers a press message and names neither an addressee nor anything else.
func HandleStrayAnswer(r *command.Request) (*decision.Outcome, error) {
	n := answeredMessage(r)
	f := &r.File
	if n == 0 || f.HasOrders() || f.Check || len(f.Withdraw) > 0 || len(f.Commands) > 0 ||
		len(f.Faults) > 0 && f.Header.Key != "" {
		return nil, nil
	}
	row, ok, err := gamestore.ReadPressMessage(r.Game, n)
	if err != nil || !ok || !slices.Contains(row.Readers, r.Seat.ID()) {
		return nil, err
	}
	c, ok := replyCommand(r.Game, row, *r.Seat)
	if !ok {
		return nil, nil
	}
	c.Body = []string{"…"}
	form, err := formLines(r, c)
	if err != nil {
		return nil, err
	}
	return r.RefuseInGame(notice.PressUnaddressed{From: Writer(r.Game, row.PressMessage, row.Writer), Lines: form})
}

// replyCommand returns the command by which a reader answers a message, or its writer adds to it; false if there is
// nobody to answer.
func replyCommand(g *gamestore.Game, row gamestore.PressMessage, s roster.Participant) (c commands.Press, ok bool) {
	from := gamestore.PressParticipant(g, row.From)
	switch {
	case s.Kind == roster.Observer:
		return commands.Press{Referee: true}, from.Word == "referee"
	case row.Writer == s.ID():
		for _, role := range row.PressMessage.Readers(g.Rules.Board) {
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

// formLines returns a message that is ready to be sent, in the sender's words and with their key.
func formLines(r *command.Request, c commands.Press) ([]string, error) {
	key, err := vault.SeatKey(r.Env, r.Tx, r.Game, *r.Seat)
	lines := strings.Split(commands.Format(c, syntax.Lang(r.Lang()), r.Game.Rules.Board), "\n")
	return append([]string{"game " + r.Game.Setup.Name, "key " + key.Reveal()}, lines...), err
}

// deliver sends a message to one reader, in their language and in the thread of the message that it answers. A reader
// who cannot be sent to is left out.
func deliver(e *env.Env, tx *store.Tx, g *gamestore.Game, row gamestore.PressMessage, s roster.Participant,
	answers int) error {
	return e.TryMail("press to "+s.ID(), func() error { return send(e, tx, g, row, s, answers) })
}

func send(e *env.Env, tx *store.Tx, g *gamestore.Game, row gamestore.PressMessage, s roster.Participant,
	answers int) error {
	n := notice.PressReceived{From: Writer(g, row.PressMessage, row.Writer), To: gamestore.PressParticipants(g, row.To),
		Body: row.Lines, Open: ""}
	if c, ok := replyCommand(g, row, s); ok {
		line, _, _ := strings.Cut(commands.Format(c, syntax.Lang(s.Language), g.Rules.Board), "\n")
		n.Open = notice.Quote(line)
	}
	view, err := notify.Reader(e, tx, g, &s)
	if err != nil {
		return err
	}
	words, err := notify.Render(n, view, s.Language)
	if err != nil {
		return err
	}
	words.Evidence = append(words.Evidence, row.File())
	name := func(n int) []string { return []string{g.Setup.Name, "press", strconv.Itoa(n), s.Mark()} }
	if words, err = notify.WithEvidence(words, g, s.Language, nil); err != nil {
		return err
	}
	p := notify.Outgoing{To: s.Recipient(), Lang: s.Language, Game: g.Setup.Name, Auto: compose.Generated,
		Content: words, Name: name(row.Number), Seat: &s}
	if earlier, ok, err := gamestore.ReadPressMessage(g, answers); err != nil {
		return err
	} else if ok && slices.Contains(earlier.Readers, s.ID()) {
		p.InReplyTo = mailio.MessageID(e.Self.Domain, name(answers)...)
		p.References = []string{p.InReplyTo}
	}
	_, err = notify.Send(e, tx, p)
	return err
}

// Writer returns who wrote a message, as readers are shown.
func Writer(g *gamestore.Game, l game.PressMessage, by string) local.Participant {
	p := gamestore.PressParticipant(g, l.From)
	if s := g.Participant(by); p.Word == "observer" && s != nil {
		p.Name = s.Greeting()
	}
	return p
}

// answeredIDs returns the Message-IDs of the mails that the mail answers, the newest first.
func answeredIDs(r *command.Request) []string {
	older := slices.Clone(r.Mail.References)
	slices.Reverse(older)
	return append(slices.Clone(r.Mail.InReplyTo), older...)
}
