package daemon

import (
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/filing"
	"fieldpost/store"
)

// GameRow is a game in a list.
type GameRow struct {
	Name    string    `json:"name"`
	Rules   string    `json:"rules"`
	Round   int       `json:"round"`
	Awaited []Awaited `json:"awaited"`
	Records int       `json:"records"`
	Started time.Time `json:"started,omitzero"`
	Winner  string    `json:"winner,omitempty"`
	Beacon  time.Time `json:"beacon,omitzero"` // when the value comes that locked orders wait for
	Held    string    `json:"held,omitempty"`  // why nothing is played
	// Deadline is the first one; zero while none runs.
	Deadline time.Time `json:"deadline,omitzero"`
	Paused   bool      `json:"paused,omitempty"` // the clocks stand still
	Bids     bool      `json:"bids,omitempty"`   // it begins when the secret bids are settled
	Ended    string    `json:"ended,omitempty"`  // how, if no go decided it: draw, end, surrender
}

// Awaited is whom a game waits for, and for what.
type Awaited struct {
	Power    board.Power `json:"power"`
	What     string      `json:"what"`
	Space    string      `json:"space,omitempty"`
	Deadline time.Time   `json:"deadline,omitzero"` // zero while none runs for it
}

// SeatRow is a seat as the operator sees it. Key is filled in only where it was asked for.
type SeatRow struct {
	Power    board.Power          `json:"power"`
	Role     string               `json:"role"`
	Name     string               `json:"name,omitempty"`
	Address  string               `json:"address,omitempty"`
	Language string               `json:"language,omitempty"`
	Zone     string               `json:"zone,omitempty"`
	Others   []string             `json:"others,omitempty"` // further addresses of the person
	Lost     []roster.LostAddress `json:"lost,omitempty"`   // those that mail comes back from
	Bounced  string               `json:"bounced,omitempty"`
	Bot      bool                 `json:"bot,omitempty"`
	Waits    bool                 `json:"waits,omitempty"` // the address has yet to confirm
	PGP      bool                 `json:"pgp,omitempty"`   // an OpenPGP key is on file
	Key      string               `json:"key,omitempty"`
}

// GameView is a game in full.
type GameView struct {
	GameRow
	Options  []string  `json:"options"`
	Seats    []SeatRow `json:"seats"`
	Others   []SeatRow `json:"chairs,omitempty"` // the referee, observers, substitutes
	Asks     []string  `json:"asks,omitempty"`   // the lines by which the referee lets in who asks
	Head     string    `json:"head"`
	VKey     string    `json:"vkey"`
	Position []byte    `json:"position"` // as gamestore.EncodePosition writes it, without orders that are sealed
}

// GameName names a game in a request.
type GameName struct {
	Game string `json:"game"`
}

func (t *Table) rowOf() GameRow {
	r := GameRow{Name: t.Setup.Name, Rules: t.Setup.Rules, Round: t.Pos.Round, Awaited: []Awaited{}, Records: t.Chain.Len(), Started: t.Life.Started, Ended: t.Life.Ended, Bids: t.Life.Bids.Running()}
	if t.Pos.Winner != board.NoSide {
		r.Winner = t.Pos.Winner.String()
	} else if t.Pos.Drawn {
		r.Ended = game.Draw
	}
	if w := t.Life.Clock.First(); w != nil {
		r.Deadline = w.At
	}
	r.Paused = t.Life.Clock.Pause != nil
	if r.Beacon = t.BeaconTime(); t.Stopped() {
		r.Held = t.Life.Stopped.Why
	} else if t.waitsForReferee() {
		r.Held = "it was rolled back and waits for the referee's go on"
	}
	until := t.deadlines()
	for _, a := range t.Awaited() {
		r.Awaited = append(r.Awaited, Awaited{Power: a.Power, What: a.What, Space: t.Rules.Board.Name(a.Space), Deadline: until[a.Power]})
	}
	return r
}

func seatRow(s roster.Seat) SeatRow {
	return SeatRow{Power: s.Power, Role: s.Role, Name: s.Name, Address: s.Address, Language: s.Language, Zone: s.Zone, Others: s.Others, Lost: s.Lost, Bounced: s.Bounced, Bot: s.Bot,
		Waits: s.Unproved, PGP: s.PGP != ""}
}

func (o *Office) actNew(tx *store.Tx, n NewGame) (any, error) {
	t, err := o.Found(tx, n)
	if err != nil {
		return nil, err
	}
	return t.rowOf(), nil
}

