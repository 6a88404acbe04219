"""What pyshacl says. Arguments: shapes and ontologies (N-Triples). Standard input: a JSON array of {data}, N-Triples."""
import json
import sys

import rdflib
from pyshacl import validate

# Otherwise rdflib rewrites literals: "INF" of xsd:double to "inf".
rdflib.NORMALIZE_LITERALS = False


def graph(path):
    return rdflib.Graph().parse(path, format="nt")


shapes, ontology = graph(sys.argv[1]), graph(sys.argv[2])
for question in json.load(sys.stdin):
    data = rdflib.Graph().parse(data=question["data"], format="nt")
    conforms, _, text = validate(data + ontology, shacl_graph=shapes, inference="none")
    print(json.dumps({"conforms": conforms, "problems": "" if conforms else text}))
