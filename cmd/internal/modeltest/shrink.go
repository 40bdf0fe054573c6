package modeltest

import (
	"maps"
	"slices"
	"strings"
)

// kindOf is what a difference is about, without the places and numbers in it.
func kindOf(what string) string {
	_, what, _ = strings.Cut(what, ": ")
	what, _, _ = strings.Cut(what, "\n")
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, what)
}

// shrink removes units, lines and files as long as a difference stays.
func (s *playedGame) shrink() *playedGame {
	best := *s
	class := kindOf(s.differ())
	try := func(c playedGame) bool {
		if kindOf(c.differ()) != class {
			return false
		}
		best = c
		return true
	}
	for i := len(best.steps) - 1; i >= 0; i-- { // files that do not matter
		c := best
		c.steps, c.who = slices.Delete(slices.Clone(best.steps), i, i+1), slices.Delete(slices.Clone(best.who), i, i+1)
		if len(c.steps) > 0 {
			try(c)
		}
	}
	for range 2 {
		for i := range best.steps {
			for _, part := range []func(*step) *[]line{
				func(st *step) *[]line { return &st.combat }, func(st *step) *[]line { return &st.late },
				func(st *step) *[]line { return &st.buy }, func(st *step) *[]line { return &st.place },
				func(st *step) *[]line { return &st.research }, func(st *step) *[]line { return &st.convert },
			} {
				for k := len(*part(&best.steps[i])) - 1; k >= 0; k-- {
					c := best
					c.steps = slices.Clone(best.steps)
					lines := part(&c.steps[i])
					*lines = slices.Delete(slices.Clone(*lines), k, k+1)
					try(c)
				}
			}
			for _, space := range slices.Sorted(maps.Keys(best.steps[i].sections)) {
				c := best
				c.steps = slices.Clone(best.steps)
				c.steps[i].sections = maps.Clone(c.steps[i].sections)
				delete(c.steps[i].sections, space)
				try(c)
			}
			c := best
			c.steps = slices.Clone(best.steps)
			c.steps[i].order = nil
			try(c)
		}
		for _, q := range slices.Sorted(maps.Keys(best.standing)) {
			c := best
			c.standing = maps.Clone(best.standing)
			delete(c.standing, q)
			try(c)
		}
		for _, n := range slices.Sorted(maps.Keys(best.intercept)) {
			c := best
			c.intercept = maps.Clone(best.intercept)
			delete(c.intercept, n)
			try(c)
		}
		for k := len(best.start.units) - 1; k >= 0; k-- {
			if k >= len(best.start.units) {
				continue
			}
			c := best
			c.start = best.start.clone()
			c.start.remove(c.start.units[k])
			c.start.startIC = map[string]bool{}
			c.start.beginTurn()
			try(c)
		}
		for _, n := range best.start.w.names {
			if home := best.start.w.places[n].home; best.start.owner[n] != home &&
				!slices.ContainsFunc(best.start.in(n), func(u *unit) bool {
					return best.start.w.side[u.owner] != best.start.w.side[home]
				}) {
				c := best
				c.start = best.start.clone()
				c.start.owner[n] = home
				for _, u := range c.start.units {
					if u.kind == "industrial complex" {
						u.owner = c.start.owner[u.at]
					}
				}
				c.start.beginTurn()
				try(c)
			}
		}
		for _, q := range best.start.w.powers {
			for _, set := range []func(*pos) map[string]bool{
				func(p *pos) map[string]bool { return p.tech[q] }, func(p *pos) map[string]bool { return p.has[q] },
			} {
				for _, name := range slices.Sorted(maps.Keys(set(best.start))) {
					c := best
					c.start = best.start.clone()
					delete(set(c.start), name)
					try(c)
				}
			}
		}
	}
	return &best
}
