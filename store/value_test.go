package store

import (
	"bytes"
	"compress/gzip"
	"errors"
	"slices"
	"testing"
	"time"
)

func TestValuesComeBack(t *testing.T) {
	t.Parallel()
	p := newPacker()
	for _, tt := range []struct {
		name  string
		value Value
		under int // most bytes it may take
	}{
		{"empty", Value{0, nil}, 2},
		{"short", Value{255, []byte("short")}, 7},
		{"long and dull", Value{1, bytes.Repeat([]byte("dull "), 20_000)}, 2000},
		{"long and random", Value{1, noise(100_000, 1)}, 100_002},
	} {
		data, err := p.pack(tt.value)
		if err != nil || len(data) > tt.under {
			t.Errorf("%s: %d bytes, %v", tt.name, len(data), err)
		}
		again, err := p.pack(tt.value)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s: packs differently the second time, %v", tt.name, err)
		}
		if got, err := unpack(data); err != nil || got.Version != tt.value.Version || !bytes.Equal(got.Bytes, tt.value.Bytes) {
			t.Errorf("%s: came back as %d bytes of version %d, %v", tt.name, len(got.Bytes), got.Version, err)
		}
	}
}

func TestUnpackRefuses(t *testing.T) {
	t.Parallel()
	good, err := newPacker().pack(Value{1, bytes.Repeat([]byte("dull "), 1000)})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing":         nil,
		"one byte":        {plain},
		"unknown packing": {9, 1, 'x'},
		"no gzip":         {packed, 1, 'x'},
		"cut gzip":        good[:len(good)-1],
		"more after gzip": append(slices.Clone(good), 'x'),
		"two gzips":       append(slices.Clone(good), good[2:]...),
		"bomb":            bomb(t),
	} {
		if v, err := unpack(data); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %d bytes, %v", name, len(v.Bytes), err)
		}
	}
}

// bomb returns a small value that unpacks to more than MaxValue.
func bomb(t *testing.T) []byte {
	var b bytes.Buffer
	b.Write([]byte{packed, 1})
	zip := gzip.NewWriter(&b)
	if _, err := zip.Write(make([]byte, MaxValue+1)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzUnpack: whatever is in the file, reading it ends in a value or in ErrCorrupt; a value that is packed and unpacked
// is equal.
func FuzzUnpack(f *testing.F) {
	p := newPacker()
	for _, v := range []Value{{}, {1, []byte(`{"number":1}`)}, {1, bytes.Repeat([]byte("dull "), 1000)}} {
		data, err := p.pack(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var l Incoming
		if err := unpackRow(data, &l); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
		v, err := unpack(data)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		again, err := newPacker().pack(v)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := unpack(again); err != nil || back.Version != v.Version || !bytes.Equal(back.Bytes, v.Bytes) {
			t.Fatalf("%v came back as %v, %v", v, back, err)
		}
	})
}

// FuzzKeys: keys from the file are read without a panic.
func FuzzKeys(f *testing.F) {
	f.Add(timeKey(noon, numberKey(1)))
	f.Add(wordsKey("key", "game", "seat"))
	f.Fuzz(func(t *testing.T, key []byte) {
		if at, rest, err := splitTimeKey(key); err == nil && !bytes.Equal(timeKey(at, rest), key) {
			t.Errorf("time key %q is read as %v and %q", key, at, rest)
		}
		if handle, to, err := splitHandle(key); err == nil && !bytes.Equal(wordsKey(handle, to.Game, to.Seat), key) {
			t.Errorf("handle %q is read as %q and %v", key, handle, to)
		}
	})
}

func TestTimeKeysSortByTime(t *testing.T) {
	t.Parallel()
	times := []time.Time{
		time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC), noon.Add(-time.Nanosecond), noon,
		noon.In(time.FixedZone("", -5*3600)).Add(time.Nanosecond), noon.Add(time.Second), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	for i := 1; i < len(times); i++ {
		if bytes.Compare(timeKey(times[i-1], nil), timeKey(times[i], nil)) >= 0 {
			t.Errorf("%v does not sort before %v", times[i-1], times[i])
		}
	}
	for _, at := range times {
		if got, rest, err := splitTimeKey(timeKey(at, []byte("rest"))); !got.Equal(at) || string(rest) != "rest" || err != nil {
			t.Errorf("%v came back as %v, %q, %v", at, got, rest, err)
		}
	}
}
