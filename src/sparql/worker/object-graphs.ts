/** The graphs of one object by their names, and those that are valid at a time. */
import { prov } from '../../rdf/vocabulary.js';
import type { QueriedGraph } from '../../graph-kinds.js';

export interface ObjectGraphs {
  readonly object: string;
  /** The object itself: head, revisions and their provenance. */
  readonly content: readonly string[];
  /** The numbers of the revisions. */
  readonly revisions: readonly number[];
  readonly events: readonly string[];
  /** Graphs with the same readers as the events, such as their provenance. */
  readonly besideEvents: readonly string[];
  /** Graphs for internal agents alone, such as the access control list. */
  readonly internal: readonly string[];
}

type Texts = (graph: string) => string;

export const revisionOf = (object: string, number: number): string => `${object}/revisions/${String(number)}`;

const provenanceOf = (graph: string): string => `${graph}/provenance`;

/** Groups sorted names by object: the names of one object are adjacent. */
export function* groupByObject(
  names: Iterable<string>,
  kindOf: (graph: string) => QueriedGraph | undefined,
): Generator<ObjectGraphs, void, undefined> {
  let group: { [Key in keyof ObjectGraphs]: ObjectGraphs[Key] extends string ? string : ObjectGraphs[Key][number][] } | undefined; // prettier-ignore
  for (const name of names) {
    const kind = kindOf(name);
    if (kind === undefined || !('object' in kind)) continue;
    if (group?.object !== kind.object) {
      if (group !== undefined) yield group;
      group = { object: kind.object, content: [], revisions: [], events: [], besideEvents: [], internal: [] };
    }
    switch (kind.readers) {
      case 'object':
        if (kind.kind === 'revision') group.revisions.push(kind.number);
        group.content.push(name);
        break;
      case 'events':
        (kind.kind === 'event' ? group.events : group.besideEvents).push(name);
        break;
      case 'internal':
        group.internal.push(name);
    }
  }
  if (group !== undefined) yield group;
}

/**
 * The number of the valid revision; 0 if there is none.
 *
 * @param until a time in the past, in milliseconds; undefined for now.
 */
export function validRevision({ object, revisions }: ObjectGraphs, until: number | undefined, textOf: Texts): number {
  if (until === undefined) return revisions.reduce((latest, number) => Math.max(latest, number), 0);
  const newestFirst = [...revisions].sort((one, other) => other - one);
  return newestFirst.find((number) => wasCreatedUntil(revisionOf(object, number), until, textOf)) ?? 0;
}

/** Whether a revision or an event was created by a time, in milliseconds. */
export const wasCreatedUntil = (graph: string, until: number, textOf: Texts): boolean =>
  creationOf(graph, textOf) <= until;

/** The creation time of a revision or an event, in milliseconds; NaN if its provenance does not state it. */
export const creationOf = (graph: string, textOf: Texts): number =>
  Date.parse(valueOf(textOf(provenanceOf(graph)), prov.generatedAtTime.value) ?? '');

/**
 * The literal of the first statement with a predicate. No literal contains an unescaped quote, so nothing else matches.
 */
function valueOf(text: string, predicate: string): string | undefined {
  const start = `> <${predicate}> "`;
  const at = text.indexOf(start);
  if (at === -1) return undefined;
  const from = at + start.length;
  return text.slice(from, text.indexOf('"', from));
}

/** The graphs without revisions and events that have changed or are new. */
export const unchangedOf = (group: ObjectGraphs, changed: ReadonlySet<string>): ObjectGraphs => ({
  ...group,
  revisions: group.revisions.filter((number) => !changed.has(revisionOf(group.object, number))),
  events: group.events.filter((event) => !changed.has(event)),
});

/** The number of graphs. */
export const countOf = ({ content, events, besideEvents, internal }: ObjectGraphs): number =>
  content.length + events.length + besideEvents.length + internal.length;
