package atlas

import (
	"crypto/sha256"
	"slices"
	"syscall"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
)

// BenchmarkPNG draws a turn in the sizes of a mail. cpu-ms is processor time; x-sha256 is that time as a multiple
// of hashing one mebibyte in the same run.
func BenchmarkPNG(b *testing.B) {
	for _, board := range boards {
		whole := turn(b, board.name, board.board)
		part := whole
		part.Crop = whole.Battles[:1]
		for _, bb := range []struct {
			name  string
			scene Scene
			width int
		}{{board.name + "/overview", whole, 748}, {board.name + "/theatre", part, 748}, {board.name + "/large", whole, 1600}} {
			b.Run(bb.name, func(b *testing.B) {
				if _, err := PNG(bb.scene, bb.width); err != nil { // the base is drawn once
					b.Fatal(err)
				}
				size, start := 0, cpu(b)
				for b.Loop() {
					file, err := PNG(bb.scene, bb.width)
					if err != nil {
						b.Fatal(err)
					}
					size = len(file)
				}
				each := (cpu(b) - start) / time.Duration(b.N)
				b.ReportMetric(float64(each)/1e6, "cpu-ms")
				b.ReportMetric(float64(size)/1000, "kB")
				b.ReportMetric(float64(each)/float64(hashing(b)), "x-sha256")
			})
		}
	}
}

// turn is the set-up with moves of Germany and two battles.
func turn(t testing.TB, name string, b *board.Board) Scene {
	t.Helper()
	s := opening(name, b)
	m, err := Geometry(name)
	if err != nil {
		t.Fatal(err)
	}
	at := func(area int) Space {
		if area < 0 {
			return Space{}
		}
		i := slices.IndexFunc(s.Spaces, func(x Space) bool { return x.Name == m.Areas[area].Name })
		return s.Spaces[max(i, 0)]
	}
	for _, border := range m.Borders {
		from, to := at(border.Left), at(border.Right)
		if to.Owner == "Germany" && from.Owner == "USSR" {
			from, to = to, from
		}
		if from.Owner != "Germany" || to.Name == "" || len(from.Stacks) == 0 || len(s.Arrows) == 30 && to.Owner != "USSR" {
			continue
		}
		act := Noncombat
		if to.Owner == "USSR" {
			act = Combat
			if len(s.Battles) < 2 && !slices.Contains(s.Battles, to.Name) {
				s.Battles = append(s.Battles, to.Name)
			}
		}
		s.Arrows = append(s.Arrows, Arrow{From: from.Name, To: to.Name, Power: "Germany", Act: act, Count: 1 + len(s.Arrows)%5})
	}
	return s
}

// cpu is the processor time that this program has used.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// hashing is how much processor time it takes to hash one mebibyte.
func hashing(t testing.TB) time.Duration {
	t.Helper()
	block, start := make([]byte, 1<<20), cpu(t)
	for range 50 {
		sha256.Sum256(block)
	}
	return (cpu(t) - start) / 50
}
