package notify

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/compose"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// urgency is how much a mail is for its reader, the most urgent first.
type urgency int

const (
	asks     urgency = iota // it wants something of them, answers them, or is about their key or address: it never waits
	concerns                // it tells what they lost, or that the game is over: who is mute gets it too
	news                    // it tells how others fare
	gathered                // it is one of the many that come together: it waits for more of its kind
)

// urgencyOf returns how urgent a notice is to a reader. What no case names is for the reader alone.
func urgencyOf(n notice.Notice, r *reader.Reader) urgency {
	switch n := n.(type) {
	case notice.VoteOpened:
		if slices.ContainsFunc(n.Vote.Open, r.Has) {
			return asks
		}
		return gathered
	case notice.Proposed:
		if n.Asked {
			return asks
		}
		return gathered
	case notice.VoteCarried, notice.VoteRejected, notice.VoteLapsed,
		notice.ProposalAgreed, notice.ProposalRejected, notice.ProposalLapsed, notice.ProposalVoid,
		notice.SettingChanged, notice.SeatFilled, notice.SeatFree, notice.ObserverCame, notice.ObserverLeft:
		return gathered
	case notice.DeadlineMoved, notice.ClocksStopped, notice.ClocksAdjourned, notice.ClocksRun, notice.ClockBounced,
		notice.ClockReached, notice.ClockBudget, notice.OutageGiven, notice.ClockJumped, notice.DeadlinePassed,
		notice.BankDrawn, notice.WaitingForgotten, notice.Away, notice.AwayBack,
		notice.Edited, notice.RolledBack, notice.WentOn:
		if len(r.ToAct()) > 0 { // they say until when, or that it is their turn again
			return asks
		}
		return news
	case notice.TurnEmpty, notice.TurnByDefaults, notice.TurnByBot, notice.TurnByDraft, notice.AnswerByDefault,
		notice.Announced, notice.Ruled, notice.Rekeyed, notice.Upgraded, notice.Released:
		return news
	}
	return asks
}

// fate is whether a mail goes out now, later or never.
type fate struct {
	drop bool
	due  time.Time // until when it waits; zero: it goes out now
}

// fateOf returns the fate of a mail to a person.
func fateOf(e *env.Env, seats []roster.Participant, u urgency) fate {
	style := seats[0].Style
	switch {
	case u == asks, u == concerns && style.Pace == roster.Mute:
		return fate{}
	case style.Pace == roster.Mute:
		return fate{drop: true}
	case style.Pace == roster.Digest:
		return fate{due: evening(e.Now(), seats[0].Location())}
	case u == gathered && e.Limits.Gather > 0:
		return fate{due: e.Now().Add(e.Limits.Gather)}
	}
	return fate{}
}

// digestHour is when a digest goes out at the latest, by the reader's clock.
const digestHour = 20

// evening returns when the digest of a time goes out at the latest.
func evening(now time.Time, zone *time.Location) time.Time {
	now = now.In(zone)
	at := time.Date(now.Year(), now.Month(), now.Day(), digestHour, 0, 0, 0, zone)
	if !at.After(now) {
		at = time.Date(now.Year(), now.Month(), now.Day()+1, digestHour, 0, 0, 0, zone)
	}
	return at.UTC()
}

// keepNews keeps a mail to a person as news.
func keepNews(g *gamestore.Game, s roster.Participant, topic string, words layout.Mail, due time.Time) error {
	body, err := words.Body()
	if err != nil {
		return err
	}
	return gamestore.KeepNews(g, s, gamestore.WaitingNews{Topic: topic, Subject: words.Subject, Body: body,
		Evidence: words.Evidence}, due)
}

// keepReport keeps what a report says in short as news, or drops it, for a person who does not want it now, and reports
// whether it did.
func keepReport(e *env.Env, g *gamestore.Game, seats []roster.Participant, b *report.Builder, v report.View,
	topic string) (bool, error) {
	u := news
	switch asksThem, concernsThem := b.Concerns(v); {
	case asksThem:
		u = asks
	case concernsThem:
		u = concerns
	}
	fate := fateOf(e, seats, u)
	if fate.drop || fate.due.IsZero() {
		return fate.drop, nil
	}
	words, err := b.Brief(v)
	if err != nil {
		return false, err
	}
	return true, keepNews(g, seats[0], topic, words, fate.due)
}

// TakeNews returns the news that waits for a person, as parts of the mail that they get now. News of the topic is left
// out, for the mail itself tells it.
func TakeNews(g *gamestore.Game, s roster.Participant, topic string) ([]layout.Mail, error) {
	all, err := gamestore.TakeNews(g, s)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(n gamestore.WaitingNews) bool { return topic != "" && n.Topic == topic })
	first := len(all) // that fits
	for room := mostNews; first > 0 && (first == len(all) || all[first-1].Body.TextLen() <= room); first-- {
		room -= all[first-1].Body.TextLen()
	}
	var mails []layout.Mail
	if first > 0 {
		var subjects []string
		for _, n := range all[:first] {
			subjects = append(subjects, n.Subject)
		}
		l, err := local.New(g.Rules.Board, syntax.Lang(s.Language))
		if err != nil {
			return nil, err
		}
		left, err := notice.Left(subjects, l)
		if err != nil {
			return nil, err
		}
		mails = append(mails, left)
	}
	for _, n := range all[first:] {
		mails = append(mails, layout.Section(n.Subject, n.Body, n.Evidence))
	}
	return mails, nil
}

// mostNews is how many bytes of text earlier news has in a mail at most.
const mostNews = 8_000

// SendNews sends the news that is due, to each person in one mail.
func SendNews(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	due, err := gamestore.NewsDue(g, e.Now())
	if err != nil {
		return err
	}
	for _, seats := range due {
		s := seats[0]
		mails, err := TakeNews(g, s, "")
		if err != nil || len(mails) == 0 {
			return err
		}
		if err := e.TryMail("news for "+s.ID(), func() error { return sendNews(e, tx, g, s, mails) }); err != nil {
			return err
		}
	}
	return nil
}

func sendNews(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, mails []layout.Mail) error {
	r, err := Reader(e, tx, g, &s)
	if err != nil {
		return err
	}
	l, err := r.Localizer(syntax.Lang(s.Language))
	if err != nil {
		return err
	}
	words, err := notice.Gathered(mails, r, l, chosen(s))
	if err != nil {
		return err
	}
	files, err := CalendarFile(e, tx, g, g.OfPerson(s), r, false)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, files...)
	if words, err = WithEvidence(words, g, s.Language, nil); err != nil {
		return err
	}
	_, err = Send(e, tx, Outgoing{To: s.Recipient(), Lang: s.Language, Game: g.Setup.Name, Auto: compose.Generated,
		Content: words, References: s.Thread, Seat: &s, observer: s.Kind == roster.Observer,
		Name: []string{g.Setup.Name, "news", s.Mark(), strconv.FormatInt(e.Now().Unix(), 10)}})
	return err
}

// chosen is which mails a person has chosen, as they would write it; "" if they have set nothing.
func chosen(s roster.Participant) string {
	if s.Style == (roster.Style{}) {
		return ""
	}
	return commands.Format(commands.MailOption{Words: s.Style.Words(), Records: s.Style.Records}, syntax.Lang(s.Language), nil)
}

// topicOf is the topic of a notice by its name.
func topicOf(name []string) string { return strings.Join(name, " ") }
