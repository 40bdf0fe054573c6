//go:build mailserver && linux

package endurance

import (
	"context"
	"fmt"
	"hash/crc32"
	"mime"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/mailtest"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
	"fieldpost/mailio/replies"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
)

// Two people play a round of each game, at the same time and from the same mailboxes, by nothing but replies to the
// mails that the daemon really sent. Programs, styles and subjects change from one reply to the next. Nothing that is
// correct is refused, and neither a forwarded report nor an answer to a mail of an earlier turn is played unasked.
func TestARoundOfRepliesOnly(t *testing.T) {
	h := newTestServer(t)
	c := &correspondence{h: h, read: map[string]bool{}, answered: map[string]string{}}
	matches := []*match{
		c.found("eastfront", "revised", map[board.Power]player{"USSR": anna, "UK": anna, "USA": anna, "Germany": bert,
			"Japan": bert}, rules.Setting{Name: "victory", Value: "total"}), // else the first round may be the last
		c.found("torch", "europe", map[board.Power]player{"USSR": annaInDanish, "UK": annaInDanish,
			"USA": annaInDanish, "Germany": bert}),
	}
	h.start()
	playing := func(m *match) bool { return !m.over }
	for end := time.Now().Add(4 * time.Minute); slices.ContainsFunc(matches, playing); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			for _, m := range matches {
				t.Errorf("%s is at a stop in stage %d; it waits for %s, answered %q", m.name, m.stage, m.waits,
					c.answered[m.waits])
			}
			break
		}
		if c.look() {
			for _, m := range matches {
				c.play(m)
			}
		}
	}
	h.stop()
	c.check()
	t.Logf("%d replies, %d mails came", len(c.sent), len(c.letters))
}

// player is a person as a game seats them.
type player struct {
	account  string
	language replies.Language
}

var (
	anna         = player{"anna", replies.English}
	annaInDanish = player{"anna", replies.Danish}
	bert         = player{"bert", replies.German}
)

// letter is a mail that came.
type letter struct {
	raw  []byte
	to   string // account
	game string
	base string // of its form
	message.Letter
}

// correspondence is what the players wrote and got.
type correspondence struct {
	h        *testServer
	read     map[string]bool   // files of their mailboxes
	letters  []*letter         // in the order in which they came
	answered map[string]string // the first answer to each reply, by Message-ID
	sent     []written
}

// written is a reply, and what is expected of it.
type written struct {
	id, what, text string
	refused        bool // it must not be played
}

// match is a game as the players see it.
type match struct {
	name    string
	players map[board.Power]player
	opening *letter // the mail that called the first player
	waits   string  // the reply whose answer is waited for
	base    string  // the position that the last reply was written for
	tries   int     // replies at that position
	stage   stage
	over    bool
}

// stage is how far a match is.
type stage int

const (
	firstRound stage = iota
	late             // the first player of round 2 has answered the mail that opened the game
	again            // and then the newest
)

// found makes a game and begins it.
func (c *correspondence) found(name, ruleset string, players map[board.Power]player, options ...rules.Setting) *match {
	t := c.h.t
	t.Helper()
	d, s := c.h.desk()
	defer s.Close()
	ask(t, d, "game.new", people.NewGame{Name: name, Rules: ruleset, Options: append([]rules.Setting{}, options...)}, nil)
	for _, seat := range board.Named(ruleset).Seats {
		p := players[seat.Power]
		person := roster.Person{Address: mailtest.Address(p.account), Name: strings.ToUpper(p.account[:1]) + p.account[1:],
			Language: p.language.String()}
		ask(t, d, "game.seat", people.SeatRequest{Game: name, Power: string(seat.Power), Person: person}, nil)
	}
	ask(t, d, "game.start", gamestore.GameName{Game: name}, nil)
	return &match{name: name, players: players}
}

// look reads the new mail of both, and reports whether there was some.
func (c *correspondence) look() (some bool) {
	for _, account := range []string{anna.account, bert.account} {
		dir := filepath.Join(c.h.mail.Dir, "mail", account, "new")
		entries, _ := os.ReadDir(dir) // there is none before the first mail
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if c.read[path] {
				continue
			}
			c.read[path] = true
			raw, err := os.ReadFile(path)
			if err != nil {
				c.h.t.Fatal(err)
			}
			c.take(account, raw)
			some = true
		}
	}
	return some
}

// gameTag is that of a subject.
var gameTag = regexp.MustCompile(`\[(\w+) R\d+`)

