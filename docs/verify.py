"""Verifies a bundle, as docs/verify.md describes. Needs Python 3.9 or newer, and the package cryptography."""
import argparse
import base64
import hashlib
import json
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def check(holds, otherwise):
    if not holds:
        raise ValueError(otherwise)


def b64(text, length=None):
    data = base64.b64decode(text, validate=True)
    check(length in (None, len(data)), f"{text[:80]} is not of {length} bytes")
    return data


def read_record(text):
    match = re.fullmatch(
        r"cargograph-log/v1\nkind ([a-z]+)\ngraph (\S+)\ntime (\S+)\nagent (\S+)\n(?:cause (\S+)\n)?"
        r"salt (\S+)\ncontent (\S+)\n", text)
    check(match, "the record is not in its form")
    return dict(zip(("kind", "graph", "time", "agent", "cause", "salt", "content"), match.groups()))


def content_of(statements):
    return sha256(b"\x01", *(sha256(b"\x00", b64(each["salt"], 16), each["nquad"].encode())
                             if "nquad" in each else b64(each["hash"], 32) for each in statements))


def root_of(leaf, index, size, proof):
    """RFC 9162, section 2.1.3.2."""
    check(0 <= index < size, "the entry is beyond the checkpoint")
    node, last, result = index, size - 1, leaf
    for sibling in proof:
        check(last > 0, "the proof is too long")
        if node % 2 or node == last:
            result = sha256(b"\x01", sibling, result)
            while node % 2 == 0 and node > 0:
                node, last = node // 2, last // 2
        else:
            result = sha256(b"\x01", result, sibling)
        node, last = node // 2, last // 2
    check(last == 0, "the proof is too short")
    return result


def read_key(vkey):
    name, key_id, data = vkey.split("+", 2)
    data = b64(data, 33)
    check(sha256(name.encode(), b"\n", data)[:4].hex() == key_id, f"the key of {name} has another id")
    return {"name": name, "id": bytes.fromhex(key_id), "type": data[0], "key": Ed25519PublicKey.from_public_bytes(data[1:])}


def signed_by(key, text, lines):
    """Whether a line is a signature with this key; a wrong one refutes the whole note."""
    found = [b64(line[2]) for line in (line.split(" ") for line in lines) if line[1] == key["name"]]
    found = [data[4:] for data in found if data[:4] == key["id"]]
    for data in found:
        if key["type"] == 4:
            time = int.from_bytes(data[:8], "big")
            key["key"].verify(data[8:], f"cosignature/v1\ntime {time}\n{text}".encode())
        else:
            key["key"].verify(data, text.encode())
    return bool(found)


def verify(bundle, keys, witnesses):
    record = read_record(bundle["record"])
    statements, erased = bundle["statements"], bundle["erased"]
    check(statements is not None or bundle["superseded"] is True or erased, "the statements are missing")
    check(statements is None or content_of(statements) == b64(record["content"], 32), "the statements are not those of the record")
    leaf = sha256(b"\x00", sha256(bundle["record"].encode()))
    head, note = bundle["proof"].split("\n\n", 1)
    first, index, *hashes = head.split("\n")
    check(first == "c2sp.org/tlog-proof@v1" and re.fullmatch("index [0-9]+", index), "the proof is not in its form")
    text, signatures = note.rsplit("\n\n", 1)
    origin, size, root = text.split("\n")[:3]
    found = root_of(leaf, int(index[6:]), int(size), [b64(each, 32) for each in hashes])
    check(found == b64(root, 32), "the record is not this entry of the checkpoint")
    lines = signatures.rstrip("\n").split("\n")
    check(any(key["name"] == origin and signed_by(key, text + "\n", lines) for key in keys), "no key has signed")
    for witness in witnesses:
        check(signed_by(witness, text + "\n", lines), f"{witness['name']} has not cosigned")
    if erased:
        check(verify({**erased, "erased": None}, keys, [])[0]["kind"] == "erasure", "what it calls an erasure is none")
    shown = [each["nquad"] for each in statements or [] if "nquad" in each]
    for line in shown:
        graph = re.search(r"<([^<>\"\s]*)> \.\Z", line)
        check("\n" not in line and graph and graph[1] in (record["graph"], record["graph"] + "/provenance"),
              "a statement is of another graph")
    return record, shown, index[6:], size


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle")
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--witness", action="append", default=[])
    options = parser.parse_args()
    try:
        with open(options.bundle, encoding="utf-8") as file:
            bundle = json.load(file)
        keys = [read_key(key) for key in options.key or bundle["keys"] + (bundle["erased"] or bundle)["keys"]]
        record, shown, index, size = verify(bundle, keys, [read_key(key) for key in options.witness])
    except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature) as error:
        sys.exit(f"does not hold: {error or 'a signature'}")
    print(*(f"{name} {record[name]}" for name in ("kind", "graph", "time", "agent")), *shown, f"entry {index} of {size}", sep="\n")
    sys.exit(0 if options.key else 2)
