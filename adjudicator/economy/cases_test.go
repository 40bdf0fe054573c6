package economy_test

import (
	"os"
	"testing"

	"fieldpost/orders/cases/casestest"
)

// TestCases runs the conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"),
		"ADV EBON EBUY ECON EGUN EMOV EOIL EPRO ESHI EX GUN INC MOB OPT PUR TEC")
}
