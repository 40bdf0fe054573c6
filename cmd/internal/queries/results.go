package queries

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
)

// MailRow is a mail of the intake log as the operator sees it.
type MailRow struct {
	Number    uint64    `json:"number"`
	Received  time.Time `json:"received"`
	Done      time.Time `json:"done,omitzero"`
	Game      string    `json:"game,omitempty"`
	Seat      string    `json:"seat,omitempty"`
	Outcome   string    `json:"outcome,omitempty"` // empty while it waits
	Reason    string    `json:"reason,omitempty"`
	MessageID string    `json:"message_id,omitempty"`
	SHA256    string    `json:"sha256"`
}

// ListMails lists the intake log: of a game, or of all mails that ever came if none is named.
func ListMails(e *env.Env, tx *store.Tx, n gamestore.GameName) (any, error) {
	list := tx.Inbox().Mails(1)
	if n.Game != "" {
		if _, err := gamestore.FindGame(tx, n.Game); err != nil {
			return nil, err
		}
		list = tx.Inbox().MailsOf(n.Game, 1)
	}
	rows := []MailRow{}
	for l, err := range list {
		if err != nil {
			return nil, err
		}
		rows = append(rows, MailRow{Number: l.Number, Received: l.Received, Done: l.Outcome.At, Game: l.Outcome.Game,
			Seat:    l.Outcome.Seat,
			Outcome: l.Outcome.Kind, Reason: l.Outcome.Reason, MessageID: l.MessageID, SHA256: l.Digest.String()})
	}
	return rows, nil
}

// ResultRow is how a player, or a seat, has played: their results, and how punctual they were.
type ResultRow struct {
	Player      string        `json:"player"`
	Games       int           `json:"games"`
	Won         int           `json:"won"`
	Lost        int           `json:"lost"`
	Drawn       int           `json:"drawn"`
	Running     int           `json:"running"`
	Resolutions int           `json:"goes"`
	Median      time.Duration `json:"-"`
	Hours       float64       `json:"median_hours"` // of the time in which they answered
	Missed      int           `json:"missed"`
	Reminders   int           `json:"reminders"`
	Vacations   int           `json:"vacations"`
}

// ResultsRequest asks for results: those of one game by seat, or of all games by player.
type ResultsRequest struct {
	Game   string `json:"game,omitempty"`
	Public bool   `json:"public,omitempty"` // players by a salted name
}

// ListResults lists the results that a request asks for.
func ListResults(e *env.Env, tx *store.Tx, r ResultsRequest) (any, error) {
	if r.Game != "" {
		g, err := gamestore.OpenGame(tx, r.Game)
		if err != nil {
			return nil, err
		}
		return gameResults(g)
	}
	label := func(s roster.Participant) (string, error) { return s.Greeting() + " <" + s.Address + ">", nil }
	if r.Public {
		salt, err := readSalt(e.Secrets, e.Random)
		if err != nil {
			return nil, err
		}
		label = func(s roster.Participant) (string, error) { return pseudonym(salt, s.Address), nil }
	}
	return allResults(tx, label)
}

// gameResults returns the results of one game, seat by seat in turn order.
func gameResults(g *gamestore.Game) ([]ResultRow, error) {
	rows, err := readPunctuality(g)
	if err != nil {
		return nil, err
	}
	var out []ResultRow
	for _, p := range rows {
		power := g.Rules.Board.PowerOf(p.Role)
		r := ResultRow{Player: string(power), Games: 1, Resolutions: p.Played, Median: p.Median(),
			Hours: hours(p.Median()), Missed: p.Missed,
			Reminders: g.State.Reminders[p.Role], Vacations: p.Vacations}
		r.countOutcome(g, []board.Side{g.Rules.Board.SideOf(power)})
		out = append(out, r)
	}
	return out, nil
}

// countOutcome counts the outcome of a game for a player of these sides.
func (r *ResultRow) countOutcome(g *gamestore.Game, sides []board.Side) {
	switch g.OutcomeFor(sides, g.State.Ended) {
	case game.Unfinished:
		r.Running++
	case game.Drawn:
		r.Drawn++
	case game.Won:
		r.Won++
	case game.Lost:
		r.Lost++
	}
}

// allResults returns the results of all games that have begun, player by player. A seat counts for its present player.
func allResults(tx *store.Tx, label func(roster.Participant) (string, error)) ([]ResultRow, error) {
	players := map[string]*ResultRow{} // by address
	answers := map[string][]time.Duration{}
	for name, err := range tx.Games().Names() {
		if err != nil {
			return nil, err
		}
		g, err := gamestore.Load(tx, name)
		if err != nil {
			return nil, err
		}
		if !g.Running() {
			continue
		}
		punctual, err := readPunctuality(g)
		if err != nil {
			return nil, err
		}
		sides := map[string][]board.Side{}
		for _, s := range g.Seats {
			if !s.Taken() {
				continue
			}
			at := mailio.FoldAddress(s.Address)
			if players[at] == nil {
				who, err := label(s)
				if err != nil {
					return nil, err
				}
				players[at] = &ResultRow{Player: who}
			}
			sides[at] = append(sides[at], g.Rules.Board.SideOf(s.Power))
			i := slices.IndexFunc(punctual, func(p game.Punctuality) bool { return p.Role == s.Role })
			p, r := punctual[i], players[at]
			r.Resolutions, r.Missed, r.Vacations, r.Reminders = r.Resolutions+p.Played, r.Missed+p.Missed,
				r.Vacations+p.Vacations, r.Reminders+g.State.Reminders[s.Role]
			answers[at] = append(answers[at], p.Answers...)
		}
		for at, s := range sides {
			players[at].Games++
			players[at].countOutcome(g, s)
		}
	}
	rows := []ResultRow{}
	for at, r := range players {
		r.Median = game.Punctuality{Answers: answers[at]}.Median()
		r.Hours = hours(r.Median)
		rows = append(rows, *r)
	}
	slices.SortFunc(rows, func(a, b ResultRow) int {
		return cmp.Or(b.Won-a.Won, a.Games-b.Games, strings.Compare(a.Player, b.Player))
	})
	return rows, nil
}

// hours returns a span of time in hours, to a tenth.
func hours(d time.Duration) float64 { return float64(d.Round(6*time.Minute)) / float64(time.Hour) }

// pseudonym returns a name for a player that is always the same, and that says nothing of them without the salt.
func pseudonym(salt []byte, addr string) string {
	mac := hmac.New(sha256.New, salt)
	io.WriteString(mac, mailio.FoldAddress(addr))
	return "player-" + hex.EncodeToString(mac.Sum(nil)[:4])
}

// readSalt reads the secret from which public names of players are made, and draws it the first time.
func readSalt(s env.Secrets, random io.Reader) ([]byte, error) {
	path := filepath.Join(s.Dir, "players.salt")
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		raw := make([]byte, 32)
		if _, err := io.ReadFull(random, raw); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(s.Dir, 0o700); err != nil {
			return nil, err
		}
		line := hex.EncodeToString(raw)
		return []byte(line), env.WriteSecret(path, line)
	} else if err != nil {
		return nil, fmt.Errorf("salt of public names: %w", err)
	}
	return []byte(strings.TrimSpace(string(b))), nil
}
