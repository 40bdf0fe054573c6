package history

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
)

// Next announces the commitment C_e of the next epoch (§1). It is in the genesis and in every record that closes an
// epoch.
type Next struct {
	Epoch  int
	Commit dice.Hash
}

func (n *Next) walk(c *coder) {
	c.field("next", fmt.Sprintf("%d %s", n.Epoch, n.Commit), func(s string) (err error) {
		epoch, commit, _ := strings.Cut(s, " ")
		if n.Epoch, err = parseEpoch(epoch); err != nil {
			return err
		}
		n.Commit, err = dice.ParseHash(commit)
		return err
	})
}

func parseEpoch(s string) (int, error) {
	n, err := dice.ParseNumber(s)
	if err == nil && n == 0 {
		err = errors.New("epochs count from 1")
	}
	return n, err
}

func (c *coder) epoch(n *int) {
	c.field("epoch", fmt.Sprint(*n), func(s string) (err error) {
		*n, err = parseEpoch(s)
		return err
	})
}

func (c *coder) phrase(name string, v *string) { c.word(name, v, checkPhrase) }

// Genesis begins a game: what is played, by which players, and the commitments to all
// secrets.
type Genesis struct {
	Rules  dice.Hash // of the setup text
	Engine dice.Hash // of the engine's version text
	Tier   int       // 0, or 2 with a beacon
	Roles  []string  // in the order of the game
	VKey   string    // verifier key of the checkpoints, a signed note's
	Master dice.Hash // MC
	Next   Next      // C_1
}

// Type returns "genesis".
func (*Genesis) Type() string { return "genesis" }

func (g *Genesis) fields(c *coder) {
	c.hash("rules", &g.Rules)
	c.hash("engine", &g.Engine)
	c.number("tier", &g.Tier)
	list(c, "role", &g.Roles, func(r string) string { return r }, parseRole)
	c.word("vkey", &g.VKey, checkToken)
	c.hash("master", &g.Master)
	g.Next.walk(c)
}

// Lock fixes the orders of an epoch and what else enters its dice. There is one
// an epoch.
type Lock struct {
	Epoch    int
	Commit   dice.Hash // C_e
	Orders   []dice.OrderRef
	OrderSum dice.Hash // O_e
	Mix      Mix
}

// Type returns "lock".
func (*Lock) Type() string { return "lock" }

func (l *Lock) fields(c *coder) {
	c.epoch(&l.Epoch)
	c.hash("commit", &l.Commit)
	list(c, "orders", &l.Orders, dice.OrderRef.String, parseOrderRef)
	c.hash("ordersum", &l.OrderSum)
	l.Mix.walk(c)
}

// parseOrderRef reads "ROLE kind hash".
func parseOrderRef(s string) (dice.OrderRef, error) {
	t := strings.Split(s, " ")
	if len(t) != 3 {
		return dice.OrderRef{}, fmt.Errorf("%q is not a role, a kind and a hash", clip(s))
	}
	if err := checkRole(t[0]); err != nil {
		return dice.OrderRef{}, err
	}
	if err := checkKind(t[1]); err != nil {
		return dice.OrderRef{}, err
	}
	h, err := dice.ParseHash(t[2])
	return dice.OrderRef{Role: t[0], Kind: dice.OrderKind(t[1]), Set: h}, err
}

func checkKind(s string) error {
	if s != string(dice.TurnOrders) && s != string(dice.StandingOrders) {
		return fmt.Errorf("kind %q is neither turn nor standing", clip(s))
	}
	return nil
}

// Turn is the record of an epoch that was played. It closes the epoch.
type Turn struct {
	Epoch    int
	Commit   dice.Hash // C_e
	Base     dice.Hash // hash of the record that published C_e
	Reveal   dice.Hash // S_e
	OrderSum dice.Hash // O_e
	Mix      Mix       // as in the lock; no line at tier 0
	Beacon   dice.Hash // randomness of the drand round; only with a Mix
	MixSum   dice.Hash // X_e
	Seed     dice.Seed // R_e
	Rolls    []dice.Roll
	Intake   dice.Hash // of the intake text
	State    dice.Hash // of the position afterwards
	Next     Next      // C_{e+1}
}