func (c *correspondence) take(account string, raw []byte) {
	m, err := message.Parse(raw, message.DefaultLimits())
	if err != nil {
		c.h.t.Fatalf("a mail cannot be read: %v", err)
	}
	l := &letter{raw: raw, to: account, Letter: m}
	if found := gameTag.FindStringSubmatch(m.Subject); found != nil {
		l.game = found[1]
	}
	if found := baseLine.FindStringSubmatch(m.Body().Body); found != nil {
		l.base = found[1]
	}
	c.letters = append(c.letters, l)
	for _, id := range m.InReplyTo {
		if c.answered[id] == "" {
			c.answered[id] = m.Body().Body
		}
	}
}

// play lets the player who is awaited write the next reply, once the one before was answered.
func (c *correspondence) play(m *match) {
	if m.over || m.waits != "" && c.answered[m.waits] == "" {
		return
	}
	if m.stage == again {
		m.over = true
		return
	}
	set, pos, base, err := c.board(m)
	if err != nil {
		return // the daemon is busy
	}
	who := adjudicator.Awaited(set, pos)[0].Power
	p := m.players[who]
	to := c.newest(m, who, base)
	if to == nil {
		return // the mail that calls them has not come yet
	}
	if m.opening == nil && pos.Power() == who {
		m.opening = to
	}
	if m.tries++; m.base != base {
		m.tries, m.base = 0, base
	}
	if m.tries > 3 {
		c.h.t.Fatalf("%s: %s cannot go on. What %s wrote last:\n%s", m.name, who, p.account, c.exchange(m, m.tries))
	}
	// The bot is asked once more for the rest of the turn whose purchases stand in the draft: the seed is the position's.
	text := orders.Format(turn(set, pos, who, uint64(crc32.ChecksumIEEE([]byte(base)))), languages[p.language],
		orders.Context{Board: set.Board})
	bought, rest := purchase(text)
	switch {
	case pos.Round() > 1 && m.stage == firstRound:
		m.stage = late
		c.forward(m, p)
		c.reply(m, p, m.opening, text, true)
	case pos.Round() > 1:
		m.stage = again
		c.reply(m, p, to, text, false)
	case bought == "" || rest == "":
		c.reply(m, p, to, text, false)
	case m.tries == 0: // a word about what is bought, the rest later
		c.reply(m, p, to, bought, false)
	default:
		c.reply(m, p, to, rest, false)
	}
}

// languages are those of orders.
var languages = [...]syntax.Lang{syntax.English, syntax.German, syntax.Danish}

// purchase divides a turn into what is bought and the rest.
func purchase(text string) (bought, rest string) {
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(line, " ")
		if slices.Contains([]string{"buy", "kaufe", "køb"}, word) {
			bought += line
		} else {
			rest += line
		}
	}
	return bought, strings.TrimLeft(rest, "\n")
}

// board is the position on the players' own board, with the hash that their newest mail names.
func (c *correspondence) board(m *match) (*rules.Set, *position.Position, string, error) {
	d, err := c.h.data(m.name)
	if err != nil {
		return nil, nil, "", err
	}
	set, err := d.Setup.Set()
	if err != nil {
		return nil, nil, "", err
	}
	pos, err := gamestore.DecodePosition(set.Board, d.Position)
	if err != nil {
		return nil, nil, "", err
	}
	chain, err := history.ReadChain(m.name, d.Records)
	if err != nil {
		return nil, nil, "", err
	}
	epoch, err := chain.Epoch()
	return set, pos, epoch.Base.String(), err
}

// newest is the newest mail that has a form of a power for the position as it is.
func (c *correspondence) newest(m *match, who board.Power, base string) *letter {
	for _, l := range slices.Backward(c.letters) {
		if l.to == m.players[who].account && l.game == m.name && l.base == base &&
			holdsFormOf(l.Body().Body, who) {
			return l
		}
	}
	return nil
}

// holdsFormOf reports whether a text has an order form of a power, in any language.
func holdsFormOf(text string, who board.Power) bool {
	return slices.ContainsFunc(syntax.Langs(), func(l syntax.Lang) bool {
		return strings.Contains(text, "\n"+syntax.Keyword("power", l)+" "+syntax.PowerName(who, l)+"\n")
	})
}

func (c *correspondence) last(p player) *letter {
	for _, l := range slices.Backward(c.letters) {
		if l.to == p.account {
			return l
		}
	}
	return nil
}

// exchange is the last replies in a match, each with its answer.
func (c *correspondence) exchange(m *match, n int) (text string) {
	for _, w := range slices.Backward(c.sent) {
		if n == 0 {
			break
		}
		if strings.HasPrefix(w.what, m.name) {
			text = fmt.Sprintf("%s\n%s\nis answered\n%s\n%s", w.what, w.text, c.answered[w.id], text)
			n--
		}
	}
	return text
}

