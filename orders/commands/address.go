package commands

import (
	"strings"

	"fieldpost/orders/syntax"
)

// Address is about the mail addresses of the sender: adds one, makes one the main one, or drops one.
type Address struct {
	Line
	What    string // "", main, drop
	Address string
}

// AddressSyntax is how it is written.
var AddressSyntax = define("address", readAddress, "address main anna@example.org")

// readAddress: address [main | drop] ADDRESS.
func readAddress(s *syntax.Scan) Command {
	c := Address{Line: Line(s.Line), What: s.Peek()}
	if !s.Take("main", "drop") {
		c.What = ""
	}
	c.Address = s.Value()
	if !isAddress(c.Address) {
		s.Fail(syntax.BadValue, "address")
	}
	return c
}

func isAddress(v string) bool { return strings.Contains(v, "@") && !strings.ContainsAny(v, " ,;") }

func (c Address) print(pr *syntax.Printer) {
	pr.Say("address", choice(pr, c.What, c.What != ""), c.Address)
}
