package combat_test

import (
	"os"
	"testing"

	"fieldpost/orders/cases/casestest"
)

// TestCases runs the conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"),
		"AAG ADV AMP BAT CAR EAMP EBAT EDES EINF ENI ESBR ESUB EX LOS NAG OPT PBE RES RET ROC SBR SUB WAY")
}
