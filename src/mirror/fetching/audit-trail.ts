/** What an audit trail says of the times of revisions (M34), and of erasures (M68). Runs in the thread of the reader. */
import type { Graph } from '../../rdf/graph.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, isIri, localName, type Term } from '../../rdf/terms.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';

/** An accepted change. Times are in milliseconds since 1970. */
export interface AuditedChange {
  /** The number of the revision that it made. */
  readonly revision: number;
  /** When it was requested: the revision is not older. */
  readonly requestedAt: number | undefined;
  /** When it was accepted, which is the time of the revision; only from 2.3.0 on. */
  readonly acceptedAt: number | undefined;
}

export interface AuditTrail {
  readonly changes: readonly AuditedChange[];
  /** The properties of which values were erased. */
  readonly erasedProperties: readonly Iri[];
}

/** Requests of other kinds, and changes that were not accepted, are skipped. */
export function auditTrailIn(data: Graph, { api }: Vocabulary): AuditTrail {
  const requests = new Map<string, Term>();
  for (const property of [api.hasChangeRequest, api.hasActionRequest])
    for (const { object } of data.match(null, property)) requests.set(`${object.termType} ${object.value}`, object);
  const changes: AuditedChange[] = [];
  for (const request of requests.values()) {
    const facts = new StoredPropertyReader(data, request);
    const [status] = facts.terms(api.hasRequestStatus);
    const [change] = facts.terms(api.hasChange);
    const before = change && facts.of(change).integer(api.hasRevision);
    if (status === undefined || before === undefined || !localName(status.value).endsWith('ACCEPTED')) continue;
    changes.push({
      revision: before + 1,
      requestedAt: facts.date(api.isRequestedAt)?.getTime(),
      acceptedAt: facts.date(api.hasRequestStatusSince)?.getTime(),
    });
  }
  return { changes, erasedProperties: erasedProperties(data) };
}

/** Terms of erasures are the partner's own: they are known by their local names. */
function erasedProperties(data: Graph): Iri[] {
  const properties = new Set<Iri>();
  for (const { predicate, object: erasure } of data)
    if (localName(predicate.value) === 'hasErasure' && erasure.termType !== 'Literal')
      for (const { predicate: about, object } of data.about(erasure))
        if (['hasProperty', 'hasChangedProperty'].includes(localName(about.value)) && isIri(object.value))
          properties.add(object.value);
  return [...properties];
}
