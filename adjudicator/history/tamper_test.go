package history

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"fieldpost/adjudicator/dice"
)

// These tests are what a cheat might try to make a history say something else, each with the verdict that docs/dice.md
// promises. Those that only playing the orders finds are in cmd/fieldpost.

// changedLine is a line of a record that says something else in the same form.
func changedLine(line string) string {
	last := line[len(line)-1]
	switch {
	case line == "end" || line == "pbd1 record":
		return line + "s"
	case last >= '0' && last <= '8', last >= 'a' && last <= 'e':
		return line[:len(line)-1] + string(last+1)
	case last == '9', last == 'f':
		return line[:len(line)-1] + "1"
	case last == 'Z': // a time
		return strings.Replace(line, "2026", "2027", 1)
	}
	return line + "x"
}

// In a signed history every line of every type of record can be changed, and the hashes made to fit again or not: it is
// not sound.
func TestNoLineOfASignedHistoryCanBeChanged(t *testing.T) {
	t.Parallel()
	types, tried := map[string]bool{}, 0
	whole := wholeGame(t)
	for i, e := range whole.chain.Entries() {
		types[e.Body.Type()] = true
		lines := strings.Split(strings.TrimSuffix(string(e.Bytes), "\n"), "\n")
		for j, line := range lines {
			changed := slices.Clone(lines)
			changed[j] = changedLine(line)
			b := whole.bundle()
			b.Records = slices.Clone(b.Records)
			b.Records[i] = []byte(strings.Join(changed, "\n") + "\n")
			if got := b.Verify().Verdict(); got != NotSound {
				t.Errorf("record %d, %q changed: %s", i, line, got)
			}
			tried++
			if strings.HasPrefix(line, "prev ") {
				continue // mending the chain would undo it
			}
			b.Records = chained(b.Records)
			if got := b.Verify().Verdict(); got != NotSound {
				t.Errorf("record %d, %q changed and the chain mended: %s", i, line, got)
			}
			tried++
		}
	}
	if len(types) != 12 || tried < 200 {
		t.Errorf("%d tamperings of %d types of records", tried, len(types))
	}
}

// chained are records whose prev lines fit again, as a forger would write them.
func chained(records [][]byte) [][]byte {
	out := slices.Clone(records)
	for i := 1; i < len(out); i++ {
		lines := strings.Split(string(out[i]), "\n")
		for j, l := range lines {
			if strings.HasPrefix(l, "prev ") {
				lines[j] = "prev " + dice.Sum(out[i-1]).String()
			}
		}
		out[i] = []byte(strings.Join(lines, "\n"))
	}
	return out
}

// lastIs is a game whose newest record is of a type.
func lastIs(t *testing.T, kind string) *story {
	t.Helper()
	s := newStory(t, 0)
	fire := "ukraine land 1 att fire"
	play := func() {
		s.lock(Mix{}, s.orders("GER", dice.TurnOrders, "attack ukraine infantry 3 from germany"))
		s.turn(dice.Hash{}, fire, "ukraine land 1 def fire")
	}
	label := func(text string) dice.Label {
		l, err := dice.ParseLabel(text)
		s.must(err)
		return l
	}
	switch kind {
	case "genesis":
	case "lock":
		s.lock(Mix{}, s.orders("GER", dice.TurnOrders, "buy infantry 3"))
	case "turn":
		play()
	case "act":
		s.append(&Act{Actor: "RUS", What: "vote for a draw", Hash: dice.Sum([]byte("yes"))})
	case "gm":
		s.append(&RefereeAct{Actor: "referee", Action: "seat GER passes to a substitute", Old: dice.Sum([]byte("a")), New: dice.Sum([]byte("b")), Consents: []string{"RUS"}})
	case "correct":
		play()
		s.append(&Correct{Of: 2, Carry: []RollRef{{1, label(fire), ""}}, Void: []RollRef{{1, label("ukraine land 1 def fire"), "counted wrongly"}}})
	case "clock":
		s.append(&Clock{Action: ClockExtended, Role: "GER", Deadline: "2026-04-01T12:00:00Z", Budget: 86400, Outage: 3600, Reason: "mail server down"})
	case "ruling":
		s.append(&Ruling{Case: "R-77", Text: s.say(TextRuling, "A submarine that has submerged may not retreat.")})
	case "upgrade":
		s.append(&Upgrade{Rules: dice.Sum(storySetup), Engine: dice.Sum(storyEngine), Reason: "a fault was mended"})
	case "rekey":
		s.append(&Rekey{Master: dice.Sum([]byte("another")), Reason: "a backup was stolen"})
	case "void":
		v, err := s.chain.NewVoid(s.master.Secret("eastfront", 1), s.commit(2), "the power was out")
		s.must(err)
		s.append(v)
	case "close":
		s.append(&Close{State: dice.Sum([]byte("state")), Masters: []dice.Hash{s.master.Reveal()}})
	default:
		t.Fatalf("no story ends with %s", kind)
	}
	return s
}

