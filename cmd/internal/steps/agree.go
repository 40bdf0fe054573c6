package steps

import (
	"regexp"
	"slices"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/reading/answer"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
)

// answerQuestion takes a mail of one word as the answer to the question that it answers or quotes. Yes puts what was
// asked about in the place of the mail's text; the question proves the seat, and no key is needed. A mail that says
// more is one of its own.
func answerQuestion(r *command.Request) (*decision.Outcome, error) {
	said, ok := answer.Read(r.Text.Body)
	if !ok || len(r.File.Faults) > 0 && r.File.HasOrders() {
		return nil, nil
	}
	g, role, asked, err := findQuestion(r)
	if err != nil || g == nil {
		return nil, err
	}
	i := slices.IndexFunc(g.Readers(), func(s roster.Participant) bool { return s.Role == role })
	if i < 0 {
		return nil, nil
	}
	seat := g.Participant(g.Readers()[i].ID())
	isOf := func(s roster.Participant) bool { return s.Has(r.Mail.From.Addr) }
	if !isOf(*seat) && slices.ContainsFunc(g.Readers(), isOf) { // nobody says yes for another
		return r.Refuse(notice.WrongSeat{Seat: notice.Quote(role)})
	}
	if seat.Person != asked.Person { // who had the seat before has no say in it
		return nil, nil
	}
	// Who knows the tag of a mail can write its Message-ID, too. From a strange address only the question's name counts.
	if !isOf(*seat) && !slices.ContainsFunc(quotedNames(r), func(k keys.Key) bool { return k.Handle() == asked.Handle }) {
		return nil, nil
	}
	r.Game, r.Seat, r.Role, r.Keyed = g, seat, role, true
	switch {
	case asked.Over == gamestore.StillAsked && asked.Generation != seat.Generation: // it goes with the key of its time
		return r.RefuseInGame(notice.QuestionOver{Done: false})
	case asked.Over != gamestore.StillAsked && !r.Released:
		return r.RefuseInGame(notice.QuestionOver{Done: asked.Over == gamestore.AnsweredYes})
	case said.No:
		g.EndAsked(role, gamestore.AnsweredNo)
		if err := r.RecordIntake(""); err != nil {
			return nil, err
		}
		return decision.Of(decision.Accepted, "dropped"), r.ReplyNotice(notice.QuestionDropped{})
	case said.Choice > len(asked.Texts):
		return r.RefuseInGame(notice.NoSuchReading{Number: said.Choice, Last: len(asked.Texts)})
	}
	r.Agreed = asked.Texts[said.Choice-1]
	if asked.Turns && asked.State != g.StateHash() {
		r.Doubt = notice.Changed
	}
	return nil, nil
}

// findQuestion finds the question that a mail answers: by its In-Reply-To, without one by its newest reference, or by the
// line with its name in the quotation. An older reference is none: "ok" to a reminder in the same thread is no yes.
func findQuestion(r *command.Request) (*gamestore.Game, string, gamestore.Asked, error) {
	ids := r.Mail.InReplyTo
	if n := len(r.Mail.References); len(ids) == 0 && n > 0 {
		ids = r.Mail.References[n-1:]
	}
	for _, id := range ids {
		if !mailio.OwnMessageID(id, r.Env.Self.Domain) {
			continue
		}
		m, ok, err := r.Tx.Outbox().ByID(id)
		if err != nil {
			return nil, "", gamestore.Asked{}, err
		}
		if !ok || id == m.MessageID || m.Game == "" { // its name in the outbox can be guessed
			continue
		}
		if g, role, a, err := questionIn(r, m.Game, m.MessageID, ""); g != nil || err != nil {
			return g, role, a, err
		}
	}
	games, err := possibleGames(r)
	if err != nil {
		return nil, "", gamestore.Asked{}, err
	}
	for _, name := range quotedNames(r) {
		for _, game := range games {
			if g, role, a, err := questionIn(r, game, "", name.Handle()); g != nil || err != nil {
				return g, role, a, err
			}
		}
	}
	return nil, "", gamestore.Asked{}, nil
}

// possibleGames lists the games that a mail may be about: of its address, its header, and those of who has the address.
func possibleGames(r *command.Request) ([]string, error) {
	seats, err := r.RecognizeSender()
	if err != nil {
		return nil, err
	}
	games := append(plusGames(r), r.File.Header.Game)
	for _, s := range seats {
		games = append(games, s.Game)
	}
	return games, nil
}

