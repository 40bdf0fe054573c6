package standing

import (
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// DeclareAt lets what the power on turn declared take effect, each advantage at its own step of the turn: Russian
// Winter at its end (D25). Nothing is declared by itself.
func DeclareAt(t *phase.Turn, step rules.Step) {
	for _, a := range t.Unused(t.Power) {
		if a.Declare.At == step && t.IsDeclared(t.Power, a) {
			phase.Declare(t, t.Power, a)
		}
	}
}

// ForgetDeclarations drops what the power on turn declared: it holds for this turn only.
func ForgetDeclarations(t *phase.Turn) {
	t.DropAnswers(t.Power, func(o order.Order) bool { _, ok := o.(order.Declare); return ok })
}