func (o *Office) actList(tx *store.Tx, _ struct{}) (any, error) {
	rows := []GameRow{}
	for name, err := range tx.Games() {
		if err != nil {
			return nil, err
		}
		row, err := rowIn(tx, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// rowIn is a game's row as it was written last; a game without one is opened for it.
func rowIn(tx *store.Tx, name string) (r GameRow, err error) {
	g, err := tx.Game(name)
	if err != nil {
		return r, err
	}
	if err := getJSON(g, partLife, "row", &r); err != nil || r.Name != "" {
		return r, err
	}
	t, err := openTable(tx, name)
	if err != nil {
		return r, err
	}
	return t.rowOf(), nil
}

func (o *Office) actShow(tx *store.Tx, n GameName) (any, error) {
	t, err := openGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	v := GameView{GameRow: t.rowOf(), Options: []string{}, Head: t.Chain.Head().String(), VKey: t.Life.VKey}
	for _, s := range t.Rules.Options.All() {
		v.Options = append(v.Options, s.Name+" "+s.Value)
	}
	for _, s := range t.Seats {
		v.Seats = append(v.Seats, seatRow(s))
	}
	for _, s := range t.Others {
		if s.Taken() {
			v.Others = append(v.Others, seatRow(s))
		}
	}
	v.Asks = t.waiting()
	v.Position, err = gamestore.EncodePosition(disclosed(t.Pos)) // without what is sealed
	return v, err
}

// GameStart begins a game; Anyway: though not every address has confirmed.
type GameStart struct {
	GameName
	Anyway bool `json:"anyway,omitempty"`
}

func (o *Office) actStart(tx *store.Tx, n GameStart) (any, error) {
	t, err := openGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	if n.Anyway {
		if err := o.vouch(tx, t); err != nil {
			return nil, err
		}
		if t.Life.Bids.Running() {
			err := o.settleBids(tx, t)
			return t.rowOf(), err
		}
	}
	if err := o.Start(tx, t); err != nil {
		return nil, err
	}
	return t.rowOf(), nil
}

func powers(t *Table) string {
	var names []string
	for _, p := range t.Rules.Board.Powers() {
		names = append(names, string(p))
	}
	return strings.Join(names, ", ")
}

// GameData is all that is known of a game except persons and secrets: enough to play it again.
type GameData struct {
	Setup    game.Setup `json:"setup"`
	Engine   string     `json:"engine"`  // that runs it now
	Setups   [][]byte   `json:"setups"`  // texts that genesis and upgrade records name as rules
	Engines  [][]byte   `json:"engines"` // and as engines
	Records  [][]byte   `json:"records"`
	Sets     [][]byte   `json:"sets"` // all order sets, closed ones too
	Intakes  [][]byte   `json:"intakes"`
	Words    [][]byte   `json:"words"`    // of edits, rulings, announcements
	Position []byte     `json:"position"` // as gamestore.EncodePosition writes it
	OnFile   [][]byte   `json:"on_file"`  // standing order sets in force
	// Checkpoints are signed: those that came with an import and, where the signing key is, that of the newest record.
	Checkpoints [][]byte `json:"checkpoints"`
}

// Evidence is the game as package replay checks it.
func (d GameData) Evidence() (replay.Evidence, error) {
	pos, err := gamestore.DecodePosition(d.Position)
	return replay.Evidence{Source: replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.Words, Parse: filing.Parse},
		Intakes: d.Intakes, Checkpoints: d.Checkpoints, Position: pos, OnFile: d.OnFile}, err
}

func (o *Office) actData(tx *store.Tx, n GameName) (any, error) {
	row, err := findGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	return o.data(row)
}

// data reads all of a game as it lies in the store, sound or not: it is for an audit to say what is wrong with it.
func (o *Office) data(row *store.Game) (d GameData, err error) {
	v, err := row.Setup()
	if err != nil {
		return d, err
	}
	if d.Setup, err = gamestore.DecodeSetup(v.Bytes); err != nil {
		return d, err
	}
	var l life
	if err = getJSON(row, partLife, "life", &l); err != nil {
		return d, err
	}
	d.Engine = l.Engine
	if err := d.readTexts(row); err != nil {
		return d, err
	}
	for r, err := range row.Records(0) {
		if err != nil {
			return d, err
		}
		d.Records = append(d.Records, r)
	}
	for part, texts := range map[store.Part]*[][]byte{store.Sets: &d.Sets, partIntakes: &d.Intakes, partWords: &d.Words, partCheckpoints: &d.Checkpoints, partStanding: &d.OnFile} {
		if *texts, err = drawer(row, part); err != nil {
			return d, err
		}
	}
	snap, _, err := row.Snapshot()
	d.Position = snap.Bytes
	return o.sign(d), err
}

// sign adds the checkpoint of the newest record, if the signing key is here and there is a chain to sign.
func (o *Office) sign(d GameData) GameData {
	signer, err := o.Secrets.Signer(d.Setup.Name)
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

// opened tells whether all order sets of a game are open, and which turn sets are because they were played.
func opened(chain *history.Chain) (over bool, played map[dice.Hash]bool) {
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

// readTexts reads the texts of rules and engines that records name. A store of an older version has those of now alone.
func (d *GameData) readTexts(row *store.Game) (err error) {
	if d.Setups, err = drawer(row, partSetups); err != nil {
		return err
	}
	if d.Engines, err = drawer(row, partEngines); err != nil || len(d.Setups) > 0 {
		return err
	}
	setup, err := d.Setup.Text()
	d.Setups, d.Engines = [][]byte{setup}, [][]byte{dice.Text(d.Engine)}
	return err
}

// drawer reads all values of a part.
func drawer(row *store.Game, p store.Part) ([][]byte, error) {
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
func (d GameData) Bundle(sealed bool) (history.Bundle, error) {
	chain, err := history.ReadChain(d.Setup.Name, d.Records)
	if err != nil {
		return history.Bundle{}, err
	}
	over, played := opened(chain)
	b := history.Bundle{Game: d.Setup.Name, Setups: d.Setups, Engines: d.Engines, Records: d.Records,
		Intakes: d.Intakes, Words: d.Words, Checkpoints: d.Checkpoints}
	for _, text := range (replay.Source{Records: d.Records, Sets: d.Sets}).Locked() {
		if over || sealed || played[dice.Sum(text)] {
			b.Sets = append(b.Sets, text)
		}
	}
	return b, nil
}