// turn is what a power orders; to pass must be said.
func turn(set *rules.Set, pos *position.Position, who board.Power, seed uint64) order.File {
	f, _ := bot.Turn(set, pos, who, seed)
	if strings.TrimSpace(filing.Text(f, set.Board)) == "" {
		f = adjudicator.DefaultAnswer(set, pos, who)
		if len(pos.Turn().Asked()) == 0 && pos.Power() == who {
			f.Sheet.Done = 1
		}
	}
	return f
}

// lastLine is that of a form.
var lastLine = regexp.MustCompile(`(?m)^(end|Ende|slut)$`)

// subjects are what programs, lists and people make of a subject.
var subjects = []string{"", "Re: Re: %s", "AW: %s", "", "SV: Re: %s", "[ladder] Re: %s", "Re: [ladder] AW: %s"}

// reply writes an answer to a mail, otherwise than the one before, and sends it to where the mail says.
func (c *correspondence) reply(m *match, p player, to *letter, text string, refused bool) {
	t, n := c.h.t, len(c.sent)
	t.Helper()
	programs := replies.Clients()
	program := programs[n%len(programs)]
	style := replies.Styles[(n+n/len(programs))%len(replies.Styles)]
	r := replies.Reply{Style: style, Language: p.language, Text: text,
		From: mailtest.Address(p.account), ID: fmt.Sprintf("<%d@elsewhere.example>", n), At: time.Now()}
	if pattern := subjects[n%len(subjects)]; pattern != "" {
		r.Subject = fmt.Sprintf(pattern, to.Subject)
	}
	raw, err := program.Write(to.raw, r)
	if err != nil {
		t.Fatal(err)
	}
	c.send(to.AnswerTo().Addr, raw, written{id: r.ID, text: text, refused: refused,
		what: fmt.Sprintf("%s, %s, %s, %s", m.name, program.Name, r.Style, p.language)})
	m.waits = r.ID
}

// forward sends the newest report back as a forwarded mail, with orders in its form.
func (c *correspondence) forward(m *match, p player) {
	l := c.last(p)
	id := fmt.Sprintf("<%d@elsewhere.example>", len(c.sent))
	body := lastLine.ReplaceAllString(l.Body().Body, "buy 1 infantry\n$0")
	raw := fmt.Sprintf("From: <%s>\nTo: <%s>\nSubject: Fwd: %s\nMessage-ID: %s\nDate: %s\nMIME-Version: 1.0\n"+
		"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nLook at this.\n\n"+
		"---------- Forwarded message ---------\nFrom: fieldpost <%[2]s>\nDate: Sat, Nov 21, 2026\nSubject: %[3]s\n"+
		"To: <%[1]s>\n\n%[6]s", mailtest.Address(p.account), mailtest.Address("office"), mime.QEncoding.Encode("utf-8",
		l.Subject), id, time.Now().Format(time.RFC1123Z), body)
	c.send(mailtest.Address("office"), []byte(strings.ReplaceAll(raw, "\n", "\r\n")), written{id: id,
		what: m.name + ", forwarded", text: body, refused: true})
}

// send sends a mail.
func (c *correspondence) send(to string, raw []byte, w written) {
	t := c.h.t
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	conn, err := outbox.Sender{Server: c.h.mail.Inbound()}.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	from := message.FirstField(raw, "From")
	if s := conn.Send(ctx, mailio.Rendered{From: strings.Trim(from, "<>"), To: to, MessageID: w.id, Bytes: raw}); s.Class !=
		outbox.Delivered {
		t.Fatalf("a mail was not taken: %+v", s)
	}
	c.sent = append(c.sent, w)
}

// check finds every reply handled as it should be, and all that came of them in order.
func (c *correspondence) check() {
	t := c.h.t
	if out, err := c.h.command("store", "check"); err != nil {
		t.Errorf("store check: %v\n%s", err, out)
	}
	_, s := c.h.desk()
	defer s.Close()
	outcomes := map[string]store.Outcome{}
	err := s.View(func(tx *store.Tx) error {
		for row, err := range tx.Inbox().Mails(1) {
			if err != nil {
				return err
			}
			outcomes[row.MessageID] = row.Outcome
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range c.sent {
		if out := outcomes[w.id]; (out.Kind == "accepted") == w.refused {
			t.Errorf("%s: %+v\n%s\nis answered\n%s", w.what, out, w.text, c.answered[w.id])
		}
	}
}
