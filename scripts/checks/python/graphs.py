"""What rdflib says. Standard input: a JSON array of {turtle, ntriples, jsonld, rdfxml}; answers the names of those that differ."""
import json
import sys

import rdflib
from rdflib.compare import isomorphic

# Lexical forms are compared as written.
rdflib.NORMALIZE_LITERALS = False
FORMATS = {"turtle": "turtle", "xturtle": "turtle", "ntriples": "nt", "jsonld": "json-ld", "rdfxml": "xml"}


def parse(name, text):
    return rdflib.Graph().parse(data=text, format=FORMATS[name])


for question in json.load(sys.stdin):
    expected = parse("ntriples", question["ntriples"])
    different = [name for name, text in question.items() if not isomorphic(parse(name, text), expected)]
    print(json.dumps({"different": " ".join(different)}))
