"""
pyoxigraph in this process. Argument: a JSON file {graphs, questions: [{kind, queries}]}. Answers one JSON line for each
question: {ms, answer}, with the bindings of each query.
"""
import json
import sys
import time

import pyoxigraph as ox

with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
begin = time.perf_counter()
store = ox.Store()
with open(task["graphs"], "rb") as file:
    store.bulk_load(file, format=ox.RdfFormat.N_QUADS)
print(json.dumps({"loadSeconds": time.perf_counter() - begin}), flush=True)


def ask(query):
    return json.loads(store.query(query).serialize(format=ox.QueryResultsFormat.JSON))["results"]["bindings"]


for question in task["questions"]:
    begin = time.perf_counter()
    answer = [ask(query) for query in question["queries"]]
    print(json.dumps({"ms": (time.perf_counter() - begin) * 1000, "answer": answer}), flush=True)