// Type returns "turn".
func (*Turn) Type() string { return "turn" }

func (t *Turn) fields(c *coder) {
	c.epoch(&t.Epoch)
	c.hash("commit", &t.Commit)
	c.hash("base", &t.Base)
	c.hash("reveal", &t.Reveal)
	c.hash("ordersum", &t.OrderSum)
	if c.writing && !t.Mix.None() || c.ahead("mix") {
		t.Mix.walk(c)
		if t.Mix.None() {
			c.fail(errors.New("a turn without a beacon has no mix line"))
		}
		c.hash("beacon", &t.Beacon)
	}
	c.hash("mixsum", &t.MixSum)
	c.hash("seed", &t.Seed)
	list(c, "roll", &t.Rolls, dice.Roll.String, dice.ParseRoll)
	c.hash("intake", &t.Intake)
	c.hash("state", &t.State)
	t.Next.walk(c)
}

// Void throws an epoch away, in the open: its secret is revealed, so that all
// can see which dice it would have given (TH-10).
type Void struct {
	Epoch  int
	Commit dice.Hash // C_e
	Reason string
	Reveal dice.Hash // S_e
	Next   Next
}

// Type returns "void".
func (*Void) Type() string { return "void" }

func (v *Void) fields(c *coder) {
	c.epoch(&v.Epoch)
	c.hash("commit", &v.Commit)
	c.phrase("reason", &v.Reason)
	c.hash("reveal", &v.Reveal)
	v.Next.walk(c)
}

// RollRef names a roll of an earlier epoch.
type RollRef struct {
	Epoch  int
	Label  dice.Label
	Reason string // why it is void; empty if it is carried
}

// Correct puts right a turn that was played wrongly: which of its rolls are
// kept, which are void. What is void rolls again in a new epoch.
type Correct struct {
	Of    int // seq of the turn record
	Carry []RollRef
	Void  []RollRef
}

// Type returns "correct".
func (*Correct) Type() string { return "correct" }

func (r *Correct) fields(c *coder) {
	c.number("of", &r.Of)
	list(c, "carry", &r.Carry, RollRef.String, func(s string) (RollRef, error) {
		ref, err := parseRollRef(s)
		if err == nil && ref.Reason != "" {
			err = errors.New("a carried roll has no reason")
		}
		return ref, err
	})
	list(c, "void", &r.Void, RollRef.String, func(s string) (RollRef, error) {
		ref, err := parseRollRef(s)
		if err == nil {
			err = checkPhrase(ref.Reason)
		}
		return ref, err
	})
}

// String returns "epoch label" or "epoch label reason".
func (r RollRef) String() string {
	s := fmt.Sprintf("%d %s", r.Epoch, r.Label)
	if r.Reason != "" {
		s += " " + r.Reason
	}
	return s
}

func parseRollRef(s string) (RollRef, error) {
	t := strings.SplitN(s, " ", 7)
	epoch, err := parseEpoch(t[0])
	if err != nil {
		return RollRef{}, err
	}
	label, err := dice.ParseLabel(strings.Join(t[1:min(len(t), 6)], " "))
	if err != nil {
		return RollRef{}, err
	}
	return RollRef{Epoch: epoch, Label: label, Reason: strings.Join(t[min(len(t), 6):], " ")}, nil
}

// RefereeAct is an act of the referee on the game itself: a change of the position, of
// an option, of a seat.
type RefereeAct struct {
	Actor    string // one word: referee, or a role
	Action   string
	Old, New dice.Hash // of the value that changed: for a position, of its text
	Consents []string  // roles that agreed
}

// Type returns "gm".
func (*RefereeAct) Type() string { return "gm" }

