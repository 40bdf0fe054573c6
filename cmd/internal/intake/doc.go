// Package intake makes values of a mail: what it says ([Parse], [Read]), and who sent it about which game ([Identify]). It
// asks a [Directory] and changes nothing; what follows is decided elsewhere.
package intake
