package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// least is the length of common border, in cells, that counts as touching.
const least = 8

// report prints where the raster and the board's table of neighbours differ.
func report(s *spec, r *raster, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	want := map[[2]string]bool{}
	for _, line := range strings.Split(string(data), "\n")[1:] {
		space, list, ok := strings.Cut(line, "\t")
		if !ok {
			continue
		}
		if !slices.Contains(s.names, space) {
			fmt.Printf("missing space %s\n", space)
		}
		for _, other := range strings.Split(list, ";") {
			want[pair(space, strings.TrimSpace(other))] = true
		}
	}
	have := borders(s, r)
	var lines []string
	for p := range want {
		if len(have[p]) < least {
			lines = append(lines, fmt.Sprintf("apart    %s | %s (%d)", p[0], p[1], len(have[p])))
		}
	}
	for p, cells := range have {
		if !want[p] && p[0] != "-" && p[1] != "-" {
			middle := cells[len(cells)/2]
			lines = append(lines, fmt.Sprintf("touching %s | %s (%d, near %d %d)", p[0], p[1], len(cells), middle%r.w,
				middle/r.w))
		}
	}
	slices.Sort(lines)
	fmt.Println(strings.Join(lines, "\n"))
	return nil
}

func pair(a, b string) [2]string {
	if a > b {
		a, b = b, a
	}
	return [2]string{a, b}
}

// borders lists the cells at the border of each two areas, once a cell side.
func borders(s *spec, r *raster) map[[2]string][]int {
	out := map[[2]string][]int{}
	for i, c := range r.cell {
		for _, j := range r.neighbours(i) {
			if j > i && r.cell[j] != c || r.wraps && j%r.w == 0 && i%r.w == r.w-1 && r.cell[j] != c {
				p := pair(s.names[c], s.names[r.cell[j]])
				out[p] = append(out[p], i)
			}
		}
	}
	return out
}
