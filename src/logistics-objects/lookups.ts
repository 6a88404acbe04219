/** The lookups of Logistics Objects: by type, in the order of their creation or last change, by identifiers, and by links. */
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri, isIri, type NamedNode, node } from '../rdf/terms.js';
import { dcterms, prov, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupEntry, LookupScope } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';
import { canonical, MIN_LENGTH } from './identifiers.js';
import { storedWordEntries, wordOf } from './word-entries.js';

/** The partition of all objects; the other partitions are the most specific types (D8). */
export const ALL_OBJECTS = '';

/** The time of a head and its partitions; undefined for anything else. */
function headEntry(
  { api }: Vocabulary,
  uris: UriScheme,
  statements: Graph,
  graph: Iri,
  property: NamedNode,
): LookupEntry[] {
  const value = uris.headObject(graph);
  if (value === undefined) return [];
  const object = node(value);
  const order = statements.date(object, property)?.getTime();
  const type = statements.iri(object, rdfTerms.type);
  const isHead = statements.object(object, api.hasLatestRevision) !== undefined;
  if (!isHead || order === undefined || type === undefined) return [];
  return [ALL_OBJECTS, type].map((partition) => ({ partition, order, value }));
}

/** The prefix of the values of the identifier lookup: `identifier:<canonical form>/<property>/<id>`. */
const SCHEME = 'identifier:';
/** In the place of a property: the id of an object or an action request. */
export const OBJECT_ID = '@id';
export const REQUEST_ID = '@request';

/** An entry of the lookup of identifiers. */
export interface IdentifierEntry {
  readonly identifier: string;
  /** The local name of a property, `OBJECT_ID` or `REQUEST_ID`. */
  readonly property: string;
  readonly id: string;
}

/** The partition of a canonical form and of all forms that begin with it. */
export const identifierPartition = (form: string): string => form.slice(0, MIN_LENGTH);

/**
 * The first position of the entries of a canonical form, and of all forms that begin with it: a bound for
 * `LookupPage.after`.
 */
export const identifierStart = (form: string): Iri => iri(SCHEME + form);

/** The shortest end of an identifier that is looked up (K28). */
export const MIN_END = 4;

/** The partition of the canonical forms with an end. */
export const endPartition = (form: string): string => form.slice(-MIN_END);

export function parseIdentifierEntry(value: Iri): IdentifierEntry {
  const [identifier = '', property = '', id = ''] = value.slice(SCHEME.length).split('/');
  return { identifier, property, id };
}

export interface ObjectLookups {
  readonly byCreation: IndexedLookup;
  /** In the order of their last change. */
  readonly byChange: IndexedLookup;
  /**
   * The objects that point to an object, or did in an earlier revision, in the order of their creation. The partitions are
   * the objects of this node that are pointed to.
   */
  readonly inboundLinks: IndexedLookup;
  /**
   * Objects by their business identifiers, objects and action requests by their ids. The order of the values is that of the
   * canonical forms, so that all forms with one beginning are one range. Partitions are the first
   * characters of the forms: the count of one partition for all would be written by every commit.
   */
  readonly identifiers: IndexedLookup;
  /**
   * The members of feeds: revisions and events, by object and all together, in the order of their commits. The order
   * of a member is its commit time (W54), which no other member has; the value is its graph.
   */
  readonly members: IndexedLookup;
  /** Objects by the ends of their business identifiers: a partition has all forms with the same last characters (K28, K92). */
  readonly identifierEnds: IndexedLookup;
  /** Objects by the words of their names and goods, those of one word newest first (K35, K92). */
  readonly words: IndexedLookup;
}

