package commands

import (
	"strconv"
	"strings"

	"fieldpost/orders/syntax"
)

// Beacon hands in the value of a drand round (tier 2).
type Beacon struct {
	Line
	Round     int
	Signature string // hex digits
}

// BeaconSyntax is how it is written.
var BeaconSyntax = define("beacon", readBeacon, "beacon 5000000 8c5d2d7d")

// readBeacon: beacon ROUND SIGNATURE.
func readBeacon(s *syntax.Scan) Command {
	words := strings.Fields(s.Value())
	c := Beacon{Line: Line(s.Line)}
	if len(words) == 2 {
		c.Round, _ = syntax.Numeral(words[0])
		c.Signature = strings.ToLower(words[1])
	}
	if c.Round == 0 || c.Signature == "" || len(c.Signature)%2 != 0 ||
		strings.Trim(c.Signature, "0123456789abcdef") != "" {
		s.Fail(syntax.BadValue, "beacon")
	}
	return c
}

func (c Beacon) print(pr *syntax.Printer) { pr.Say("beacon", strconv.Itoa(c.Round), c.Signature) }
