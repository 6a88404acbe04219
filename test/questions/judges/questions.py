"""What pyoxigraph answers over an export (N-Quads). Arguments: the file, the namespace of the API.

Standard input: a JSON array of queries. The default graph is made here: the latest revision of each object, by the
number in its head, and the events.
"""
import json
import re
import sys

import pyoxigraph as ox

store = ox.Store()
with open(sys.argv[1], "rb") as file:
    store.bulk_load(file, format=ox.RdfFormat.N_QUADS)
latest = ox.NamedNode(sys.argv[2] + "hasLatestRevision")
event = re.compile(r"/logistics-objects/[^/]+/logistics-events/[^/]+$")
current = {
    f"{quad.subject.value}/revisions/{quad.object.value}"
    for quad in store.quads_for_pattern(None, latest, None, None)
    if quad.graph_name.value == f"{quad.subject.value}/head"
}
for graph in list(store.named_graphs()):
    if graph.value in current or event.search(graph.value):
        for quad in list(store.quads_for_pattern(None, None, None, graph)):
            store.add(ox.Quad(quad.subject, quad.predicate, quad.object, ox.DefaultGraph()))
print(json.dumps([
    json.loads(store.query(query).serialize(format=ox.QueryResultsFormat.JSON)) for query in json.load(sys.stdin)
]))