func (g *RefereeAct) fields(c *coder) {
	c.word("actor", &g.Actor, checkToken)
	c.phrase("action", &g.Action)
	c.hash("old", &g.Old)
	c.hash("new", &g.New)
	list(c, "consent", &g.Consents, func(r string) string { return r }, parseRole)
}

// Actions of a [Clock] record.
const (
	ClockSet      = "set"
	ClockExtended = "extended"
	ClockPaused   = "paused"
	ClockResumed  = "resumed"
)

// Clock is a change of a deadline (TH-16).
type Clock struct {
	Action   string // [ClockSet] and so on
	Role     string // whose clock, or "-" for all
	Deadline string // a time as in records, or "-" while there is none
	Budget   int    // seconds that the role has used of what it may ask for
	Outage   int    // seconds of outage that are the cause; 0 if none
	Reason   string
}

// Type returns "clock".
func (*Clock) Type() string { return "clock" }

func (k *Clock) fields(c *coder) {
	c.word("action", &k.Action, func(s string) error {
		if !slices.Contains([]string{ClockSet, ClockExtended, ClockPaused, ClockResumed}, s) {
			return fmt.Errorf("%q is none of set, extended, paused, resumed", clip(s))
		}
		return nil
	})
	c.word("role", &k.Role, unlessNone(checkRole))
	c.word("deadline", &k.Deadline, unlessNone(func(s string) error {
		_, err := parseTime(s)
		return err
	}))
	c.number("budget", &k.Budget)
	c.number("outage", &k.Outage)
	c.phrase("reason", &k.Reason)
}

// unlessNone reads a hyphen as "none".
func unlessNone(check func(string) error) func(string) error {
	return func(s string) error {
		if s == "-" {
			return nil
		}
		return check(s)
	}
}

// Ruling is the referee's answer to a question of the rules.
type Ruling struct {
	Case string    // one word, the ruling's or the case file's id
	Text dice.Hash // of the ruling's text
}

// Type returns "ruling".
func (*Ruling) Type() string { return "ruling" }

func (r *Ruling) fields(c *coder) {
	c.word("case", &r.Case, checkToken)
	c.hash("text", &r.Text)
}

// Rekey replaces a master secret that has leaked (TH-17). Commitments published
// from here on come from the new one; the epoch already committed to must be
// voided if its dice matter.
type Rekey struct {
	Master dice.Hash // the new MC
	Reason string
}

// Type returns "rekey".
func (*Rekey) Type() string { return "rekey" }

func (r *Rekey) fields(c *coder) {
	c.hash("master", &r.Master)
	c.phrase("reason", &r.Reason)
}

// Upgrade names the rules and the engine from here on (TH-21). A hash that does
// not change is repeated.
type Upgrade struct {
	Rules, Engine dice.Hash
	Reason        string
}

// Type returns "upgrade".
func (*Upgrade) Type() string { return "upgrade" }

func (u *Upgrade) fields(c *coder) {
	c.hash("rules", &u.Rules)
	c.hash("engine", &u.Engine)
	c.phrase("reason", &u.Reason)
}

// Close ends the history. It reveals the master secret, and before it any that
// was replaced, in their order.
type Close struct {
	State   dice.Hash   // of the final position
	Masters []dice.Hash // M; one more for each rekey
}

// Type returns "close".
func (*Close) Type() string { return "close" }

func (e *Close) fields(c *coder) {
	c.hash("state", &e.State)
	list(c, "reveal", &e.Masters, dice.Hash.String, dice.ParseHash)
}

// Act is something that a person did and that is no order: took a seat, voted,
// bid, wrote press. The chain holds the hash, not the words or the person.
type Act struct {
	Actor string // one word: a role, referee, observer
	What  string
	Hash  dice.Hash
}

// Type returns "act".
func (*Act) Type() string { return "act" }

func (a *Act) fields(c *coder) {
	c.word("actor", &a.Actor, checkToken)
	c.phrase("what", &a.What)
	c.hash("hash", &a.Hash)
}
