/** The API version in which a request was made: notifications to its requestor are sent in that version (L8). */
import { type ApiVersion, parseApiVersion } from '../api-versions.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms } from '../rdf/vocabulary.js';
import type { ActionRequest } from './action-request.js';

/** Nothing is recorded of a requestor that named no version. */
export function describeVersion(request: NamedNode, version: ApiVersion | undefined): Quad[] {
  return version === undefined ? [] : [triple(request, dcterms.conformsTo, factory.literal(version))];
}

export function recordedVersion({ uri, data }: Pick<ActionRequest, 'uri' | 'data'>): ApiVersion | undefined {
  const recorded = data.object(node(uri), dcterms.conformsTo);
  return recorded === undefined ? undefined : parseApiVersion(recorded.value);
}

/** The statements of a request without the recorded version, which is not part of the exchange. */
export function visibleStatements({ uri, data }: Pick<ActionRequest, 'uri' | 'data'>): Graph {
  if (data.object(node(uri), dcterms.conformsTo) === undefined) return data;
  return graphOf(
    Array.from(data).filter(({ subject, predicate }) => !predicate.equals(dcterms.conformsTo) || subject.value !== uri),
  );
}
