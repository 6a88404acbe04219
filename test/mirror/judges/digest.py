"""Prints the digest of a partner's JSON-LD by another library: SHA-256 over canonical N-Quads (RDFC-1.0)."""
import hashlib
import sys

from pyoxigraph import CanonicalizationAlgorithm, Dataset, RdfFormat, parse

NUMBERS = {f"https://onerecord.iata.org/ns/api#{name}" for name in ("hasRevision", "hasLatestRevision")}

root = sys.argv[1]
quads = [
    quad
    for quad in parse(input=sys.stdin.buffer.read(), format=RdfFormat.JSON_LD)
    if not (quad.predicate.value in NUMBERS and getattr(quad.subject, "value", "") == root)
]
dataset = Dataset(quads)
dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
lines = sorted(f"{quad.subject} {quad.predicate} {quad.object} .\n" for quad in dataset)
print(hashlib.sha256("".join(lines).encode()).hexdigest())
