package history

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
)

func TestRecordsOfEveryTypeComeBack(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range wholeGame(t).chain.Entries() {
		seen[e.Body.Type()] = true
		back, err := ParseRecord(e.Bytes)
		if err != nil {
			t.Errorf("%s: %v", e.Body.Type(), err)
			continue
		}
		if !reflect.DeepEqual(back, e.Record) {
			t.Errorf("%s comes back as %+v, was %+v", e.Body.Type(), back.Body, e.Body)
		}
	}
	if len(seen) != 12 {
		t.Errorf("the game has records of %d types, want all 12", len(seen))
	}
}

// What is not canonical is refused, with the line in which it stands.
func TestParseRecordRefuses(t *testing.T) {
	t.Parallel()
	turn := string(vector(t, "g42-2.txt"))
	change := func(old, new string) string {
		if !strings.Contains(turn, old) {
			t.Fatalf("%q is not in the record", old)
		}
		return strings.Replace(turn, old, new, 1)
	}
	for _, tt := range []struct {
		name string
		text string
		line int
	}{
		{"empty", "", 1},
		{"another text", change("pbd1 record", "pbd1 set"), 1},
		{"no last line feed", strings.TrimSuffix(turn, "\n"), 21},
		{"carriage returns", strings.ReplaceAll(turn, "\n", "\r\n"), 1},
		{"one carriage return", change("epoch 1\n", "epoch 1\r\n"), 6},
		{"blank at the end", change("epoch 1\n", "epoch 1 \n"), 6},
		{"two blanks", change("epoch 1", "epoch  1"), 6},
		{"no-break space", change("epoch 1", "epoch\u00a01"), 6},
		{"not UTF-8", change("epoch 1", "epoch \xff1"), 6},
		{"tab", change("epoch 1", "epoch\t1"), 6},
		{"capital hex", change("seed 67ebee", "seed 67EBEE"), 12},
		{"short hash", change("seed 67ebee", "seed 67ebe"), 12},
		{"leading zero", change("seq 2", "seq 02"), 3},
		{"sign", change("seq 2", "seq +2"), 3},
		{"epoch 0", change("epoch 1", "epoch 0"), 6},
		{"unknown type", change("type turn", "type reroll"), 4},
		{"unknown field", change("intake ", "note all is well\nintake "), 17},
		{"field twice", change("epoch 1\n", "epoch 1\nepoch 1\n"), 7},
		{"field missing", change("epoch 1\n", ""), 6},
		{"mix line without a beacon", change("mixsum", "mix none\nmixsum"), 11},
		{"name of the game", change("game g42", "game G42"), 2},
		{"time with a zone", change("19:00:03Z", "19:00:03+00:00"), 20},
		{"time with a fraction", change("19:00:03Z", "19:00:03.0Z"), 20},
		{"no such day", change("2026-01-12", "2026-02-30"), 20},
		{"text after the end", turn + "end\n", 22},
		{"five dice for four", change("4d6 1,1,3,6", "4d6 1,1,3,6,1"), 13},
		{"a seven", change("4d6 1,1,3,6", "4d6 1,1,3,7"), 13},
		{"two labels", change("1 att fire 4d6", "1 att fire again 4d6"), 13},
		{"too long", turn + strings.Repeat("x", MaxText), 0},
	} {
		_, err := ParseRecord([]byte(tt.text))
		e, ok := errors.AsType[*SyntaxError](err)
		if !ok {
			t.Errorf("%s: error %v, want a SyntaxError", tt.name, err)
			continue
		}
		if e.Line != tt.line {
			t.Errorf("%s: %v, want line %d", tt.name, e, tt.line)
		}
	}
}

func TestPrintRefusesWhatWouldForgeLines(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, body := range map[string]Body{
		"line feed in a phrase": &Act{Actor: "RUS", What: "vote\nhash " + strings.Repeat("0", 64)},
		"empty phrase":          &Rekey{},
		"blank at the end":      &Rekey{Reason: "leaked "},
		"actor of two words":    &Act{Actor: "the referee", What: "vote"},
		"role in small letters": &RefereeAct{Actor: "referee", Action: "x", Consents: []string{"ger"}},
		"unknown clock action":  &Clock{Action: "stopped", Role: "-", Deadline: "-", Reason: "x"},
		"deadline of words":     &Clock{Action: ClockSet, Role: "-", Deadline: "tomorrow", Reason: "x"},
		"negative budget":       &Clock{Action: ClockSet, Role: "-", Deadline: "-", Budget: -1, Reason: "x"},
		"reason of a kept roll": &Correct{Carry: []RollRef{{1, dice.TechLabel("GER", 1), "because"}}},
		"void without a reason": &Correct{Void: []RollRef{{1, dice.TechLabel("GER", 1), ""}}},
		"phrase too long":       &Rekey{Reason: strings.Repeat("long ", 101) + "x"},
	} {
		if b, err := (Record{Game: "g42", Body: body, Time: at}).Print(); err == nil {
			t.Errorf("%s was printed:\n%s", name, b)
		}
	}
	if _, err := (Record{Game: "g42", Time: at}).Print(); err == nil {
		t.Error("a record without a body was printed")
	}
	late := Record{Game: "g42", Body: &Rekey{Reason: "x"}, Time: at.AddDate(9000, 0, 0)}
	if b, err := late.Print(); err == nil {
		t.Errorf("a year of five digits was printed:\n%s", b)
	}
}

