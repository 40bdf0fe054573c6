package history

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
)

// Evidence is what a person has to check a game with: the files from a mailbox, or a whole bundle. The order within
// each kind does not matter.
type Evidence struct {
	Records     [][]byte
	Sets        [][]byte
	Intakes     [][]byte
	Words       [][]byte    // of edits, rulings, announcements
	Press       [][]byte    // between players
	States      [][]byte    // texts of positions
	Checkpoints [][]byte    // signed
	Receipts    [][]byte    // signed
	Heads       []dice.Hash // that reports name as the newest record they attach
	Whole       bool        // these are said to be all records: one that is missing is a failure

	Names map[dice.Hash]string // optional: by the hash of a text, the file in which it stands
}

// noteText is how far into a checkpoint its signature begins at the latest; a bundle has checkpoints farther on.
const noteText = 300

// Add puts a file where its first line says it belongs. The bytes must be the
// original ones; a file saved by a mail program needs its CRs removed first.
func (ev *Evidence) Add(file []byte) error {
	first, _, _ := bytes.Cut(file, []byte("\n"))
	switch line := string(first); {
	case line == "pbd1 record":
		ev.Records = append(ev.Records, file)
	case line == "pbd1 set":
		ev.Sets = append(ev.Sets, file)
	case line == "pbd1 intake":
		ev.Intakes = append(ev.Intakes, file)
	case line == "pbd1 words":
		ev.Words = append(ev.Words, file)
	case line == "pbd1 press":
		ev.Press = append(ev.Press, file)
	case strings.HasPrefix(line, "pbd1 state"):
		ev.States = append(ev.States, file)
	case line == "pbd1 receipt":
		ev.Receipts = append(ev.Receipts, file)
	case bytes.Contains(file[:min(len(file), noteText)], []byte("\n\n— ")):
		ev.Checkpoints = append(ev.Checkpoints, file)
	case bytes.Contains(file, []byte("\r")):
		return errors.New("the file has carriage returns; remove them first, as with tr -d '\\r'")
	default:
		return fmt.Errorf("%q begins no record, set, intake, words, press, state, receipt or checkpoint", clip(line))
	}
	return nil
}

// Verify checks everything that the evidence allows to check: each record's
// form and place, each commitment, sum, seed and die, the order sets, intakes
// and states that records name, checkpoints, and at the close the master
// secret. It trusts nothing and needs nothing else.
func Verify(ev Evidence) Findings {
	v := &verifier{evidence: ev}
	v.entries = v.readRecords()
	v.walk()
	v.checkSets()
	v.checkNamed("intake", ev.Intakes, v.absent(), checkIntake)
	v.checkNamed("words", ev.Words, v.absent(), checkWords)
	v.checkPress()
	// A position is not handed over but computed again from setup and orders.
	v.checkNamed("state", ev.States, Unchecked, func([]byte) error { return nil })
	for _, b := range ev.Checkpoints {
		v.checkCheckpoint(b)
	}
	for _, b := range ev.Receipts {
		v.checkReceipt(b)
	}
	v.checkHeads()
	v.checkSigned()
	v.nameFiles()
	return v.found
}

type verifier struct {
	evidence Evidence
	entries  []Entry // parsed, by seq, one each
	known    *known
	signed   int // records that signed checkpoints cover
	found    Findings
}

func (v *verifier) report(s Status, record int, field, format string, args ...any) {
	v.found = append(v.found, Finding{Status: s, Record: record, Field: field, Why: fmt.Sprintf(format, args...)})
}

// reportFile says something of a text that belongs to no single record.
func (v *verifier) reportFile(text []byte, s Status, record int, field, format string, args ...any) {
	v.report(s, record, field, format, args...)
	v.found[len(v.found)-1].File = v.evidence.Names[dice.Sum(text)]
}

// nameFiles names the files of the records that findings are about.
func (v *verifier) nameFiles() {
	files := map[int]string{}
	for _, e := range v.entries {
		files[e.Seq] = v.evidence.Names[e.Hash]
	}
	for i, f := range v.found {
		if f.File == "" {
			v.found[i].File = files[f.Record]
		}
	}
}

// checkSigned reports whether the newest record is signed. The hash chain alone vouches for all records but that one,
// and only if the reader has that one from elsewhere.
func (v *verifier) checkSigned() {
	const field = "signature"
	if len(v.entries) == 0 {
		v.report(Unsigned, NoRecord, field, "there are no records that a checkpoint could cover")
		return
	}
	newest := v.entries[len(v.entries)-1].Seq
	if v.signed > newest {
		v.report(Holds, newest, field,
			"a checkpoint signed by the key of the genesis covers this record, the newest, and all before it")
		return
	}
	v.report(Unsigned, newest, field,
		"no checkpoint signed by the key of the genesis covers records %d to %d: anybody could have changed or added them", v.signed, newest)
}

// absent is the outcome for a text that was not given.
func (v *verifier) absent() Status {
	if v.evidence.Whole {
		return Fails
	}
	return Unchecked
}

