package gamestore

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/env"
	"fieldpost/orders/filing"
	"fieldpost/store"
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

// Evidence returns the game as package replay checks it.
func (d Data) Evidence() (replay.Evidence, error) {
	pos, err := DecodePosition(board.Named(d.Setup.Rules), d.Position)
	return replay.Evidence{Source: replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets,
		Words: d.RefereeTexts, Parse: filing.Parse},
		Intakes: d.Intakes, Checkpoints: d.Checkpoints, Position: pos, OnFile: d.OnFile}, err
}

// ReadData reads all of a game as it is stored, sound or not, so that an audit can say what is wrong with it.
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
	for part, texts := range map[store.Part]*[][]byte{store.Sets: &d.Sets, PartIntakes: &d.Intakes,
		PartRefereeTexts: &d.RefereeTexts, PartCheckpoints: &d.Checkpoints, partStanding: &d.OnFile} {
		if *texts, err = ReadPart(row, part); err != nil {
			return d, err
		}
	}
	snap, _, err := row.Snapshot()
	d.Position = snap.Bytes
	return addCheckpoint(e, d), err
}

// readVersionTexts reads the texts of rules and engines that records name. A store of an older version has only those
// in force.
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

// ReadPart returns the values of a part of a game.
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

// addCheckpoint adds the checkpoint of the newest record, if the signing key is here and the records are a chain.
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

// Bundle returns the game as one file. With sealed it holds the standing orders that are still closed, so that another
// server can go on with the game; without them anybody may have the file.
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

// openedSets reports whether the game is over, which opens all order sets, and returns the turn sets that are open
// because they were played.
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
