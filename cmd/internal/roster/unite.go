package roster

import (
	"slices"

	"fieldpost/mailio"
)

// SamePerson reports whether two participants of a game are one person: both have the same main address, and have
// confirmed it. A seat that several persons share belongs to none of them alone.
func (s Participant) SamePerson(t Participant) bool {
	known := func(p Participant) bool { return p.Taken() && !p.Unconfirmed && !p.Shared && p.Person != "" }
	return known(s) && known(t) && mailio.FoldAddress(s.Address) == mailio.FoldAddress(t.Address)
}

// ByPerson groups participants of a game: those who are the same person come together, in their order. All of them get
// mails in the style that one has.
func ByPerson(all []Participant) (persons [][]Participant) {
	for _, s := range all {
		i := slices.IndexFunc(persons, func(p []Participant) bool { return s.SamePerson(p[0]) })
		if i < 0 {
			persons = append(persons, []Participant{s})
			continue
		}
		persons[i] = append(persons[i], s)
	}
	for _, seats := range persons {
		styled := slices.IndexFunc(seats, func(s Participant) bool { return s.Style != Style{} })
		for i := range seats {
			if styled >= 0 {
				seats[i].Style = seats[styled].Style
			}
		}
	}
	return persons
}

// MarkShared marks the seats that several persons share, which an earlier version did not: the further addresses of a
// shared seat are those of observers who would take it over. It returns the seats that it changed.
func MarkShared(seats, others []Participant) (changed []Participant) {
	for i := range seats {
		s := &seats[i]
		if !s.Shared && slices.ContainsFunc(others, func(o Participant) bool {
			return o.Kind == Observer && slices.Contains(o.Standby, s.Power) && s.Has(o.Address)
		}) {
			s.Shared = true
			changed = append(changed, *s)
		}
	}
	return changed
}

// WithIDOf returns the participant with the ID and the key of another one of the same person.
func (s Participant) WithIDOf(t Participant) Participant {
	s.LastGeneration = max(s.LastGeneration, s.Generation)
	s.Person, s.Generation, s.KeyHandle, s.OldKey, s.Former = t.Person, t.Generation, t.KeyHandle, t.OldKey, t.Former
	return s
}

// Unite makes the participants of a game who are the same person have one ID and one key, those of who came first. The
// keys that they had stay good for all of them. It returns the participants that it changed.
func Unite(all []Participant) (changed []Participant) {
	var done []Participant
	for _, s := range all {
		if slices.ContainsFunc(done, s.SamePerson) {
			continue
		}
		done = append(done, s)
		same := slices.DeleteFunc(slices.Clone(all), func(t Participant) bool { return !s.SamePerson(t) })
		if !slices.ContainsFunc(same, func(t Participant) bool { return t.Person != s.Person }) {
			continue
		}
		first := slices.MinFunc(same, func(a, b Participant) int { return a.Since.Compare(b.Since) })
		first.Former = slices.Clone(first.Former)
		for _, t := range same {
			if is, _ := first.IsPerson(t.Person, 0); !is {
				former := FormerID{Person: t.Person, Generation: t.Generation, KeyHandle: t.KeyHandle, OldKey: t.OldKey}
				first.Former = append(append(first.Former, former), t.Former...)
			}
		}
		for _, t := range same {
			changed = append(changed, t.WithIDOf(first))
		}
	}
	return changed
}
