package atlas

import (
	"crypto/sha256"
	"syscall"
	"testing"
	"time"
)

// BenchmarkPNG draws crowded maps in the sizes of a mail. cpu-ms is processor time; x-sha256 is that time as a multiple
// of hashing one mebibyte in the same run.
func BenchmarkPNG(b *testing.B) {
	for _, board := range boards {
		whole := crowded(b, board.name)
		part := whole
		part.Crop = []string{"Germany", "Eastern Europe"}
		if board.name == "europe" {
			part.Crop = []string{"Germany", "Poland"}
		}
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
