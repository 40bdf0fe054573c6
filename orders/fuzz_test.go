package orders

import (
	"reflect"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// FuzzParse holds the laws of parser and printer on any text: no panic; what was understood prints to a text that says
// the same, in every language, and printing is stable.
func FuzzParse(f *testing.F) {
	f.Add(turn, false)
	for _, c := range tongues {
		f.Add(c.en, true)
		f.Add(c.de, false)
		f.Add(c.da, false)
	}
	f.Add("share USSR 8, UK 4\nbonus nothing\noil UK 2\ntake over all in Russia", false)
	f.Add("press to all\n> x\n-- \nend press\nodds 2 tanks vs 1 inf at sea\njoin x as UK\n", false)
	f.Fuzz(func(t *testing.T, text string, europe bool) {
		ctx := Context{Board: board.Named("revised"), Phase: order.Noncombat}
		if europe {
			ctx.Board = board.Named("europe")
		}
		first := Parse(text, ctx)
		canonical := Format(first.File, syntax.English, ctx)
		for _, l := range syntax.Langs() {
			again := Parse(Format(first.File, l, ctx), ctx)
			if len(again.Faults) > 0 {
				t.Fatalf("%s: what was printed is not understood: %q\n%s", l, told(&again), Format(first.File, l, ctx))
			}
			if got := Format(again.File, syntax.English, ctx); got != canonical {
				t.Fatalf("%s: meaning changed\n%s", l, diff(canonical, got))
			}
			if l == syntax.English && !reflect.DeepEqual(bareOrders(again.Sheet), bareOrders(first.Sheet)) {
				t.Fatalf("values changed\n%+v\n%+v", first.Sheet, again.Sheet)
			}
		}
		ctx.Preamble, ctx.Quote = true, 3
		Parse(text, ctx)
	})
}

// bareOrders are a sheet's orders without their line numbers.
func bareOrders(s order.Sheet) []any {
	var out []any
	for _, p := range s.Parts {
		out = append(out, p.Held)
		for _, o := range p.Orders {
			v := reflect.New(reflect.TypeOf(o)).Elem()
			v.Set(reflect.ValueOf(o))
			v.FieldByName("At").Set(reflect.ValueOf(order.At{}))
			out = append(out, v.Interface())
		}
	}
	for _, b := range s.Battles {
		b.Line = 0
		var ts []order.Tactic
		for _, t := range b.Tactics {
			t.Line = 0
			ts = append(ts, t)
		}
		b.Tactics = ts
		out = append(out, b)
	}
	return out
}
