package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"fieldpost/adjudicator/dice"
)

// known is what has been read of a chain so far: all that the check of the next
// record can lean on.
type known struct {
	game    string
	last    *Entry // the newest record
	gap     bool   // some record before the newest is missing
	genesis *Genesis

	byHash    map[dice.Hash]int   // seq of a record
	published map[int]publication // by epoch: where C_e was announced
	open      int                 // newest epoch that was announced
	locks     map[int]*Lock       // by epoch
	closed    map[int]bool        // epochs whose secret is out
	played    map[int]bool        // epochs closed by a turn
	turns     map[int]*Turn       // by seq
	stands    map[int][]RollRef   // by seq of a turn: its rolls, and those kept from the turn that it corrects
	correct   *Correct            // waits for the turn that plays it
	masters   []dice.Hash         // MC of genesis and of each rekey
	over      bool                // a close record has been read
}

// publication is a commitment and the record that announced it.
type publication struct {
	commit dice.Hash
	record dice.Hash
	master int // index into masters: the secret it comes from
}

func newKnown(game string) *known {
	return &known{
		game:      game,
		byHash:    map[dice.Hash]int{},
		published: map[int]publication{},
		locks:     map[int]*Lock{},
		closed:    map[int]bool{},
		played:    map[int]bool{},
		turns:     map[int]*Turn{},
		stands:    map[int][]RollRef{},
	}
}

// clone returns a copy that can be added to.
func (k *known) clone() *known {
	c := *k
	c.byHash, c.published, c.locks = maps.Clone(k.byHash), maps.Clone(k.published), maps.Clone(k.locks)
	c.closed, c.played = maps.Clone(k.closed), maps.Clone(k.played)
	c.turns, c.stands = maps.Clone(k.turns), maps.Clone(k.stands)
	c.masters = slices.Clip(k.masters)
	return &c
}

// add takes a record in. Where two claim the same, the first stays.
func (k *known) add(e Entry) {
	if k.last == nil && e.Seq != 0 || k.last != nil && e.Seq != k.last.Seq+1 {
		k.gap = true
	}
	k.last = &e
	k.byHash[e.Hash] = e.Seq
	switch b := e.Body.(type) {
	case *Genesis:
		if k.genesis == nil {
			k.genesis = b
			k.masters = []dice.Hash{b.Master}
		}
		k.publish(e, b.Next)
	case *Lock:
		if k.locks[b.Epoch] == nil {
			k.locks[b.Epoch] = b
		}
	case *Turn:
		k.turns[e.Seq] = b
		k.stands[e.Seq] = k.taken(b)
		k.correct = nil
		k.closed[b.Epoch], k.played[b.Epoch] = true, true
		k.publish(e, b.Next)
	case *Void:
		k.closed[b.Epoch] = true
		k.publish(e, b.Next)
	case *Correct:
		k.correct = b
	case *Rekey:
		k.masters = append(k.masters, b.Master)
	case *Close:
		k.over = true
	}
}

// taken are the rolls with which a turn was played.
func (k *known) taken(t *Turn) []RollRef {
	var out []RollRef
	if k.correct != nil {
		out = slices.Clone(k.correct.Carry)
	}
	for _, r := range t.Rolls {
		out = append(out, RollRef{Epoch: t.Epoch, Label: r.Label})
	}
	return out
}

func (k *known) publish(e Entry, n Next) {
	k.open = max(k.open, n.Epoch)
	if _, ok := k.published[n.Epoch]; !ok {
		k.published[n.Epoch] = publication{commit: n.Commit, record: e.Hash, master: len(k.masters) - 1}
	}
}

// checker checks one record against what is known.
type checker struct {
	*known
	Entry
	found Findings
}

// check returns what can be said of e, the record that follows the known ones.
func (k *known) check(e Entry) Findings {
	c := &checker{known: k, Entry: e}
	c.head()
	switch b := e.Body.(type) {
	case *Genesis:
		c.checkGenesis(b)
	case *Lock:
		c.checkLock(b)
	case *Turn:
		c.checkTurn(b)
	case *Void:
		c.checkVoid(b)
	case *Correct:
		c.checkCorrect(b)
	case *Rekey:
		c.differ("master", b.Master, slices.Contains(k.masters, b.Master))
	case *Close:
		c.checkClose(b)
	}
	return c.found
}

func (c *checker) report(s Status, field, format string, args ...any) {
	c.found = append(c.found, Finding{Status: s, Record: c.Seq, Field: field, Why: fmt.Sprintf(format, args...)})
}

// claim notes that a field holds, or fails for the reason given.
func (c *checker) claim(ok bool, field, why, whyNot string, args ...any) {
	if ok {
		c.report(Holds, field, "%s", why)
		return
	}
	c.report(Fails, field, whyNot, args...)
}

func (c *checker) equal(field string, got, want dice.Hash, why string) {
	c.claim(got == want, field, why, "the record says %s, it must be %s (%s)", got, want, why)
}

func (c *checker) differ(field string, got dice.Hash, seen bool) {
	c.claim(!seen, field, "is new", "%s stood there before", got)
}

