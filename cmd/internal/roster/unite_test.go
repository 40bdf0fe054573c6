package roster

import (
	"slices"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
)

// TestUnite: the seats of a confirmed address are one person's, who has the ID of the seat that came first; keys and
// IDs of the others stay known. An address that is not confirmed, or only a further one, unites nothing.
func TestUnite(t *testing.T) {
	t.Parallel()
	powers := []board.Power{"Germany", "UK", "Japan", "USA", "USSR"}
	for _, n := range []int{1, 2, 5} {
		var all []Participant
		for i, p := range powers {
			s := Participant{Power: p, Role: string(p), Address: "anna@mail.test", Person: "id-" + string(p),
				Generation: 1 + i, KeyHandle: "key-" + string(p), OldKey: "old-" + string(p),
				Since: time.Unix(int64(100-i), 0)}
			if i >= n {
				s.Address, s.Others = string(p)+"@mail.test", []string{"anna@mail.test"}
			}
			all = append(all, s)
		}
		asked := Participant{Kind: SeatRequest, Address: "anna@mail.test", Person: "asked", KeyHandle: "key-asked",
			Unconfirmed: true}
		changed := Unite(append(slices.Clone(all), asked))
		if n == 1 {
			if len(changed) != 0 {
				t.Errorf("one seat: %d changed", len(changed))
			}
			continue
		}
		if len(changed) != n {
			t.Fatalf("%d seats: %d changed", n, len(changed))
		}
		last := all[n-1] // whose person came first
		for i, s := range changed {
			if s.Power != powers[i] || s.Person != last.Person || s.Generation != last.Generation ||
				s.KeyHandle != last.KeyHandle {
				t.Errorf("%d seats: %s has %s %d %s", n, s.Power, s.Person, s.Generation, s.KeyHandle)
			}
			for _, of := range all[:n] {
				handles := s.Handles()
				if !slices.Contains(handles, of.KeyHandle) || !slices.Contains(handles, of.OldKey) {
					t.Errorf("%d seats: %s is not found by the keys of %s", n, s.Power, of.Power)
				}
				if is, old := s.IsPerson(of.Person, of.Generation); !is || old {
					t.Errorf("%d seats: %s is not known by the ID of %s: %v %v", n, s.Power, of.Power, is, old)
				}
				if is, old := s.IsPerson(of.Person, of.Generation+1); !is || !old {
					t.Errorf("%d seats: another generation of %s: %v %v", n, of.Power, is, old)
				}
			}
		}
		if again := Unite(changed); len(again) != 0 {
			t.Errorf("%d seats: %d changed again", n, len(again))
		}
	}
}
