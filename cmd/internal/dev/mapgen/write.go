package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// write writes the areas in the format that package atlas reads (see its
// geometry.go): a size line, the canals, the arcs, the spaces.
func write(s *spec, r *raster, path string) error {
	arcs := trace(r)
	spaces := rooms(r, len(s.names))
	var out bytes.Buffer
	wrap := "flat"
	if r.wraps {
		wrap = "wrap"
	}
	fmt.Fprintf(&out, "size %d %d %s\n", r.w, r.h, wrap)
	for _, canal := range s.canals {
		var line []corner
		for _, q := range canal {
			x, y := s.proj.place(q)
			line = append(line, corner{int(x), int(y)})
		}
		writeLine(&out, "canal", line)
	}
	for i := range arcs {
		arcs[i].points = simplify(arcs[i].points, tolerance)
		writeLine(&out, "arc", arcs[i].points)
	}
	for label, name := range s.names {
		fmt.Fprintf(&out, "space\t%s\t%s\t%s\t%s\n", s.kind(label), name, roomList(spaces[label]),
			ringList(rings(arcs, int16(label))))
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// writeLine writes points as steps, each from the one before.
func writeLine(out *bytes.Buffer, verb string, points []corner) {
	out.WriteString(verb)
	last := corner{}
	for _, p := range points {
		fmt.Fprintf(out, " %d %d", p.x-last.x, p.y-last.y)
		last = p
	}
	out.WriteByte('\n')
}

// kind is how a space is drawn: none, land, sea, island (a disc) or convoy (a box).
func (s *spec) kind(label int) string {
	for _, sh := range s.shapes {
		switch {
		case sh.label == label && sh.round:
			return "island"
		case sh.label == label:
			return "convoy"
		}
	}
	switch {
	case label == 0:
		return "none"
	case s.isSea[label]:
		return "sea"
	}
	return "land"
}

func roomList(list []room) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, fmt.Sprintf("%d %d %d %d", m.x, m.y, m.w, m.h))
	}
	return strings.Join(parts, ";")
}

func ringList(list [][]int) string {
	var parts []string
	for _, ring := range list {
		parts = append(parts, strings.Trim(fmt.Sprint(ring), "[]"))
	}
	return strings.Join(parts, ";")
}
