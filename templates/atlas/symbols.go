package atlas

import "math"

// symbol gives the outline of a unit in a box of 12 by 12, y down; unknown
// types are a diamond.
func symbol(unit string) path {
	switch unit {
	case "infantry":
		return append(circle(Point{6, 2.8}, 2.1), polygon(6, 4.6, 9, 6.2, 9.6, 11.4, 2.4, 11.4, 3, 6.2))
	case "artillery":
		return append(circle(Point{4.2, 8.6}, 2.6), polygon(2.2, 7.4, 10.6, 2.2, 11.5, 3.8, 5, 8.4),
			polygon(5, 8, 11, 10.2, 10.6, 11.2, 4.4, 10))
	case "tank":
		return path{polygon(0.8, 7, 11.2, 7, 11.2, 9, 9.8, 10.8, 2.2, 10.8, 0.8, 9),
			polygon(2.8, 3.6, 7.2, 3.6, 8, 6.5, 2.2, 6.5), polygon(7.2, 4.1, 11.8, 4.1, 11.8, 5.4, 7.2, 5.4)}
	case "antiaircraft gun":
		return path{polygon(1, 11.4, 6, 7.6, 11, 11.4), polygon(4.4, 7.6, 8.8, 0.6, 10.4, 1.6, 6.6, 8.4),
			polygon(2.2, 6.2, 5.8, 0.8, 6.9, 1.5, 3.4, 7)}
	case "industrial complex":
		return path{polygon(0.8, 11.4, 0.8, 0.8, 3.2, 0.8, 3.2, 6.6, 6, 4.2, 6, 6.6, 8.6, 4.2, 8.6, 6.6, 11.2, 4.2,
			11.2, 11.4)}
	case "fighter":
		return path{polygon(6, 0.4, 7, 2, 7.1, 4, 11.6, 6, 11.6, 7.4, 7.1, 6.9, 6.8, 9.2, 8.6, 10.4, 8.6, 11.3, 6, 10.8,
			3.4, 11.3, 3.4, 10.4, 5.2, 9.2, 4.9, 6.9, 0.4, 7.4, 0.4, 6, 4.9, 4, 5, 2)}
	case "bomber":
		return path{polygon(6, 0.2, 7.2, 1.4, 7.2, 3.8, 8.4, 3.9, 8.4, 2.6, 9.6, 2.6, 9.6, 4.1, 12, 4.6, 12, 6.6, 7.2,
			6.8, 6.9, 9.4, 9.4, 10.2, 9.4, 11.6, 6, 11.2, 2.6, 11.6, 2.6, 10.2, 5.1, 9.4, 4.8, 6.8, 0, 6.6, 0, 4.6, 2.4,
			4.1, 2.4, 2.6, 3.6, 2.6, 3.6, 3.9, 4.8, 3.8, 4.8, 1.4)}
	case "battleship":
		return path{polygon(0, 7.4, 12, 7.4, 10.6, 10.8, 1.6, 10.8),
			polygon(4.6, 1, 6.4, 1, 6.4, 3, 7.4, 3, 7.4, 7, 4, 7, 4, 4.2, 4.6, 4.2),
			polygon(0.4, 5, 3.2, 5, 3.2, 7, 1.6, 7, 1.6, 6, 0.4, 6),
			polygon(11.8, 5, 8.2, 5, 8.2, 7, 10.4, 7, 10.4, 6, 11.8, 6)}
	case "destroyer":
		return path{polygon(0.2, 7.8, 11.8, 7.4, 10.6, 10.4, 1.4, 10.4), polygon(5.2, 3.2, 7.2, 4.2, 7.2, 7, 4.4, 7),
			polygon(8, 5.6, 11, 5.2, 11, 6.2, 9.6, 6.4, 9.6, 7.1, 8, 7.1)}
	case "aircraft carrier":
		return path{polygon(0, 5.6, 12, 5.6, 12, 7.2, 10.4, 7.6, 9.4, 10.6, 2.2, 10.6, 1.2, 7.6, 0, 7.2),
			polygon(7.2, 2, 9, 2, 9.4, 5.2, 6.8, 5.2)}
	case "transport":
		return path{polygon(0.2, 7, 2.4, 7.8, 9.6, 7.8, 11.8, 7, 10.6, 10.8, 1.4, 10.8),
			polygon(3, 4.8, 5.6, 4.8, 5.6, 7.3, 3, 7.3), polygon(6.2, 4.8, 8.8, 4.8, 8.8, 7.3, 6.2, 7.3),
			polygon(5.3, 1.4, 6.5, 1.4, 6.5, 4.4, 5.3, 4.4)}
	case "submarine":
		return path{polygon(0.2, 8.2, 1.6, 6.9, 9.6, 6.9, 11.8, 8.4, 9.6, 10, 1.6, 10),
			polygon(5, 4.4, 7.4, 4.4, 7.8, 6.5, 4.6, 6.5), polygon(6, 2, 6.9, 2, 6.9, 4, 6, 4)}
	}
	return path{polygon(6, 1, 11, 6, 6, 11, 1, 6)}
}

// star is a five-pointed star, burst one of many short points.
func star() path  { return path{spikes(5, 0.42)} }
func burst() path { return path{spikes(9, 0.55)} }

// polygon makes a closed line of x, y pairs, clockwise on the page whatever
// the order given, so that overlapping parts of a symbol add up.
func polygon(xy ...float64) []Point {
	var out []Point
	area := 0.0
	for i := 0; i+1 < len(xy); i += 2 {
		out = append(out, Point{xy[i], xy[i+1]})
		j := (i + 2) % len(xy)
		area += xy[i]*xy[j+1] - xy[j]*xy[i+1]
	}
	if area < 0 {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return append(out, out[0])
}

// placed moves and scales a symbol into a box.
func placed(p path, x, y, scale float64) path {
	out := make(path, len(p))
	for i, line := range p {
		out[i] = make([]Point, len(line))
		for k, q := range line {
			out[i][k] = Point{x + q.X*scale, y + q.Y*scale}
		}
	}
	return out
}

// spikes is a star in a box of 12 by 12; inner is the part of the radius
// where the points meet.
func spikes(points int, inner float64) []Point {
	var out []Point
	for i := range 2 * points {
		radius := 5.8
		if i%2 == 1 {
			radius *= inner
		}
		angle := math.Pi * (float64(i)/float64(points) - 0.5)
		out = append(out, Point{6 + radius*math.Cos(angle), 6 + radius*math.Sin(angle)})
	}
	return append(out, out[0])
}
