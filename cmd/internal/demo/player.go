package demo

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/outbox"
	"fieldpost/mailio/replies"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

//go:embed scripts
var scripts embed.FS

// player is a person of the demo.
type player struct {
	name, address string
	power         string
	lang          string
	program       replies.Client
	style         replies.Style
}

// playersOf is who plays: a player for each power of the rule set.
func playersOf(rules, lang string) []player {
	ps := []player{
		{name: "Anna", power: "USSR", program: program("gmail-web"), style: replies.OnTop},
		{name: "Bert", power: "Germany", program: program("thunderbird"), style: replies.Between},
		{name: "Carl", power: "UK", program: program("outlook-classic"), style: replies.InForm},
		{name: "Dora", power: "Japan", program: program("apple-mail"), style: replies.AtBottom},
		{name: "Emil", power: "USA", program: program("samsung"), style: replies.Alone},
	}
	b := board.Named(rules)
	ps = slices.DeleteFunc(ps, func(p player) bool { return b.SeatOf(board.Power(p.power)) == nil })
	for i := range ps {
		ps[i].address = strings.ToLower(ps[i].name) + "@players.example"
		ps[i].lang = lang
		if lang == "en" && ps[i].power == "Germany" {
			ps[i].lang = "de"
		}
	}
	return ps
}

func program(name string) replies.Client {
	c, ok := replies.Named(name)
	if !ok {
		panic("there is no mail program " + name)
	}
	return c
}

// scene is what a player does for the others to see.
type scene struct {
	who    *player
	orders string // the subject of the mail that they reply to with orders; else
	report *received
	err    error
}

// playing is a player at work: they read what comes and answer when it is their turn.
type playing struct {
	*player
	town   *mailWorld
	dir    string // where their mails are saved to be looked at
	rules  string
	rounds int
	now    func() time.Time
	look   func() (*table, error) // at the board
	ctx    context.Context
	scenes chan<- scene

	cursor inbox.Cursor
	read   int            // mails read
	asked  map[string]int // how often they were asked, by round
}

// table is the game as players see it on their boards.
type table struct {
	admin.GameView
	rules    *rules.Set
	position *position.Position
}

// run reads the mailbox until the context ends.
func (p *playing) run() {
	config := inbox.Config{Server: p.town.IMAP(p.address), Poll: 2 * time.Second}
	inbox.Run(p.ctx, config, p, inbox.Watch{Failed: func(err error, _ time.Duration) { p.show(scene{err: err}) }})
}

func (p *playing) show(s scene) {
	s.who = p.player
	select {
	case p.scenes <- s:
	case <-p.ctx.Done():
	}
}

// Cursor returns how far the mailbox was read.
func (p *playing) Cursor(_, _ string) (inbox.Cursor, error) { return p.cursor, nil }

// Keep reads a mail, and answers it if it says that it is this player's turn.
func (p *playing) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	p.cursor = inbox.Cursor{UIDValidity: raw.UIDValidity, UID: raw.UID}
	r, err := readReport(raw.Bytes)
	if err != nil {
		p.show(scene{err: fmt.Errorf("%s cannot read mail %d: %w", p.name, raw.UID, err)})
		return inbox.Leave, nil
	}
	p.read++
	if err := r.save(filepath.Join(p.dir, p.address), fmt.Sprintf("%02d", p.read)); err != nil {
		p.show(scene{err: err})
	}
	p.show(scene{report: &r})
	if err := p.answer(&r); err != nil {
		p.show(scene{err: fmt.Errorf("%s cannot send orders: %w", p.name, err)})
	}
	return inbox.Leave, nil
}

// answer sends what the report asks for; if orders were refused, the rest is played as it stands.
func (p *playing) answer(r *received) error {
	what, asked, err := p.askedFor(r)
	if err != nil || !asked {
		return err
	}
	p.asked[what]++
	n := p.asked[what]
	pregame := what == "share" || what == "bonus"
	if pregame && n > 1 {
		return nil // they have answered; the others have not
	}
	if n > 3 {
		return errors.New("his orders were refused again and again")
	}
	id := fmt.Sprintf("<%s.%d.%s@players.example>", what, n, strings.ToLower(p.power))
	if sent, err := p.town.hasMailWith(officeAddress, "Message-ID: "+id); err != nil || sent {
		return err // before the demo was killed
	}
	text := "done\n"
	if n == 1 && !strings.HasPrefix(what, again) {
		if text, err = p.orders(what); err != nil {
			return err
		}
	}
	raw, err := p.program.Write(r.raw, replies.Reply{Style: p.style, Language: languages[p.lang], From: p.address, Name: p.name,
		Text: text, ID: id, At: p.now()})
	if err != nil {
		return err
	}
	if err := p.send(mailio.Rendered{From: p.address, To: r.replyTo, MessageID: id, Bytes: raw}); err != nil {
		return err
	}
	p.show(scene{orders: r.subject})
	return nil
}

// languages are those of mail programs.
var languages = map[string]replies.Language{"en": replies.English, "de": replies.German, "da": replies.Danish}

// again begins what is asked for after a refusal, once for each turn: again-demoR2UK.
const again = "again-"

// refusals are what the subjects of refusals say after the tag.
var refusals = []string{"ERRORS", "FEHLER", "FEJL", "PLEASE PLACE", "BITTE PLATZIEREN", "PLACER VENLIGST"}

// askedFor is what the mail asks of this player: a part of a round's turn as r2-noncombat, what precedes the first
// round by its name. A form for a position that is past asks for nothing: a newer mail is on its way.
func (p *playing) askedFor(r *received) (what string, asked bool, err error) {
	tag, words, _ := strings.Cut(r.subject, "] ")
	if slices.ContainsFunc(refusals, func(s string) bool { return strings.HasPrefix(words, s) }) {
		tag = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, tag)
		return again + tag, true, nil
	}
	if r.base() == "" {
		return "", false, nil
	}
	now, err := p.look()
	if err != nil || r.base() != now.Base {
		return "", false, err
	}
	for _, a := range now.Awaited {
		switch {
		case string(a.Power) != p.power:
		case a.What == "share" || a.What == "bonus":
			return a.What, true, nil
		default:
			return fmt.Sprintf("r%d-%s", now.Round, a.What), now.Round <= p.rounds, nil
		}
	}
	return "", false, nil
}

// orders returns what the player orders: fixed for the first round and what precedes it; later the orders of the bot,
// which they write in their language.
func (p *playing) orders(what string) (string, error) {
	name := p.power + "-" + what
	if strings.HasPrefix(what, "r1-") {
		name = p.power // the whole turn
	}
	if text, err := scripts.ReadFile("scripts/" + p.rules + "/" + name + ".txt"); err == nil {
		return string(text), nil
	}
	now, err := p.look()
	if err != nil {
		return "", err
	}
	f, _ := bot.Turn(now.rules, now.position, board.Power(p.power), uint64(p.read))
	return orders.Format(f, syntax.Lang(p.lang), orders.Context{Board: now.rules.Board}), nil
}

func (p *playing) send(m mailio.Rendered) error {
	conn, err := outbox.Sender{Server: p.town.SMTP(p.address)}.Open(p.ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if r := conn.Send(p.ctx, m); r.Class != outbox.Delivered {
		return errors.New(r.Text)
	}
	return nil
}