// The newest record of a history without a signature: what other texts and the protocol bind cannot be changed; the
// rest cannot be checked, so the verdict is unsigned. The same changes under the signature are not sound.
func TestTheNewestRecordWithoutASignature(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("7", 64)
	_, otherKey, err := GenerateKey(strings.NewReader(strings.Repeat("evil", 100)), "host.example", "eastfront")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		kind, line string // of the record; the line that begins so
		to         string // what replaces it; "" nothing
		want       Verdict
	}{
		{"genesis", "game ", "game westfront", NotSound},
		{"genesis", "seq ", "seq 1", NotSound},
		{"genesis", "type ", "type act", NotSound},
		{"genesis", "prev ", "prev " + hash, NotSound},
		{"genesis", "rules ", "rules " + hash, NotSigned},
		{"genesis", "engine ", "engine " + hash, NotSigned},
		{"genesis", "tier ", "tier 1", NotSound},
		{"genesis", "tier ", "tier 2", NotSigned},
		{"genesis", "role RUS", "role UK", NotSigned},
		{"genesis", "role RUS", "role GER", NotSound},
		{"genesis", "vkey ", "vkey " + otherKey, NotSigned},
		{"genesis", "vkey ", "vkey nokey", NotSound},
		{"genesis", "master ", "master " + hash, NotSigned},
		{"genesis", "next ", "next 2 " + hash, NotSound},
		{"genesis", "next ", "next 1 " + hash, NotSigned},
		{"genesis", "time ", "time 2026-01-01T00:00:00Z", NotSigned},
		{"genesis", "time ", "time yesterday", NotSound},
		{"lock", "epoch ", "epoch 2", NotSound},
		{"lock", "commit ", "commit " + hash, NotSound},
		{"lock", "orders ", "orders GER turn " + hash, NotSound},
		{"lock", "orders ", "", NotSound},
		{"lock", "ordersum ", "ordersum " + hash, NotSound},
		{"lock", "mix ", "mix drand " + hash + " 1", NotSound},
		{"lock", "time ", "time 2026-01-01T00:00:00Z", NotSigned},
		{"turn", "epoch ", "epoch 2", NotSound},
		{"turn", "commit ", "commit " + hash, NotSound},
		{"turn", "base ", "base " + hash, NotSound},
		{"turn", "reveal ", "reveal " + hash, NotSound},
		{"turn", "ordersum ", "ordersum " + hash, NotSound},
		{"turn", "mixsum ", "mixsum " + hash, NotSound},
		{"turn", "seed ", "seed " + hash, NotSound},
		{"turn", "roll ", "roll ukraine land 1 att fire 3d6 6,6,6", NotSound},
		{"turn", "roll ", "roll ukraine land 9 att fire 3d6 1,1,1", NotSound},
		{"turn", "roll ", "", NotSigned}, // --replay finds it
		{"turn", "intake ", "intake " + hash, NotSound},
		{"turn", "state ", "state " + hash, NotSigned}, // --replay finds it
		{"turn", "next ", "next 3 " + hash, NotSound},
		{"turn", "next ", "next 2 " + hash, NotSigned},
		{"turn", "time ", "time 2026-01-01T00:00:00Z", NotSigned},
		{"act", "actor ", "actor GER", NotSigned},
		{"act", "actor ", "actor the referee", NotSound},
		{"act", "what ", "what vote against a draw", NotSigned},
		{"act", "hash ", "hash " + hash, NotSigned},
		{"gm", "actor ", "actor RUS", NotSigned},
		{"gm", "action ", "action seat RUS passes to a substitute", NotSigned},
		{"gm", "action ", "action edit " + hash, NotSound},
		{"gm", "old ", "old " + hash, NotSigned},
		{"gm", "new ", "new " + hash, NotSigned},
		{"gm", "consent ", "consent GER", NotSigned},
		{"gm", "consent ", "", NotSigned},
		{"correct", "of ", "of 1", NotSound},
		{"correct", "carry ", "carry 2 ukraine land 1 att fire", NotSound},
		{"correct", "carry ", "", NotSound},
		{"correct", "void ", "void 1 ukraine land 1 def fire another reason", NotSigned},
		{"correct", "void ", "void 1 ukraine land 2 def fire another roll", NotSound},
		{"correct", "void ", "", NotSound},
		{"clock", "action ", "action set", NotSigned},
		{"clock", "action ", "action stopped", NotSound},
		{"clock", "role ", "role RUS", NotSigned},
		{"clock", "deadline ", "deadline 2026-05-01T12:00:00Z", NotSigned},
		{"clock", "deadline ", "deadline tomorrow", NotSound},
		{"clock", "budget ", "budget 0", NotSigned},
		{"clock", "outage ", "outage 0", NotSigned},
		{"clock", "reason ", "reason none", NotSigned},
		{"ruling", "case ", "case R-78", NotSigned},
		{"ruling", "text ", "text " + hash, NotSound},
		{"upgrade", "rules ", "rules " + hash, NotSigned},
		{"upgrade", "engine ", "engine " + hash, NotSigned},
		{"upgrade", "reason ", "reason none", NotSigned},
		{"rekey", "master ", "master " + hash, NotSigned},
		{"rekey", "reason ", "reason none", NotSigned},
		{"void", "epoch ", "epoch 2", NotSound},
		{"void", "commit ", "commit " + hash, NotSound},
		{"void", "reason ", "reason none", NotSigned},
		{"void", "reveal ", "reveal " + hash, NotSound},
		{"void", "next ", "next 3 " + hash, NotSound},
		{"void", "next ", "next 2 " + hash, NotSigned},
		{"close", "state ", "state " + hash, NotSigned},
		{"close", "reveal ", "reveal " + hash, NotSound},
		{"close", "reveal ", "", NotSound},
	} {
		t.Run(tt.kind+" "+tt.line+tt.to, func(t *testing.T) {
			t.Parallel()
			s := lastIs(t, tt.kind)
			ev := s.evidence()
			if got := Verify(ev).Verdict(); got != Sound {
				t.Fatalf("untouched: %s: %v", got, Verify(ev).Err())
			}
			unsigned := ev
			unsigned.Checkpoints = nil
			if got := Verify(unsigned).Verdict(); got != NotSigned {
				t.Errorf("untouched, without its signature: %s", got)
			}
			changed := change(t, ev, tt.line, tt.to)
			if got := Verify(changed).Verdict(); got != NotSound {
				t.Errorf("under the signature: %s", got)
			}
			changed.Checkpoints = nil
			if got := Verify(changed).Verdict(); got != tt.want {
				t.Errorf("without a signature: %s, want %s\n%v", got, tt.want, Verify(changed).Err())
			}
		})
	}
}

