package gamestore

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
)

// JoinRequest is what somebody at the door wants.
type JoinRequest struct {
	Game    string
	Power   board.Power // Nobody: to look on
	Setting string      // of the house, that decides
	Standby bool        // to be a substitute
}

// HeldMail is a letter with a seat's key from an address that is not the seat's, which waits for its player's word
// (setting unknown-address hold).
type HeldMail struct {
	Mail uint64    `json:"letter"`
	Seat string    `json:"seat"`
	At   time.Time `json:"at"`
}

// MaxHeldMails is how many letters are held for a seat; the oldest give way.
const MaxHeldMails = 10

// LaterOrders are standing orders and answers that came after a lock: they count from the next go on.
type LaterOrders struct {
	Role  string   `json:"role"`
	Lines []string `json:"lines"` // canonical
	Salt  string   `json:"salt,omitempty"`
}

// OrderCount is how many order mails of each seat were accepted while one power was on turn.
type OrderCount struct {
	Round int            `json:"round"`
	Power board.Power    `json:"power"`
	Of    map[string]int `json:"of"` // by role
}

// Turn orders that name neither round nor base, and answer no mail of this turn, may be an old mail that somebody sends again
// (dice.md TH-14). They are refused if the mail was written before the turn began, or if the seat has had the same orders played before. Who
// means them says so with the round.

// begunTurn is when a turn began: with the record of the go before it.
type begunTurn struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// noteTurnBegin takes note of a turn that has begun.
func noteTurnBegin(g *Game) {
	name := g.Game.Turn()
	if name == g.State.Turn.Name {
		return
	}
	g.State.Turn = begunTurn{Name: name}
	if seq, ok := g.Chain.Find(g.Base()); ok {
		g.State.Turn.At = g.Chain.From(seq)[0].Time
	}
}

// TurnBegan is when the turn began that is played: no earlier than the game.
func (g *Game) TurnBegan() time.Time {
	if at := g.State.Turn.At; at.After(g.State.Started) {
		return at
	}
	return g.State.Started
}

// PartPlayed is where stands which turn orders each role has had played: ROLE/HASH, with the hash of their lines.
const PartPlayed store.Part = "played"

func PlayedKey(role string, lines []string) string {
	return role + "/" + dice.Sum(dice.Text(lines...)).String()
}

// NotePlayed remembers the turn orders of a set that was played.
func NotePlayed(g *store.Game, set []byte) error {
	s, err := history.ParseSet(set)
	if err != nil || s.Kind != dice.TurnOrders || len(s.Orders) == 0 {
		return err
	}
	return g.Put(PartPlayed, PlayedKey(s.Role, s.Orders), store.Value{Version: FormatVersion, Bytes: []byte(s.Base.String())})
}

// ForgetPlayed forgets the turn orders of goes that do not stand any more: they may be sent again.
func (g *Game) ForgetPlayed(resolutions []*game.Resolution) error {
	for _, res := range resolutions {
		s := g.Rules.Board.SeatOf(res.Power)
		if s == nil {
			continue // nobody's: the deal of advantages
		}
		if err := g.Row.Delete(PartPlayed, PlayedKey(s.Role, res.Orders)); err != nil {
			return err
		}
	}
	return nil
}

// RoleQuote is a head that a seat quoted.
type RoleQuote struct {
	Role string    `json:"role"`
	Head dice.Hash `json:"head"`
}

// admission are who may come into a game, beyond its settings, and who waits for the referee's word.
type admission struct {
	Allow   []string      `json:"allow,omitempty"` // addresses, or *@domain
	Deny    []string      `json:"deny,omitempty"`  // stronger than allow
	Pending []PendingJoin `json:"requests,omitempty"`
}

// PendingJoin is one to join that waits for the referee.
type PendingJoin struct {
	Person roster.Person `json:"person"`
	Join   JoinRequest   `json:"wish"`
	At     time.Time     `json:"at"`
}

// MaxPendingJoins is how many may wait in a game.
const MaxPendingJoins = 50

