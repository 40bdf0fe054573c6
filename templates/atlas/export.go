package atlas

// Colours are how a power looks, as CSS colours, for pages that draw the map
// themselves.
type Colours struct {
	Ground string // its spaces
	Chip   string // behind its units' symbols
	Ink    string // the symbols
}

// ColoursOf gives the colours of a power by its canonical name, of "Middle
// East" and of neutral ground; unknown names look neutral.
func ColoursOf(power string) Colours {
	l := styleOf(power)
	return Colours{hex(l.ground), hex(l.chip), hex(l.ink)}
}

// SymbolPath gives a unit's symbol as the d attribute of an SVG path in a box
// of 12 by 12, by the canonical unit type.
func SymbolPath(unit string) string { return pathData(symbol(unit), true, 0.1) }
