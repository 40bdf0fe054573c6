package main

import "math"

// bulge magnifies a range of degrees: around centre, within about width
// degrees, the scale is 1+gain times the scale elsewhere.
type bulge struct{ centre, width, gain float64 }

// gained is the integral of what the bulge adds to the scale, up to deg.
func (b bulge) gained(deg float64) float64 {
	return b.gain * b.width * math.Sqrt(math.Pi) / 2 * math.Erf((deg-b.centre)/b.width)
}

// projection lays the globe on the raster: longitudes linear but for a bulge
// that fades towards the south (so that Europe is large while Africa keeps
// its shape), latitudes by Miller's cylindrical projection plus a bulge.
type projection struct {
	west, east, south, north float64 // the frame, degrees; east may exceed 180
	lon, lat                 []bulge
	fadeFrom, fadeTo         float64 // latitudes where the longitude bulge is full, and gone
	width, height            float64 // raster size
}

// wraps reports whether the frame is a whole turn, so that its left and right
// edges are the same meridian.
func (p projection) wraps() bool { return p.east-p.west >= 360 }

// x and y give raster coordinates; lon must be unwrapped into the frame by the
// caller where that matters.
func (p projection) x(lon, lat float64) float64 {
	strength := p.bulgeStrength(lat)
	linear := (lon - p.west) / (p.east - p.west)
	lo, hi := easting(p.lon, p.west), easting(p.lon, p.east)
	bulged := (easting(p.lon, lon) - lo) / (hi - lo)
	if p.wraps() && (lon < p.west || lon > p.east) {
		bulged = linear // beyond the cut only the sign of "outside" matters
	}
	return p.width * (strength*bulged + (1-strength)*linear)
}

func (p projection) y(lat float64) float64 {
	lo, hi := p.northing(p.south), p.northing(p.north)
	return p.height * (hi - p.northing(lat)) / (hi - lo)
}

// bulgeStrength is 1 north of fadeFrom, 0 south of fadeTo, smooth between.
func (p projection) bulgeStrength(lat float64) float64 {
	t := (lat - p.fadeTo) / (p.fadeFrom - p.fadeTo)
	t = max(0, min(1, t))
	return t * t * (3 - 2*t)
}

func (p projection) northing(lat float64) float64 {
	lat = max(-85, min(85, lat))
	miller := 1.25 * math.Log(math.Tan(math.Pi/4+0.4*lat*math.Pi/180)) * 180 / math.Pi
	for _, b := range p.lat {
		miller += b.gained(lat)
	}
	return miller
}

func easting(bulges []bulge, lon float64) float64 {
	x := lon
	for _, b := range bulges {
		x += b.gained(lon)
	}
	return x
}

// place projects a point whose longitude may be given in any turn.
func (p projection) place(q point) (x, y float64) {
	lon := q.lon
	for lon < p.west {
		lon += 360
	}
	for lon >= p.west+360 {
		lon -= 360
	}
	return p.x(lon, q.lat), p.y(q.lat)
}
