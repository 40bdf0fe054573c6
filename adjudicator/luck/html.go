package luck

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
)

//go:embed page.gohtml
var page string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"number": func(v float64) string { return fmt.Sprintf("%.1f", v) },
	"signed": func(v float64) string { return fmt.Sprintf("%+.1f", v) },
	"share":  func(v float64) string { return fmt.Sprintf("%.0f %%", v) },
	"p":      func(v float64) string { return fmt.Sprintf("%.3f", v) },
}).Parse(page))

// HTML writes the ledger as one page with its plots inside: no scripts, nothing from elsewhere.
func (l *Report) HTML(w io.Writer) error {
	return pageTemplate.Execute(w, struct {
		*Report
		ChiSays, RunsSays string
		Bars              []bar
		Paths             []path
		Zero              float64
	}{l, l.Chi.sentence("the faces fall"), l.Runs.sentence("high and low follow each other"), l.bars(), l.paths(),
		plotHeight / 2})
}

// Sizes of the plots, in SVG units.
const (
	plotWidth  = 640
	plotHeight = 240
	barWidth   = 80
)

// bar is how often a face fell. Its Want is where the expectation lies.
type bar struct {
	Face, N              int
	X, Y, Height, Middle float64
	Want                 float64
}

func (l *Report) bars() []bar {
	most := 1
	for _, n := range l.Faces {
		most = max(most, n)
	}
	scale := (plotHeight - 60) / float64(most)
	var out []bar
	for i, n := range l.Faces {
		x := 40 + float64(i)*(barWidth+15)
		out = append(out, bar{Face: i + 1, N: n, X: x, Middle: x + barWidth/2, Height: float64(n) * scale,
			Y: plotHeight - 30 - float64(n)*scale, Want: plotHeight - 30 - float64(l.Dice)/6*scale})
	}
	return out
}

// path is the course of a power's net swing.
type path struct {
	Name, Colour, Points string
	LabelY               float64
}

// colours can be told apart also by people who confuse red and green; the names are next to the lines.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#5d4037", "#56b4e9"}

func (l *Report) paths() []path {
	most := 1.0
	for _, p := range l.Course {
		for _, v := range p.Net {
			most = math.Max(most, math.Abs(v))
		}
	}
	step := (plotWidth - 100) / float64(max(1, len(l.Course)))
	height := func(v float64) float64 { return plotHeight/2 - v/most*(plotHeight/2-15) }
	var out []path
	for i, power := range l.Powers {
		var b strings.Builder
		fmt.Fprintf(&b, "0,%.1f", height(0))
		last := 0.0
		for j, p := range l.Course {
			last = p.Net[i]
			fmt.Fprintf(&b, " %.1f,%.1f", float64(j+1)*step, height(last))
		}
		out = append(out, path{Name: power.Name, Colour: colours[i%len(colours)], Points: b.String(),
			LabelY: height(last) + 4})
	}
	spread(out)
	return out
}

// spread keeps the names at the ends of the lines apart.
func spread(ps []path) {
	for moved, n := true, 0; moved && n < 50; n++ {
		moved = false
		for i := range ps {
			for j := range ps {
				if d := ps[j].LabelY - ps[i].LabelY; i != j && math.Abs(d) < 14 && (d > 0 || d == 0 && j > i) {
					ps[i].LabelY--
					ps[j].LabelY++
					moved = true
				}
			}
		}
	}
}
