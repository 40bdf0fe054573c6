package orders

import (
	"slices"

	"fieldpost/orders/syntax"
)

// Keyword returns the canonical keyword with which a line begins, "" if it begins with none.
func Keyword(line string) string {
	m, n := syntax.TheLexicon().Words.At(syntax.Tokens(bare(line)))
	if n == 0 || lineRules()[m.ID] == nil {
		return ""
	}
	return m.ID
}

// IsHeader reports whether a line begins as a line of the header does: game, power, round, key, base or salt.
func IsHeader(line string) bool {
	return slices.Contains([]string{"game", "power", "round", "key", "base", "salt"}, Keyword(line))
}

// IsEnd reports whether a line ends the orders: "end" in any language, alone.
func IsEnd(line string) bool {
	tokens := syntax.Tokens(bare(line))
	m, n := syntax.TheLexicon().Words.At(tokens)
	return n > 0 && n == len(tokens) && m.ID == "end"
}
