// Package decision names what a mail leads to: accepted, answered, refused, ignored or broken, with the reason. These words are
// what the intake log says.
package decision
