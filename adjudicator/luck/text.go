package luck

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Text writes the ledger as plain text of at most 80 columns.
func (l *Report) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d dice of six sides\n", l.Dice)
	for i, n := range l.Faces {
		fmt.Fprintf(&b, "  %d  %5d  %5.1f %%\n", i+1, n, percent(n, l.Dice))
	}
	fmt.Fprintf(&b, "chi-square %.2f, p = %.3f: %s\n", l.Chi.Statistic, l.Chi.P, l.Chi.sentence("the faces fall"))
	fmt.Fprintf(&b, "runs %+.2f, p = %.3f: %s\n", l.Runs.Statistic, l.Runs.P,
		l.Runs.sentence("high and low follow each other"))
	writeTable(&b, "power", l.Powers, true)
	writeTable(&b, "unit", l.Units, false)
	if len(l.Battles) > 0 {
		fmt.Fprintf(&b, "\n%-24s %-24s  %s\n", "battle", "attacker, hits, swing", "defender, hits, swing")
	}
	for _, x := range l.Battles {
		fmt.Fprintf(&b, "%-24s %s  %s\n", clip(fmt.Sprintf("R%d %s", x.Round, x.Space), 24), x.Attacker.summary(),
			x.Defender.summary())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// sentence puts the outcome of a test into words.
func (t Test) sentence(what string) string {
	switch {
	case !t.Enough:
		return "too few dice to tell"
	case t.P < 0.01:
		return what + " as honest dice seldom do"
	}
	return what + " as honest dice do"
}

func writeTable(b *strings.Builder, head string, lines []Line, net bool) {
	name := len(head)
	for _, x := range lines {
		name = max(name, len(x.Name))
	}
	fmt.Fprintf(b, "\n%-*s %5s %5s %8s %9s", name, head, "dice", "hits", "expected", "swing")
	if net {
		fmt.Fprintf(b, " %9s %19s %4s", "net", "95 % from … to", "luck")
	}
	b.WriteByte('\n')
	for _, x := range lines {
		fmt.Fprintf(b, "%-*s %5d %5d %8.1f %+9.1f", name, x.Name, x.Dice, x.Hits, x.Expected, x.Swing)
		if net {
			fmt.Fprintf(b, " %+9.1f %+8.1f … %+8.1f %3.0f%%", x.Net, x.Low, x.High, x.Percentile)
		}
		b.WriteByte('\n')
	}
}

// summary is one side of a battle: hits rolled of hits expected, and the swing.
func (l Line) summary() string {
	return fmt.Sprintf("%-9s %2d/%4.1f %+5.0f", l.Name, l.Hits, l.Expected, math.Round(l.Swing)+0) // + 0 makes -0 a 0
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// columns of the CSV.
var columns = []string{"kind", "name", "record", "round", "side", "dice", "hits", "expected", "swing_ipc",
	"suffered_ipc", "net_ipc", "sd", "low", "high", "percentile"}

// CSV writes the report as one table: a row for each power, type of unit and side of a battle.
func (l *Report) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	rows := [][]string{columns}
	for _, x := range l.Powers {
		rows = append(rows, x.row("power", x.Name, "", "", ""))
	}
	for _, x := range l.Units {
		rows = append(rows, x.row("unit", x.Name, "", "", ""))
	}
	for _, x := range l.Battles {
		record, round := strconv.Itoa(x.Record), strconv.Itoa(x.Round)
		rows = append(rows, x.Attacker.row("battle", x.Space, record, round, x.Attacker.Name+" attacks"),
			x.Defender.row("battle", x.Space, record, round, x.Defender.Name+" defends"))
	}
	for i, n := range l.Faces {
		rows = append(rows, Line{Dice: n}.row("face", strconv.Itoa(i+1), "", "", ""))
	}
	if err := c.WriteAll(rows); err != nil {
		return fmt.Errorf("luck: %w", err)
	}
	return nil
}

func (l Line) row(kind, name, record, round, side string) []string {
	row := []string{kind, name, record, round, side, strconv.Itoa(l.Dice), strconv.Itoa(l.Hits)}
	for _, v := range []float64{l.Expected, l.Swing, l.Suffered, l.Net, l.SD, l.Low, l.High, l.Percentile} {
		row = append(row, strconv.FormatFloat(v, 'f', 3, 64))
	}
	return row
}
