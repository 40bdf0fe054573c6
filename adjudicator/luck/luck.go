// Package luck reports how lucky the players of a game were: what the dice gave compared with the average, by power,
// battle and type of unit, and whether they look like fair dice at all.
//
// A swing is luck in money: each hit above or below the expectation counts as many IPC as a unit of the enemy in that
// battle costs on average, and damage of raids and rockets counts as it is. It measures dice alone; whether the attack
// was wise is another question. Floats are at home here: nothing of this decides anything in a game.
package luck

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/replay"
)

// Report is the luck of a game so far.
type Report struct {
	Game    string   `json:"game"`
	Dice    int      `json:"dice"`  // of six sides
	Faces   [6]int   `json:"faces"` // how often each face fell, 1 first
	Chi     Test     `json:"chi_square"`
	Runs    Test     `json:"runs"`
	Powers  []Line   `json:"powers"` // in turn order
	Units   []Line   `json:"units"`  // in the order of the chart, then research
	Battles []Battle `json:"battles"`
	Course  []Point  `json:"course"` // how the powers' luck went, go by go
}

// Test is a statistical test of the dice. P is how often honest dice would look at least as odd as these.
type Test struct {
	Statistic float64 `json:"statistic"`
	P         float64 `json:"p"`
	Enough    bool    `json:"enough"` // there are dice enough for the test to mean anything
}

// Line is the luck of one power or one type of unit.
type Line struct {
	Name     string  `json:"name"`
	Dice     int     `json:"dice"`
	Hits     int     `json:"hits"`
	Expected float64 `json:"expected"` // hits
	Swing    float64 `json:"swing"`    // in IPC, of its own dice
	Suffered float64 `json:"suffered"` // in IPC, of the enemies' dice against it; powers only
	Net      float64 `json:"net"`      // Swing less Suffered
	SD       float64 `json:"sd"`       // standard deviation of Net for honest dice
	Low      float64 `json:"low"`      // 95 % confidence interval of Net: if it holds 0, chance alone explains Net
	High     float64 `json:"high"`
	// Percentile is how many of 100 games with the same rolls would have been less lucky.
	Percentile float64 `json:"percentile"`

	variance float64
}

// Battle is the luck of both sides in one battle.
type Battle struct {
	Record   int         `json:"record"` // seq of the turn record
	Round    int         `json:"round"`  // of the game
	Power    board.Power `json:"power"`  // on turn
	Space    string      `json:"space"`
	Attacker Line        `json:"attacker"`
	Defender Line        `json:"defender"`
	Outcome  string      `json:"outcome,omitempty"`
}

// Point is the powers' net swing after a resolution.
type Point struct {
	Record int         `json:"record"`
	Round  int         `json:"round"`
	Power  board.Power `json:"power"`
	Net    []float64   `json:"net"` // by power in turn order
}

// Of counts the luck of a game that was played again.
func Of(g *replay.Game) Report {
	c := newCounter(g)
	for i := range g.Resolutions {
		c.countResolution(g.Resolutions[i])
	}
	l := c.ledger
	for i := range l.Powers {
		l.Powers[i].finish()
	}
	for _, u := range c.units {
		if u.Dice > 0 {
			u.finish()
			l.Units = append(l.Units, u)
		}
	}
	for i := range l.Battles {
		l.Battles[i].Attacker.finish()
		l.Battles[i].Defender.finish()
	}
	l.Chi, l.Runs = chiSquare(l.Faces), runs(c.sequence)
	return l
}

// add counts one throw.
func (l *Line) add(t unitDice) {
	l.Dice += t.dice
	l.Hits += t.hits
	l.Expected += t.expected
	l.Swing += t.swing
	l.Net += t.swing
	l.variance += t.variance
}

// addEnemyDice counts an enemy's throw.
func (l *Line) addEnemyDice(t unitDice) {
	l.Suffered += t.swing
	l.Net -= t.swing
	l.variance += t.variance
}

// finish works out what depends on the sums. The sum of many throws is close to a normal distribution.
func (l *Line) finish() {
	l.SD = math.Sqrt(l.variance)
	l.Low, l.High = l.Net-reach*l.SD, l.Net+reach*l.SD
	l.Percentile = 50
	if l.SD > 0 {
		l.Percentile = 100 * distuv.UnitNormal.CDF(l.Net/l.SD)
	}
}

// reach is how many standard deviations hold 95 of 100 values.
const reach = 1.959964

// chiSquare tests whether the six faces fall equally often.
func chiSquare(faces [6]int) Test {
	n := 0
	for _, f := range faces {
		n += f
	}
	if n == 0 {
		return Test{P: 1}
	}
	want, sum := float64(n)/6, 0.0
	for _, f := range faces {
		d := float64(f) - want
		sum += d * d / want
	}
	return Test{Statistic: sum, P: distuv.ChiSquared{K: 5}.Survival(sum), Enough: want >= 5}
}

// runs is the test of Wald and Wolfowitz: whether high (4 to 6) and low faces follow each other as if by chance. The
// statistic is the number of runs in standard deviations from its mean: negative for streaks, positive for alternation.
func runs(faces []int) Test {
	var high, low, count float64
	for i, f := range faces {
		if f > 3 {
			high++
		} else {
			low++
		}
		if i == 0 || (f > 3) != (faces[i-1] > 3) {
			count++
		}
	}
	n := high + low
	if high == 0 || low == 0 || n < 2 {
		return Test{P: 1}
	}
	mean := 2*high*low/n + 1
	variance := (mean - 1) * (mean - 2) / (n - 1)
	if variance <= 0 {
		return Test{P: 1}
	}
	z := (count - mean) / math.Sqrt(variance)
	return Test{Statistic: z, P: 2 * distuv.UnitNormal.Survival(math.Abs(z)), Enough: high >= 10 && low >= 10}
}
