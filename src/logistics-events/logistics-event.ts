/** A Logistics Event: a partner's report about an object; it never changes (D13, D25, D44). */
import type { Services } from '../services.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { skolemize } from '../rdf/skolemize.js';
import { instantOf, inUtcIfUnzoned } from '../rdf/literals.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type Iri, isIri, type NamedNode, namedNode, node, type Term, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';

export interface LogisticsEvent {
  readonly uri: Iri;
  readonly types: readonly Iri[];
  /** The IRIs of its `eventCode`. */
  readonly codes: readonly string[];
  /** The `code`s of CodeListElements in its `eventCode`. */
  readonly codeTexts: readonly string[];
  /** In milliseconds since 1970; NaN for an invalid time (D40). */
  readonly creationDate: number;
  readonly eventDate: number;
  readonly data: Graph;
}

/** The event in a graph; undefined for an empty graph. */
export function readEvent(data: Graph, { cargo }: Vocabulary): LogisticsEvent | undefined {
  for (const { subject } of data.match(null, cargo.eventFor)) {
    if (!isIri(subject.value)) continue;
    const types = data.types(subject);
    const codes = data.objects(subject, cargo.eventCode);
    return {
      uri: subject.value,
      types,
      codes: codes.map(({ value }) => value),
      codeTexts: codes.flatMap((code) => data.objects(code, cargo.code).map(({ value }) => value)),
      creationDate: instant(data.object(subject, cargo.creationDate)),
      eventDate: instant(data.object(subject, cargo.eventDate)),
      data,
    };
  }
  return undefined;
}

/** In a query, a `#` would begin the fragment of the URL: queries have `/` instead (L16). */
const withoutFragment = (iri: string): string => iri.replaceAll('#', '/');

/**
 * Whether a filter names a type or a code of an event (D13): by the IRI of the type; by the IRI of the code, or its end
 * after a `#`, `/` or `_` (V24, L15); or by the `code` of a CodeListElement.
 */
export function isNamedBy({ types, codes, codeTexts }: LogisticsEvent, filter: string): boolean {
  if (codeTexts.includes(filter)) return true;
  const name = withoutFragment(filter);
  return (
    types.some((type) => withoutFragment(type) === name) ||
    codes.some((code) => {
      const iri = withoutFragment(code);
      return iri === name || (iri.endsWith(name) && '/_'.includes(iri.charAt(iri.length - name.length - 1)));
    })
  );
}

/** A time without a time zone, as in older events, is UTC. */
function instant(time: Term | undefined): number {
  return time === undefined ? NaN : instantOf(time.value);
}

/** Adds the time zone UTC to times used in comparisons; they can lack a zone in lenient mode (D40, D56). */
export function zonedTimes(event: Graph, { cargo }: Vocabulary): Graph {
  const compared = [cargo.eventDate, cargo.creationDate];
  return graphOf(
    Array.from(event, (quad) => {
      const { subject, predicate, object } = quad;
      if (object.termType !== 'Literal' || !object.datatype.equals(xsd.dateTime)) return quad;
      if (!compared.some((property) => property.equals(predicate))) return quad;
      return triple(subject, predicate, factory.literal(inUtcIfUnzoned(object.value), xsd.dateTime));
    }),
  );
}

/**
 * Only internal agents may report events that another organization recorded: readers rely on `recordingOrganization` to
 * identify the reporter (D55).
 *
 * @throws ServiceError `forbidden` for another caller's event that names a different organization.
 */
export function assertOwnRecorder(event: Graph, caller: Caller, { cargo }: Vocabulary): void {
  if (caller.internal) return;
  const foreign = Array.from(event.match(null, cargo.recordingOrganization)).filter(
    ({ object }) => object.value !== caller.agent,
  );
  if (foreign.length === 0) return;
  throw new ServiceError(
    'forbidden',
    foreign.map(({ object }) => ({
      message:
        'recordingOrganization must be the authenticated agent: only internal agents record events for another organization',
      property: cargo.recordingOrganization.value,
      ...(/^https?:/i.test(object.value) && isIri(object.value) && { resource: object.value }),
    })),
  );
}

/** The URI and object of a new event, with its reporter and time. */
interface EventOrigin {
  readonly uri: Iri;
  readonly object: Iri;
  readonly caller: Caller;
  readonly at: Date;
}

type EventServices = Pick<Services, 'model' | 'uris' | 'vocabulary' | 'ids'>;

/** Checks the required properties of an event (D25); the reader collects the problems. */
export function checkEvent(
  { root, data }: JsonLdDocument,
  { model, uris, vocabulary: { cargo } }: EventServices,
): PropertyReader {
  const fields = new PropertyReader(data, root);
  if (!data.types(root).some((type) => model.isSubclassOf(type, cargo.LogisticsEvent.value))) {
    fields.addError(cargo.LogisticsEvent, 'the body must be a Logistics Event (@type cargo:LogisticsEvent)');
  }
  fields.terms(cargo.eventDate, { min: 1, max: 1 });
  for (const { subject, predicate } of data) {
    if (subject.equals(root) || predicate.equals(rdfTerms.type) || !uris.isOwn(subject.value)) continue;
    fields
      .of(subject)
      .addError(
        cargo.LogisticsEvent,
        `<${subject.value}> is an address of this node and not part of this event; it can be linked, not described`,
      );
  }
  return fields;
}

/**
 * The statements of a new event: those of the body under the event's URI and new `internal:` ids, and the server's own
 * properties (D25, D44).
 *
 * @param document of a checked event that names this object or none.
 */
export function composeEvent(
  { root, data }: JsonLdDocument,
  { uri, object: about, caller, at }: EventOrigin,
  { model, vocabulary: { cargo }, ids }: EventServices,
): Graph {
  const quads = skolemize(data, (term) => {
    if (term.equals(root)) return node(uri);
    const isRenamed = term.termType === 'BlankNode' || term.value.startsWith('internal:');
    return isRenamed ? namedNode(`internal:${ids.next()}`) : undefined;
  });
  const absent = (property: NamedNode): boolean => data.match(root, property).size === 0;
  if (absent(cargo.creationDate))
    quads.push(triple(node(uri), cargo.creationDate, factory.literal(at.toISOString(), xsd.dateTime)));
  if (absent(cargo.recordingOrganization))
    quads.push(triple(node(uri), cargo.recordingOrganization, node(caller.agent)));
  if (absent(cargo.eventFor)) quads.push(triple(node(uri), cargo.eventFor, node(about)));
  return model.normalize(graphOf(quads));
}