export function objectLookups({ index, uris, vocabulary }: LookupScope): ObjectLookups {
  const byTime = (name: string, property: NamedNode): IndexedLookup =>
    index({
      name,
      version: 1,
      covers: (graph) => uris.headObject(graph) !== undefined,
      entries: (statements, graph) => headEntry(vocabulary, uris, statements, graph, property),
      graphOf: (object) => uris.head(object),
    });
  return {
    byCreation: byTime('objects', dcterms.created),
    byChange: byTime('objects-by-change', dcterms.modified),
    inboundLinks: index({
      name: 'inbound-links',
      version: 2,
      covers: (graph) => uris.linksObject(graph) !== undefined,
      entries: (statements, graph) => {
        const value = uris.linksObject(graph);
        if (value === undefined) return [];
        const object = node(value);
        const order = statements.date(object, dcterms.created)?.getTime();
        if (order === undefined) return [];
        return statements.iris(object, dcterms.references).map((partition) => ({ partition, order, value }));
      },
      graphOf: (object) => uris.links(object),
    }),
    identifiers: index({
      name: 'identifiers',
      version: 1,
      covers: (graph) => uris.headObject(graph) !== undefined || uris.actionRequestId(graph) !== undefined,
      entries: (statements, graph) => identifierEntries(vocabulary, uris, statements, graph),
      graphOf: (value) => {
        const { property, id } = parseIdentifierEntry(value);
        return property === REQUEST_ID ? uris.actionRequest(id) : uris.head(uris.object(id));
      },
    }),
    members: index({
      name: 'members',
      version: 1,
      // Their provenance tells when those of earlier releases were made.
      covers: (graph) => memberOf(uris, graph) !== undefined,
      entries: (statements, graph) => {
        const member = memberOf(uris, graph);
        const object = member && uris.memberObject(member);
        if (member === undefined || object === undefined) return [];
        const made = statements.date(node(member), prov.generatedAtTime);
        if (made === undefined) return [];
        return [ALL_OBJECTS, object].map((partition) => ({
          ...{ partition, order: 0, value: member },
          madeAt: made.getTime(),
        }));
      },
      graphOf: (member) => uris.provenance(member),
      byCommit: { home: (member) => uris.memberObject(member) ?? ALL_OBJECTS },
    }),
    identifierEnds: index({
      name: 'identifier-ends',
      version: 1,
      covers: (graph) => uris.headObject(graph) !== undefined,
      entries: (statements, graph) => {
        const object = uris.headObject(graph);
        const id = object && uris.objectId(object);
        if (object === undefined || id === undefined) return [];
        return storedIdentifiers(vocabulary, statements, object).flatMap((text) => {
          const form = text.slice(0, text.indexOf('/'));
          const entry = { partition: endPartition(form), order: 0, value: iri(`${SCHEME}${text}/${id}`) };
          return form.length < MIN_END ? [] : [entry];
        });
      },
      graphOf: (value) => uris.head(uris.object(parseIdentifierEntry(value).id)),
    }),
    words: index({
      name: 'words',
      version: 1,
      covers: (graph) => uris.wordsObject(graph) !== undefined,
      entries: (statements, graph) => storedWordEntries(statements, uris.wordsObject(graph), uris),
      graphOf: (value) => uris.words(uris.object(wordOf(value).id)),
    }),
  };
}

/** The revision or event whose provenance a graph holds. */
const memberOf = (uris: UriScheme, graph: Iri): Iri | undefined => {
  const kind = uris.graphKind(graph)?.kind;
  return kind === 'revision-provenance' || kind === 'event-provenance' ? uris.subjectOf(graph) : undefined;
};

/**
 * The entry of an identifier; none for one that is too short.
 *
 * @param text a canonical form with its property, or with `OBJECT_ID` or `REQUEST_ID`.
 * @param id of what it identifies.
 */
export const identifierEntry = (text: string, id: string): LookupEntry[] =>
  text.indexOf('/') < MIN_LENGTH
    ? []
    : [{ partition: identifierPartition(text), order: 0, value: iri(`${SCHEME}${text}/${id}`) }];

function identifierEntries(vocabulary: Vocabulary, uris: UriScheme, statements: Graph, graph: Iri): LookupEntry[] {
  const { api } = vocabulary;
  const request = uris.actionRequestId(graph);
  if (request !== undefined)
    return statements.object(node(graph), api.isRequestedBy) === undefined
      ? []
      : identifierEntry(`${canonical(request)}/${REQUEST_ID}`, request);
  const object = uris.headObject(graph);
  const id = object && uris.objectId(object);
  if (object === undefined || id === undefined) return [];
  if (statements.object(node(object), api.hasLatestRevision) === undefined) return [];
  return [`${canonical(id)}/${OBJECT_ID}`, ...storedIdentifiers(vocabulary, statements, object)].flatMap((text) =>
    identifierEntry(text, id),
  );
}

/** The identifiers in a head, each a form with its property. */
function storedIdentifiers({ api }: Vocabulary, statements: Graph, object: Iri): string[] {
  if (statements.object(node(object), api.hasLatestRevision) === undefined) return [];
  const identifiers = statements.objects(node(object), dcterms.identifier).map(({ value }) => value);
  return identifiers.filter(isStoredIdentifier);
}

/** A form and a property, as a head holds them; a stored value is not trusted to be an IRI's part. */
export const isStoredIdentifier = (text: string): boolean =>
  /^[A-Za-z0-9_~%]+\/[A-Za-z0-9]+$/.test(text) && isIri(SCHEME + text);
