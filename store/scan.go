package store

import (
	"bytes"
	"iter"

	bolt "go.etcd.io/bbolt"
)

// scan lists what stands in b under keys with the prefix, in the order of keys, from the key prefix+from on. It ends
// after the first error. A bucket that does not exist is empty.
func scan[T any](b *bolt.Bucket, prefix, from []byte, read func(key, value []byte) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if b == nil {
			return
		}
		c := b.Cursor()
		k, v := c.Seek(append(bytes.Clone(prefix), from...))
		for ; bytes.HasPrefix(k, prefix) && k != nil; k, v = c.Next() {
			item, err := read(k, v)
			if !yield(item, err) || err != nil {
				return
			}
		}
	}
}

// collect collects up to limit items of a listing; limit 0 or less means all.
func collect[T any](items iter.Seq2[T, error], limit int) ([]T, error) {
	var all []T
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		all = append(all, item)
		if len(all) == limit {
			break
		}
	}
	return all, nil
}
