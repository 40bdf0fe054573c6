package history

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/dice"
)

// Names of the files that a report attaches. The lines of [Chain.KitLines] look
// for them in the current folder.

// RecordFile returns the name of a record's file.
func RecordFile(game string, seq int) string { return fmt.Sprintf("%s-%d.txt", game, seq) }

// SetFile returns the name of an order set's file; lock is the seq of the lock
// record that names the set.
func SetFile(game string, lock int, role string, kind dice.OrderKind) string {
	return fmt.Sprintf("%s-%d-%s-%s.txt", game, lock, role, kind)
}

// IntakeFile returns the name of the intake list of a turn record.
func IntakeFile(game string, turn int) string { return fmt.Sprintf("%s-%d-intake.txt", game, turn) }

// kitShell checks a turn with coreutils, openssl and python3. In it GAME, EPOCH, BASE, LOCK and TURN are replaced by
// the game, the epoch and the seqs of three records, SETS by the order sets of the lock and MIX by the line that was
// mixed in. The values of a record reach shell and Python code only as arguments: the author of the record must not be
// able to run anything here.
const kitShell = `g() { tr -d '\r' < "GAME-$2.txt" | sed -n "s/^$1 //p"; }; h() { tr -d '\r' | sha256sum | cut -c1-64; }; is() { if [ -n "$2" ] && [ "$2" = "$3" ]; then echo "ok $1"; else echo "FAILED $1"; fi; }
for i in $(seq BASE PRETURN); do is "chain $((i+1))" "$(h < GAME-$i.txt)" "$(g prev $((i+1)))"; done
is base "$(h < GAME-BASE.txt)" "$(g base TURN)"; is commit "$(printf 'pbd1 commit\nGAME\nEPOCH\n%s\n' "$(g reveal TURN)" | h)" "$(g 'next EPOCH' BASE)"
is ordersum "$( (echo 'pbd1 orders'; g orders LOCK | LC_ALL=C sort) | h)" "$(g ordersum TURN)"
for s in SETS; do f="GAME-LOCK-$s.txt"; if [ -f "$f" ]; then is "orders $s" "$(h < "$f")" "$(g "orders ${s%-*} ${s#*-}" LOCK)"; else echo "closed orders $s"; fi; done
is mix "$(printf 'pbd1 mix\nMIX\n' | h)" "$(g mixsum TURN)"
is seed "$(printf 'pbd1 roll\nGAME\nEPOCH\n%s\n%s\n%s\n' "$(g base TURN)" "$(g ordersum TURN)" "$(g mixsum TURN)" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(g reveal TURN)" -r | cut -c1-64)" "$(g seed TURN)"
g roll TURN | python3 -c 'import sys, hmac, itertools as it
for *words, nds, want in map(str.split, sys.stdin): label, (n, s) = " ".join(words), map(int, nds.split("d")); block = lambda k: hmac.digest(bytes.fromhex(sys.argv[1]), f"pbd1 dice\n{label}\n{k}\n".encode(), "sha256"); faces = (str(b % s + 1) for k in it.count() for b in block(k) if b < 256 - 256 % s); print("ok" if ",".join(it.islice(faces, n)) == want else "FAILED", label, nds, want)' "$(g seed TURN)"
`

// KitLines returns at most ten lines of shell that check the record of a played
// epoch: chain, commitment, order sets, roll key and every die. They need bash,
// coreutils, openssl and python3, and in the current folder the records of
// [Chain.Span] and the open order sets under their file names. Each check prints
// a line that begins with ok or FAILED.
func (c *Chain) KitLines(epoch int) ([]string, error) {
	first, last, err := c.Span(epoch)
	if err != nil {
		return nil, err
	}
	span := c.From(first)[:last+1-first]
	turn, ok := span[len(span)-1].Body.(*Turn)
	if !ok {
		return nil, fmt.Errorf("epoch %d of %s was not played but voided", epoch, c.Game())
	}
	lock, sets := 0, []string{}
	for _, e := range span {
		if l, ok := e.Body.(*Lock); ok {
			lock = e.Seq
			for _, o := range l.Orders {
				sets = append(sets, o.Role+"-"+string(o.Kind))
			}
		}
	}
	mix := turn.Mix.String()
	if !turn.Mix.None() {
		mix += " " + turn.Beacon.String()
	}
	shell := strings.NewReplacer(
		"GAME", c.Game(), "EPOCH", fmt.Sprint(epoch), "BASE", fmt.Sprint(first), "LOCK", fmt.Sprint(lock),
		"PRETURN", fmt.Sprint(last-1), "TURN", fmt.Sprint(last), "SETS", strings.Join(sets, " "), "MIX", mix,
	).Replace(kitShell)
	return strings.Split(strings.TrimSuffix(shell, "\n"), "\n"), nil
}
