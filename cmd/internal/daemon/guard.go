package daemon

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// A restored backup may lack records that were mailed since. Going on from it would publish a second history (dice.md TH-18). So what mails
// say about the history is held against the store:
//
//   - a checkpoint or a receipt signed with the game's key, in whatever mail it comes back: in our own from the folder of sent mail, or
//     attached to a player's letter. Nobody else can sign, so one that the store does not bear out holds the game;
//   - the base that a letter with a seat's key quotes. A player can write there what he likes, so one seat alone is told to the
//     referee, and two seats that name the same record hold the game;
//   - the reports that the store itself remembers.
//
// A game that is held plays, changes and publishes nothing until the records are there or the operator releases it.

// ledger is what the life of a game holds for its history and its dice.
type ledger struct {
	Beacon   brought       `json:"beacon,omitzero"`    // the value that a locked go is to be played on
	Later    []laterOrders `json:"later,omitempty"`    // that came while a go was locked
	Rules    dice.Hash     `json:"rules,omitzero"`     // of the set-up text that the newest genesis or upgrade record names; zero: the genesis's
	Same     string        `json:"same,omitempty"`     // version of the program that has played the game again and come to the same positions
	Stopped  *stopped      `json:"stopped,omitempty"`  // why nothing is played, nil if all is well
	Strange  []strange     `json:"strange,omitempty"`  // heads that seats quoted and the history does not have
	Released []dice.Hash   `json:"released,omitempty"` // heads that the operator has said to go on without
}

// stopped is why a game plays nothing.
type stopped struct {
	Why   string      `json:"why"`
	Heads []dice.Hash `json:"heads,omitempty"` // records or tree roots that the store does not have
	Since time.Time   `json:"since"`
}

// strange is a head that a seat quoted and the history does not have.
type strange struct {
	Role string    `json:"role"`
	Head dice.Hash `json:"head"`
}

// mostStrange is how many such quotes a game remembers, the newest.
const mostStrange = 50

// Stopped tells whether the game plays nothing for now.
func (t *Table) Stopped() bool { return t.Life.Stopped != nil }

// errHeld is why nothing is done in a game that is held.
func (t *Table) errHeld() error {
	return fmt.Errorf("game %s is held since %s: %s; fieldpost game import FILE takes in the missing records from an export or from mails, "+
		"fieldpost game release %s --reason WORDS goes on without them", t.Setup.Name, t.Life.Stopped.Since.Format(time.DateOnly), t.Life.Stopped.Why, t.Setup.Name)
}

// hold stops a game because of records that are not here, and tells its referee, once. Heads that the operator has released hold nothing.
func (o *Office) hold(tx *store.Tx, t *Table, why string, heads ...dice.Hash) error {
	heads = slices.DeleteFunc(heads, func(h dice.Hash) bool { return slices.Contains(t.Life.Released, h) })
	if len(heads) == 0 {
		return nil
	}
	return o.stop(tx, t, notice.HeldWhy{Why: notice.Quote(why), Heads: hexes(heads)}, why, heads)
}

// stop lets nothing be played any more, and tells the referee why.
func (o *Office) stop(tx *store.Tx, t *Table, news notice.Notice, why string, heads []dice.Hash) error {
	if t.Stopped() {
		return nil
	}
	t.Life.Stopped = &stopped{Why: why, Heads: heads, Since: o.Now().UTC().Truncate(time.Second)}
	o.Log.Error("game held", "game", t.Setup.Name, "why", why, "heads", heads)
	if err := t.save(); err != nil {
		return err
	}
	return o.tellChair(tx, t, news, "held", t.Chain.Head().String()[:16], why)
}

func hexes(heads []dice.Hash) []string {
	var out []string
	for _, h := range heads {
		out = append(out, h.String())
	}
	return out
}

// tellChair tells the game's referee, if there is one.
func (o *Office) tellChair(tx *store.Tx, t *Table, v notice.Notice, name ...string) error {
	s := t.Referee()
	if s == nil || !s.Taken() {
		return nil
	}
	return o.tell(tx, t, *s, v, name...)
}

