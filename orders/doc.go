// Package orders reads and writes the order language: what players type into mails, in English, German and Danish
// mixed as they like, becomes the values of package order, and those values become the canonical text again.
//
// A text goes through four steps, a file each: clean (what mail programs did to its characters), lines (comments,
// quotes, wrapped lines), statements (one line by its first word: turn.go, moves.go, tactics.go, answers.go,
// header.go) and sections (which phase, battle or standing order a statement belongs to). Statements know nothing
// of sections, so that a line means the same everywhere and a fault in one never spoils the next.
//
// Words are data in syntax/lexicon, single lines are read by package syntax, commands by package commands. Nothing
// here knows the position; what depends on it is judged by the adjudicator.
package orders
