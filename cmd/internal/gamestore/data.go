package gamestore

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/env"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// Data is all that is known of a game except persons and secrets: enough to play it again.
type Data struct {
	Setup        game.Setup `json:"setup"`
	Engine       string     `json:"engine"`  // that runs it now
	Setups       [][]byte   `json:"setups"`  // texts that genesis and upgrade records name as rules
	Engines      [][]byte   `json:"engines"` // and as engines
	Records      [][]byte   `json:"records"`
	Sets         [][]byte   `json:"sets"` // all order sets, closed ones too
	Intakes      [][]byte   `json:"intakes"`
	RefereeTexts [][]byte   `json:"words"`    // of edits, rulings, announcements
	Position     []byte     `json:"position"` // as gamestore.EncodePosition writes it
	OnFile       [][]byte   `json:"on_file"`  // standing order sets in force
	// Checkpoints are signed: those that came with an import and, where the signing key is, that of the newest record.
	Checkpoints [][]byte `json:"checkpoints"`
}

// Evidence is the game as package replay checks it.
func (d Data) Evidence() (replay.Evidence, error) {
	pos, err := DecodePosition(d.Position)
	return replay.Evidence{Source: replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.RefereeTexts, Parse: filing.Parse},
		Intakes: d.Intakes, Checkpoints: d.Checkpoints, Position: pos, OnFile: d.OnFile}, err
}

// ReadData reads all of a game as it lies in the store, sound or not: it is for an audit to say what is wrong with it.
func ReadData(e *env.Env, row *store.Game) (d Data, err error) {
	v, err := row.Setup()
	if err != nil {
		return d, err
	}
	if d.Setup, err = DecodeSetup(v.Bytes); err != nil {
		return d, err
	}
	var l State
	if err = GetJSON(row, PartState, "life", &l); err != nil {
		return d, err
	}
	d.Engine = l.Engine
	if err := d.readVersionTexts(row); err != nil {
		return d, err
	}
	for r, err := range row.Records(0) {
		if err != nil {
			return d, err
		}
		d.Records = append(d.Records, r)
	}
	for part, texts := range map[store.Part]*[][]byte{store.Sets: &d.Sets, PartIntakes: &d.Intakes, PartRefereeTexts: &d.RefereeTexts, PartCheckpoints: &d.Checkpoints, partStanding: &d.OnFile} {
		if *texts, err = ReadPart(row, part); err != nil {
			return d, err
		}
	}
	snap, _, err := row.Snapshot()
	d.Position = snap.Bytes
	return addCheckpoint(e, d), err
}

// addCheckpoint adds the checkpoint of the newest record, if the signing key is here and there is a chain to sign.
func addCheckpoint(e *env.Env, d Data) Data {
	signer, err := e.Secrets.Signer(d.Setup.Name)
	if err != nil {
		return d
	}
	chain, err := history.ReadChain(d.Setup.Name, d.Records)
	if err != nil {
		return d
	}
	if point, err := chain.Checkpoint(signer); err == nil {
		d.Checkpoints = append(d.Checkpoints, point)
	}
	return d
}

// openedSets tells whether all order sets of a game are open, and which turn sets are because they were played.
func openedSets(chain *history.Chain) (over bool, played map[dice.Hash]bool) {
	played = map[dice.Hash]bool{}
	var lock *history.Lock
	for _, e := range chain.Entries() {
		switch b := e.Body.(type) {
		case *history.Lock:
			lock = b
		case *history.Turn:
			for _, o := range lock.Orders {
				if o.Kind == dice.TurnOrders {
					played[o.Set] = true
				}
			}
		case *history.Close:
			over = true
		}
	}
	return over, played
}

// readVersionTexts reads the texts of rules and engines that records name. A store of an older version has those of now alone.
func (d *Data) readVersionTexts(row *store.Game) (err error) {
	if d.Setups, err = ReadPart(row, PartSetups); err != nil {
		return err
	}
	if d.Engines, err = ReadPart(row, PartEngines); err != nil || len(d.Setups) > 0 {
		return err
	}
	setup, err := d.Setup.Text()
	d.Setups, d.Engines = [][]byte{setup}, [][]byte{dice.Text(d.Engine)}
	return err
}

// ReadPart reads all values of a part.
func ReadPart(row *store.Game, p store.Part) ([][]byte, error) {
	var out [][]byte
	for e, err := range row.All(p, "") {
		if err != nil {
			return nil, err
		}
		out = append(out, e.Value.Bytes)
	}
	return out, nil
}

