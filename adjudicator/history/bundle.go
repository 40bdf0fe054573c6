package history

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
)

// A Bundle is a whole game in one text file: enough to check it and to play it
// again on another machine. Two exports of the same history are the same bytes.
//
// The file is "pbd1 bundle", the game, then part after part: a line "kind bytes hash" and that many bytes, which end in
// a line feed; the last line has the hash of everything before it.
type Bundle struct {
	Game        string
	Setups      [][]byte // setup texts: genesis and upgrade records name their hashes as rules
	Engines     [][]byte // version texts of the engine, named in the same records
	Records     [][]byte // all, in order
	Sets        [][]byte // order sets that are open
	Intakes     [][]byte
	Words       [][]byte // of edits, rulings, announcements
	Checkpoints [][]byte // signed
}

// bundlePart is one kind of part.
type bundlePart struct {
	kind   string
	texts  *[][]byte
	sorted bool // by hash, if there is no other order
}

// parts returns the kinds in the order of the file.
func (b *Bundle) parts() []bundlePart {
	return []bundlePart{
		{"setup", &b.Setups, true},
		{"engine", &b.Engines, true},
		{"record", &b.Records, false},
		{"set", &b.Sets, true},
		{"intake", &b.Intakes, true},
		{"words", &b.Words, true},
		{"checkpoint", &b.Checkpoints, true},
	}
}

const bundleFirst = "pbd1 bundle"

// Print returns the canonical bytes of the bundle. The order of its texts does
// not matter, records excepted; a text that is there twice is written once.
func (b Bundle) Print() ([]byte, error) {
	if err := checkGame(b.Game); err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\ngame %s\n", bundleFirst, b.Game)
	for _, p := range b.parts() {
		texts := slices.Clone(*p.texts)
		if p.sorted {
			slices.SortFunc(texts, compareHashes)
			texts = slices.CompactFunc(texts, bytes.Equal)
		}
		for _, t := range texts {
			if err := checkPart(t); err != nil {
				return nil, fmt.Errorf("bundle: %s: %w", p.kind, err)
			}
			fmt.Fprintf(&out, "%s %d %s\n", p.kind, len(t), dice.Sum(t))
			out.Write(t)
		}
	}
	fmt.Fprintf(&out, "digest %s\n", dice.Sum(out.Bytes()))
	return out.Bytes(), nil
}

func compareHashes(a, b []byte) int {
	x, y := dice.Sum(a), dice.Sum(b)
	return bytes.Compare(x[:], y[:])
}

func checkPart(t []byte) error {
	if !bytes.HasSuffix(t, []byte("\n")) || bytes.Contains(t, []byte("\r")) {
		return errors.New("a text must end in a line feed and have no carriage return")
	}
	return nil
}

// ParseBundle reads what [Bundle.Print] writes, nothing else: any byte that was
// changed on the way is an error. Whether the game in it is sound is the
// question of [Bundle.Verify].
func ParseBundle(file []byte) (Bundle, error) {
	b, err := parseBundle(file)
	if err != nil {
		return Bundle{}, fmt.Errorf("bundle: %w", err)
	}
	again, err := b.Print()
	if err != nil {
		return Bundle{}, err
	}
	if !bytes.Equal(file, again) {
		return Bundle{}, errors.New("bundle: not in canonical form: parts out of order or twice")
	}
	return b, nil
}

func parseBundle(file []byte) (Bundle, error) {
	var b Bundle
	first, rest := cutLine(file)
	game, rest := cutLine(rest)
	if first != bundleFirst || !strings.HasPrefix(game, "game ") {
		return b, fmt.Errorf("the file begins %q, want %q and the game", clip(first), bundleFirst)
	}
	b.Game = strings.TrimPrefix(game, "game ")
	for {
		at := len(file) - len(rest)
		var line string
		line, rest = cutLine(rest)
		if digest, ok := strings.CutPrefix(line, "digest "); ok {
			return b, checkDigest(file[:at], digest, rest)
		}
		text, err := b.readPart(line, rest)
		if err != nil {
			return b, fmt.Errorf("at byte %d: %w", at, err)
		}
		rest = rest[len(text):]
	}
}

// cutLine splits off the first line, without its line feed.
func cutLine(b []byte) (string, []byte) {
	line, rest, _ := bytes.Cut(b, []byte("\n"))
	return string(line), rest
}

// readPart reads the text that a line announces and puts it where it belongs.
func (b *Bundle) readPart(line string, rest []byte) ([]byte, error) {
	t := strings.Split(line, " ")
	parts := b.parts()
	i := slices.IndexFunc(parts, func(p bundlePart) bool { return p.kind == t[0] })
	if len(t) != 3 || i < 0 {
		return nil, fmt.Errorf("%q is no line of kind, bytes and hash", clip(line))
	}
	n, err := dice.ParseNumber(t[1])
	if err != nil {
		return nil, err
	}
	if n < 1 || n > len(rest) {
		return nil, fmt.Errorf("a %s of %d bytes does not fit into the %d that follow", t[0], n, len(rest))
	}
	text := rest[:n]
	if h := dice.Sum(text); h.String() != t[2] {
		return nil, fmt.Errorf("the %s has hash %s, its line says %q", t[0], h, clip(t[2]))
	}
	*parts[i].texts = append(*parts[i].texts, bytes.Clone(text))
	return text, nil
}

func checkDigest(before []byte, digest string, after []byte) error {
	if h := dice.Sum(before); h.String() != digest {
		return fmt.Errorf("digest %q, but the file has %s: it was changed", clip(digest), h)
	}
	if len(after) > 0 {
		return fmt.Errorf("%d bytes after the digest", len(after))
	}
	return nil
}

// Verify checks the game in the bundle as [Verify] does for a whole game, and
// that the setup and engine texts are those that the records name.
func (b Bundle) Verify() Findings {
	found := Verify(Evidence{
		Records: b.Records, Sets: b.Sets, Intakes: b.Intakes, Words: b.Words, Checkpoints: b.Checkpoints, Whole: true,
	})
	setups, engines := byHash(b.Setups), byHash(b.Engines)
	for _, raw := range b.Records {
		e, err := parseEntry(raw)
		if err != nil {
			continue // found above
		}
		if e.Game != b.Game {
			found = append(found, Finding{Status: Fails, Record: e.Seq, Field: "game",
				Why: "the bundle is of game " + b.Game})
		}
		switch body := e.Body.(type) {
		case *Genesis:
			found = append(found, inBundle(e, "rules", body.Rules, setups), inBundle(e, "engine", body.Engine, engines))
		case *Upgrade:
			found = append(found, inBundle(e, "rules", body.Rules, setups), inBundle(e, "engine", body.Engine, engines))
		}
	}
	return found
}

func inBundle(e Entry, field string, h dice.Hash, texts map[dice.Hash][]byte) Finding {
	if _, ok := texts[h]; !ok {
		return Finding{Status: Fails, Record: e.Seq, Field: field,
			Why: fmt.Sprintf("no text in the bundle has the hash %s", h)}
	}
	return Finding{Status: Holds, Record: e.Seq, Field: field, Why: "the text in the bundle has the hash in the record"}
}