// missing is the outcome when an earlier record is not there: a break of the
// protocol, unless it may be one of those that were not given to us.
func (c *checker) missing(field, what string) {
	if c.gap || c.last == nil || c.Seq > c.last.Seq+1 {
		c.report(Unchecked, field, "%s is not among the records given", what)
		return
	}
	c.report(Fails, field, "%s does not exist", what)
}

func (c *checker) head() {
	if c.known.game != "" && c.Game != c.known.game {
		c.report(Fails, "game", "this is game %s, the chain's is %s", c.Game, c.known.game)
	}
	if _, genesis := c.Body.(*Genesis); genesis != (c.Seq == 0) {
		c.report(Fails, "type", "record 0 and no other is the genesis")
	}
	if c.over {
		c.report(Fails, "type", "nothing follows the record that closes a game")
	}
	switch {
	case c.Seq == 0:
		c.equal("prev", c.Prev, dice.Hash{}, "nothing comes before the first record")
	case c.last != nil && c.last.Seq == c.Seq-1:
		c.equal("prev", c.Prev, c.last.Hash, "hash of the record before")
	default:
		if seq, ok := c.byHash[c.Prev]; ok {
			c.report(Fails, "prev", "this record follows record %d, so it cannot be number %d", seq, c.Seq)
			return
		}
		c.missing("prev", fmt.Sprintf("record %d", c.Seq-1))
	}
}

func (c *checker) checkGenesis(g *Genesis) {
	c.claim(g.Tier == 0 || g.Tier == 2, "tier", "is a tier of the protocol", "there is no tier %d, only 0 and 2",
		g.Tier)
	c.claim(len(g.Roles) > 0 && !repeats(g.Roles), "role", "each role stands once", "the roles are none or stand twice")
	v, err := note.NewVerifier(g.VKey)
	if err != nil {
		c.report(Fails, "vkey", "is no verifier key: %v", err)
	} else {
		c.claim(strings.HasSuffix(v.Name(), "/"+c.Game), "vkey", "is a verifier key of this game",
			"the key is for %s, not for HOST/%s", v.Name(), c.Game)
	}
	c.claim(g.Next.Epoch == 1, "next", "announces epoch 1", "announces epoch %d, the first is 1", g.Next.Epoch)
}

// commitment checks that C_e was published before, and returns where.
func (c *checker) commitment(epoch int, commit dice.Hash) (publication, bool) {
	p, ok := c.published[epoch]
	if !ok {
		c.missing("commit", fmt.Sprintf("the record that published the commitment of epoch %d", epoch))
		return p, false
	}
	c.equal("commit", commit, p.commit, fmt.Sprintf("commitment of epoch %d, published in record %d",
		epoch, c.byHash[p.record]))
	return p, true
}

func (c *checker) checkLock(l *Lock) {
	c.commitment(l.Epoch, l.Commit)
	c.claim(c.locks[l.Epoch] == nil && !c.closed[l.Epoch], "epoch", "is locked once, before it closes",
		"epoch %d was locked or closed before", l.Epoch)
	slots := make([]string, len(l.Orders))
	for i, o := range l.Orders {
		slots[i] = o.Role + " " + string(o.Kind)
		if c.genesis != nil && !slices.Contains(c.genesis.Roles, o.Role) {
			c.report(Fails, "orders "+slots[i], "the game has no role %s", o.Role)
		}
	}
	c.claim(!repeats(slots), "orders", "each role has one set of a kind", "a role has two sets of one kind")
	c.equal("ordersum", l.OrderSum, dice.OrderSum(l.Orders), "hash of the orders lines")
	c.checkMix(l.Mix)
}

// checkMix holds the announced beacon against the tier of the game and the time
// of the lock.
func (c *checker) checkMix(m Mix) {
	if c.genesis == nil {
		c.missing("mix", "the genesis with the tier of the game")
	} else {
		c.claim(m.None() == (c.genesis.Tier == 0), "mix", fmt.Sprintf("fits tier %d", c.genesis.Tier),
			"%q does not fit tier %d", m, c.genesis.Tier)
	}
	if m.None() {
		return
	}
	net := Quicknet()
	if m.Chain != net.Chain {
		c.report(Unchecked, "mix round", "drand chain %s is not known, nor when it publishes round %d",
			m.Chain, m.Round)
		return
	}
	at := net.TimeOf(m.Round)
	c.claim(at.After(c.Time), "mix round", "comes after the lock: "+at.Format(timeLayout),
		"round %d was public at %s, before the lock", m.Round, at.Format(timeLayout))
}

