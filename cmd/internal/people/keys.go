package people

import (
	"slices"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/pgp"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.NewKey](command.Spec{
	Syntax: []commands.Syntax{commands.NewKeySyntax},
	Who:    command.Member, In: command.AnyGame, Guarded: true, NeedsKey: command.SeatKey,
}, command.AsNotice(handleNewKey))

// handleNewKey draws a new key for the player. The answer goes to the sender, the key only to the seat's main address.
func handleNewKey(r *command.Request, _ commands.NewKey) (notice.Notice, error) {
	err := notify.ReplaceKey(r.Env, r.Tx, r.Game, r.Seat.ID(), notify.NewKeyNotice)
	r.KeyExposed = true
	return notice.KeyDrawn{}, err
}

// CheckKeyExposure checks who else may know the key in the mail: others who got it, or a sender who is not the seat's
// player.
func CheckKeyExposure(r *command.Request) (*decision.Outcome, error) {
	if !r.Keyed || r.Released || r.Signed {
		return nil, nil
	}
	if out, err := replaceSeenKey(r); out != nil || err != nil {
		return out, err
	}
	if r.Changes() && !r.IsFromOwnAddress() && (r.QuotedKey || r.Game.State.House.Get("unknown-address") == "hold") {
		return r.HoldMail()
	}
	return nil, nil
}

// isSeenByOthers reports whether others than the seat's person got the mail: those in To or Cc.
func isSeenByOthers(r *command.Request) bool {
	for _, a := range slices.Concat(r.Mail.To, r.Mail.Cc) {
		base, _ := mailio.SplitPlus(a.Addr)
		isOurs := func(own string) bool {
			own, _ = mailio.SplitPlus(own)
			return mailio.FoldAddress(own) == mailio.FoldAddress(base)
		}
		ours := slices.ContainsFunc(append([]string{r.Env.Self.Address.Addr}, r.Env.Self.Others...), isOurs)
		if !ours && !r.Seat.Has(a.Addr) && mailio.FoldAddress(a.Addr) != mailio.FoldAddress(r.Mail.From.Addr) {
			return true
		}
	}
	return false
}

// replaceSeenKey draws a new key for a seat whose key others could see, and refuses the mail if the game is set so.
func replaceSeenKey(r *command.Request) (*decision.Outcome, error) {
	if !isSeenByOthers(r) {
		return nil, nil
	}
	r.KeyExposed = true
	news := func(key string) notice.Notice { return notice.KeySeen{Key: key} }
	if err := notify.ReplaceKey(r.Env, r.Tx, r.Game, r.Seat.ID(), news); err != nil {
		return nil, err
	}
	if r.Changes() && r.Game.State.House.Get("seen-key") == "hold" {
		return r.RefuseInGame(notice.KeySeenHeld{})
	}
	return nil, nil
}

// FilePGP puts an OpenPGP key on file for a seat, in place of the one before.
func FilePGP(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, armoured string) (
	fingerprint string, err error) {
	if fingerprint, err = pgp.Fingerprint(armoured, e.Now()); err != nil {
		return "", err
	}
	s.PGP = armoured
	if err := g.SaveSeat(tx, s); err != nil {
		return "", err
	}
	_, err = gamestore.RecordAct(e, g, s.Actor(), "puts a public key on file",
		mailio.FoldAddress(s.Address)+" "+fingerprint)
	return fingerprint, err
}
