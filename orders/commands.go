package orders

// Command is a line that is no order: a query, press, an act of a player or the referee.
type Command interface{ CommandLine() int }

// Press is a letter, taken raw.
type Press struct {
	Line int
	Body []string
}

// CommandLine returns the line.
func (c Press) CommandLine() int { return c.Line }

func (p *parser) press(s source) statement {
	st := statement{line: s.no, verb: "press", text: s.text, item: Press{Line: s.no, Body: s.raw}}
	if s.open {
		st.fault = faultAt(s.no, PressOpen, "end press")
	}
	return st
}
