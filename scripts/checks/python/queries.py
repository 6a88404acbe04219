"""What pyoxigraph says. Argument: the dataset (N-Quads). Standard input: a JSON array of {query}."""
import json
import sys

import pyoxigraph as ox

store = ox.Store()
with open(sys.argv[1], "rb") as file:
    store.bulk_load(file, format=ox.RdfFormat.N_QUADS)
for question in json.load(sys.stdin):
    try:
        result = store.query(question["query"])
        if isinstance(result, ox.QueryTriples):
            text = result.serialize(format=ox.RdfFormat.N_TRIPLES)
        else:
            text = result.serialize(format=ox.QueryResultsFormat.JSON)
        print(json.dumps({"result": text.decode()}))
    except (SyntaxError, ValueError, OSError, RuntimeError) as error:
        print(json.dumps({"error": str(error)}))
