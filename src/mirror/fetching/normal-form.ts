/** The normal form of a received graph (M23 to M26, M55). Runs in the thread of the reader. */
import { type Iri, type NamedNode, namedNode, type Quad, type Term, triple } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import { writeTriples } from '../../store/oxigraph/ntriples.js';
import { internalId, nameOfBlank, nameOfInternal } from '../copies/nodes.js';
import { canonicalGraph } from './canonical.js';
import { linksIn, OBJECTS_PATH } from './links.js';
import type { ReceivedGraph } from './received.js';

export interface NormalFormOptions {
  /** The resource that the graph is about, by all its names. */
  readonly roots: ReadonlySet<string>;
  readonly server: Iri;
  readonly nodes: Iri;
}

/** Links of an answer of a past time lead to that time (D45); the object is meant. */
export function withoutTime(statements: Iterable<Quad>, at: string): Quad[] {
  const query = `?at=${at}`;
  return Array.from(statements, (quad) => {
    const { subject, predicate, object } = quad;
    if (object.termType !== 'NamedNode' || !object.value.endsWith(query)) return quad;
    return triple(subject, predicate, namedNode(object.value.slice(0, -query.length)));
  });
}

/** @throws Error for blank nodes that take too long to tell apart; TypeError for a term that no graph may hold. */
export async function normalForm(
  statements: readonly Quad[],
  { roots, server, nodes }: NormalFormOptions,
): Promise<ReceivedGraph> {
  const isBlank = ({ termType }: Term): boolean => termType === 'BlankNode';
  const { digest, labels } = await canonicalGraph(
    statements,
    statements.some(({ subject, object }) => isBlank(subject) || isBlank(object)),
  );
  const embedded = (term: Quad['subject'] | Quad['object']): NamedNode | undefined => {
    if (term.termType === 'BlankNode') return nameOfBlank(nodes, labels.get(term.value) ?? term.value);
    const id = term.termType === 'NamedNode' ? internalId(term.value) : undefined;
    return id === undefined ? undefined : nameOfInternal(nodes, id);
  };
  const [main, beside]: [Quad[], Quad[]] = [[], []];
  for (const { subject, predicate, object } of statements) {
    const renamed = triple(embedded(subject) ?? subject, predicate, embedded(object) ?? object);
    const counts =
      isAbout(subject, roots) || (predicate.equals(rdfTerms.type) && subject.value.startsWith(server + OBJECTS_PATH));
    (counts ? main : beside).push(renamed);
  }
  const links = linksIn(main, roots, server);
  return { main: textOf(main), beside: textOf(beside), digest, statements: statements.length, links };
}

/** Whether a subject is the resource, a part of it, or one of its embedded nodes. */
export const isAbout = (subject: Quad['subject'], roots: ReadonlySet<string>): boolean =>
  subject.termType === 'BlankNode' ||
  internalId(subject.value) !== undefined ||
  roots.has(withoutFragment(subject.value));

const withoutFragment = (value: string): string => {
  const at = value.indexOf('#');
  return at === -1 ? value : value.slice(0, at);
};

/** Two statements may become one when their nodes are renamed. */
const textOf = (statements: readonly Quad[]): string =>
  Array.from(new Set(writeTriples(statements).split('\n')), (line) => (line === '' ? '' : `${line}\n`)).join('');
