package history

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
)

func TestReceipt(t *testing.T) {
	t.Parallel()
	s := newStory(t, 0)
	vkey := s.chain.Genesis().VKey
	for _, deadline := range []time.Time{{}, s.clock} {
		want := Receipt{
			Game: "eastfront", Arrival: 7, Mail: dice.Sum([]byte("mail")), Set: dice.Sum([]byte("set")),
			Base: s.chain.Head(), Deadline: deadline,
		}
		signed, err := want.Sign(s.signer)
		if err != nil {
			t.Fatal(err)
		}
		got, err := OpenReceipt(signed, vkey)
		if err != nil || got != want {
			t.Errorf("receipt comes back as %+v, %v; want %+v", got, err, want)
		}
		for i := range signed {
			signed[i] ^= 1
			if _, err := OpenReceipt(signed, vkey); err == nil {
				t.Errorf("byte %d flipped, nothing found", i)
			}
			signed[i] ^= 1
		}
	}
	if _, err := (Receipt{Game: "East Front"}).Sign(s.signer); err == nil {
		t.Error("a receipt for no game was signed")
	}
	if _, err := (Receipt{Game: "g42"}).Sign("PRIVATE+KEY+secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("damaged key: error %v", err)
	}
	if _, err := OpenReceipt(s.checkpoint(), vkey); err == nil {
		t.Error("a checkpoint was read as a receipt")
	}
}
