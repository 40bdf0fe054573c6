package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/exchange/exchangetest"
	"fieldpost/mailio/message"
)

// attachedTo are the files and pictures of a mail, by name.
func attachedTo(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	files, err := message.Files(raw, message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		if f.Name != "" {
			out[f.Name] = string(f.Data)
		}
	}
	return out
}

// What mails do not bring by themselves is sent to whoever asks, in three languages and without a key: to the address
// on file.
func TestSend(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sentFor = true
	w.plays("USSR", wholeTurn)
	w.forget()
	for _, tt := range []struct{ from, asks, file, holds, says string }{
		{"anna@mail.test", "send map", "eastfront-map.png", "\x89PNG", "What you asked for is attached"},
		{"bert@mail.test", "sende Karte", "eastfront-map.png", "\x89PNG", "Was du angefordert hast"},
		{"carl@mail.test", "send svg", "eastfront-map.svg", "<svg", "What you asked for is attached"},
		{"anna@mail.test", "send position", "", "", "SZ5"},
		{"bert@mail.test", "schick Stellung", "", "", "Karelien"},
		{"carl@mail.test", "send stilling", "", "", "Karelia"},
		{"anna@mail.test", "send replay", "eastfront-replay.html", `<svg id="map"`, "is attached"},
		{"dora@mail.test", "send genspil", "eastfront-replay.html", `<svg id="map"`, "is attached"},
		{"bert@mail.test", "sende Einträge", "eastfront-R1.txt", "-- eastfront-0.txt --", "Eintrag"},
		{"dora@mail.test", "send poster", "eastfront-R1.txt", "-- eastfront-2.txt --", "record"},
		{"anna@mail.test", "send json", "eastfront-report.json", `"schema": "fieldpost-report"`, "eastfront-report.json"},
		{"anna@mail.test", "send calendar", "", "", "No deadline runs for you"},
		{"bert@mail.test", "sende Kalender", "", "", "Für dich läuft gerade keine Frist"},
	} {
		w.mailFrom(tt.from, "[eastfront] a question", tt.asks+"\n")
		w.settle()
		mails := w.mail.Delivered(tt.from)
		answers := w.inbox(tt.from)
		if len(answers) != 1 {
			t.Fatalf("%s: %d answers", tt.asks, len(answers))
		}
		if text := strings.Join(strings.Fields(answers[0].Texts[0].Body), " "); !strings.Contains(text, tt.says) {
			t.Errorf("%s: %q is not in\n%s", tt.asks, tt.says, text)
		}
		files := attachedTo(t, mails[len(mails)-1])
		switch {
		case tt.file == "" && len(files) > 0, tt.file != "" && len(files) != 1,
			!strings.Contains(files[tt.file], tt.holds):
			t.Errorf("%s: files of %d, %.60q", tt.asks, len(files), files[tt.file])
		case strings.HasSuffix(tt.file, ".json") && !json.Valid([]byte(files[tt.file])):
			t.Errorf("%s: no JSON", tt.asks)
		}
	}
}

// A word that asks for nothing is answered with the nearest and with what there is.
func TestSendWhat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, tt := range []struct {
		from, asks string
		says       []string
	}{
		{"anna@mail.test", "send mpa", []string{"\"mpa\" is nothing that can be sent", "Did you mean map?", "send replay", "send json"}},
		{"bert@mail.test", "sende Kartte", []string{"\"Kartte\" gibt es nicht", "Meintest du Karte?", "sende Stellung"}},
		{"anna@mail.test", "send flowers", []string{"\"flowers\" is nothing", "You can ask for:", "send calendar"}},
	} {
		w.mailFrom(tt.from, "[eastfront] a question", tt.asks+"\n")
		w.settle()
		w.wants(w.text(tt.from), tt.says...)
	}
}

// People send units, too: such a line is an order in their own words and no question.
func TestUnitsThatAreSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "combat", "send 3 infantry from Karelia to West Russia")
	w.settle()
	text := w.text("anna@mail.test")
	w.wants(text, "move 3 infantry from Karelia S.S.R. to West Russia")
}

// The position goes to TripleA in the operator's own file of the map. Without one a player is told how to make a file
// at home; what is not in the file is listed.
func TestSendTripleA(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sentFor = true
	w.plays("USSR", wholeTurn)
	w.forget()
	ask := func(from, asks, file string, says ...string) string {
		t.Helper()
		w.mailFrom(from, "[eastfront] a question", asks+"\n")
		w.settle()
		mails := w.mail.Delivered(from)
		w.wants(strings.Join(strings.Fields(w.text(from)), " "), says...)
		files := attachedTo(t, mails[len(mails)-1])
		if _, ok := files[file]; ok != (file != "") || len(files) > 1 {
			t.Errorf("%s: %d files, and %s: %v", asks, len(files), file, ok)
		}
		return files[file]
	}
	ask("anna@mail.test", "send triplea", "", "send json",
		"fieldpost game export --from eastfront-report.json eastfront.xml --format triplea --map ww2v2.xml")

	g := w.table()
	w.d.Env.TripleA = filepath.Join(w.dir, "ww2v2.xml")
	must(os.WriteFile(w.d.Env.TripleA, []byte("<game/>"), 0o600))
	ask("carl@mail.test", "send triplea", "", "passes on no file")
	must(os.WriteFile(w.d.Env.TripleA, exchangetest.Sample(g.Rules.Board, "attach"), 0o600))
	now := ask("anna@mail.test", "send triplea", "eastfront-R1-Germany.xml", "Round 1, Germany: Research.",
		"show round 1 for the next turn of USSR; it is round 2's.", "put eastfront-R1-Germany.xml beside ww2v2.xml",
		"{game_name: fieldpost eastfront R1 Germany research, file_name: eastfront-R1-Germany.xml}")
	in, err := exchange.Read([]byte(now), g.Rules, exchange.Said{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := in.Position.Text(g.Rules.Board), g.Pos.Text(g.Rules.Board); got != want {
		t.Errorf("the file has\n%s\nwant\n%s", got, want)
	}
	before := ask("bert@mail.test", "sende TripleA Runde 1 UdSSR", "eastfront-R1-USSR.xml", "Runde 1, UdSSR: Forschung.",
		"leg eastfront-R1-USSR.xml neben ww2v2.xml")
	if !strings.Contains(before, `<info name="fieldpost eastfront R1 USSR research"`) {
		t.Error("the earlier turn is another one")
	}
	ask("dora@mail.test", "send triplea runde 7", "", "has not been there: round 7.")
}