func (c *checker) checkTurn(t *Turn) {
	if p, ok := c.commitment(t.Epoch, t.Commit); ok {
		c.equal("base", t.Base, p.record, "hash of the record that published the commitment")
	}
	c.checkReveal(t.Epoch, t.Commit, t.Reveal, t.Next)
	if l := c.locks[t.Epoch]; l == nil {
		c.missing("ordersum", fmt.Sprintf("the lock of epoch %d", t.Epoch))
	} else {
		c.equal("ordersum", t.OrderSum, l.OrderSum, "the order sum that was locked")
		c.claim(t.Mix == l.Mix, "mix", "as locked", "%q was played, %q was locked", t.Mix, l.Mix)
	}
	c.equal("mixsum", t.MixSum, t.Mix.Sum(t.Beacon), "hash of what was mixed in")
	seed := dice.RevealedSecret(t.Reveal).Seed(c.Game, t.Epoch, t.Base, t.OrderSum, t.MixSum)
	c.equal("seed", t.Seed, seed, "roll key from secret, base, orders and mix")
	c.checkRolls(t)
}

// checkRolls rolls every die again from its label.
func (c *checker) checkRolls(t *Turn) {
	stream := dice.NewStream(t.Seed)
	for _, r := range t.Rolls {
		field := "roll " + r.Label.String()
		if k := c.correct; k != nil && slices.ContainsFunc(k.Carry, func(x RollRef) bool {
			return x.Label == r.Label
		}) {
			c.report(Fails, field, "the correction before keeps the dice of this roll, so it cannot roll again")
		}
		faces, err := stream.Roll(r.Label, len(r.Dice), r.Sides)
		if err != nil {
			c.report(Fails, field, "%v", err)
			continue
		}
		c.claim(slices.Equal(faces, r.Dice), field, "the dice are those of seed and label",
			"the record says %v, seed and label give %v", r.Dice, faces)
	}
}

// checkReveal checks what closes an epoch.
func (c *checker) checkReveal(epoch int, commit, reveal dice.Hash, next Next) {
	c.equal("reveal", dice.RevealedSecret(reveal).Commitment(c.Game, epoch), commit,
		"commitment made of the revealed secret")
	c.claim(!c.closed[epoch], "epoch", "closes once", "epoch %d was closed before", epoch)
	c.claim(next.Epoch == epoch+1, "next", "announces the epoch that follows", "announces epoch %d after %d",
		next.Epoch, epoch)
}

func (c *checker) checkVoid(v *Void) {
	c.commitment(v.Epoch, v.Commit)
	c.checkReveal(v.Epoch, v.Commit, v.Reveal, v.Next)
}

func (c *checker) checkCorrect(r *Correct) {
	var seen []string
	for _, ref := range slices.Concat(r.Carry, r.Void) {
		ref.Reason = ""
		seen = append(seen, ref.String())
	}
	c.claim(!repeats(seen), "carry", "each roll stands once", "a roll is carried or voided twice")
	if c.turns[r.Of] == nil {
		c.missing("of", fmt.Sprintf("turn record %d", r.Of))
		return
	}
	c.report(Holds, "of", "is a turn record")
	c.checkStands(r.Of, seen)
}

// checkStands holds what a correction keeps and voids against all the dice of the turn that it corrects.
func (c *checker) checkStands(of int, named []string) {
	var stood []string
	for _, ref := range c.stands[of] {
		stood = append(stood, ref.String())
		c.claim(slices.Contains(named, ref.String()), "roll "+ref.String(), "is kept or void",
			"the correction says neither that it is kept nor that it is void")
	}
	for _, ref := range named {
		if !slices.Contains(stood, ref) {
			c.missing("roll "+ref, fmt.Sprintf("that roll in turn %d", of))
		}
	}
}

func (c *checker) checkClose(e *Close) {
	for epoch := 1; epoch <= len(c.published); epoch++ {
		if c.locks[epoch] != nil && !c.closed[epoch] {
			c.report(Fails, "epoch", "epoch %d is locked and still open; it must be played or voided first", epoch)
		}
	}
	if c.genesis == nil || c.gap {
		c.report(Unchecked, "reveal", "not all records with commitments to master secrets were given")
		return
	}
	c.claim(len(e.Masters) == len(c.masters), "reveal", "there is a secret for each commitment",
		"%d master secrets are revealed, %d were committed to", len(e.Masters), len(c.masters))
	for i := range min(len(e.Masters), len(c.masters)) {
		c.equal("reveal", dice.RevealedMaster(e.Masters[i]).Commitment(c.Game), c.masters[i],
			"commitment made of the master secret")
	}
	c.checkSecrets(e)
}

// checkSecrets derives every epoch's secret from the master, voided and unused
// ones included.
func (c *checker) checkSecrets(e *Close) {
	for epoch := 1; epoch <= len(c.published); epoch++ {
		p, ok := c.published[epoch]
		if !ok || p.master >= len(e.Masters) {
			c.report(Fails, fmt.Sprintf("secret %d", epoch), "no commitment or no master secret for it")
			continue
		}
		s := dice.RevealedMaster(e.Masters[p.master]).Secret(c.Game, epoch)
		c.equal(fmt.Sprintf("secret %d", epoch), s.Commitment(c.Game, epoch), p.commit,
			"commitment derived from the master secret")
	}
}

func repeats(words []string) bool {
	sorted := slices.Sorted(slices.Values(words))
	return len(slices.Compact(sorted)) < len(words)
}
