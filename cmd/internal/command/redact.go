package command

import (
	"slices"
	"strings"
	"unicode"

	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// HiddenKey is what a hidden key is replaced with.
const HiddenKey = "****-****-****-****"

// ReplaceKeysIn hides the keys in lines that others will read. A key in them is as good as known, so its seat gets a
// new one by a mail to its own address.
func (r *Request) ReplaceKeysIn(lines []string) ([]string, error) {
	text := strings.Join(lines, "\n")
	for _, found := range FindKeys(text) {
		refs, err := r.Tx.Handles().Seats(keys.Parse(BareKey(found)).Handle())
		if err != nil {
			return nil, err
		}
		for _, ref := range refs {
			text = strings.ReplaceAll(text, found, HiddenKey)
			if err := r.replaceKey(ref); err != nil {
				return nil, err
			}
		}
	}
	return strings.Split(text, "\n"), nil
}

// HideKeys returns a text of the mail without the keys of seats, as our answers quote it: they may be passed on.
func (r *Request) HideKeys(text string) (string, error) {
	for _, found := range FindKeys(text) {
		refs, err := r.Tx.Handles().Seats(keys.Parse(BareKey(found)).Handle())
		if err != nil {
			return "", err
		}
		if len(refs) > 0 {
			text = strings.ReplaceAll(text, found, HiddenKey)
		}
	}
	return text, nil
}

// maxQuotedFaults is how many faults are quoted with line and word: more than an answer shows.
const maxQuotedFaults = 100

// HideKeysInFaults hides the keys in the lines of faults and in their words. Lines that no answer quotes are left
// empty.
func (r *Request) HideKeysInFaults(lines []string, faults []order.Fault) ([]string, []order.Fault, error) {
	quoted, faults := make([]string, len(lines)), slices.Clone(faults)
	for i := range faults {
		f := &faults[i]
		if i >= maxQuotedFaults {
			f.Word = ""
			continue
		}
		var err error
		if f.Word, err = r.HideKeys(f.Word); err != nil {
			return nil, nil, err
		}
		if f.Line < 1 || f.Line > len(lines) {
			continue
		}
		if quoted[f.Line-1], err = r.HideKeys(lines[f.Line-1]); err != nil {
			return nil, nil, err
		}
	}
	return quoted, faults, nil
}

// replaceKey gives a seat a new key and mails it to its player.
func (r *Request) replaceKey(ref store.SeatRef) error {
	g := r.Game
	if ref.Game != g.Setup.Name {
		var err error
		if g, err = gamestore.Load(r.Tx, ref.Game); err != nil {
			return err
		}
	}
	if g.Participant(ref.Seat) == r.Seat {
		r.KeyExposed = true
	}
	return notify.ReplaceKey(r.Env, r.Tx, g, ref.Seat, func(key string) notice.Notice {
		return notice.KeyPublished{Key: key}
	})
}

// FindKeys returns the parts of a text that may be keys: sixteen letters and digits, with or without separators.
func FindKeys(text string) []string {
	var out []string
	for i := range text {
		if end, ok := keyAt(text, i); ok {
			out = append(out, text[i:end])
		}
	}
	return out
}

// keyAt returns the end of a possible key that begins at start.
func keyAt(text string, start int) (end int, ok bool) {
	n := 0
	for i, r := range text[start:] {
		switch {
		case strings.ContainsRune(keys.Alphabet, unicode.ToUpper(r)):
			if n++; n == keys.Length {
				return start + i + 1, true
			}
		case n == 0, !unicode.IsSpace(r) && !unicode.In(r, unicode.Pd) && r != '>':
			return 0, false
		}
	}
	return 0, false
}

// BareKey returns a possible key without its separators.
func BareKey(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(keys.Alphabet, unicode.ToUpper(r)) {
			return r
		}
		return -1
	}, s)
}