func TestSetsAreStrict(t *testing.T) {
	t.Parallel()
	text := string(vector(t, "g42-1-GER-turn.txt"))
	for name, change := range map[string][2]string{
		"kind":             {"kind turn", "kind next"},
		"role":             {"role GER", "role Germany"},
		"short salt":       {"salt 5f", "salt 5"},
		"capital salt":     {"salt 5f1d0a", "salt 5F1D0A"},
		"empty line":       {"buy infantry 3\n", "\nbuy infantry 3\n"},
		"blank at the end": {"buy infantry 3", "buy infantry 3 "},
		"no end":           {"end\n", ""},
		"two ends":         {"buy infantry 3", "end"},
		"capital base":     {"base 79c9bc", "base 79C9BC"},
	} {
		if s, err := ParseSet([]byte(strings.Replace(text, change[0], change[1], 1))); err == nil {
			t.Errorf("%s: read as %+v, want an error", name, s)
		}
	}
	for name, order := range map[string]string{"end": "end", "line feed": "buy infantry 3\nend", "empty": "", "control": "buy\a"} {
		s, err := ParseSet([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s.Orders = append(s.Orders, order)
		if b, err := s.Print(); err == nil {
			t.Errorf("order %s was printed:\n%s", name, b)
		}
	}
	empty := Set{Game: "g42", Role: "GER", Kind: dice.TurnOrders, Salt: strings.Repeat("0", 32)}
	if _, err := empty.Print(); err != nil {
		t.Errorf("a set without orders: %v", err)
	}
}

func TestIntakes(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 12, 18, 0, 0, 0, time.UTC)
	in := Intake{
		{Number: 7, Time: at, Role: "GER", Mail: dice.Sum([]byte("a"))},
		{Number: 9, Time: at, Role: "-", Reason: "no-key", Mail: dice.Sum([]byte("b"))},
	}
	b, err := in.Print()
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseIntake(b)
	if err != nil || !reflect.DeepEqual(back, in) || !back[0].Accepted() || back[1].Accepted() {
		t.Errorf("read back %+v, %v", back, err)
	}
	for _, change := range [][2]string{
		{"pbd1 intake", "pbd1 outtake"}, {"9 2026", "7 2026"}, {"9 2026", "09 2026"}, {"accepted", "rejected"},
		{"rejected no-key", "rejected"}, {"rejected no-key", "rejected "}, {"GER", "ger"}, {"18:00:00Z", "18:00Z"}, {" -", " "},
	} {
		bad := strings.Replace(string(b), change[0], change[1], 1)
		if in, err := ParseIntake([]byte(bad)); err == nil {
			t.Errorf("with %q for %q: read as %+v, want an error", change[1], change[0], in)
		}
	}
}

// What parses prints back to the same bytes.

func FuzzParseRecord(f *testing.F) {
	f.Add([]byte("pbd1 record\ngame g\nseq 1\ntype rekey\nprev " + strings.Repeat("0", 64) + "\nmaster " +
		strings.Repeat("a", 64) + "\nreason leaked\ntime 2026-01-12T19:00:00Z\nend\n"))
	f.Add([]byte("pbd1 record\ngame g\nseq 1\ntype correct\nprev " + strings.Repeat("0", 64) +
		"\nof 1\ncarry 1 tech GER 1 - -\nvoid 1 sz5 sea 1 att fire wrong count\ntime 2026-01-12T19:00:00Z\nend\n"))
	for _, file := range []string{"g42-0.txt", "g42-1.txt", "g42-2.txt"} {
		f.Add(vector(f, file))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := ParseRecord(b)
		if err != nil {
			return
		}
		out, err := r.Print()
		if err != nil || string(out) != string(b) {
			t.Errorf("%q prints back as %q, %v", b, out, err)
		}
	})
}

func FuzzParseSet(f *testing.F) {
	f.Add(vector(f, "g42-1-GER-turn.txt"))
	f.Add(vector(f, "g42-1-RUS-standing.txt"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseSet(b)
		if err != nil {
			return
		}
		out, err := s.Print()
		if err != nil || string(out) != string(b) {
			t.Errorf("%q prints back as %q, %v", b, out, err)
		}
	})
}

func FuzzParseIntake(f *testing.F) {
	f.Add(vector(f, "g42-2-intake.txt"))
	f.Add([]byte("pbd1 intake\n3 2026-01-12T18:31:07Z - rejected late " + strings.Repeat("0", 64) + "\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in, err := ParseIntake(b)
		if err != nil {
			return
		}
		out, err := in.Print()
		if err != nil || string(out) != string(b) {
			t.Errorf("%q prints back as %q, %v", b, out, err)
		}
	})
}
