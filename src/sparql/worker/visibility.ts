/** What a caller may see of the store, and what has changed of that. */
import { type GraphKind, isForInternalAgents } from './graph-kind.js';
import type { ScopeContent } from './protocol.js';

/** What a caller may see. */
export interface Visibility {
  /** Goes up with each change. */
  readonly version: number;
  /** Undefined for everything. */
  readonly sets: ScopeSets | undefined;
}

export interface ScopeSets {
  readonly objects: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
}

export function scopeSets({ objects, events, requests }: ScopeContent): ScopeSets {
  const set = (list: string): Set<string> => new Set(list === '' ? [] : list.split('\n'));
  return { objects: set(objects), events: set(events), requests: set(requests) };
}

/** What of an object is visible. */
export interface Parts {
  readonly content: boolean;
  readonly events: boolean;
}

/** Whether a caller may see a graph. */
export function isVisible(graph: string, kind: GraphKind, { sets }: Visibility): boolean {
  if (sets === undefined) return true;
  if (isForInternalAgents(kind)) return false;
  if (kind.kind === 'action-request') return sets.requests.has(graph);
  const isEvent = kind.kind === 'event' || kind.kind === 'event-provenance';
  return (isEvent ? sets.events : sets.objects).has(kind.object);
}

export const partsOf = ({ objects, events }: ScopeSets, object: string): Parts => ({
  content: objects.has(object),
  events: events.has(object),
});

/** What is in one of the sets only. */
export function* changes(before: ReadonlySet<string>, after: ReadonlySet<string>): Generator<string, void, undefined> {
  for (const item of before) if (!after.has(item)) yield item;
  for (const item of after) if (!before.has(item)) yield item;
}
