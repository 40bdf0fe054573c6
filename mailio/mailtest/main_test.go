//go:build !(mailserver && linux)

package mailtest_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain does without the servers, which only tests with the tag mailserver use.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
