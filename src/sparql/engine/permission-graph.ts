/**
 * The permission graph of an engine: the agents that may read each named graph. The projector updates it in the same
 * requests as the graphs, and queries of partners are joined with it (scoped-query.ts).
 *
 * It has two kinds of statements. `<graph> of <group>` assigns a named graph to a group with the same readers: the
 * graphs of an object (head, revisions, provenance), its events, or one request. `<group> readableBy <agent>` names a
 * reader. So the cost of a change to an access control list depends on the length of the list, not on the object's
 * history.
 *
 * Agents are represented by a digest: an access control list may contain any IRI as an agent, and none may be mistaken
 * for `ANYONE` or another name of this graph.
 */
import { createHash } from 'node:crypto';
import type { QueriedGraph } from '../../graph-kinds.js';
import { type Iri, iri } from '../../rdf/terms.js';

export const ACCESS = iri('urn:x-cargograph:access');
/** The predicate between a named graph and its group. */
export const OF = iri(`${ACCESS}#of`);
/** Every caller with a valid token. */
export const ANYONE = iri(`${ACCESS}#anyone`);

/** An agent that may read a group. */
export interface GroupReader {
  /** Undefined for every caller with a valid token. */
  readonly agent: Iri | undefined;
  /** The end of its access (V51), in milliseconds since 1970; Infinity for no end. */
  readonly end: number;
}

/** The readers of a group, as the node's access code decides. */
export interface GroupPermission {
  readonly group: string;
  readonly readers: readonly GroupReader[];
}

export const contentGroup = (object: string): string => object;
export const eventGroup = (object: string): string => `${object}/logistics-events`;
/** Differs from the name of the request's graph, which is the subject of `of`. */
export const requestGroup = (request: string): string => `${request}#request`;

/** The group of a graph for internal agents alone (D36): it never has a stated reader. */
const unreadableGroup = (graph: string): string => `${graph}#internal`;

/** The group of a named graph. */
function groupOf(graph: string, kind: QueriedGraph): string {
  switch (kind.readers) {
    case 'object':
      return contentGroup(kind.object);
    case 'events':
      return eventGroup(kind.object);
    case 'request':
      return requestGroup(graph);
    case 'internal':
      return unreadableGroup(graph);
  }
}

/** An agent's name in this graph. */
export const agentName = (agent: Iri | undefined): Iri =>
  agent === undefined ? ANYONE : iri(`${ACCESS}:agent:${createHash('sha256').update(agent).digest('hex')}`);

/**
 * The predicate between a group and an agent. Access with an end has its own predicate for each end. A query lists the
 * predicates that have not ended by the node's clock, so that the engine compares no times.
 */
export const readableBy = (end: number): Iri =>
  iri(end === Infinity ? `${ACCESS}#readableBy` : `${ACCESS}#readableUntil-${end}`);

/** The statement that assigns a named graph to its group, as a line of N-Triples. */
export const membership = (graph: string, kind: QueriedGraph): string =>
  `<${graph}> <${OF}> <${groupOf(graph, kind)}> .`;

/** The statements about the readers of a group, as lines of N-Triples. */
export const readerLines = ({ group, readers }: GroupPermission): string[] =>
  readers.map(({ agent, end }) => `<${group}> <${readableBy(end)}> <${agentName(agent)}> .`);

/** Replaces the readers of a group in one operation, so that no request ends in the middle of it. */
export function replaceReaders(permission: GroupPermission): string {
  const removal = `DELETE WHERE { GRAPH <${ACCESS}> { <${permission.group}> ?by ?agent } }`;
  const lines = readerLines(permission);
  if (lines.length === 0) return removal;
  return `${removal} ;\nINSERT DATA { GRAPH <${ACCESS}> {\n${lines.join('\n')}\n} }`;
}

/** Removes a named graph from its group. */
export const removeMembership = (graph: string): string =>
  `DELETE WHERE { GRAPH <${ACCESS}> { <${graph}> <${OF}> ?group } }`;
