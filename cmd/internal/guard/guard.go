package guard

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/cmd/internal/vault"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// CheckMail compares the signed checkpoints and receipts in a mail with the chains of their games. A game that lacks
// records stops.
func CheckMail(e *env.Env, tx *store.Tx, raw []byte) error {
	if !proofs.MayHold(raw) {
		return nil
	}
	var p proofs.Proofs
	p.File("letter.eml", raw)
	for _, name := range slices.Sorted(maps.Keys(p.Games)) {
		if err := checkProofs(e, tx, name, p.Games[name]); err != nil {
			return err
		}
	}
	return nil
}

// checkProofs compares the checkpoints and receipts of one game with its chain.
func checkProofs(e *env.Env, tx *store.Tx, name string, ev *history.Evidence) error {
	if len(ev.Checkpoints)+len(ev.Receipts) == 0 {
		return nil
	}
	g, err := gamestore.Load(tx, name)
	if errors.Is(err, store.ErrNotFound) || err == nil && g.Stopped() {
		return nil
	}
	if err != nil {
		return err
	}
	for _, signed := range ev.Receipts {
		r, lost, err := CheckReceipt(g, tx, signed)
		if err != nil {
			return err
		}
		if lost {
			return stopForHeads(e, tx, g,
				fmt.Sprintf("a receipt signed with its key speaks of mail %d, which is not here", r.Arrival), r.Mail)
		}
	}
	for _, signed := range ev.Checkpoints {
		var fork *history.ForkError
		if err := g.Chain.Vouched(signed); errors.As(err, &fork) {
			return stopForHeads(e, tx, g, "a checkpoint signed with its key speaks of records that are not here",
				fork.Heads...)
		}
	}
	return g.Chain.Err()
}

// CheckReceipt reads a receipt and reports whether the game's key signed it for orders that the store has lost: they
// were written on a record that is not here, or neither the store nor an intake list of the game has the mail. A
// receipt without such a signature proves nothing.
func CheckReceipt(g *gamestore.Game, tx *store.Tx, signed []byte) (r history.Receipt, lost bool, err error) {
	r, err = history.OpenReceipt(signed, g.State.VKey)
	if err != nil || r.Game != g.Setup.Name {
		return r, false, nil
	}
	if _, known := g.Chain.Find(r.Base); !known {
		return r, true, g.Chain.Err()
	}
	_, known, err := tx.Inbox().ByDigest(store.Digest(r.Mail))
	if err != nil || known {
		return r, false, err
	}
	counted, err := isCounted(g, r.Mail)
	return r, !counted, err
}

// isCounted reports whether an intake list of the game names a mail. Those of a game that was imported name mails that
// the store never had.
func isCounted(g *gamestore.Game, mail dice.Hash) (bool, error) {
	is := func(a history.Arrival) bool { return a.Mail == mail }
	if slices.ContainsFunc(g.Intake, is) {
		return true, nil
	}
	for e, err := range g.Row.All(gamestore.PartIntakes, "") {
		if err != nil {
			return false, err
		}
		if list, err := history.ParseIntake(e.Value.Bytes); err == nil && slices.ContainsFunc(list, is) {
			return true, nil
		}
	}
	return false, nil
}

// recordsAhead is how many records beyond the newest are searched for reports.
const recordsAhead = 16

