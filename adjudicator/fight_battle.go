package adjudicator

import (
	"errors"

	"fieldpost/adjudicator/position"
)

// errNoSteps says that a battle cannot be fought to its end yet.
var errNoSteps = errors.New("battle: the combat steps are missing")

func (r *run) fightBattle(b *position.Battle) (waiting bool, err error) { return false, errNoSteps }
