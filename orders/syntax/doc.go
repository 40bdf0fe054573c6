// Package syntax reads and prints single lines of the order language: tokens, the words of the lexicon in three
// languages, names of spaces and units, numbers, and the clauses that follow a keyword. Which keywords there are is
// not known here.
//
// Words are data: lexicon/*.txt.
package syntax