// questionIn looks for a question in a game; nil if it is not there.
func questionIn(r *command.Request, game, mail, handle string) (*gamestore.Game, string, gamestore.Asked, error) {
	if ok, err := gamestore.GameExists(r.Tx, game); !ok || err != nil {
		return nil, "", gamestore.Asked{}, err
	}
	g, err := gamestore.Load(r.Tx, game)
	if err != nil {
		return nil, "", gamestore.Asked{}, err
	}
	role, a, ok := g.FindAsked(mail, handle)
	if !ok {
		return nil, "", gamestore.Asked{}, nil
	}
	return g, role, a, nil
}

// nameLine matches the line of a mail of ours that names its question.
var nameLine = regexp.MustCompile(`(?m)^[> ]*reading ([A-Za-z0-9]{4}(?:-[A-Za-z0-9]{4}){3})\s*$`)

// quotedNames lists the names of questions in a mail.
func quotedNames(r *command.Request) []keys.Key {
	var list []keys.Key
	for _, t := range r.Mail.Texts {
		for _, m := range nameLine.FindAllStringSubmatch(t.Body, 3) {
			if k := keys.Parse(m[1]); !k.IsZero() && !slices.Contains(list, k) {
				list = append(list, k)
			}
		}
	}
	return list
}

// endQuestion ends the question of a seat whose yes was carried out, or whose new orders take its place.
func endQuestion(r *command.Request, out decision.Outcome) error {
	how := gamestore.ReplacedByNew
	switch {
	case out.Kind != decision.Accepted || r.Game == nil || len(r.Game.State.Asked[r.Role]) == 0:
		return nil
	case r.Agreed != nil:
		how = gamestore.AnsweredYes
	case !r.File.HasOrders():
		return nil
	}
	r.Game.EndAsked(r.Role, how)
	return r.Game.Save()
}

// askAct asks the sender of a reply whether they mean what takes the key itself. The question goes to the address on
// file, whatever the reply says.
func askAct(r *command.Request) (*decision.Outcome, error) {
	if len(r.File.Faults) > 0 {
		return play.RefuseOrders(r, play.JudgeOrders(r))
	}
	if err := r.RecordIntake("asked"); err != nil {
		return nil, err
	}
	r.KeyExposed = true // the answer goes to the seat's own address
	q := command.Question{Texts: [][]string{filing.Lines(strings.Join(saysIn(r, r.File.File, syntax.English), "\n"))}}
	return decision.Of(decision.Refused, "asked"), r.Ask(q, func(name string) notice.Notice {
		return notice.ActAsked{Lines: saysIn(r, r.File.File, syntax.Lang(r.Lang())), Name: name}
	})
}

// askDoubtful asks about orders that may not be meant for the position of now, judged there: nothing is played that was
// not shown at this position.
func askDoubtful(r *command.Request) (*decision.Outcome, error) {
	if r.Doubt == notice.NoDoubt {
		return nil, nil
	}
	if faults := play.JudgeOrders(r); order.Refuses(faults) {
		return play.RefuseOrders(r, faults)
	}
	if err := r.RecordIntake("asked"); err != nil {
		return nil, err
	}
	q := command.Question{Texts: [][]string{filing.Lines(strings.Join(saysIn(r, r.File.File, syntax.English), "\n"))}, Turns: true}
	return decision.Of(decision.Refused, "asked"), r.Ask(q, func(name string) notice.Notice {
		return notice.ReadingAsked{Readings: [][]string{saysIn(r, r.File.File, syntax.Lang(r.Lang()))}, Guesses: nil, NotRead: "",
			Doubt: r.Doubt, Round: r.Game.Pos.Round(), Name: name}
	})
}

// saysIn is what a mail says, in the order language: a reading of its orders, what it withdraws, and its commands.
func saysIn(r *command.Request, f order.File, lang syntax.Lang) []string {
	b := r.Game.Rules.Board
	f.Header = order.Header{}
	lines := splitLines(orders.Format(f, lang, orders.Context{Board: b}))
	for _, c := range r.File.Commands {
		lines = append(lines, splitLines(commands.Format(c, lang, b))...)
	}
	return lines
}
