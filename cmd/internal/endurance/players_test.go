//go:build mailserver && linux

package endurance

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio"
	"fieldpost/mailio/mailtest"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
)

// players are the participants of all games: they know only what their mail tells them, except for the position, which
// the bot cannot read from a report.
type players struct {
	h       *testServer
	read    map[string]bool     // files of their mailboxes
	copies  map[string][32]byte // what came under each Message-ID, without the marks of its way
	twice   int                 // mails that came again
	forms   map[string]form     // the newest order form of each seat, by address
	fresh   map[string]bool     // games of which a form has come since they were looked at
	asked   map[string]string   // the letter that each game's answer is waited for, by game
	letters map[string]sent     // all that were sent, by Message-ID
	answers map[string]string   // the first answer to each, by Message-ID
	faults  []string
}

// form is what an order form gives: whose letter it is, and of which record.
type form struct{ key, base string }

// sent is an order letter.
type sent struct {
	game string
	raw  []byte
	at   time.Time
}

func newPlayers(h *testServer) *players {
	return &players{h: h, read: map[string]bool{}, copies: map[string][32]byte{}, forms: map[string]form{}, fresh: map[string]bool{}, asked: map[string]string{},
		letters: map[string]sent{}, answers: map[string]string{}}
}

func (p *players) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// look reads the new mail of all.
func (p *players) look() {
	for _, name := range p.h.everybody() {
		dir := filepath.Join(p.h.mail.Dir, "mail", name, "new")
		entries, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue // no mail yet
		}
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if p.read[path] {
				continue
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				p.h.t.Fatal(err)
			}
			p.read[path] = true
			p.take(raw)
		}
	}
}

var (
	keyLine  = regexp.MustCompile(`(?m)^\s*(?:key|Schlüssel|nøgle) ([A-Z0-9-]{19})\s*$`)
	baseLine = regexp.MustCompile(`(?m)^\s*(?:base|Basis|basis) ([0-9a-f]{64})\s*$`)
)

// take reads a mail that came.
func (p *players) take(raw []byte) {
	l, err := message.Parse(raw, message.DefaultLimits())
	if err != nil {
		p.fault("a mail cannot be read: %v", err)
		return
	}
	sum := sha256.Sum256(raw[strings.Index(string(raw), "Auto-Submitted: "):]) // our header begins with it
	if old, again := p.copies[l.MessageID]; again {
		if p.twice++; old != sum {
			p.fault("%s came twice with different words", l.MessageID)
		}
		return
	}
	p.copies[l.MessageID] = sum
	for _, id := range l.InReplyTo {
		if _, ours := p.letters[id]; ours && p.answers[id] == "" {
			p.answers[id] = l.Subject
		}
	}
	key, base := keyLine.FindStringSubmatch(l.Body().Body), baseLine.FindStringSubmatch(l.Body().Body)
	if key != nil && base != nil && len(l.Delivered) > 0 {
		to := mailio.FoldAddress(l.Delivered[0])
		_, game := mailio.SplitPlus(to)
		p.forms[to], p.fresh[game] = form{key[1], base[1]}, true
	}
}

// move continues a game: if its last mail was answered, the awaited player writes the next one.
func (p *players) move(game string) {
	if id := p.asked[game]; !p.fresh[game] || id != "" && p.answers[id] == "" {
		return
	}
	d, err := p.h.data(game)
	if err != nil {
		return // the daemon is not there just now
	}
	p.fresh[game] = false
	setup, err := d.Setup.Set()
	if err != nil {
		p.h.t.Fatal(err)
	}
	pos, err := gamestore.DecodePosition(setup.Board, d.Position)
	if err != nil {
		p.h.t.Fatal(err)
	}
	waits := adjudicator.Awaited(setup, pos)
	if len(waits) == 0 {
		return // the game is over
	}
	chain, err := history.ReadChain(game, d.Records)
	if err != nil {
		p.h.t.Fatal(err)
	}
	epoch, err := chain.Epoch()
	who := waits[0].Power
	f := p.forms[addressOf(who, game)]
	if err != nil || f.base != epoch.Base.String() {
		return // the report that shows what is awaited has not come yet
	}
	file, _ := bot.Turn(setup, pos, who, uint64(len(d.Records)))
	if strings.TrimSpace(filing.Text(file, setup.Board)) == "" {
		file = adjudicator.DefaultAnswer(setup, pos, who) // to pass must be said
		if len(pos.Turn().Asked()) == 0 && pos.Power() == who {
			file.Sheet.Done = 1
		}
	}
	file.Header = order.Header{Game: game, Key: f.key, Base: f.base}
	if text := filing.Text(file, setup.Board); strings.TrimSpace(text) == "" {
		p.fault("%s: %+v is awaited, the bot says nothing; asked %v", game, waits, pos.Turn().Asked())
	}
	p.write(game, who, orders.Format(file, syntax.English, orders.Context{Board: setup.Board}))
}

// write sends an order letter, as often as it takes.
func (p *players) write(game string, who board.Power, text string) {
	id := fmt.Sprintf("<%d.%s@elsewhere.example>", len(p.letters), game)
	from := addressOf(who, game)
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: [%s] orders\r\nMessage-ID: %s\r\nDate: %s\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s",
		from, mailtest.Address("office"), game, id, time.Now().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
	ctx, cancel := context.WithTimeout(p.h.t.Context(), 20*time.Second)
	defer cancel()
	conn, err := outbox.Sender{Server: p.h.mail.Inbound()}.Open(ctx)
	if err != nil {
		p.fresh[game] = true // the server starts again; the same letter is written later
		return
	}
	defer conn.Close()
	r := conn.Send(ctx, mailio.Rendered{From: from, To: mailtest.Address("office"), MessageID: id, Bytes: []byte(raw)})
	if r.Class != outbox.Delivered {
		p.h.t.Fatalf("an order letter was not taken: %+v", r)
	}
	p.letters[id] = sent{game, []byte(raw), time.Now()}
	p.asked[game] = id
}

// unanswered counts the letters whose answer is still to come.
func (p *players) unanswered() (n int) {
	for id := range p.letters {
		if p.answers[id] == "" {
			n++
		}
	}
	return n
}