// change puts another line into the newest record.
func change(t *testing.T, ev Evidence, from, to string) Evidence {
	t.Helper()
	ev.Records = slices.Clone(ev.Records)
	newest := len(ev.Records) - 1
	lines := strings.Split(string(ev.Records[newest]), "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, from) })
	if i < 0 || lines[i] == to {
		t.Fatalf("no line %q in\n%s", from, ev.Records[newest])
	}
	if to == "" {
		lines = slices.Delete(lines, i, i+1)
	} else {
		lines[i] = to
	}
	ev.Records[newest] = []byte(strings.Join(lines, "\n"))
	return ev
}

// What is added, left out, doubled, put into another order or signed otherwise.
func TestTamperingWithTheTextsOfAGame(t *testing.T) {
	t.Parallel()
	replaced := func(list [][]byte, i int, old, new string) [][]byte {
		out := slices.Clone(list)
		if !bytes.Contains(out[i], []byte(old)) {
			panic(fmt.Sprintf("%q is not in %s", old, out[i]))
		}
		out[i] = bytes.Replace(out[i], []byte(old), []byte(new), 1)
		return out
	}
	without := func(list [][]byte, i int) [][]byte { return slices.Delete(slices.Clone(list), i, i+1) }
	sealed := func(s *story, n int) []byte { // a checkpoint of the first n records
		c, err := ReadChain("eastfront", s.chain.Records()[:n])
		s.must(err)
		b, err := c.Checkpoint(s.signer)
		s.must(err)
		return b
	}
	const last = 5 // of two turns
	for name, tt := range map[string]struct {
		tamper func(s *story, b *Bundle)
		want   Verdict
	}{
		"nothing":                           {func(*story, *Bundle) {}, Sound},
		"checkpoint of an earlier one, too": {func(s *story, b *Bundle) { b.Checkpoints = append(b.Checkpoints, sealed(s, 3)) }, Sound},
		"checkpoint left out":               {func(_ *story, b *Bundle) { b.Checkpoints = nil }, NotSigned},
		"only an earlier checkpoint":        {func(s *story, b *Bundle) { b.Checkpoints = [][]byte{sealed(s, last)} }, NotSigned},
		"newest record changed under an earlier checkpoint": {func(s *story, b *Bundle) {
			b.Checkpoints = [][]byte{sealed(s, last)}
			b.Records = replaced(b.Records, last, "time 2026", "time 2027")
		}, NotSigned},
		"signed record changed under an earlier checkpoint": {func(s *story, b *Bundle) {
			b.Checkpoints = [][]byte{sealed(s, last)}
			b.Records = chained(replaced(b.Records, 3, "vote for", "vote against"))
		}, NotSound},
		"record added": {func(s *story, b *Bundle) {
			s.append(&Act{Actor: "GER", What: "vote for a draw", Hash: dice.Sum(nil)})
			b.Records = s.chain.Records()
		}, NotSigned},
		"record added, signed by somebody else": {func(s *story, b *Bundle) {
			s.append(&Act{Actor: "GER", What: "vote for a draw", Hash: dice.Sum(nil)})
			b.Records = s.chain.Records()
			point := Checkpoint{Origin: "host.example/eastfront", Size: len(b.Records), Root: TreeRoot(b.Records)}
			b.Checkpoints = append(b.Checkpoints, s.signedBy("evil", point.String()))
		}, NotSound},
		"record added that does not follow": {func(_ *story, b *Bundle) { b.Records = append(slices.Clone(b.Records), b.Records[3]) }, NotSound},
		"records after the newest act left out": {func(s *story, b *Bundle) {
			s.append(&Act{Actor: "GER", What: "vote for a draw", Hash: dice.Sum(nil)})
			b.Checkpoints = [][]byte{s.checkpoint()}
		}, NotSound},
		"newest record and its checkpoint left out": {func(s *story, b *Bundle) {
			s.append(&Act{Actor: "GER", What: "vote for a draw", Hash: dice.Sum(nil)})
			b.Checkpoints = nil
		}, NotSigned},
		"newest turn left out":                {func(_ *story, b *Bundle) { b.Records = b.Records[:last] }, NotSound},
		"newest turn and checkpoint left out": {func(_ *story, b *Bundle) { b.Records, b.Checkpoints = b.Records[:last], nil }, NotSound}, // its intake is there
		"genesis left out":                    {func(_ *story, b *Bundle) { b.Records = b.Records[1:] }, NotSound},
		"record in the middle left out":       {func(_ *story, b *Bundle) { b.Records = without(b.Records, 3) }, NotSound},
		"record in the middle left out, chain mended": {func(_ *story, b *Bundle) {
			b.Records, b.Checkpoints = chained(without(b.Records, 3)), nil
		}, NotSound},
		"all records left out": {func(_ *story, b *Bundle) { b.Records = nil }, NotSound},
		"two records change places": {func(_ *story, b *Bundle) {
			b.Records = slices.Clone(b.Records)
			b.Records[3], b.Records[4] = b.Records[4], b.Records[3]
		}, NotSound},
		"record twice":           {func(_ *story, b *Bundle) { b.Records = slices.Insert(slices.Clone(b.Records), 3, b.Records[3]) }, NotSound},
		"record of another game": {func(s *story, b *Bundle) { b.Records = replaced(b.Records, 3, "game eastfront", "game westfront") }, NotSound},
		"all of another game":    {func(_ *story, b *Bundle) { b.Game = "westfront" }, NotSound},
		"size of the checkpoint": {func(_ *story, b *Bundle) { b.Checkpoints = replaced(b.Checkpoints, 0, "\n6\n", "\n7\n") }, NotSound},
		"origin of the checkpoint": {func(_ *story, b *Bundle) {
			b.Checkpoints = replaced(b.Checkpoints, 0, "host.example/eastfront\n6", "host.example/westfront\n6")
		}, NotSound},
		"root of the checkpoint": {func(_ *story, b *Bundle) {
			root := bytes.Split(b.Checkpoints[0], []byte("\n"))[2]
			b.Checkpoints = replaced(b.Checkpoints, 0, string(root), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
		}, NotSound},
		"signature of another checkpoint": {func(s *story, b *Bundle) {
			text, _, _ := strings.Cut(string(b.Checkpoints[0]), "\n\n")
			_, other, _ := strings.Cut(string(sealed(s, 3)), "\n\n")
			b.Checkpoints = [][]byte{[]byte(text + "\n\n" + other)}
		}, NotSound},
		"signature of a receipt": {func(s *story, b *Bundle) {
			r, err := Receipt{Game: "eastfront", Arrival: 1, Mail: dice.Sum(nil), Base: s.chain.Head()}.Sign(s.signer)
			s.must(err)
			text, _, _ := strings.Cut(string(b.Checkpoints[0]), "\n\n")
			_, other, _ := strings.Cut(string(r), "\n\n")
			b.Checkpoints = [][]byte{[]byte(text + "\n\n" + other)}
		}, NotSound},
		"two signatures": {func(s *story, b *Bundle) {
			_, sig, _ := strings.Cut(string(sealed(s, 3)), "\n\n")
			b.Checkpoints = [][]byte{append(bytes.Clone(b.Checkpoints[0]), sig...)}
		}, NotSound},
		"signed by another key": {func(s *story, b *Bundle) {
			text, _, _ := strings.Cut(string(b.Checkpoints[0]), "\n\n")
			b.Checkpoints = [][]byte{s.signedBy("evil", text+"\n")}
		}, NotSound},
		"checkpoint of another history": {func(s *story, b *Bundle) {
			other := newStory(s.t, 0)
			for range 5 {
				other.append(&Act{Actor: "GER", What: "vote", Hash: dice.Sum(nil)})
			}
			b.Checkpoints = [][]byte{other.checkpoint()}
		}, NotSound},
		"turn set left out":    {func(_ *story, b *Bundle) { b.Sets = without(b.Sets, 0) }, NotSound},
		"turn set changed":     {func(_ *story, b *Bundle) { b.Sets = replaced(b.Sets, 0, "infantry 3", "infantry 4") }, NotSound},
		"salt of a set":        {func(_ *story, b *Bundle) { b.Sets = replaced(b.Sets, 0, "salt 0", "salt 1") }, NotSound},
		"base of a set":        {func(_ *story, b *Bundle) { b.Sets = replaced(b.Sets, 0, "base ", "base f") }, NotSound},
		"role of a set":        {func(_ *story, b *Bundle) { b.Sets = replaced(b.Sets, 0, "role GER", "role RUS") }, NotSound},
		"kind of a set":        {func(_ *story, b *Bundle) { b.Sets = replaced(b.Sets, 1, "kind standing", "kind turn") }, NotSound},
		"standing set changed": {func(_ *story, b *Bundle) { b.Sets = replaced(b.Sets, 1, "armour", "bomber") }, NotSound},
		// it is still secret
		"standing set closed": {func(_ *story, b *Bundle) { b.Sets = without(b.Sets, 1) }, Sound},
		"set that no lock names": {func(_ *story, b *Bundle) {
			b.Sets = append(slices.Clone(b.Sets), replaced(b.Sets, 0, "infantry 3", "infantry 4")[0])
		}, NotSound},
		"intake left out": {func(_ *story, b *Bundle) { b.Intakes = without(b.Intakes, 0) }, NotSound},
		"mail added to an intake": {func(_ *story, b *Bundle) {
			b.Intakes = [][]byte{append(bytes.Clone(b.Intakes[0]), "2 2026-03-01T13:00:00Z GER accepted "+dice.Sum(nil).String()+"\n"...), b.Intakes[1]}
		}, NotSound},
		"mail left out of an intake":   {func(_ *story, b *Bundle) { b.Intakes = [][]byte{[]byte("pbd1 intake\n"), b.Intakes[1]} }, NotSound},
		"arrival in an intake":         {func(_ *story, b *Bundle) { b.Intakes = replaced(b.Intakes, 0, "\n1 2026", "\n3 2026") }, NotSound},
		"outcome in an intake":         {func(_ *story, b *Bundle) { b.Intakes = replaced(b.Intakes, 0, "accepted", "late") }, NotSound},
		"intake of another turn twice": {func(_ *story, b *Bundle) { b.Intakes = [][]byte{b.Intakes[0], b.Intakes[0]} }, NotSound},
		"set-up left out":              {func(_ *story, b *Bundle) { b.Setups = nil }, NotSound},
		"set-up changed":               {func(_ *story, b *Bundle) { b.Setups = replaced(b.Setups, 0, "revised", "europe") }, NotSound},
		"engine left out":              {func(_ *story, b *Bundle) { b.Engines = nil }, NotSound},
		"words that no record names": {func(_ *story, b *Bundle) {
			b.Words = [][]byte{[]byte("pbd1 words\ngame eastfront\nkind announce\nline No dice today.\nend\n")}
		}, NotSound},
		"dice swapped between two rolls": {func(s *story, b *Bundle) {
			r, err := ParseRecord(b.Records[2])
			s.must(err)
			turn := r.Body.(*Turn)
			turn.Rolls[0].Dice, turn.Rolls[1].Dice = turn.Rolls[1].Dice, turn.Rolls[0].Dice
			b.Records = slices.Clone(b.Records)
			b.Records[2], err = r.Print()
			s.must(err)
			b.Records, b.Checkpoints = chained(b.Records), nil
		}, NotSound},
		"all times moved on by a year, chain mended": {func(_ *story, b *Bundle) {
			for i := range b.Records {
				b.Records = replaced(b.Records, i, "time 2026", "time 2027")
			}
			b.Records, b.Checkpoints = chained(b.Records), nil
		}, NotSound}, // the bases of sets and turns, and so the seeds
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := twoTurns(t)
			b := s.bundle()
			tt.tamper(s, &b)
			found := b.Verify()
			if got := found.Verdict(); got != tt.want {
				t.Errorf("%s, want %s\n%v", got, tt.want, found)
			}
			if tt.want == NotSound && len(found.With(Fails)) == 0 {
				t.Error("it does not say what fails")
			}
		})
	}
}

