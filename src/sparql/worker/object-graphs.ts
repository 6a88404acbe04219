/** The graphs of one object, or of one copy, by their names, and those that are valid at a time. */
import { prov } from '../../rdf/vocabulary.js';
import type { AskableGraph, Extent } from '../../graph-kinds.js';

export interface ObjectGraphs {
  /** The object, or the copy of a partner's object. */
  readonly object: string;
  readonly extent: Exclude<Extent, 'both'>;
  /** The object itself: head, revisions and their provenance. */
  readonly content: readonly string[];
  /** The numbers of the revisions. */
  readonly revisions: readonly number[];
  readonly events: readonly string[];
  /** Graphs with the same readers as the events, such as their provenance. */
  readonly besideEvents: readonly string[];
  /** Graphs for internal agents alone, such as the access control list. */
  readonly internal: readonly string[];
  /** The provenance of variants of a copy's revisions: one that was accepted is shown in place of the revision (M40). */
  readonly variants: readonly VariantName[];
}

interface VariantName {
  readonly number: number;
  readonly provenance: string;
}

/** A variant of a revision that was accepted. */
export interface AcceptedVariant {
  readonly graph: string;
  /** The time of the decision, in milliseconds. */
  readonly since: number;
}

type Texts = (graph: string) => string;

export const revisionOf = (object: string, number: number): string => `${object}/revisions/${String(number)}`;

const PROVENANCE = '/provenance';
const provenanceOf = (graph: string): string => graph + PROVENANCE;
const subjectOf = (provenance: string): string => provenance.slice(0, -PROVENANCE.length);

/** The end of the IRI of `ext:decided`, which is in the namespace of each node. */
const DECIDED = '/ns/extensions#decided';
/** Likewise of `ext:erased`. */
const ERASED = '/ns/extensions#erased';

type Group = { [Key in keyof ObjectGraphs]: ObjectGraphs[Key] extends readonly (infer Item)[] ? Item[] : ObjectGraphs[Key] }; // prettier-ignore

/** Groups sorted names by object: the names of one object are adjacent. */
export function* groupByObject(
  names: Iterable<string>,
  kindOf: (graph: string) => AskableGraph | undefined,
): Generator<ObjectGraphs, void, undefined> {
  let group: Group | undefined;
  for (const name of names) {
    const kind = kindOf(name);
    const object = kind && objectOf(kind);
    if (kind === undefined || object === undefined) continue;
    if (group?.object !== object) {
      if (group !== undefined) yield group;
      const extent = 'copy' in kind ? 'mirrored' : 'own';
      group = { object, extent, content: [], revisions: [], events: [], besideEvents: [], internal: [], variants: [] };
    }
    if ('copy' in kind) addOfCopy(group, name, kind);
    else addOfObject(group, name, kind);
  }
  if (group !== undefined) yield group;
}

const objectOf = (kind: AskableGraph): string | undefined =>
  'object' in kind ? kind.object : 'copy' in kind ? kind.copy : undefined;

function addOfObject(group: Group, name: string, kind: AskableGraph): void {
  if (kind.readers === 'object') {
    if (kind.kind === 'revision') group.revisions.push(kind.number);
    group.content.push(name);
  } else if (kind.readers === 'events') (kind.kind === 'event' ? group.events : group.besideEvents).push(name);
  else if (kind.readers === 'internal') group.internal.push(name);
}

function addOfCopy(group: Group, name: string, kind: AskableGraph): void {
  if (kind.kind === 'copy-event') group.events.push(name);
  else if (kind.kind === 'copy-event-provenance') group.besideEvents.push(name);
  else if (kind.kind === 'copy-variant-provenance') group.variants.push({ number: kind.number, provenance: name });
  else if (kind.isQueried === 'mirrored') {
    if (kind.kind === 'copy-revision') group.revisions.push(kind.number);
    group.content.push(name);
  }
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

/** The accepted variants of a revision, the last decision first. */
export const acceptedVariants = ({ variants }: ObjectGraphs, of: number, textOf: Texts): readonly AcceptedVariant[] =>
  variants
    .filter(({ number }) => number === of)
    .map(({ provenance }) => ({ graph: subjectOf(provenance), since: decisionOf(provenance, textOf) }))
    // The provenance of a deleted variant stays (M31).
    .filter(({ graph, since }) => !Number.isNaN(since) && textOf(graph) !== '')
    .sort((one, other) => other.since - one.since);

/** The graph that is shown for a revision: the revision's, or that of an accepted variant. @param until as above. */
export function visibleGraph(group: ObjectGraphs, number: number, until: number | undefined, textOf: Texts): string {
  const accepted = group.variants.length === 0 ? [] : acceptedVariants(group, number, textOf);
  const last = accepted.find(({ since }) => until === undefined || since <= until);
  return last?.graph ?? revisionOf(group.object, number);
}

/** Whether statements of a revision of a copy were deleted because the partner had erased a property (M68). */
export const wasErased = (provenance: string, textOf: Texts): boolean =>
  valueOf(textOf(provenance), ERASED) !== undefined;

/** When an internal agent decided to show a variant, in milliseconds; NaN if nobody did. */
export const decisionOf = (provenance: string, textOf: Texts): number =>
  Date.parse(valueOf(textOf(provenance), DECIDED) ?? '');

/** Whether a revision or an event was created by a time, in milliseconds. */
export const wasCreatedUntil = (graph: string, until: number, textOf: Texts): boolean =>
  creationOf(graph, textOf) <= until;

/** The creation time of a revision or an event, in milliseconds; NaN if its provenance does not state it. */
export const creationOf = (graph: string, textOf: Texts): number =>
  Date.parse(valueOf(textOf(provenanceOf(graph)), prov.generatedAtTime.value) ?? '');

/**
 * The literal of the first statement with a predicate. No literal contains an unescaped quote, so nothing else matches.
 *
 * @param predicate its IRI, or the end of it.
 */
function valueOf(text: string, predicate: string): string | undefined {
  const start = `${predicate}> "`;
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
