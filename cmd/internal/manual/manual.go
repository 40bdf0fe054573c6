// Package manual writes, from the model of the command line, what a package of the program contains: the manual page
// and the completions of three shells. The commands are described once, in the tags that kong reads.
package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// page is one command with all that stands above it, as "fieldpost game seat".
type page struct {
	path  string // " game seat"; empty for the program itself
	node  *kong.Node
	flags []*kong.Flag // its own and those from above
}

// pages lists the program and all its commands that are not hidden, each before those below it.
func pages(app *kong.Application) []page {
	var all []page
	var walk func(n *kong.Node, path string)
	walk = func(n *kong.Node, path string) {
		p := page{path: path, node: n}
		for _, group := range n.AllFlags(true) {
			p.flags = append(p.flags, group...)
		}
		all = append(all, p)
		for _, c := range n.Children {
			if !c.Hidden {
				walk(c, path+" "+c.Name)
			}
		}
	}
	walk(app.Node, "")
	return all
}

// choices are what may stand next on the command line after a page, with help for each.
type choice struct{ word, help string }

func (p page) choices() []choice {
	var out []choice
	for _, c := range p.node.Children {
		if !c.Hidden {
			out = append(out, choice{c.Name, c.Help})
		}
	}
	for _, f := range p.flags {
		out = append(out, choice{"--" + f.Name, f.Help})
		if f.Tag.Negatable != "" {
			out = append(out, choice{"--no-" + f.Name, f.Help})
		}
	}
	for _, v := range p.node.Positional {
		for _, w := range enum(v) {
			out = append(out, choice{w, v.Help})
		}
	}
	return out
}

// enum is what a value may be, if that is a list.
func enum(v *kong.Value) []string {
	var out []string
	for w := range strings.SplitSeq(v.Enum, ",") {
		if w != "" {
			out = append(out, w)
		}
	}
	return out
}

// Man is the manual page fieldpost(1), in roff's man macros.
func Man(app *kong.Application, version string) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say(`.TH FIELDPOST 1 "" "fieldpost %s" "User Commands"`, roff(version))
	say(".SH NAME\nfieldpost \\- %s", roff(app.Help))
	say(".SH SYNOPSIS\n.B fieldpost\n.I command\n[flags]")
	say(".SH DESCRIPTION\nResults go to stdout, everything else to stderr. Each command with its flags:")
	for _, p := range pages(app) {
		if len(p.node.Children) > 0 {
			continue // told with the commands below it
		}
		say(".SS %s", roff(summary(p)))
		say("%s", roff(p.node.Help))
		for _, v := range p.node.Positional {
			say(".TP\n.I %s\n%s", roff(v.Name), roff(v.Help))
		}
		for _, f := range p.flags {
			say(".TP\n.B %s\n%s", roff(flag(f)), roff(f.Help))
		}
	}
	say(".SH EXIT STATUS\n.TP\n.B 0\nDone; the answer is yes.\n.TP\n.B 1\nThe answer is no: orders with faults, a report that is not sound.\n.TP\n.B 2\nWrong usage, or something is broken; stderr says what.")
	return b.String()
}

func summary(p page) string {
	s := "fieldpost" + p.path
	for _, v := range p.node.Positional {
		s += " " + v.Summary()
	}
	return s
}

func flag(f *kong.Flag) string {
	s := "--" + f.Name
	if f.Tag.Negatable != "" {
		s = "--[no-]" + f.Name
	}
	if f.Short != 0 {
		s = fmt.Sprintf("-%c, %s", f.Short, s)
	}
	if !f.IsBool() && !f.IsCounter() && f.Name != "help" {
		s += "=" + f.FormatPlaceHolder()
	}
	return s
}

// roff protects what roff would take for a request, an escape or a hyphen to break at, and writes in ASCII what is
// none.
func roff(s string) string {
	var b strings.Builder
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		b.WriteString(`\&`)
	}
	for _, r := range s {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\n':
			b.WriteByte(' ')
		case r > 126:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
