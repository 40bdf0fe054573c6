// Package standing keeps what powers have on file in addition to the orders of a turn: standing orders, answers,
// declarations and the complexes that some begin with. It says what speaks against them.
package standing
