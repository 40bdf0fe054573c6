package roster

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/keys"
	"fieldpost/store"
)

// TestWhereSeatsAreStored: the IDs and parts are those of stored games.
func TestWhereSeatsAreStored(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		seat Participant
		id   string
		part store.Part
		mark string // no address
	}{
		{Participant{Power: "Germany", Role: "GER", Address: "anna@mail.test"}, "GER", store.Seats, "GER"},
		{Participant{Kind: Referee, Role: RefereeRole}, "referee", PartOthers, "referee"},
		{Participant{Kind: Observer, Role: "-", Address: "Bert@Mail.test"}, "observer:bert@mail.test", PartOthers, ""},
		{Participant{Kind: SeatRequest, Role: "-", Address: "carl@mail.test", Standby: []board.Power{"UK"}},
			"join:UK:carl@mail.test", PartOthers, ""},
	} {
		if got := tt.seat.ID(); got != tt.id || PartOf(got) != tt.part {
			t.Errorf("%+v: %s in %s, want %s in %s", tt.seat, got, PartOf(got), tt.id, tt.part)
		}
		mark := tt.seat.Mark()
		if tt.mark != "" && mark != tt.mark || slices.Contains([]byte(mark), '@') {
			t.Errorf("%s: mark %q", tt.id, mark)
		}
	}
	if s := (Participant{Kind: SeatRequest, Standby: []board.Power{"UK"}}); s.Wanted() != "UK" {
		t.Errorf("a request for %q", s.Wanted())
	}
	if s := (Participant{Kind: Observer, Standby: []board.Power{"UK"}}); s.Wanted() != board.Nobody {
		t.Errorf("an observer wants %q", s.Wanted())
	}
}

// TestAddressesOfASeat: further addresses count as its own; mail goes to the first that loses none; a free seat has
// none.
func TestAddressesOfASeat(t *testing.T) {
	t.Parallel()
	s := Participant{Name: "Anna", Address: "anna@mail.test", Others: []string{"anna@work.test"},
		UnconfirmedAddresses: []UnconfirmedAddress{{Address: "anna@new.test", Handle: "code"}},
		KeyHandle:            "key", Lost: []LostAddress{{Address: "ANNA@mail.test"}}}
	for addr, want := range map[string]bool{"Anna@Mail.test": true, "anna@work.test": true, "anna@new.test": false,
		"bert@mail.test": false} {
		if s.Has(addr) != want {
			t.Errorf("%s: %v", addr, !want)
		}
	}
	if to := s.Recipient(); to.Addr != "anna@work.test" || to.Name != "Anna" {
		t.Errorf("mail goes to %v", to)
	}
	s.Lost = append(s.Lost, LostAddress{Address: "anna@work.test"})
	if to := s.Recipient(); to.Addr != "anna@mail.test" {
		t.Errorf("if all are lost, mail goes to %v", to)
	}
	want := []string{AddressHandle("anna@mail.test"), AddressHandle("anna@work.test"), "code", "key"}
	if got := s.Handles(); !slices.Equal(got, want) {
		t.Errorf("handles %q, want %q", got, want)
	}
	if free := (Participant{Others: []string{""}}); free.Has("") || free.Taken() || len(free.Handles()) != 0 {
		t.Error("a free seat has an address")
	}
}

// TestKeysOfASeat: the key in force and the one that an earlier version gave out open it; no key opens nothing.
func TestKeysOfASeat(t *testing.T) {
	t.Parallel()
	now, old := keys.Parse("AAAA-BBBB-CCCC-DDDD"), keys.Parse("EEEE-FFFF-GGGG-HHHH")
	other := keys.Parse("IIII-JJJJ-KKKK-LLLL")
	s := Participant{KeyHandle: now.Handle(), OldKey: old.Handle()}
	if !s.HasKey(now) || !s.HasKey(old) || s.HasKey(other) || s.HasKey(keys.Key{}) ||
		(Participant{}).HasKey(keys.Key{}) {
		t.Error("the wrong keys open the seat")
	}
}

func TestPerson(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		p  Person
		ok bool
	}{
		{Person{Address: "anna@mail.test"}, true},
		{Person{Address: "anna@mail.test", Name: "Anna", Language: "da", Zone: "Europe/Copenhagen",
			Second: "anna@work.test"}, true},
		{Person{}, false},
		{Person{Address: "Anna <anna@mail.test>"}, false},
		{Person{Address: "anna@mail.test", Second: "anna"}, false},
		{Person{Address: "anna@mail.test", Name: "Anna\nBcc: x"}, false},
		{Person{Address: "anna@mail.test", Language: "fr"}, false},
		{Person{Address: "anna@mail.test", Zone: "Berlin"}, false},
	} {
		if err := tt.p.Check(); (err == nil) != tt.ok {
			t.Errorf("%+v: %v", tt.p, err)
		}
	}
	var p Person
	if !p.Set("language", "DE") || !p.Set("name", "Anna") || p.Set("victory", "minor") || p.Language != "de" ||
		p.Name != "Anna" {
		t.Errorf("%+v", p)
	}
	s := Participant{Address: "anna@mail.test", Name: "Anna", Zone: "Europe/Berlin"}
	if got := s.FillIn(Person{Language: "de"}); got.Address != s.Address || got.Name != "Anna" ||
		got.Zone != "Europe/Berlin" {
		t.Errorf("the same person is %+v", got)
	}
	if got := s.FillIn(Person{Address: "bert@mail.test"}); got.Name != "" || got.Zone != "" {
		t.Errorf("another person is %+v", got)
	}
}
