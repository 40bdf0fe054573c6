package adjudicator_test

import (
	"os"
	"testing"

	"fieldpost/orders/cases/casestest"
)

// TestCases runs all conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("testdata/cases"), "")
}
