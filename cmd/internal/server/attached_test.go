package server

import (
	"encoding/json"
	"strings"
	"testing"

	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/exchange/exchangetest"
	"fieldpost/cmd/internal/people"
	"fieldpost/templates/report"
)

// A game goes on from the position in the one file that the mail brings.
func TestAGameGoesOnFromAnAttachment(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.env.NewGames = people.NewGamesAnybody
	g := m.loadGame()
	out, err := exchange.Write(exchangetest.Sample(g.Rules.Board, "attach"), "east", g.Rules, g.Pos)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := json.MarshalIndent(map[string]any{"rules": "revised", "options": []string{"low-luck on"},
		"position": report.NewMachinePosition(g.Rules.Board, g.Pos)}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	with := func(from, text string, files ...string) {
		body := "--b\nContent-Type: text/plain; charset=utf-8\n\n" + text + "\n"
		for i := 0; i < len(files); i += 2 {
			body += "--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=" + files[i] +
				"\n\n" + files[i+1] + "\n"
		}
		m.mail(from, "a game", body+"--b--\n", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b")
	}
	for _, tt := range []struct {
		game, line string
		files      []string
		round      int
		power      string
		told       string
	}{
		{"torch", "new game torch from attachment", []string{"r1.xml", string(out.XML)}, 1, "USSR", ""},
		{"husky", "neues Spiel husky aus Anhang", []string{"husky.json", string(machine)}, 1, "USSR", ""},
		{"sledge", "new game sledge from attachment", []string{"s.txt", "rules europe\nround 3\nturn UK combat\n"}, 3, "UK", ""},
		{"anvil", "nyt spil anvil fra bilag", []string{"a.json", string(machine), "b.xml", string(out.XML)}, 0, "", "your mail has 2"},
		{"ring", "new game ring from attachment", nil, 0, "", "your mail has 0"},
		{"crete", "new game crete from attachment",
			[]string{"r1.xml", strings.Replace(string(out.XML), `"Archangel"`, `"Archangle"`, -1)}, 0, "", "Archangle"},
		{"sicily", "new game sicily from attachment", []string{"save.tsvg", "\x1f\x8bjava"}, 0, "", "save game"},
	} {
		from := tt.game + "@mail.test"
		with(from, tt.line+"\n", tt.files...)
		m.game = tt.game
		if tt.told != "" {
			m.wantTold(from, tt.told)
			continue
		}
		g := m.loadGame()
		if g.Pos.Round() != tt.round || string(g.Pos.Power()) != tt.power {
			t.Errorf("%s begins in round %d with %s", tt.game, g.Pos.Round(), g.Pos.Power())
		}
	}
}
