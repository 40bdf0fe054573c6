package play

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/receipt"
)

// lockNotice makes the notice by which a lock is mailed.
type lockNotice func(notice.Locked) notice.Notice

// LockedNotice is the notice of a lock that replaces none.
func LockedNotice(l notice.Locked) notice.Notice { return l }

// NotifyLocked mails a lock to everybody, before any die falls: the records since those that everybody has, and where
// the beacon value will come from. The notice says whether it replaces another lock.
//
// At tier 2 orders are locked before they are played: the lock is mailed to everybody, the game waits for a public
// beacon, and then plays what was locked.
func NotifyLocked(e *env.Env, tx *store.Tx, g *gamestore.Game, done game.Change, news lockNotice) error {
	for _, s := range done.Sets {
		if err := g.KeepSet(s); err != nil {
			return err
		}
	}
	if err := g.Save(); err != nil {
		return err
	}
	if err := AwaitBeacon(tx, g); err != nil {
		return err
	}
	round := g.Locked().Mix.Round
	from := done.Lock.Seq
	if base, ok := g.Chain.Find(g.Base()); ok {
		from = min(from, base+1)
	}
	if done.Voided != nil {
		from = lockBefore(g, done.Voided.Seq)
	}
	files, err := gamestore.RecordsWithCheckpoint(e, g, from)
	if err != nil {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, news(notice.Locked{Round: round, Relay: relayURL(round), Records: files}), "lock",
		gamestore.SeqName(done.Lock))
}

// lockBefore returns the record since which everybody should read about a void: the last lock before it.
func lockBefore(g *gamestore.Game, void int) int {
	for _, e := range slices.Backward(g.Chain.From(0)) {
		if _, ok := e.Body.(*history.Lock); ok && e.Seq < void {
			return e.Seq
		}
	}
	return void
}

// relayURL returns where anybody may read a round's value.
func relayURL(round int) string {
	return "https://api.drand.sh/" + history.Quicknet().Chain.String() + "/public/" + strconv.Itoa(round)
}

// HandleWhileLocked handles a mail with orders while orders are locked. Nothing is added to the locked epoch: turn
// orders, withdrawals and `ready` are too late; standing orders and answers are kept for the next resolution.
func HandleWhileLocked(r *command.Request) (*decision.Outcome, error) {
	if len(r.File.Withdraw) > 0 || !r.File.Sheet.Empty() || !r.File.HasOrders() {
		return r.RefuseInGame(notice.LockedOut{})
	}
	hints := JudgeOrders(r)
	if order.Refuses(hints) {
		return RefuseOrders(r, hints)
	}
	if countOrders(r) > r.Env.Limits.OrdersPerTurn {
		return r.RefuseInGame(notice.TooMany{Limit: r.Env.Limits.OrdersPerTurn})
	}
	arrival := r.Game.Note(r.Received().UTC().Truncate(time.Second), r.Role, "", gamestore.HashOf(r.Row.Digest))
	r.RememberQuotedHead()
	shown, err := receiptView(r, hints)
	if err != nil {
		return nil, err
	}
	shown.Next = true
	r.Game.State.LaterOrders = append(r.Game.State.LaterOrders,
		gamestore.LaterOrders{Role: r.Role, Lines: filing.Lines(filing.Text(r.File.File, r.Game.Rules.Board)),
			Salt: r.File.Header.Salt})
	if err := r.Game.Save(); err != nil {
		return nil, err
	}
	if err := signReceipt(r, &shown, game.Change{}, arrival, r.Game.Base()); err != nil {
		return nil, err
	}
	return decision.Of(decision.Accepted, "filed"), sendReceipt(r, shown)
}

// FileLaterOrders files the orders that came while orders were locked. If some of them are played, as an answer is,
// they are locked in their turn, and the rest still waits.
func FileLaterOrders(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for len(g.State.LaterOrders) > 0 && g.Locked() == nil {
		next := g.State.LaterOrders[0]
		g.State.LaterOrders = g.State.LaterOrders[1:]
		if err := fileOrdersOf(e, tx, g, next); err != nil {
			return err
		}
	}
	return nil
}

// fileOrdersOf files the orders of one mail that came during a lock.
func fileOrdersOf(e *env.Env, tx *store.Tx, g *gamestore.Game, later gamestore.LaterOrders) error {
	who := g.Rules.Board.PowerOf(later.Role)
	f := orders.Parse(strings.Join(later.Lines, "\n")+"\n", orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(),
		Power: who})
	if faults := f.Merge(f.Faults, g.Judge(who, f.File)); order.Refuses(faults) {
		seat := g.Seat(who)
		return notifyRefused(e, tx, g, *seat, later, FindRemedies(g, &f, faults, who, seat.Language))
	}
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return err
	}
	done, err := g.Adopt(filing.File(g.Game, who, f.File, later.Salt, master, e.Now()))
	if err != nil || !done.Played && !done.Locked {
		return err
	}
	return NotifyResolved(e, tx, g, done, nil)
}

// notifyRefused tells a player that orders that they sent during a lock have become impossible.
func notifyRefused(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, later gamestore.LaterOrders,
	faults []order.Fault) error {
	return e.TryMail("refusal to "+s.ID(), func() error { return sendRefusal(e, tx, g, s, later, faults) })
}

func sendRefusal(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, later gamestore.LaterOrders,
	faults []order.Fault) error {
	seat, err := notify.Reader(e, tx, g, &s)
	if err != nil {
		return err
	}
	words, err := receipt.Refusal(receipt.RefusalView{Reader: seat, Faults: faults, Lines: later.Lines},
		syntax.Lang(s.Language))
	if err != nil {
		return err
	}
	digest := store.DigestOf([]byte(strings.Join(later.Lines, "\n"))).String()
	_, err = notify.Send(e, tx, notify.Outgoing{To: s.Recipient(), Lang: s.Language, Game: g.Setup.Name,
		Auto: "auto-generated", Content: words, References: s.Thread, Seat: &s,
		Name: []string{g.Setup.Name, "later", s.Mark(), digest[:16], strconv.Itoa(g.Chain.Len())}})
	return err
}

// IsLateForLock reports whether a mail asks for something that a lock has fixed.
func IsLateForLock(r *command.Request) bool {
	return r.Game.Locked() != nil && r.Seat.Power != board.Nobody && !r.File.Check && len(r.File.Faults) == 0 &&
		(r.File.HasOrders() || len(r.File.Withdraw) > 0 || IsReady(r))
}
