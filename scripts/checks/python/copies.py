"""What pyoxigraph and RDFLib say of copies of partners' objects.

Arguments: the N-Quads of the mirroring node, those of its partner, the base URL of the first, a query, a token. Answers the
problems that were found, the number of revisions compared, and the rows of the query over the partner's own data, over the
copies, and over the node itself, which must be running.
"""
import hashlib
import json
import sys
import urllib.parse

import rdflib
from pyoxigraph import (
    BlankNode, CanonicalizationAlgorithm, Dataset, DefaultGraph, Literal, NamedNode, Quad, RdfFormat, Store, parse,
)
from rdflib.plugins.stores.sparqlstore import SPARQLStore

API = "https://onerecord.iata.org/ns/api#"
PROV = "http://www.w3.org/ns/prov#"
NUMBERS = {NamedNode(API + name) for name in ("hasRevision", "hasLatestRevision")}

own_file, partner_file, base, query, token = sys.argv[1:]
EXT = base + "/ns/extensions#"
DOUBLE = NamedNode("http://www.w3.org/2001/XMLSchema#double")
own, partner = Store(), Store()
own.load(path=own_file, format=RdfFormat.N_QUADS)
partner.load(path=partner_file, format=RdfFormat.N_QUADS)


def graphs_in(path):
    """The statements by graph, as written: the store knows numbers by their values."""
    graphs = {}
    for q in parse(path=path, format=RdfFormat.N_QUADS):
        graphs.setdefault(getattr(q.graph_name, "value", ""), []).append((q.subject, q.predicate, q.object))
    return graphs


own_graphs, partner_graphs = graphs_in(own_file), graphs_in(partner_file)


def value(store, subject, predicate, graph=None):
    found = next(store.quads_for_pattern(subject, NamedNode(predicate), None, graph), None)
    return None if found is None else found.object


def as_received(term, nodes):
    """Undoes the names of embedded nodes (M26)."""
    if not isinstance(term, NamedNode) or not term.value.startswith(nodes):
        return term
    name = term.value[len(nodes):]
    return BlankNode(name[1:]) if name.startswith("_") else NamedNode("internal:" + urllib.parse.unquote(name))


def digest(statements):
    dataset = Dataset(Quad(s, p, o, DefaultGraph()) for s, p, o in statements)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return hashlib.sha256("".join(sorted(f"{q.subject} {q.predicate} {q.object} .\n" for q in dataset)).encode()).hexdigest()


def by_value(statements):
    """The partner's store may have another form of a number than it sends."""
    def term(one):
        is_double = isinstance(one, Literal) and one.datatype == DOUBLE
        return Literal(repr(float(one.value)), datatype=DOUBLE) if is_double else one
    return [(s, p, term(o)) for s, p, o in statements]


problems, compared, latest = [], 0, {}
for held in list(own.quads_for_pattern(None, NamedNode(EXT + "digest"), None, None)):
    revision = held.subject
    number = value(own, revision, API + "hasRevision")
    object_ = value(own, revision, PROV + "specializationOf")
    if number is None or object_ is None:
        continue
    nodes = revision.value.split("/revisions/")[0] + "/nodes/"
    statements = own_graphs.get(revision.value, []) + own_graphs.get(revision.value + "/beside", [])
    received = [tuple(as_received(term, nodes) for term in statement) for statement in statements]
    original = [
        (s, p, o)
        for s, p, o in partner_graphs.get(f"{object_.value}/revisions/{number.value}", [])
        if not (s == object_ and p in NUMBERS)
    ]
    compared += 1
    if digest(received) != held.object.value:
        problems.append(f"{revision.value} has the digest {digest(received)}, its provenance says {held.object.value}")
    if digest(by_value(received)) != digest(by_value(original)):
        problems.append(f"{revision.value} differs from the partner's")
    if int(number.value) > latest.get(object_.value, (0, ""))[0]:
        latest[object_.value] = (int(number.value), revision.value)


def rows_in(store, graphs):
    found = store.query(query, default_graph=[NamedNode(name) for name in graphs])
    return sorted(" ".join(term.value for term in row) for row in found)


theirs = rows_in(partner, [f"{name}/revisions/{number}" for name, (number, _) in latest.items()])
copies = rows_in(own, [graph for _, graph in latest.values()])
remote = rdflib.Graph(SPARQLStore(base + "/sparql", headers={"Authorization": "Bearer " + token}))
select, where = query.split("{", 1)
answered = remote.query(f"{select} FROM <{base}/datasets/mirrored> {{{where}")
through = sorted(" ".join(str(term) for term in row) for row in answered)
print(json.dumps({"problems": problems, "compared": compared, "rows": [theirs, copies, through]}))
