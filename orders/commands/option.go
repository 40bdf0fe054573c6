package commands

import (
	"slices"
	"strings"

	"fieldpost/orders/syntax"
)

// The lines `option NAME VALUE`.
type (
	// Option is a setting of a game: of a new one, or of how a running one is run.
	Option struct {
		Line
		Name, Value string
	}
	// ConsentOption is a setting that decides who must agree to what the referee does.
	ConsentOption struct {
		Line
		Name, Value string
	}
	// OwnOption is a setting of the sender: language, zone, name.
	OwnOption struct {
		Line
		Name, Value string
	}
)

// How they are written.
var (
	OptionSyntax        = define("option", readOption, "option joining open")
	ConsentOptionSyntax = OptionSyntax.also("option consent all")
	OwnOptionSyntax     = OptionSyntax.also("option language de")
)

var (
	consentOptions = []string{"consent", "consent-span", "corrections", "dice-after-correction"}
	ownOptions     = []string{"language", "zone", "name"}
)

// OwnOptions are the names of the settings that a sender has.
func OwnOptions() []string { return slices.Clone(ownOptions) }

// readOption: option NAME VALUE.
func readOption(s *syntax.Scan) Command {
	name, value, ok := strings.Cut(s.Value(), " ")
	if !ok {
		s.Fail(syntax.BadValue, "option")
	}
	name, value = strings.ToLower(name), strings.TrimSpace(value)
	switch {
	case name == "mail":
		return mailOption(s, value)
	case slices.Contains(ownOptions, name):
		return OwnOption{Line(s.Line), name, value}
	case slices.Contains(consentOptions, name):
		return ConsentOption{Line(s.Line), name, value}
	}
	return Option{Line(s.Line), name, value}
}

func (c Option) print(pr *syntax.Printer)        { pr.Say("option", c.Name, c.Value) }
func (c ConsentOption) print(pr *syntax.Printer) { pr.Say("option", c.Name, c.Value) }
func (c OwnOption) print(pr *syntax.Printer)     { pr.Say("option", c.Name, c.Value) }
