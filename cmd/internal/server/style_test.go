package server

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

const (
	carl = "carl@mail.test"
	dora = "dora@mail.test"
)

// News of an hour comes in one mail, and with a mail that calls to move at once.
func TestNewsIsGathered(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.env.Limits.Gather = time.Hour
	m.forget()
	m.keyed(refereeAddress, "option deadline 5d\n")
	m.pass(20 * time.Minute)
	m.keyed(refereeAddress, "option reminders 12h\n")
	m.keyed("anna@mail.test", wholeTurn) // it is Bert's turn now
	called := m.mails("bert@mail.test")
	if len(called) != 1 {
		t.Fatalf("Bert got %q", subjects(called))
	}
	for _, says := range []string{"deadline", "reminders"} {
		if !strings.Contains(called[0].Body().Body, says) {
			t.Errorf("the call brings no news of %s:\n%s", says, called[0].Body().Body)
		}
	}
	m.forget()
	m.keyed(refereeAddress, "option observers open\n")
	m.pass(20 * time.Minute)
	m.keyed(refereeAddress, "option observers closed\n")
	m.keyed(refereeAddress, "option joining closed\n")
	if mails := m.mails(dora); len(mails) != 0 {
		t.Errorf("before an hour is over: %q", subjects(mails))
	}
	m.pass(2 * time.Hour)
	mails := m.mails(dora)
	if len(mails) != 1 {
		t.Fatalf("after an hour: %q", subjects(mails))
	}
	for _, says := range []string{"observers", "joining"} {
		if !strings.Contains(mails[0].Body().Body, says) {
			t.Errorf("it does not tell of %s:\n%s", says, mails[0].Body().Body)
		}
	}
	if again := m.mails("bert@mail.test"); len(again) != 1 {
		t.Errorf("Bert got %q", subjects(again))
	}
}

// Who wants a digest gets what asks nothing of them with the next mail that does, and at eight in the evening at the
// latest.
func TestDigest(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed(carl, "option mail digest\n")
	m.keyed(dora, "option mail digest\noption zone Asia/Tokyo\n")
	m.forget()
	m.keyed("anna@mail.test", wholeTurn)
	for _, to := range []string{carl, dora} {
		if mails := m.mails(to); len(mails) != 0 {
			t.Errorf("%s got %q", to, subjects(mails))
		}
	}
	m.playOn() // Germany
	mails := m.mails(carl)
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "Your move, UK") ||
		!strings.Contains(plain(mails[0].Body().Body), "GERMANY TO MOVE") {
		t.Errorf("Carl got %q", subjects(mails))
	}
	m.pass(48 * time.Hour)
	mails = m.mails(dora)
	if len(mails) == 0 {
		t.Fatal("Dora got nothing")
	}
	if at := mails[0].Date.In(time.FixedZone("", 9*3600)); at.Hour() != 20 || at.Minute() != 0 {
		t.Errorf("Dora's digest is of %v", at)
	}
	if body := mails[0].Body().Body; !strings.Contains(body, "USSR") || !strings.Contains(body, "Germany") {
		t.Errorf("it does not tell of both turns:\n%s", body)
	}
	m.audit()
}

// Of more news than a mail has room for it has the newest, and the subjects of the rest.
func TestADigestFits(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed(carl, "option mail digest\n")
	m.forget()
	for i := range 40 {
		m.keyed(refereeAddress, fmt.Sprintf("announce That was %d. %s\n", i, strings.Repeat("word ", 80)))
	}
	m.pass(24 * time.Hour)
	mails := m.mails(carl)
	if len(mails) != 1 {
		t.Fatalf("%q", subjects(mails))
	}
	body := mails[0].Body().Body
	if !strings.Contains(body, "That was 39.") || strings.Contains(body, "That was 3.") ||
		!strings.Contains(body, "Earlier news did not fit here") {
		t.Error(body)
	}
	checkWeights(t, m.sentMails())
}

