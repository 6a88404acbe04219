"""
What RDFLib and Oxigraph make of statements by a SPARQL Update or an RDF Patch. Standard input: a JSON array of {before, update,
patch}; answers {rdflib, oxigraph, patched}, N-Triples.
"""
import io
import json
import sys

import rdflib
from pyoxigraph import DefaultGraph, RdfFormat, Store, serialize

# Lexical forms are compared as written.
rdflib.NORMALIZE_LITERALS = False


def read(text):
    return rdflib.Graph().parse(data=text, format="nt")


def patched(before, patch):
    # RDFLib reads patches of datasets only.
    dataset = rdflib.Dataset()
    for triple in read(before):
        dataset.add(triple)
    dataset.parse(data=patch, format="patch")
    return "".join(rdflib.Graph().add(triple).serialize(format="nt") for triple in dataset.triples((None, None, None)))


for question in json.load(sys.stdin):
    graph = read(question["before"])
    store = Store()
    store.load(io.BytesIO(question["before"].encode()), RdfFormat.N_TRIPLES)
    if question["update"]:
        graph.update(question["update"])
        store.update(question["update"])
    triples = (quad.triple for quad in store.quads_for_pattern(None, None, None, DefaultGraph()))
    print(
        json.dumps(
            {
                "rdflib": graph.serialize(format="nt"),
                "oxigraph": serialize(triples, format=RdfFormat.N_TRIPLES).decode(),
                "patched": patched(question["before"], question["patch"]),
            }
        )
    )
