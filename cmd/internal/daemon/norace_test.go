//go:build !race

package daemon

const underRace = false