// Who is mute gets what asks something of them, and nothing else.
func TestMute(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed(carl, "option mail mute\n")
	m.forget()
	m.keyed("anna@mail.test", wholeTurn)
	m.keyed(refereeAddress, "option deadline 5d\n")
	m.keyed(refereeAddress, "announce The server moves on Sunday.\n")
	m.pass(30 * time.Hour)
	if mails := m.mails(carl); len(mails) != 0 {
		t.Errorf("Carl got %q", subjects(mails))
	}
	m.playOn() // Germany
	mails := m.mails(carl)
	if len(mails) == 0 || !strings.Contains(mails[len(mails)-1].Subject, "Your move, UK") {
		t.Errorf("Carl got %q", subjects(mails))
	}
	for _, l := range mails[:max(0, len(mails)-1)] {
		if !strings.Contains(l.Subject, "You lost") {
			t.Errorf("Carl got %q", l.Subject)
		}
	}
	m.forget()
	m.keyed(carl, "new key\n")
	if len(m.mails(carl)) == 0 {
		t.Error("there is no mail with the new key")
	}
}

// What a report has is what its reader wants: all, without the position, without HTML, or with JSON. Its last line says
// how to change that.
func TestLooks(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed(carl, "option mail light\n")
	m.keyed(dora, "option mail text\n")
	m.keyed("emil@mail.test", "option mail full with json records\n")
	m.forget()
	m.keyed("anna@mail.test", wholeTurn)
	for _, tt := range []struct {
		to                   string
		position, html, json bool
		last                 string
	}{
		{"bert@mail.test", false, true, false, `"option mail leicht"`}, // his form may take the position's room
		{carl, false, true, false, `You have chosen "option mail light"`},
		{dora, true, false, false, `You have chosen "option mail text"`},
		{"emil@mail.test", true, true, true, `You have chosen "option mail full with json"`},
	} {
		raw, letter := m.newest(tt.to)
		text := letter.Body().Body
		position := strings.Contains(text, "\nPOSITION\n") || strings.Contains(text, "\nSTELLUNG\n")
		html, json := bytes.Contains(raw, []byte("text/html")), bytes.Contains(raw, []byte("application/json"))
		if position != tt.position && tt.to != "bert@mail.test" || html != tt.html || json != tt.json {
			t.Errorf("%s: position %v, HTML %v, JSON %v", tt.to, position, html, json)
		}
		if lines := strings.Split(strings.TrimSpace(text), "\n"); !strings.Contains(plain(strings.Join(lines[len(lines)-2:], " ")), tt.last) {
			t.Errorf("%s: the last lines are %q", tt.to, lines[len(lines)-2:])
		}
	}
}

// The option is for all games of who writes it, or for one, in their language; what is no such option is refused.
func TestMailOption(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.update(func(tx *store.Tx) error {
		_, err := people.CreateGame(m.env, tx, people.NewGame{Name: "torch", Rules: "europe"})
		if err != nil {
			return err
		}
		return people.SeatPerson(m.env, tx, mustLoad(tx, "torch"), "Germany", players["Germany"])
	})
	bert := "bert@mail.test"
	styles := func() (all [2]roster.Style) {
		for i, game := range []string{"longwar", "torch"} {
			m.update(func(tx *store.Tx) error {
				all[i] = mustLoad(tx, game).Seat("Germany").Style
				return nil
			})
		}
		return all
	}
	light, mute := roster.Style{Look: roster.Light}, roster.Style{Look: roster.Light, Pace: roster.Mute}
	for _, tt := range []struct {
		says string
		want [2]roster.Style
	}{
		{"option mail leicht", [2]roster.Style{light, light}},
		{"Option mail stumm für torch", [2]roster.Style{light, mute}},
		{"option mail digest, text for longwar", [2]roster.Style{{Look: roster.TextOnly, Pace: roster.Digest}, mute}},
		{"option mail mit JSON", [2]roster.Style{{Look: roster.TextOnly, Pace: roster.Digest, Records: true}, {Look: roster.Light,
			Pace: roster.Mute, Records: true}}},
		{"option mail voll", [2]roster.Style{}},
	} {
		m.forget()
		m.keyed(bert, tt.says+"\n")
		if got := styles(); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.says, got, tt.want)
		}
		if mails := m.mails(bert); len(mails) != 1 {
			t.Errorf("%s: %q", tt.says, subjects(mails))
		}
	}
	for _, says := range []string{"option mail loud", "option mail", "option mail light for nowhere"} {
		if out := m.mail(bert, "[longwar]", "game longwar\nkey "+m.keys[bert]+"\n"+says+"\n"); out.Kind == decision.Accepted {
			t.Errorf("%s: %+v", says, out)
		}
	}
	if got := styles(); got != [2]roster.Style{} {
		t.Errorf("what was refused was set: %+v", got)
	}
}