// readRecords parses the records and puts them in order.
func (v *verifier) readRecords() []Entry {
	var all []Entry
	for _, b := range v.evidence.Records {
		e, err := parseEntry(b)
		if err != nil {
			v.reportFile(b, Fails, NoRecord, "record", "one of the files is no record: %v", err)
			continue
		}
		all = append(all, e)
	}
	if v.evidence.Whole {
		v.checkOrder(all)
	}
	slices.SortStableFunc(all, func(a, b Entry) int { return a.Seq - b.Seq })
	var out []Entry
	for _, e := range all {
		if n := len(out); n > 0 && out[n-1].Seq == e.Seq {
			if out[n-1].Hash != e.Hash {
				v.reportFile(e.Bytes, Fails, e.Seq, "record", "two different records have this number, %s and %s",
					out[n-1].Hash, e.Hash)
			}
			continue
		}
		out = append(out, e)
	}
	return out
}

// checkOrder checks that each record of a whole chain is in its place.
func (v *verifier) checkOrder(all []Entry) {
	for i, e := range all {
		if e.Seq != i {
			v.report(Fails, e.Seq, "seq", "stands in place %d: a record is dropped, doubled or out of order", i)
			return
		}
	}
}

// walk checks record by record.
func (v *verifier) walk() {
	game := ""
	if len(v.entries) > 0 {
		game = v.entries[0].Game
	} else {
		v.report(v.absent(), NoRecord, "record", "there are no records")
	}
	v.known = newKnown(game)
	next := 0
	for _, e := range v.entries {
		if e.Seq > next {
			v.report(v.absent(), NoRecord, "record", "records %d to %d are not among those given", next, e.Seq-1)
		}
		next = e.Seq + 1
		v.found = append(v.found, v.known.check(e)...)
		v.known.add(e)
	}
}

// checkSets compares each order set that a lock names with the text, if it is
// at hand, and looks for texts that no lock names.
func (v *verifier) checkSets() {
	texts := byHash(v.evidence.Sets)
	named := map[dice.Hash]bool{}
	for _, e := range v.entries {
		l, ok := e.Body.(*Lock)
		if !ok {
			continue
		}
		for _, o := range l.Orders {
			named[o.Set] = true
			v.checkSet(e, l, o, texts[o.Set])
		}
	}
	v.checkUnnamed("set", v.evidence.Sets, named)
}

func (v *verifier) checkSet(e Entry, l *Lock, o dice.OrderRef, text []byte) {
	field := fmt.Sprintf("orders %s %s", o.Role, o.Kind)
	if text == nil {
		switch {
		case v.known.over:
			v.report(v.absent(), e.Seq, field, "the order set %s was not given", o.Set)
		case o.Kind == dice.StandingOrders:
			v.report(Unchecked, e.Seq, field,
				"standing orders stay closed until the game closes; only their hash is public")
		case !v.known.played[l.Epoch]:
			v.report(Unchecked, e.Seq, field,
				"orders that were not played stay closed until the game closes; only their hash is public")
		default:
			v.report(v.absent(), e.Seq, field, "the order set %s was not given", o.Set)
		}
		return
	}
	s, err := ParseSet(text)
	switch {
	case err != nil:
		v.reportFile(text, Fails, e.Seq, field, "%v", err)
	case s.Game != e.Game || s.Role != o.Role || s.Kind != o.Kind:
		v.reportFile(text, Fails, e.Seq, field, "the text is the %s set of %s in game %s", s.Kind, s.Role, s.Game)
	default:
		v.report(Holds, e.Seq, field, "the text has the hash that was locked")
		v.checkBase(e, l, s)
	}
}

// checkBase holds what an order set says it was written on: the record that
// published the commitment, or for standing orders any record before the lock.
func (v *verifier) checkBase(e Entry, l *Lock, s Set) {
	field := fmt.Sprintf("base of orders %s %s", s.Role, s.Kind)
	p, published := v.known.published[l.Epoch]
	seq, ok := v.known.byHash[s.Base]
	switch {
	case s.Kind == dice.TurnOrders && published && s.Base != p.record:
		v.report(Fails, e.Seq, field, "names %s, the commitment was published in %s", s.Base, p.record)
	case s.Kind == dice.StandingOrders && ok && seq >= e.Seq:
		v.report(Fails, e.Seq, field, "names record %d, which came after the lock", seq)
	case ok:
		v.report(Holds, e.Seq, field, "names record %d", seq)
	case v.known.gap:
		v.report(Unchecked, e.Seq, field, "names a record that was not given")
	default:
		v.report(Fails, e.Seq, field, "names %s, which is no record of this game", s.Base)
	}
}

