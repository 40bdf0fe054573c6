package proofs

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// Texts are all texts, each under the name of the file in which a report attaches it, for those who check them with
// tools of their own. Two that are not the same never have the same name.
func (p *Proofs) Texts() map[string][]byte {
	out := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(p.Games)) {
		ev := p.Games[name]
		for _, list := range [][][]byte{ev.Records, ev.Sets, ev.Intakes, ev.Words, ev.Press, ev.States,
			ev.Checkpoints, ev.Receipts} {
			for _, text := range list {
				addFree(out, baseName(ev.Names[dice.Sum(text)]), text)
			}
		}
	}
	for i, text := range p.Setups {
		addFree(out, fmt.Sprintf("setup-%d.txt", i+1), text)
	}
	for _, b := range p.Bundles {
		names := namesIn(b.Bundle)
		for kind, list := range map[string][][]byte{"setup": b.Setups, "engine": b.Engines, "record": b.Records,
			"set": b.Sets, "intake": b.Intakes, "words": b.Words, "checkpoint": b.Checkpoints} {
			for _, text := range list {
				name, ok := names[dice.Sum(text)]
				if size, signed := sizeOf(text); signed && kind == "checkpoint" {
					name = fmt.Sprintf("%s-%d-checkpoint.txt", b.Game, size-1)
				} else if !ok {
					name = fmt.Sprintf("%s-%s-%s.txt", b.Game, kind, dice.Sum(text).String()[:16])
				}
				addFree(out, name, text)
			}
		}
	}
	return out
}

// sizeOf is how many records a checkpoint covers.
func sizeOf(signed []byte) (int, bool) {
	text, _, ok := strings.Cut(string(signed), "\n\n")
	p, err := history.ParseCheckpoint(text + "\n")
	return p.Size, ok && err == nil
}

// addFree adds a text under a name, or under the next that is free.
func addFree(out map[string][]byte, name string, text []byte) {
	stem := strings.TrimSuffix(name, ".txt")
	for n := 2; ; n++ {
		if old, taken := out[name]; !taken || string(old) == string(text) {
			out[name] = text
			return
		}
		name = fmt.Sprintf("%s-%d.txt", stem, n)
	}
}

// baseName is the name of a file without where it came from. What a mail calls its files leads into no other folder.
func baseName(name string) string {
	if i := strings.LastIndex(name, ": "); i >= 0 {
		name = name[i+2:]
	}
	name = path.Base(strings.ReplaceAll(name, "\\", "/"))
	if strings.HasPrefix(name, ".") || name == "/" {
		name = "text" + strings.TrimLeft(name, "./")
	}
	return name
}

// namesIn are the names of the texts of a bundle, by hash.
func namesIn(b history.Bundle) map[dice.Hash]string {
	out := map[dice.Hash]string{}
	name := func(h dice.Hash, text string) {
		if _, known := out[h]; !known {
			out[h] = text
		}
	}
	for _, raw := range b.Records {
		r, err := history.ParseRecord(raw)
		if err != nil {
			continue
		}
		name(dice.Sum(raw), history.RecordFile(b.Game, r.Seq))
		switch body := r.Body.(type) {
		case *history.Lock:
			for _, o := range body.Orders {
				name(o.Set, history.SetFile(b.Game, r.Seq, o.Role, o.Kind))
			}
		case *history.Turn:
			name(body.Intake, history.IntakeFile(b.Game, r.Seq))
		}
		if h, ok := history.RefereeTextOf(r.Body); ok {
			name(h, fmt.Sprintf("%s-%d-words.txt", b.Game, r.Seq))
		}
	}
	return out
}