// signedBy is a text signed with another key of the same name.
func (s *story) signedBy(seed, text string) []byte {
	s.t.Helper()
	signer, _, err := GenerateKey(strings.NewReader(strings.Repeat(seed, 100)), "host.example", "eastfront")
	s.must(err)
	key, err := newSigner(signer)
	s.must(err)
	signed, err := note.Sign(&note.Note{Text: text}, key)
	s.must(err)
	return signed
}

// Loose files, as a mailbox holds them.
func TestTamperingWithLooseFiles(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tamper func(ev *Evidence)
		want   Verdict
	}{
		"nothing":             {func(*Evidence) {}, Sound},
		"checkpoint left out": {func(ev *Evidence) { ev.Checkpoints = nil }, NotSigned},
		"genesis left out": {func(ev *Evidence) {
			ev.Records = slices.DeleteFunc(ev.Records, func(b []byte) bool { return bytes.Contains(b, []byte("type genesis")) })
		}, NotSigned},
		"lock left out": {func(ev *Evidence) {
			ev.Records = slices.DeleteFunc(ev.Records, func(b []byte) bool { return bytes.Contains(b, []byte("type lock")) })
		}, NotSound}, // its sets are there, and nothing names them
		"turn left out": {func(ev *Evidence) {
			ev.Records = slices.DeleteFunc(ev.Records, func(b []byte) bool { return bytes.Contains(b, []byte("type turn")) })
		}, NotSound},
		"no records": {func(ev *Evidence) { *ev = Evidence{Checkpoints: ev.Checkpoints} }, NotSigned},
		"state changed": {func(ev *Evidence) {
			ev.States[0] = bytes.Replace(ev.States[0], []byte("infantry 3"), []byte("infantry 9"), 1)
		}, NotSound},
		"state left out": {func(ev *Evidence) { ev.States = nil }, Sound},
		"set left out":   {func(ev *Evidence) { ev.Sets = nil }, Sound},
		"two records of one number": {func(ev *Evidence) {
			ev.Records = append(ev.Records, bytes.Replace(ev.Records[0], []byte("time 2026"), []byte("time 2027"), 1))
		}, NotSound},
		"a head that no record has": {func(ev *Evidence) { ev.Heads = []dice.Hash{dice.Sum(nil)} }, NotSound},
		"a file that is no record":  {func(ev *Evidence) { ev.Records = append(ev.Records, []byte("pbd1 record\nend\n")) }, NotSound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ev := vectorEvidence(t)
			tt.tamper(&ev)
			if got := Verify(ev).Verdict(); got != tt.want {
				t.Errorf("%s, want %s\n%v", got, tt.want, Verify(ev))
			}
		})
	}
}
