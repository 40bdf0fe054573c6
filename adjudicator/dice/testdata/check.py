#!/usr/bin/env python3
"""Checks lines "SEED LABEL NdS d,d,d" on standard input: pbd1 dice in a page."""
import hashlib
import hmac
import sys


def dice(seed, label, n, sides):
    limit, k, out = 256 - 256 % sides, 0, []
    while len(out) < n:
        text = f"pbd1 dice\n{label}\n{k}\n".encode()
        block = hmac.new(bytes.fromhex(seed), text, hashlib.sha256).digest()
        out += [b % sides + 1 for b in block if b < limit]
        k += 1
    return out[:n]


for line in sys.stdin:
    if line.startswith("#"):
        continue
    seed, *label, ns, want = line.split()
    n, sides = map(int, ns.split("d"))
    if ",".join(map(str, dice(seed, " ".join(label), n, sides))) != want:
        sys.exit("does not hold: " + line)
print("all dice hold")
