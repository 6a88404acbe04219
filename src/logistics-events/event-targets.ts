/** One event for several Logistics Objects: their selection, and the answer for each (V56 to V61). */
import type { Services } from '../services.js';
import { ServiceError } from '../errors.js';
import type { RdfResource } from '../http/representation/representation.js';
import { describeError, reportOf } from '../rdf/error-description.js';
import { graphOf } from '../rdf/graph.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import {
  factory,
  type Iri,
  iri,
  type Literal,
  namedNode,
  type NamedNode,
  node,
  type Quad,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { ChangeAnswer } from '../transactions.js';
import { checkEvent } from './logistics-event.js';

/** The maximum number of objects for one event. Each gets its own event, and one transaction creates them all. */
const MAX_TARGETS = 2_000;

/** The result of the event for one object. */
export type EventCreation =
  { readonly object: Iri; readonly event: Iri } | { readonly object: Iri; readonly error: ServiceError };

/** The URI of an event during validation. */
export const EVENT_TO_CHECK = iri('internal:event');

/**
 * The distinct objects of an event, in the order of `eventFor`.
 *
 * @throws ServiceError `invalid-resource` for a body that is not an event or lacks `eventDate`, and for an `eventFor`
 * that is missing, is not an IRI or has content (V61); `too-large` for too many objects.
 */
export function targetsOf(
  document: JsonLdDocument,
  services: Pick<Services, 'model' | 'uris' | 'vocabulary' | 'ids'>,
): Iri[] {
  const { eventFor } = services.vocabulary.cargo;
  const fields = checkEvent(document, services);
  const targets = fields.iris(eventFor, { min: 1, max: Infinity });
  if (targets.length > MAX_TARGETS) {
    const message = `an event may be for at most ${MAX_TARGETS} Logistics Objects, not ${targets.length}: send several`;
    throw new ServiceError('too-large', { message, property: eventFor.value });
  }
  for (const target of targets) {
    if (target.startsWith('internal:')) fields.addError(eventFor, 'eventFor must be the URI of a Logistics Object');
    const content = Array.from(document.data.match(node(target))).filter(
      ({ predicate }) => !predicate.equals(rdfTerms.type),
    );
    if (content.length > 0)
      fields.addError(eventFor, `eventFor must link to Logistics Objects; <${target}> has its own content`);
  }
  if (fields.problems.length > 0) throw new ServiceError('invalid-resource', fields.problems);
  return [...new Set(targets)];
}

/** The event for its first object, with the whole body: its errors do not depend on the object. */
export function sampleOf(document: JsonLdDocument, [first]: readonly Iri[], { cargo }: Vocabulary): JsonLdDocument {
  const { root, data } = document;
  const isOther = ({ subject, predicate, object }: Quad): boolean =>
    subject.equals(root) && predicate.equals(cargo.eventFor) && object.value !== first;
  return { ...document, data: graphOf(Array.from(data).filter((quad) => !isOther(quad))) };
}

/** Returns a function for the event of one object, without the body's statements about the others (V59). */
export function restriction(
  document: JsonLdDocument,
  targets: readonly Iri[],
  { cargo }: Vocabulary,
): (object: Iri) => JsonLdDocument {
  const { root, data } = document;
  const event = Array.from(data).filter(
    (quad) => !(quad.subject.equals(root) && quad.predicate.equals(cargo.eventFor)),
  );
  const linked = new Set(event.map(({ object }) => object.value));
  const others = new Set<string>(targets.filter((target) => !linked.has(target)));
  const common = event.filter(({ subject }) => !others.has(subject.value));
  return (object) => ({
    ...document,
    data: graphOf([
      ...common,
      triple(root, cargo.eventFor, node(object)),
      ...(others.has(object) ? data.match(node(object)) : []),
    ]),
  });
}

/**
 * Checks that the caller of a repeated request may still post each event that the first one created (K26).
 *
 * @param results of the repetition.
 * @param answered the first answer, of `describeCreations`; undefined for a request that is not repeated.
 * @throws ServiceError `forbidden`
 */
export function assertStillPermitted(
  results: readonly EventCreation[],
  answered: ChangeAnswer | undefined,
  { uris, vocabulary: { api } }: Pick<Services, 'uris' | 'vocabulary'>,
): void {
  const created = Array.from(
    answered?.body?.data.match(null, api.hasLogisticsEvent) ?? [],
    ({ object }) => object.value,
  );
  for (const result of results) {
    if (!('error' in result) || result.error.kind !== 'forbidden') continue;
    if (created.some((event) => event.startsWith(uris.eventsPrefix(result.object)))) throw result.error;
  }
}

/** The MultiStatusResponse: a result for each object (V57, V58). */
export function describeCreations(
  creations: readonly EventCreation[],
  vocabulary: Vocabulary,
  ids: Pick<Services, 'ids'>['ids'],
): RdfResource {
  const { api } = vocabulary;
  const fresh = (): NamedNode => namedNode(`internal:${ids.next()}`);
  const count = (number: number): Literal => factory.literal(String(number), xsd.nonNegativeInteger);
  const failed = creations.filter((creation) => 'error' in creation).length;
  const root = fresh();
  const describe = (creation: EventCreation): Quad[] => {
    const result = fresh();
    const outcome = (): Quad[] => {
      if ('event' in creation) return [triple(result, api.hasLogisticsEvent, node(creation.event))];
      const { title, status, details } = creation.error;
      const error = fresh();
      // The object is the resource at fault, whatever resource a detail names (V58).
      const located = details.map((detail) => ({ ...detail, resource: creation.object }));
      const report = reportOf({ title, status, details: located });
      return [triple(result, api.hasError, error), ...describeError(report, error, vocabulary, ids)];
    };
    return [
      triple(root, api.hasCreationResult, result),
      triple(result, rdfTerms.type, api.EventCreationResult),
      triple(result, api.hasHTTPStatus, count('error' in creation ? creation.error.status : 201)),
      triple(result, api.hasLogisticsObject, node(creation.object)),
      ...outcome(),
    ];
  };
  const data = graphOf([
    triple(root, rdfTerms.type, api.MultiStatusResponse),
    triple(root, api.hasTotalItems, count(creations.length)),
    triple(root, api.hasTotalCreated, count(creations.length - failed)),
    triple(root, api.hasTotalFailed, count(failed)),
    ...creations.flatMap(describe),
  ]);
  return { root, data };
}
