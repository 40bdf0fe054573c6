package people

import (
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/pgp"
	"fieldpost/store"
)

// FilePGP puts an OpenPGP key on file for a seat, in place of the one before.
func FilePGP(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, armoured string) (fingerprint string, err error) {
	if fingerprint, err = pgp.Fingerprint(armoured, e.Now()); err != nil {
		return "", err
	}
	s.PGP = armoured
	if err := g.SaveSeat(tx, s); err != nil {
		return "", err
	}
	_, err = gamestore.RecordAct(e, g, s.Actor(), "puts a public key on file", mailio.FoldAddress(s.Address)+" "+fingerprint)
	return fingerprint, err
}
