"""What pyoxigraph makes of statements. Standard input: a JSON array of {ntriples, graph, lines}; answers what differs."""
import json
import sys

import pyoxigraph as ox


def canonical(dataset):
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return set(dataset)


for question in json.load(sys.stdin):
    graph = ox.NamedNode(question["graph"])
    written = ox.parse(question["ntriples"].encode(), format=ox.RdfFormat.N_TRIPLES)
    expected = canonical(ox.Dataset(ox.Quad(each.subject, each.predicate, each.object, graph) for each in written))
    lines = question["lines"]
    found = canonical(ox.Dataset(ox.parse("".join(f"{line}\n" for line in lines).encode(), format=ox.RdfFormat.N_QUADS)))
    problems = []
    if found != expected:
        problems.append("other statements")
    # The order of texts in Python is that of code points.
    if lines != sorted(lines):
        problems.append("another order")
    print(json.dumps(problems))
