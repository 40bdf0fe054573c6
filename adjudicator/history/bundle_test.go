package history

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
)

func TestBundleComesBack(t *testing.T) {
	t.Parallel()
	b := wholeGame(t).bundle()
	file, err := b.Print()
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseBundle(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := back.Print()
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("a second export differs: %v", err)
	}
	if !reflect.DeepEqual(back.Records, b.Records) || len(back.Sets) != len(b.Sets) {
		t.Error("records or sets are lost")
	}
	if err := back.Verify().Err(); err != nil {
		t.Error(err)
	}
	slices.Reverse(b.Sets)
	b.Sets = append(b.Sets, b.Sets[0])
	if other, err := b.Print(); err != nil || !bytes.Equal(file, other) {
		t.Errorf("the order in which sets were collected shows in the file: %v", err)
	}
}

func TestBundleFindsEveryFlippedByte(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*story{"two turns": twoTurns(t), "with a beacon": withBeacon(t), "with every type of record": wholeGame(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			findsEveryFlippedByte(t, s)
		})
	}
}

func findsEveryFlippedByte(t *testing.T, s *story) {
	t.Helper()
	file, err := s.bundle().Print()
	if err != nil {
		t.Fatal(err)
	}
	step := 1
	if testing.Short() {
		step = 11
	}
	for i := 0; i < len(file); i += step {
		for _, bit := range []byte{1, 32, 128} {
			file[i] ^= bit
			if _, err := ParseBundle(file); err == nil {
				t.Errorf("byte %d flipped by %d, nothing found", i, bit)
			}
			file[i] ^= bit
		}
	}
	for i := 0; i < len(file); i += step {
		if _, err := ParseBundle(file[:i]); err == nil {
			t.Errorf("cut off after %d bytes, nothing found", i)
		}
	}
	if _, err := ParseBundle(append(file, '\n')); err == nil {
		t.Error("a byte more, nothing found")
	}
}

// Whoever changes a bundle and mends its hashes meets the records.
func TestBundleVerifyFindsMendedBundles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*Bundle)
		field  string
	}{
		{"other set-up", func(b *Bundle) { b.Setups[0] = []byte("rules europe\n") }, "rules"},
		{"other engine", func(b *Bundle) { b.Engines = nil }, "engine"},
		{"other game", func(b *Bundle) { b.Game = "westfront" }, "game"},
		{"other orders", func(b *Bundle) { b.Sets[0] = bytes.Replace(b.Sets[0], []byte("infantry 3"), []byte("infantry 9"), 1) }, "orders GER turn"},
		{"record dropped", func(b *Bundle) { b.Records = b.Records[:4] }, "checkpoint root"},
	} {
		b := twoTurns(t).bundle()
		tt.change(&b)
		file, err := b.Print()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseBundle(file)
		if err != nil {
			t.Fatal(err)
		}
		if failed := failures(back.Verify()); !slices.Contains(failed, tt.field) {
			t.Errorf("%s: %q does not fail, only %q", tt.name, tt.field, failed)
		}
	}
}

func TestBundleIsText(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"no last line feed": "rules revised", "carriage return": "rules\r\n", "nothing": ""} {
		b := Bundle{Game: "g42", Setups: [][]byte{[]byte(text)}}
		if file, err := b.Print(); err == nil {
			t.Errorf("%s: printed\n%s", name, file)
		}
	}
	if _, err := (Bundle{}).Print(); err == nil {
		t.Error("a bundle of no game was printed")
	}
}

func FuzzParseBundle(f *testing.F) {
	f.Add([]byte("pbd1 bundle\ngame g42\nsetup 6 x\nrules\ndigest x\n"))
	for _, b := range []Bundle{
		{Game: "g42"},
		{Game: "g42", Setups: [][]byte{[]byte("rules revised\n")}, Records: [][]byte{vector(f, "g42-0.txt")}, Sets: [][]byte{vector(f, "g42-1-GER-turn.txt")}},
	} {
		file, err := b.Print()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		// A mended digest lets the fuzzer pass the outer shell.
		if i := bytes.LastIndex(file, []byte("digest ")); i >= 0 {
			file = append(slices.Clone(file[:i]), []byte("digest "+dice.Sum(file[:i]).String()+"\n")...)
		}
		b, err := ParseBundle(file)
		if err != nil {
			return
		}
		out, err := b.Print()
		if err != nil || !bytes.Equal(out, file) {
			t.Errorf("%q prints back as %q, %v", file, out, err)
		}
		if strings.Contains(b.Game, "\n") {
			t.Errorf("game %q", b.Game)
		}
		b.Verify()
	})
}

// The shortest part is a line feed; a part without a byte, or of more bytes than follow, is none.
func TestShortestPart(t *testing.T) {
	t.Parallel()
	file, err := Bundle{Game: "eastfront", Words: [][]byte{[]byte("\n")}}.Print()
	if err != nil {
		t.Fatal(err)
	}
	b, err := ParseBundle(file)
	if err != nil || len(b.Words) != 1 || string(b.Words[0]) != "\n" {
		t.Errorf("%q comes back as %q, %v", file, b.Words, err)
	}
	for _, size := range []string{"0", "9999", "-1"} {
		_, err := ParseBundle([]byte(strings.Replace(string(file), "words 1 ", "words "+size+" ", 1)))
		if err == nil || !strings.Contains(err.Error(), "at byte 27: ") {
			t.Errorf("a part of %s bytes: %v", size, err)
		}
	}
}