// Bundle is the game as one file. Standing orders that are still closed are in it only if sealed says so: without them everybody
// may have the file; with them another host can go on with the game.
func (d Data) Bundle(sealed bool) (history.Bundle, error) {
	chain, err := history.ReadChain(d.Setup.Name, d.Records)
	if err != nil {
		return history.Bundle{}, err
	}
	over, played := openedSets(chain)
	b := history.Bundle{Game: d.Setup.Name, Setups: d.Setups, Engines: d.Engines, Records: d.Records,
		Intakes: d.Intakes, Words: d.RefereeTexts, Checkpoints: d.Checkpoints}
	for _, text := range (replay.Source{Records: d.Records, Sets: d.Sets}).Locked() {
		if over || sealed || played[dice.Sum(text)] {
			b.Sets = append(b.Sets, text)
		}
	}
	return b, nil
}

// RecordsWithCheckpoint are the records from a number on, as files, with a signed checkpoint of the newest.
func RecordsWithCheckpoint(e *env.Env, g *Game, from int) ([]layout.File, error) {
	name := g.Setup.Name
	var files []layout.File
	for _, r := range g.Chain.From(from) {
		files = append(files, layout.File{Name: history.RecordFile(name, r.Seq), Type: OctetStream, Data: r.Bytes})
	}
	point, err := CheckpointFile(e, g)
	return append(files, point), err
}

// CheckpointFile is a signed checkpoint of the newest record, as a file.
func CheckpointFile(e *env.Env, g *Game) (layout.File, error) {
	signer, err := e.Secrets.Signer(g.Setup.Name)
	if err != nil {
		return layout.File{}, err
	}
	point, err := g.Chain.Checkpoint(signer)
	return layout.File{Name: checkpointName(g.Setup.Name, g.Chain.Len()-1), Type: OctetStream, Data: point}, err
}

func checkpointName(name string, seq int) string {
	return name + "-" + strconv.Itoa(seq) + "-checkpoint.txt"
}

// MeterResolution tells the meter how long the orders of a game took since a moment.
func MeterResolution(e *env.Env, g *Game, since time.Time) {
	e.Metering().Played(g.Setup.Rules, e.Now().Sub(since))
}

// RecordAct records what somebody around the table did. About is whom it concerns, an address mostly: the chain holds only the hash of a
// text that is salted, so that it tells nothing to who guesses, and nothing at all once the text is erased.
func RecordAct(e *env.Env, g *Game, actor, what, about string) (history.Entry, error) {
	if g.Chain.Over() { // people may still go, but the history has ended: a number that no record has names the news
		g.State.ActsAfterEnd++
		return history.Entry{Record: history.Record{Seq: g.Chain.Len() + g.State.ActsAfterEnd}}, g.Save()
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(e.Random, salt); err != nil {
		return history.Entry{}, err
	}
	text := dice.Text("pbd1 act", "game "+g.Setup.Name, "actor "+actor, "what "+what, "about "+about, "salt "+hex.EncodeToString(salt), "end")
	hash := dice.Sum(text)
	if err := g.Row.PutOnce(PartActs, hash.String(), store.Value{Version: FormatVersion, Bytes: text}); err != nil {
		return history.Entry{}, err
	}
	return Record(e, g, &history.Act{Actor: actor, What: what, Hash: hash})
}

// Record writes a record of an act into the game's history and saves the game.
func Record(e *env.Env, g *Game, body history.Body) (history.Entry, error) {
	entry, err := g.AppendRecord(body, e.Now())
	if err != nil {
		return entry, err
	}
	return entry, g.Save()
}

// SeqName names the news of a record.
func SeqName(e history.Entry) string { return strconv.Itoa(e.Seq) }

// MasterSecret is the secret from which a game's dice come now, held against the newest commitment to one. Secrets that were replaced are
// handed to the game, whose end reveals them all; with them goes what the house says of locks.
func MasterSecret(e *env.Env, g *Game) (dice.Master, error) {
	name, committed := g.Setup.Name, g.Chain.Masters()
	if len(committed) == 0 {
		return dice.Master{}, fmt.Errorf("game %s has no genesis record", name)
	}
	all, err := e.Secrets.Masters(name, len(committed))
	if err != nil {
		return dice.Master{}, err
	}
	for i, m := range all {
		if m.Commitment(name) != committed[i] {
			return dice.Master{}, fmt.Errorf("%s is not the master secret that game %s committed to: restore the file from your backup", e.Secrets.MasterPath(name, i+1), name)
		}
	}
	last := len(all) - 1
	g.Replaced = all[:last]
	g.Delay, _ = g.State.House.Duration("beacon-delay")
	return all[last], nil
}