// reportsMatch reports whether all reports in the store are about records that it has.
func reportsMatch(g *gamestore.Game) (bool, error) {
	for _, s := range g.Readers() {
		for seq := g.Chain.Len(); seq < g.Chain.Len()+recordsAhead; seq++ {
			if _, known, err := g.Row.Get(store.Reports, s.ID()+"/"+gamestore.SeqKey(seq)); known || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// forgetReports deletes the reports of records that are not here: of a history that is given up.
func forgetReports(g *gamestore.Game) error {
	for _, s := range g.Readers() {
		for seq := g.Chain.Len(); seq < g.Chain.Len()+recordsAhead; seq++ {
			if err := g.Row.Delete(store.Reports, s.ID()+"/"+gamestore.SeqKey(seq)); err != nil {
				return err
			}
		}
	}
	return nil
}

// NeedsCheck reports whether CheckAtStart has something to check: the reports do not match the records, or another
// version of the program has run the game so far. It changes nothing.
func NeedsCheck(e *env.Env, tx *store.Tx, name string) (bool, error) {
	g, err := gamestore.Load(tx, name)
	if err != nil || g.Stopped() || g.Chain.Over() {
		return false, err
	}
	fit, err := reportsMatch(g)
	if err != nil {
		return false, err
	}
	engine, rules, err := namedVersion(e, g)
	return !fit || !engine || !rules, err
}

// reportsLost is why a game stops whose reports are about more records than it has.
const reportsLost = "reports were mailed of records that are not here"

// CheckAtStart checks whether the reports match the records, and whether this version of the program plays the game's
// past to the same positions.
func CheckAtStart(e *env.Env, tx *store.Tx, name string) error {
	g, err := gamestore.Load(tx, name)
	if err != nil {
		return err
	}
	fit, err := reportsMatch(g)
	if err != nil {
		return err
	}
	if !fit {
		return stop(e, tx, g, notice.HeldWhy{Why: reportsLost, Heads: nil}, reportsLost, nil)
	}
	return checkUpgrade(e, tx, g)
}

// CheckQuote remembers a base that a mail with a seat's key quotes and the history does not have. If seats of two
// persons quote the same one, the game stops.
func CheckQuote(r *command.Request, head dice.Hash) error {
	g := r.Game
	if _, ok := g.Chain.Find(head); ok || !r.Keyed || g.Stopped() {
		return g.Chain.Err()
	}
	x := gamestore.UnknownHead{Role: r.Role, Head: head}
	if slices.Contains(g.State.UnknownHeads, x) {
		return nil
	}
	for _, y := range g.State.UnknownHeads {
		if other := g.Seat(g.Rules.Board.PowerOf(y.Role)); y.Head == head && other != nil &&
			!strings.EqualFold(other.Address, r.Seat.Address) {
			return stopForHeads(r.Env, r.Tx, g, fmt.Sprintf("%s and %s quote a record that is not here", y.Role,
				x.Role), head)
		}
	}
	r.RememberQuotedHead() // the next report prints it
	g.State.UnknownHeads = append(g.State.UnknownHeads, x)
	g.State.UnknownHeads = g.State.UnknownHeads[max(0, len(g.State.UnknownHeads)-gamestore.MaxUnknownHeads):]
	return notify.SendNoticeToReferee(r.Env, r.Tx, g, notice.StrangeHead{Role: notice.Quote(r.Role), Head: head.String()},
		"strange", r.Role, head.String()[:16])
}

// stopForHeads stops a game because of records that are not here, and tells its referee once. Heads that the operator
// has released are ignored.
func stopForHeads(e *env.Env, tx *store.Tx, g *gamestore.Game, why string, heads ...dice.Hash) error {
	heads = slices.DeleteFunc(heads, func(h dice.Hash) bool { return slices.Contains(g.State.ReleasedHeads, h) })
	if len(heads) == 0 {
		return nil
	}
	return stop(e, tx, g, notice.HeldWhy{Why: notice.Quote(why), Heads: notify.HashTexts(heads)}, why, heads)
}

// stop stops a game, and tells its referee why.
func stop(e *env.Env, tx *store.Tx, g *gamestore.Game, news notice.Notice, why string, heads []dice.Hash) error {
	if g.Stopped() {
		return nil
	}
	g.State.Stopped = &gamestore.Stopped{Why: why, Heads: heads, Since: e.Now().UTC().Truncate(time.Second)}
	e.Log.Error("game held", "game", g.Setup.Name, "why", why, "heads", heads)
	if err := g.Save(); err != nil {
		return err
	}
	return notify.SendNoticeToReferee(e, tx, g, news, "held", g.Chain.Head().String()[:16], why)
}

// resume lets a game be played again. Deadlines are extended by the time for which it was stopped.
func resume(e *env.Env, g *gamestore.Game) error {
	if !g.Stopped() {
		return nil
	}
	since := g.State.Stopped.Since
	g.State.Stopped = nil
	_, err := clocks.AppendRecords(e, g, g.State.Clock.GiveBack(g.Plan(), since, e.Now(), "the game was held"))
	return err
}

// ReasonedRequest is a request about a game with a reason for its records.
type ReasonedRequest struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

// Check returns what is wrong with the reason.
func (r ReasonedRequest) Check() error {
	if strings.TrimSpace(r.Reason) == "" || strings.ContainsAny(r.Reason, "\r\n") {
		return errors.New("a reason is needed, one line of words: everybody reads it")
	}
	return nil
}

// ReleasePrefix begins the text of the act record of a release.
const ReleasePrefix = "release: "

// Release resumes a stopped game without the records that it lacks, as the operator decided. Everybody is told, and the
// history records it.
func Release(e *env.Env, tx *store.Tx, r ReasonedRequest) (any, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	g, err := gamestore.OpenGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	if !g.Stopped() {
		return nil, fmt.Errorf("game %s is not held", r.Game)
	}
	if g.StoppedForProgram() {
		return nil, fmt.Errorf("game %s is held because %s: fieldpost game upgrade %s --reason WORDS", r.Game,
			g.State.Stopped.Why, r.Game)
	}
	heads := g.State.Stopped.Heads
	g.State.UnknownHeads, g.State.ReleasedHeads = nil, append(g.State.ReleasedHeads, heads...)
	if err := forgetReports(g); err != nil {
		return nil, err
	}
	if err := vault.SkipSerials(tx, g.Row); err != nil {
		return nil, err
	}
	if err := resume(e, g); err != nil {
		return nil, err
	}
	entry, err := gamestore.Record(e, g, &history.Act{Actor: "operator",
		What: ReleasePrefix + strings.TrimSpace(r.Reason), Hash: dice.Sum(dice.Text(notify.HashTexts(heads)...))})
	if err != nil {
		return nil, err
	}
	files, err := gamestore.RecordsWithCheckpoint(e, g, entry.Seq)
	if err != nil {
		return nil, err
	}
	return gamestore.Summarize(g), notify.SendNoticeToAll(e, tx, g, notice.Released{Why: notice.Quote(r.Reason), Records: files},
		"release", gamestore.SeqName(entry))
}
