package gamestore

import (
	"encoding/json"
	"fmt"

	"fieldpost/adjudicator/game"
)

// EncodeSetup writes a set-up for the store.
func EncodeSetup(s game.Setup) ([]byte, error) { return json.Marshal(s) }

// DecodeSetup reads what EncodeSetup wrote. The error is also that of a set-up with which no game can be played.
func DecodeSetup(data []byte) (game.Setup, error) {
	var s game.Setup
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("set-up cannot be read: %w", err)
	}
	return s, s.Check()
}