// guardMail holds the signed checkpoints and receipts in a mail against the chains of their games.
func (o *Office) guardMail(tx *store.Tx, raw []byte) error {
	if !bytes.Contains(raw, []byte("-checkpoint.txt")) && !bytes.Contains(raw, []byte("-receipt-")) {
		return nil
	}
	var p proofs.Proofs
	p.File("letter.eml", raw)
	for _, name := range slices.Sorted(maps.Keys(p.Games)) {
		if err := o.guardGame(tx, name, p.Games[name]); err != nil {
			return err
		}
	}
	return nil
}

func (o *Office) guardGame(tx *store.Tx, name string, ev *history.Evidence) error {
	if len(ev.Checkpoints)+len(ev.Receipts) == 0 {
		return nil
	}
	t, err := openTable(tx, name)
	if errors.Is(err, store.ErrNotFound) || err == nil && t.Stopped() {
		return nil
	}
	if err != nil {
		return err
	}
	for _, signed := range ev.Receipts {
		r, lost, err := t.lostReceipt(tx, signed)
		if err != nil {
			return err
		}
		if lost {
			return o.hold(tx, t, fmt.Sprintf("a receipt signed with its key speaks of mail %d, which is not here", r.Arrival), r.Mail)
		}
	}
	for _, signed := range ev.Checkpoints {
		var fork *history.ForkError
		if err := t.Chain.Vouched(signed); errors.As(err, &fork) {
			return o.hold(tx, t, "a checkpoint signed with its key speaks of records that are not here", fork.Heads...)
		}
	}
	return t.Chain.Err()
}

// lostReceipt reports whether a receipt was signed with the game's key for orders that the store has lost: they were written on a record
// that is not here, or neither the store nor an intake list of the game has the mail. One that was not signed so proves nothing.
func (t *Table) lostReceipt(tx *store.Tx, signed []byte) (r history.Receipt, lost bool, err error) {
	r, err = history.OpenReceipt(signed, t.Life.VKey)
	if err != nil || r.Game != t.Setup.Name {
		return r, false, nil
	}
	if _, known := t.Chain.Find(r.Base); !known {
		return r, true, t.Chain.Err()
	}
	_, known, err := tx.LetterByDigest(store.Digest(r.Mail))
	if err != nil || known {
		return r, false, err
	}
	counted, err := t.counted(r.Mail)
	return r, !counted, err
}

// counted reports whether an intake list of the game names a mail, as those of a game do that was taken in from another host.
func (t *Table) counted(mail dice.Hash) (bool, error) {
	is := func(a history.Arrival) bool { return a.Mail == mail }
	if slices.ContainsFunc(t.Intake, is) {
		return true, nil
	}
	for e, err := range t.row.All(partIntakes, "") {
		if err != nil {
			return false, err
		}
		if list, err := history.ParseIntake(e.Value.Bytes); err == nil && slices.ContainsFunc(list, is) {
			return true, nil
		}
	}
	return false, nil
}

// lookAhead is how many records beyond the newest the guard looks for reports of.
const lookAhead = 16

