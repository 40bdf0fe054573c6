package battle_test

import (
	"os"
	"testing"

	"fieldpost/orders/cases/casestest"
)

// TestCases runs the conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"),
		"ADV AMP BAT EAMP EBAT EBOM EDES EINF ESUB EX KAM LOS OPT RET SUB UNI WAY")
}
