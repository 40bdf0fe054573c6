package web_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/monitor"
	"fieldpost/cmd/internal/server"
	"fieldpost/cmd/internal/web"
)

// changedState is a Backend whose games are those of the test game, in another state.
type changedState struct {
	web.Backend
	row    gamestore.Summary
	chairs server.PublicOthers
}

func (o changedState) Games() ([]gamestore.Summary, error) { return []gamestore.Summary{o.row}, nil }

func (o changedState) Public(game string) (*server.Public, error) {
	p, err := o.Backend.Public(game)
	if err == nil {
		p.Summary, p.Others = o.row, o.chairs
	}
	return p, err
}

func (o changedState) pages() http.Handler {
	m := monitor.New(monitor.Settings{Store: sharedGame().store, Now: func() time.Time { return now }, Version: "fieldpost test"})
	return (&web.Pages{Backend: o, Monitor: m, Log: slog.New(slog.DiscardHandler)}).Handler()
}

// The list and the game's page agree on how a game stands, and until when it waits.
func TestHowAGameStands(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	row := func(change func(*gamestore.Summary)) gamestore.Summary {
		r := gamestore.Summary{Name: "eastfront", Rules: "revised", Round: 1, Started: now, Awaited: []gamestore.Awaited{{Power: "Germany", What: "research"}}}
		change(&r)
		return r
	}
	for name, tt := range map[string]struct {
		row  gamestore.Summary
		says []string
	}{
		"waits":     {row(func(*gamestore.Summary) {}), []string{"Waits for Germany: research"}},
		"deadline":  {row(func(r *gamestore.Summary) { r.Deadline, r.Awaited[0].Deadline = at, at }), []string{"Waits for Germany: research", "24 Nov 2026 09:00 UTC"}},
		"paused":    {row(func(r *gamestore.Summary) { r.Paused = true }), []string{"Waits for Germany: research", "clocks stand"}},
		"held":      {row(func(r *gamestore.Summary) { r.Held = "the backup is older" }), []string{"Held: the backup is older"}},
		"locked":    {row(func(r *gamestore.Summary) { r.Beacon, r.Awaited = at, nil }), []string{"Locked, dice come at 24 Nov 2026 09:00 UTC"}},
		"bids":      {row(func(r *gamestore.Summary) { r.Bids, r.Started = true, time.Time{} }), []string{"Waits for secret bids"}},
		"new":       {row(func(r *gamestore.Summary) { r.Started = time.Time{} }), []string{"Not started"}},
		"won":       {row(func(r *gamestore.Summary) { r.Winner = "Axis" }), []string{"Over: won by the Axis"}},
		"agreement": {row(func(r *gamestore.Summary) { r.Ended = "draw" }), []string{"Over by agreement: draw"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := changedState{Backend: sharedGame().desk, row: tt.row}.pages()
			for _, path := range []string{"/", "/games/eastfront"} {
				body := get(t, h, path).Body.String()
				for _, s := range tt.says {
					if !strings.Contains(body, s) {
						t.Errorf("%s does not say %q:\n%.3000s", path, s, body)
					}
				}
			}
		})
	}
}

// Each awaited seat has its deadline; one whose clock is stopped has none.
func TestTheDeadlinesOfAGame(t *testing.T) {
	t.Parallel()
	first, second := now.Add(24*time.Hour), now.Add(72*time.Hour)
	h := changedState{Backend: sharedGame().desk, row: gamestore.Summary{Name: "eastfront", Started: now, Deadline: first, Awaited: []gamestore.Awaited{
		{Power: "UK", What: "choose", Deadline: second}, {Power: "USA", What: "choose", Deadline: first}, {Power: "Japan", What: "choose"}}}}.pages()
	body := get(t, h, "/games/eastfront").Body.String()
	for _, s := range []string{"<td>UK</td><td>choose</td><td>24 Nov 2026 09:00 UTC</td>", "<td>USA</td><td>choose</td><td>22 Nov 2026 09:00 UTC</td>",
		"<td>Japan</td><td>choose</td><td>–</td>"} {
		if !strings.Contains(body, s) {
			t.Errorf("the page does not say %q", s)
		}
	}
}

func TestWhoSitsAroundTheTable(t *testing.T) {
	t.Parallel()
	for says, chairs := range map[string]server.PublicOthers{
		"Referee: nobody. Observers: 0.":                  {},
		"Referee: taken. Observers: 1.":                   {Referee: true, Observers: 1},
		"Referee: &lt;i&gt;Rita&lt;/i&gt;. Observers: 2.": {Referee: true, Name: "<i>Rita</i>", Observers: 2},
	} {
		h := changedState{Backend: sharedGame().desk, row: gamestore.Summary{Name: "eastfront"}, chairs: chairs}.pages()
		if body := get(t, h, "/games/eastfront").Body.String(); !strings.Contains(body, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
}
