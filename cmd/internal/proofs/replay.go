package proofs

import (
	"fmt"
	"maps"
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
)

// Replay plays the order sets of all games and holds every position against the state in its record, as far as the sets
// are open.
func (p *Proofs) Replay() history.Findings {
	var out history.Findings
	for _, b := range p.Bundles {
		ev := history.Evidence{Records: b.Records, Sets: b.Sets, Words: b.Words}
		out = append(out, inFile(b.File, playAgain(ev, b.Setups))...)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Games)) {
		out = append(out, p.ofGame(name, playAgain(*p.Games[name], p.Setups))...)
	}
	return out
}

// playAgain plays one game.
func playAgain(ev history.Evidence, setups [][]byte) history.Findings {
	unchecked := func(seq int, format string, args ...any) history.Findings {
		return history.Findings{{Status: history.Unchecked, Record: seq, Field: "state",
			Why: fmt.Sprintf(format, args...), File: ""}}
	}
	records, files := inOrder(ev)
	if len(records) == 0 {
		return unchecked(history.NoRecord, "nothing can be played: the genesis was not given")
	}
	genesis, ok := records[0].Body.(*history.Genesis)
	if !ok {
		return unchecked(history.NoRecord, "nothing can be played: record 0 is no genesis")
	}
	rules := genesis.Rules
	src := replay.Source{Sets: ev.Sets, Words: ev.Words, Parse: filing.Parse, Closed: true}
	for i, r := range records {
		src.Records = append(src.Records, files[i])
		if u, ok := r.Body.(*history.Upgrade); ok {
			rules = u.Rules
		}
	}
	setup, err := setupOf(records[0].Game, rules, setups)
	if err != nil {
		return unchecked(history.NoRecord, "nothing can be played: %v", err)
	}
	src.Setup = setup
	g, err := replay.Play(src)
	if err != nil {
		return unchecked(history.NoRecord, "nothing can be played: %v", err)
	}
	return findings(g, ev.Names, files)
}

// findings says what came of playing a game again.
func findings(g *replay.Game, names map[dice.Hash]string, records [][]byte) history.Findings {
	var out history.Findings
	add := func(s history.Status, seq int, field, why string) {
		f := history.Finding{Status: s, Record: seq, Field: field, Why: why}
		if seq >= 0 && seq < len(records) {
			f.File = names[dice.Sum(records[seq])]
		}
		out = append(out, f)
	}
	differs := map[int]bool{}
	for _, d := range g.Differences {
		differs[d.Record] = true
		why := "played again, it is: " + d.Found
		if d.Expected != "" {
			why = fmt.Sprintf("played again, it must be %s, the record says %s", d.Expected, d.Found)
		}
		add(history.Fails, d.Record, d.What, why)
	}
	for _, x := range g.Resolutions {
		if !differs[x.Turn] {
			add(history.Holds, x.Turn, "state", "the orders, played again, come to this position with these dice")
		}
	}
	if g.Closed > 0 {
		add(history.Unchecked, g.Closed, "state",
			"some of its orders are still closed, or were not given: from here on nothing can be played")
	}
	return out
}

// inOrder are the records from the genesis on, up to the first that is missing, with their bytes.
func inOrder(ev history.Evidence) (records []history.Record, texts [][]byte) {
	bySeq := map[int][]byte{}
	parsed := map[int]history.Record{}
	for _, b := range ev.Records {
		if r, err := history.ParseRecord(b); err == nil { // else Verify finds it
			bySeq[r.Seq], parsed[r.Seq] = b, r
		}
	}
	for seq := range len(bySeq) {
		r, ok := parsed[seq]
		if !ok {
			break
		}
		records, texts = append(records, r), append(texts, bySeq[seq])
	}
	return records, texts
}

// setupOf is the set-up with which a game is played: of the texts given the one with the hash that the records name. A
// game without options needs none, since its text follows from its name and its rules.
func setupOf(name string, rules dice.Hash, texts [][]byte) (game.Setup, error) {
	for _, text := range texts {
		if dice.Sum(text) == rules {
			return game.ParseSetup(text)
		}
	}
	for _, r := range []string{"revised", "europe"} {
		s := game.Setup{Name: name, Rules: r}
		if text, err := s.Text(); err == nil && dice.Sum(text) == rules {
			return s, nil
		}
	}
	return game.Setup{}, fmt.Errorf("the text of its rules, with hash %s, was not given: an exported game has it",
		rules)
}
