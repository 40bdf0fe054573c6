package atlas

import (
	"crypto/sha256"
	"testing"
	"time"
)

// BenchmarkPNG draws crowded maps; x-sha256 is the time as a multiple of hashing one mebibyte in the same run.
func BenchmarkPNG(b *testing.B) {
	for _, board := range boards {
		whole := crowded(b, board.name)
		part := whole
		part.Crop = []string{"Germany"}
		for _, bb := range []struct {
			name  string
			scene Scene
			width int
		}{{board.name + "/overview", whole, 1200}, {board.name + "/theatre", part, 1000}} {
			b.Run(bb.name, func(b *testing.B) {
				for b.Loop() {
					if _, err := PNG(bb.scene, bb.width); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(hashing()), "x-sha256")
			})
		}
	}
}

// hashing is how long it takes to hash one mebibyte: the least of ten times.
func hashing() time.Duration {
	block, least := make([]byte, 1<<20), time.Hour
	for range 10 {
		start := time.Now()
		sha256.Sum256(block)
		least = min(least, time.Since(start))
	}
	return least
}
