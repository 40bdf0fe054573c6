package position

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Nation is what belongs to a power as a whole, to be read. It follows the position.
type Nation struct{ d *NationData }

// HasTurn reports whether there is anything to read: an owner without a turn, as the Neutrals are, has nothing.
func (n Nation) HasTurn() bool { return n.d != nil }

// Power is the power.
func (n Nation) Power() board.Power { return n.d.Power }

// Money is the IPC on hand.
func (n Nation) Money() int { return n.d.Money }

// Fallen is the round in which its capital was captured; 0: it was not, or before the first record.
func (n Nation) Fallen() int { return n.d.Fallen }

// Techs are the numbers of its technologies, ascending.
func (n Nation) Techs() []int { return slices.Clone(n.d.Techs) }

// HasTech reports whether the power has a technology by its number.
func (n Nation) HasTech(tech int) bool { return slices.Contains(n.d.Techs, tech) }

// Advantages are its national advantages by their canonical names.
func (n Nation) Advantages() []string { return slices.Clone(n.d.Advantages) }

// HasAdvantage reports whether the power has a national advantage.
func (n Nation) HasAdvantage(name string) bool { return slices.Contains(n.d.Advantages, name) }

// Used are the advantages that are used up.
func (n Nation) Used() []string { return slices.Clone(n.d.Used) }

// HasUsed reports whether a once-only advantage is used up.
func (n Nation) HasUsed(name string) bool { return slices.Contains(n.d.Used, name) }

// HasInForce reports whether an advantage was declared that lasts until the power's next turn.
func (n Nation) HasInForce(name string) bool { return slices.Contains(n.d.InForce, name) }

// WasAttackedBy reports whether an enemy attacked the power before the power attacked it, where an advantage asks for
// it.
func (n Nation) WasAttackedBy(enemy board.Power) bool { return slices.Contains(n.d.AttackedBy, enemy) }

// Bought is what waits to be placed, by type.
func (n Nation) Bought() [board.NumUnitTypes]int { return n.d.Bought }

// Standing is the power's standing orders.
func (n Nation) Standing() []order.Standing { return order.CloneStanding(n.d.Standing) }

// Answers are its answers on file: enigma, nonaggression, resistance, place by default, oil, share, choose.
func (n Nation) Answers() []order.Order { return order.CloneAll(n.d.Answers) }