// checkNamed compares the texts that turn records name by hash in a field;
// absent is the outcome for one that was not given.
func (v *verifier) checkNamed(field string, files [][]byte, absent Status, parse func([]byte) error) {
	texts := byHash(files)
	named := map[dice.Hash]bool{}
	for _, e := range v.entries {
		h, ok := namedHash(e.Body, field)
		if !ok {
			continue
		}
		named[h] = true
		text, ok := texts[h]
		if !ok {
			v.report(absent, e.Seq, field, "the text was not given")
			continue
		}
		if err := parse(text); err != nil {
			v.reportFile(text, Fails, e.Seq, field, "%v", err)
			continue
		}
		v.report(Holds, e.Seq, field, "the text has the hash in the record")
	}
	v.checkUnnamed(field, files, named)
}

func namedHash(b Body, field string) (dice.Hash, bool) {
	if field == "words" {
		return RefereeTextOf(b)
	}
	switch b := b.(type) {
	case *Turn:
		if field == "intake" {
			return b.Intake, true
		}
		return b.State, true
	case *Close:
		return b.State, field == "state"
	}
	return dice.Hash{}, false
}

// checkPress looks for the record of each press message. No player has all, so a missing one is no finding.
func (v *verifier) checkPress() {
	texts := byHash(v.evidence.Press)
	named := map[dice.Hash]bool{}
	for _, e := range v.entries {
		a, ok := e.Body.(*Act)
		if !ok || texts[a.Hash] == nil {
			continue
		}
		named[a.Hash] = true
		v.report(Holds, e.Seq, "press", "the letter has the hash in the record")
	}
	for _, b := range v.evidence.Press {
		if !named[dice.Sum(b)] { // its record comes only with the next report
			v.reportFile(b, Unchecked, NoRecord, "press",
				"no record that is here names the letter: the next report brings it, or the letter was changed")
		}
	}
}

func checkIntake(b []byte) error {
	_, err := ParseIntake(b)
	return err
}

// checkUnnamed finds texts whose hash is in no record: changed ones.
func (v *verifier) checkUnnamed(field string, files [][]byte, named map[dice.Hash]bool) {
	for _, b := range files {
		if h := dice.Sum(b); !named[h] {
			v.reportFile(b, Fails, NoRecord, field,
				"no record names the text with hash %s: it was changed, or its record is missing", h)
		}
	}
}

func byHash(files [][]byte) map[dice.Hash][]byte {
	out := make(map[dice.Hash][]byte, len(files))
	for _, b := range files {
		out[dice.Sum(b)] = b
	}
	return out
}

// checkHeads looks for the records that reports name as their newest: the hash
// chain alone cannot vouch for its own last record.
func (v *verifier) checkHeads() {
	for _, h := range v.evidence.Heads {
		if seq, ok := v.known.byHash[h]; ok {
			v.report(Holds, seq, "head", "is the record that a report names as its newest")
		} else {
			v.report(Fails, NoRecord, "head", "a report names %s as its newest record, but no file has that hash", h)
		}
	}
}

// checkReceipt checks a receipt's signature, and looks for its orders among those that were locked later. If they are
// missing it proves nothing: a player may replace their orders.
func (v *verifier) checkReceipt(signed []byte) {
	const field = "receipt"
	if v.known.genesis == nil {
		v.reportFile(signed, Unchecked, NoRecord, field, "its key stands in the genesis, which was not given")
		return
	}
	r, err := OpenReceipt(signed, v.known.genesis.VKey)
	if err != nil {
		v.reportFile(signed, Fails, NoRecord, field, "%v", err)
		return
	}
	v.reportFile(signed, Holds, NoRecord, field, "mail %d of game %s was received and signed for", r.Arrival, r.Game)
	for _, e := range v.entries {
		l, ok := e.Body.(*Lock)
		if ok && slices.ContainsFunc(l.Orders, func(o dice.OrderRef) bool { return o.Set == r.Set }) {
			v.report(Holds, e.Seq, field, "its orders are locked in this record")
			return
		}
	}
	v.reportFile(signed, Unchecked, NoRecord, field, "none of the records given locks its orders")
}

func (v *verifier) checkCheckpoint(signed []byte) {
	const field = "checkpoint"
	if v.known.genesis == nil {
		v.reportFile(signed, Unchecked, NoRecord, field, "its key stands in the genesis, which was not given")
		return
	}
	p, err := OpenCheckpoint(signed, v.known.genesis.VKey)
	if err != nil {
		v.reportFile(signed, Fails, NoRecord, field, "%v", err)
		return
	}
	v.reportFile(signed, Holds, NoRecord, field, "%d records, signed by %s", p.Size, p.Origin)
	if p.Size > len(v.entries) || p.Size > 0 && v.entries[p.Size-1].Seq != p.Size-1 {
		v.reportFile(signed, v.absent(), NoRecord, field+" root",
			"it covers %d records, not all of them were given", p.Size)
		return
	}
	records := make([][]byte, p.Size)
	for i := range records {
		records[i] = v.entries[i].Bytes
	}
	if TreeRoot(records) != p.Root {
		v.reportFile(signed, Fails, NoRecord, field+" root", "the records given are not those that were signed")
		return
	}
	v.signed = max(v.signed, p.Size)
	v.reportFile(signed, Holds, NoRecord, field+" root", "the records given are those that were signed")
}
