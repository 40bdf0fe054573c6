//go:build race

package daemon

// The race detector makes our code slower and hashing not: costs in time are not compared under it.
const underRace = true