// reportsFit tells whether the store remembers no report of a record that it does not have.
func (t *Table) reportsFit() (bool, error) {
	for _, s := range t.readers() {
		for seq := t.Chain.Len(); seq < t.Chain.Len()+lookAhead; seq++ {
			if _, known, err := t.row.Get(store.Reports, s.ID()+"/"+seqKey(seq)); known || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// forgetReports takes the reports of records that are not here for what they are: of a history that is given up.
func (t *Table) forgetReports() error {
	for _, s := range t.readers() {
		for seq := t.Chain.Len(); seq < t.Chain.Len()+lookAhead; seq++ {
			if err := t.row.Delete(store.Reports, s.ID()+"/"+seqKey(seq)); err != nil {
				return err
			}
		}
	}
	return nil
}

// suspect tells whether a game wants a closer look when the daemon starts: by its reports, or because another version of the program has
// run it so far. It changes nothing.
func (o *Office) suspect(tx *store.Tx, name string) (bool, error) {
	t, err := openTable(tx, name)
	if err != nil || t.Stopped() || t.Chain.Over() {
		return false, err
	}
	fit, err := t.reportsFit()
	if err != nil {
		return false, err
	}
	engine, rules, err := o.named(t)
	return !fit || !engine || !rules, err
}

// reportsLost is why a game is held whose reports tell more than its records.
const reportsLost = "reports were mailed of records that are not here"

// guardStart takes that look: whether the reports are borne out by records, and whether this version of the program plays the game's past to the
// same positions.
func (o *Office) guardStart(tx *store.Tx, name string) error {
	t, err := openTable(tx, name)
	if err != nil {
		return err
	}
	fit, err := t.reportsFit()
	if err != nil {
		return err
	}
	if !fit {
		return o.stop(tx, t, notice.HeldWhy{Why: reportsLost, Heads: nil}, reportsLost, nil)
	}
	return o.guardUpgrade(tx, t)
}

// guardQuote takes note of a base that a letter with a seat's key quotes and the history does not have. Two seats of different people that
// quote the same hold the game.
func (e *errand) guardQuote(head dice.Hash) error {
	t := e.table
	if _, ok := t.Chain.Find(head); ok || !e.keyed || t.Stopped() {
		return t.Chain.Err()
	}
	x := strange{e.role, head}
	if slices.Contains(t.Life.Strange, x) {
		return nil
	}
	for _, y := range t.Life.Strange {
		if other := t.Seat(t.Rules.Board.PowerOf(y.Role)); y.Head == head && other != nil && !strings.EqualFold(other.Address, e.seat.Address) {
			return e.o.hold(e.tx, t, fmt.Sprintf("%s and %s quote a record that is not here", y.Role, x.Role), head)
		}
	}
	e.quote() // the next report prints it
	t.Life.Strange = append(t.Life.Strange, x)
	t.Life.Strange = t.Life.Strange[max(0, len(t.Life.Strange)-mostStrange):]
	return e.o.tellChair(e.tx, t, notice.StrangeHead{Role: notice.Quote(e.role), Head: head.String()}, "strange", e.role, head.String()[:16])
}

// goOn lets a game be played again. The time in which it was held is nobody's: deadlines move on by it.
func (o *Office) goOn(t *Table) error {
	if !t.Stopped() {
		return nil
	}
	since := t.Life.Stopped.Since
	t.Life.Stopped = nil
	_, err := o.appendClock(t, t.Life.Clock.GiveBack(t.plan(), since, o.Now(), "the game was held"))
	return err
}

// ReleaseAct begins what the act record of a release says.
const ReleaseAct = "release: "

// actRelease lets a game go on that is held, on the operator's word. All are told, and the history says so.
func (o *Office) actRelease(tx *store.Tx, r Reasoned) (any, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	t, err := openGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	if !t.Stopped() {
		return nil, fmt.Errorf("game %s is not held", r.Game)
	}
	if t.heldForProgram() {
		return nil, fmt.Errorf("game %s is held because %s: fieldpost game upgrade %s --reason WORDS", r.Game, t.Life.Stopped.Why, r.Game)
	}
	heads := t.Life.Stopped.Heads
	t.Life.Strange, t.Life.Released = nil, append(t.Life.Released, heads...)
	if err := t.forgetReports(); err != nil {
		return nil, err
	}
	if err := skipSerials(tx, t.row); err != nil {
		return nil, err
	}
	if err := o.goOn(t); err != nil {
		return nil, err
	}
	entry, err := o.record(t, &history.Act{Actor: "operator", What: ReleaseAct + strings.TrimSpace(r.Reason), Hash: dice.Sum(dice.Text(hexes(heads)...))})
	if err != nil {
		return nil, err
	}
	files, err := o.attach(t, entry.Seq)
	if err != nil {
		return nil, err
	}
	return t.rowOf(), o.tellAll(tx, t, notice.Released{Why: notice.Quote(r.Reason), Records: files}, "release", seqName(entry))
}
