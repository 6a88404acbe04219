/** What a caller may see of the store, and what has changed of that. */
import type { QueriedGraph } from '../../graph-kinds.js';
import type { ScopeContent } from './protocol.js';

/** What a caller may see. */
export interface GraphScope {
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
  /** What no partner may see, whatever it may read of the object: who else has access is the data holder's to know (D36). */
  readonly internal: boolean;
}

export const EVERY_PART: Parts = { content: true, events: true, internal: true };

/** Whether a caller may see a graph. */
export function isVisible(graph: string, kind: QueriedGraph, { sets }: GraphScope): boolean {
  if (sets === undefined) return true;
  switch (kind.readers) {
    case 'object':
      return sets.objects.has(kind.object);
    case 'events':
      return sets.events.has(kind.object);
    case 'request':
      return sets.requests.has(graph);
    case 'internal':
      return false;
  }
}

export const partsOf = ({ objects, events }: ScopeSets, object: string): Parts => ({
  content: objects.has(object),
  events: events.has(object),
  internal: false,
});

/** The parts that are not among others. */
export const without = (parts: Parts, others: Parts): Parts => ({
  content: parts.content && !others.content,
  events: parts.events && !others.events,
  internal: parts.internal && !others.internal,
});

/** What is in one of the sets only. */
export function* changes(before: ReadonlySet<string>, after: ReadonlySet<string>): Generator<string, void, undefined> {
  for (const item of before) if (!after.has(item)) yield item;
  for (const item of after) if (!before.has(item)) yield item;
}
