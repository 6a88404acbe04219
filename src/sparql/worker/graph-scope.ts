/** The scope of a caller: the graphs of the store that it may see, and changes of this set. */
import type { AskableGraph } from '../../graph-kinds.js';
import type { ScopeContent } from './protocol.js';

/** The graphs that a caller may see. */
export interface GraphScope {
  /** Grows with each change. */
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

/** The visible parts of an object. */
export interface Parts {
  readonly content: boolean;
  readonly events: boolean;
  /**
   * Graphs that no partner may see, whatever its access to the object: the access of others is the data holder's
   * knowledge (D36).
   */
  readonly internal: boolean;
}

export const EVERY_PART: Parts = { content: true, events: true, internal: true };

/** Whether a caller may see a graph. */
export function isVisible(graph: string, kind: AskableGraph, { sets }: GraphScope): boolean {
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

/** The parts of one set that are not in another. */
export const without = (parts: Parts, others: Parts): Parts => ({
  content: parts.content && !others.content,
  events: parts.events && !others.events,
  internal: parts.internal && !others.internal,
});

/** The members of only one of two sets. */
export function* changes(before: ReadonlySet<string>, after: ReadonlySet<string>): Generator<string, void, undefined> {
  for (const item of before) if (!after.has(item)) yield item;
  for (const item of after) if (!before.has(item)) yield item;
}
