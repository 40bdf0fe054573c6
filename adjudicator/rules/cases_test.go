package rules_test

import (
	"os"
	"testing"

	"fieldpost/orders/cases/casestest"
)

// TestCases runs the conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"),
		"ADV BLZ BOT EAMP EBAT ECAR EINF EOIL EPAS ESBR ESEA ESHI ESUB EVIC EX GUN ISL KAM LIG MOV OPT PBZ RES SLV TEC VIC")
}
