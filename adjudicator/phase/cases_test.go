package phase_test

import (
	"os"
	"testing"

	"fieldpost/orders/cases/casestest"
)

// TestCases runs the conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"),
		"AAG CAP EAIR EBON EGUN EINF ENI EOIL EPAT ESBR ESHI EX GUN INC KAM LOD LOS PBE PBZ RES ROC SBR UNI")
}
