package roster

import "slices"

// Style is which mails a person wants from a game. The zero value is all of them, each at once and with everything.
type Style struct {
	Look    string `json:"look,omitempty"`    // Light or TextOnly; "": with everything
	Pace    string `json:"pace,omitempty"`    // Digest or Mute; "": each at once
	Records bool   `json:"records,omitempty"` // reports bring JSON too
}

// What a style is made of, in the words of the option.
const (
	Full     = "full"   // everything, each at once
	Light    = "light"  // one picture, no full position
	TextOnly = "text"   // without HTML and pictures
	Digest   = "digest" // what asks nothing waits for what does, until the evening at most
	Mute     = "mute"   // only what asks something, and what they lost
)

// With returns the style after an option: full is the style of who has set nothing, any other word changes what it is
// about. Records are added only by an option that says so, and removed by the next that does not.
func (s Style) With(words []string, records bool) Style {
	for _, w := range words {
		switch w {
		case Full:
			s = Style{}
		case Light, TextOnly:
			s.Look = w
		case Digest, Mute:
			s.Pace = w
		}
	}
	s.Records = records
	return s
}

// Words returns the style in the words of the option, without the records.
func (s Style) Words() []string {
	words := slices.DeleteFunc([]string{s.Look, s.Pace}, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return []string{Full}
	}
	return words
}