// PolicyFor is what a request meets: open, approval or closed. Who opened the game comes in.
func PolicyFor(g *Game, setting, addr string, own bool) string {
	matches := func(pattern string) bool { return MatchesAddress(pattern, addr) }
	switch {
	case own:
		return "open"
	case slices.ContainsFunc(g.State.Admission.Deny, matches):
		return "closed"
	case slices.ContainsFunc(g.State.Admission.Allow, matches):
		return "open"
	}
	way := g.State.House.Get(setting)
	if r := g.Referee(); way == "approval" && (r == nil || !r.Taken()) {
		return "closed" // nobody is there to ask
	}
	return way
}

// MatchesAddress holds an address against an address or *@domain.
func MatchesAddress(pattern, addr string) bool {
	addr, pattern = mailio.FoldAddress(addr), mailio.FoldAddress(pattern)
	if domain, any := strings.CutPrefix(pattern, "*@"); any {
		return strings.HasSuffix(addr, "@"+domain)
	}
	return addr == pattern
}

// Name is a request in a Message-ID.
func (r PendingJoin) Name() string {
	return store.DigestOf([]byte(r.Line("approve") + r.At.Format(time.RFC3339Nano))).String()[:12]
}

// Line is the line by which the referee answers.
func (r PendingJoin) Line(verb string) string {
	line := verb + " " + r.Person.Address
	if r.Join.Power != board.Nobody {
		line += " as " + string(r.Join.Power)
	}
	return line
}

// ApproveLines are the lines by which the referee can answer what waits for him.
func ApproveLines(g *Game) []string {
	var out []string
	for _, r := range g.State.Admission.Pending {
		out = append(out, ApproveLine(g, r))
	}
	return out
}

// ApproveLine is the line by which the referee lets in who asks: in place of who sits there, if the seat has been taken meanwhile.
func ApproveLine(g *Game, r PendingJoin) string {
	if s := g.Seat(r.Join.Power); s != nil && s.Taken() && !r.Join.Standby {
		return fmt.Sprintf("replace %s with %s", s.Power, r.Person.Address)
	}
	return r.Line("approve")
}

// A letter that is signed with the OpenPGP key on file for a seat needs no line with the seat's key. Only the text under the signature
// counts then. It must say for which game and which position it is meant, and is good for once: so nobody can use it again.

// signatures are the signed letters that were taken for the position at hand, by the hash of what was signed.
type signatures struct {
	Base  string      `json:"base,omitempty"`
	Taken []dice.Hash `json:"taken,omitempty"`
}

// Signatures are those of the position at hand; those of one before are void by their base.
func (g *Game) Signatures() *signatures {
	s := &g.State.Signatures
	if base := g.Base().String(); s.Base != base {
		*s = signatures{Base: base}
	}
	return s
}

// State is what is known of a game besides its rules: whether it runs, and the mails that came since the last go.
type State struct {
	game.Conduct
	VKey         string            `json:"vkey"`
	Engine       string            `json:"engine"` // that the genesis record names
	Arrived      int               `json:"arrived"`
	Intake       []history.Arrival `json:"intake,omitempty"`
	Orders       OrderCount        `json:"orders,omitzero"`
	Quotes       []RoleQuote       `json:"quotes,omitempty"` // heads that players quoted since the last go
	Salt         string            `json:"salt,omitempty"`   // of the turn orders that wait for the deadline
	Tail         history.Tail      `json:"tail,omitzero"`    // of the chain, so that it goes on without its past being read
	Admission    admission         `json:"doors,omitzero"`   // who may come in, and who waits to
	ActsAfterEnd int               `json:"after,omitempty"`  // acts of people since the history ended
	Held         []HeldMail        `json:"held,omitempty"`   // letters that wait for a seat's word
	Signatures   signatures        `json:"seals,omitzero"`   // signed letters that were taken
	// Unplaced is, by role, the orders that were refused once because they end the turn with units unplaced.
	Unplaced map[string]dice.Hash `json:"unplaced,omitempty"`

	chainState
	Turn begunTurn `json:"turn,omitzero"` // that is played
}
