package history

import (
	"crypto/sha256"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"fieldpost/adjudicator/dice"
)

// A tree is the Merkle tree (RFC 6962) over the bytes of records, as little of
// it as its root and its growth need: the roots of the full subtrees, the
// largest first. There is one for each bit that is set in the size.
type tree struct {
	size  int
	roots []dice.Hash
}

// add takes in the bytes of the next record.
func (t *tree) add(record []byte) {
	h := tlog.RecordHash(record)
	for n := t.size; n&1 == 1; n >>= 1 { // two full subtrees of one size are one of twice the size
		last := len(t.roots) - 1
		h = tlog.NodeHash(tlog.Hash(t.roots[last]), h)
		t.roots = t.roots[:last]
	}
	t.roots = append(t.roots, dice.Hash(h))
	t.size++
}

// root returns the root of the tree; of no records it is the hash of nothing.
func (t *tree) root() dice.Hash {
	if t.size == 0 {
		return sha256.Sum256(nil)
	}
	last := len(t.roots) - 1
	h := tlog.Hash(t.roots[last])
	for _, left := range slices.Backward(t.roots[:last]) {
		h = tlog.NodeHash(tlog.Hash(left), h)
	}
	return dice.Hash(h)
}

// TreeRoot returns the root of the tree over the records' bytes.
func TreeRoot(records [][]byte) dice.Hash {
	var t tree
	for _, b := range records {
		t.add(b)
	}
	return t.root()
}
