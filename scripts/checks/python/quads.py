"""What rdflib says. Standard input: a JSON array of {trig, nquads, jsonld}; answers the names of those that differ."""
import json
import sys

import rdflib
from rdflib.compare import isomorphic

rdflib.NORMALIZE_LITERALS = False
FORMATS = {"trig": "trig", "nquads": "nquads", "jsonld": "json-ld"}


def parse(name, text):
    dataset = rdflib.Dataset(default_union=False)
    dataset.parse(data=text, format=FORMATS[name])
    return {graph.identifier: graph for graph in dataset.graphs() if len(graph) > 0}


def same(one, other):
    return set(one) == set(other) and all(isomorphic(one[name], other[name]) for name in one)


for question in json.load(sys.stdin):
    expected = parse("nquads", question["nquads"])
    different = [name for name, text in question.items() if not same(parse(name, text), expected)]
    print(json.dumps({"different": " ".join(different)}))
