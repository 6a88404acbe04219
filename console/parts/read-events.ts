/** The events of an object, loaded from the node. */
import type { RevisionItem, RevisionsAnswer } from '../../src/console/responses.js';
import { ask, askJson, config, consoleApi, N_TRIPLES, query } from '../core/index.js';
import { objectPath } from './object-head.js';
import { parseNTriples, type Statement } from './statements.js';

export interface EventItem {
  readonly uri: string;
  readonly code: string | null;
  readonly name: string | null;
  readonly timeType: string | null;
  readonly happened: string | null;
  readonly recorded: string | null;
  readonly by: string | null;
  readonly statements: readonly Statement[];
}

export interface Events {
  readonly total: number;
  readonly items: readonly EventItem[];
}

function eventOf(statements: readonly Statement[], uri: string): EventItem {
  const { cargo } = config().namespaces;
  const one = (name: string): string | null =>
    statements.find(({ s, p }) => s === uri && p === cargo + name)?.o.value ?? null;
  return {
    uri,
    code: one('eventCode'),
    name: one('eventName'),
    timeType: one('eventTimeType'),
    happened: one('eventDate'),
    recorded: one('creationDate'),
    by: one('recordingOrganization') ?? one('recordingActor'),
    statements,
  };
}

const isEventOf = ({ p }: Statement): boolean => p === `${config().namespaces.cargo}eventFor`;

/** The path of the events of an object. */
export const eventsPath = (id: string): string => `${objectPath(id)}/logistics-events`;

/** The query that requests the newest events first. */
export const NEWEST_FIRST = { sort: 'DESC-creationDate' } as const;

/** @param path of a page of events. */
export async function readEvents(path: string, signal?: AbortSignal): Promise<Events> {
  const statements = parseNTriples((await ask(path, { accept: N_TRIPLES, signal })).text);
  const uris = [...new Set(statements.filter(isEventOf).map(({ s }) => s))];
  const total = statements.find(({ p }) => p === `${config().namespaces.api}hasTotalItems`)?.o.value;
  return {
    total: Number(total ?? uris.length),
    items: uris
      .map((uri) => eventOf(statements, uri))
      .sort((one, other) => (other.recorded ?? '').localeCompare(one.recorded ?? '')),
  };
}

export async function readEvent(id: string, event: string, signal: AbortSignal): Promise<EventItem> {
  const path = `${eventsPath(id)}/${encodeURIComponent(event)}`;
  const statements = parseNTriples((await ask(path, { accept: N_TRIPLES, signal })).text);
  return eventOf(statements, statements.find(isEventOf)?.s ?? '');
}

/** The number of revisions loaded to find the latest one at an event's time. */
const REVISIONS = 50;

export async function readRevisions(id: string, signal: AbortSignal): Promise<readonly RevisionItem[]> {
  const path = consoleApi(`/objects/${encodeURIComponent(id)}/revisions`) + query({ limit: REVISIONS });
  return (await askJson<RevisionsAnswer>(path, { signal })).items;
}

/** The revision that was the latest at a time; undefined if it is older than the loaded ones. */
export function latestAt(revisions: readonly RevisionItem[], time: string | null): number | undefined {
  if (time === null) return undefined;
  return revisions.find(({ at }) => new Date(at) <= new Date(time))?.number;
}
