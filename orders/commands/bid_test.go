package commands

import (
	"reflect"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

func TestParseBid(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	hash := strings.Repeat("0f", 32)
	for text, want := range map[string]BidTerms{
		"Axis 7":                    {Money: []Money{{"Germany", 7}}},
		"Achse 7 IPC":               {Money: []Money{{"Germany", 7}}},
		"Allies 0":                  {Money: []Money{{"USSR", 0}}},
		"Tyskland 4, Japan 3":       {Money: []Money{{"Germany", 4}, {"Japan", 3}}},
		"GER 4 JPN 3":               {Money: []Money{{"Germany", 4}, {"Japan", 3}}},
		"commit " + hash:            {Commit: hash},
		"reveal 0123456789 Axis 12": {Salt: "0123456789", Money: []Money{{"Germany", 12}}},
		"öffne 0123456789 Japan 12": {Salt: "0123456789", Money: []Money{{"Japan", 12}}},
	} {
		got, err := ParseBid(b, text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "Axis", "7", "Italy 7", "Axis seven", "commit 12", "reveal 0123456789", "Axis 7 and more"} {
		if got, err := ParseBid(b, text); err == nil {
			t.Errorf("%q reads as %+v", text, got)
		}
	}
}
