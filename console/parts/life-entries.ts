/** The entries of a shipment's life, one for each mark of the drawing: the rows of its table. */
import type {
  LifeAnswer,
  LifeEvent,
  LifeTimeline,
  LifeRequest,
  LifeRevision,
} from '../../src/console/responses/drawings.js';
import { localName, pageOf, plainText, shared, timeText } from '../core/index.js';
import { agentName } from './agent-name.js';
import { objectPath } from './object-head.js';
import { lifeTexts as t } from '../texts/life.js';
import { meaningOf } from './values.js';

export type LifeEntry = { readonly timeline: LifeTimeline; readonly time: number } & (
  | { readonly kind: 'revision'; readonly revision: LifeRevision }
  | { readonly kind: 'request'; readonly request: LifeRequest }
  | { readonly kind: 'event'; readonly event: LifeEvent }
);

export const timeOf = (text: string | null): number => (text === null ? NaN : new Date(text).getTime());

/** The time at which an event is drawn: when it happened, or if unknown, when it was recorded. */
export const placeOf = ({ happened, recorded }: LifeEvent): number => timeOf(happened ?? recorded);

/** All of them, newest first. */
export function entriesOf({ lanes }: LifeAnswer): LifeEntry[] {
  return lanes
    .flatMap((timeline): LifeEntry[] => [
      ...timeline.revisions.map(
        (revision) => ({ timeline, time: timeOf(revision.at), kind: 'revision', revision }) as const,
      ),
      ...timeline.requests.map(
        (request) => ({ timeline, time: timeOf(request.requestedAt), kind: 'request', request }) as const,
      ),
      ...timeline.events.map((event) => ({ timeline, time: placeOf(event), kind: 'event', event }) as const),
    ])
    .sort((a, b) => b.time - a.time);
}

/** Every moment in the drawing. */
export function momentsOf({ lanes }: LifeAnswer): number[] {
  return lanes.flatMap(({ revisions, requests, events }) => [
    ...revisions.map(({ at }) => timeOf(at)),
    ...requests.flatMap(({ requestedAt, decidedAt }) => [timeOf(requestedAt), timeOf(decidedAt)]),
    ...events.flatMap((event) => [placeOf(event), timeOf(event.recorded)]),
  ]);
}

export const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/** The parties of a response with their letters in the drawing. */
export class Parties {
  readonly #places: ReadonlyMap<string, number>;

  constructor(readonly all: LifeAnswer['parties']) {
    this.#places = new Map(all.map(({ uri }, index) => [uri, index]));
  }

  /** `A` to `Z`, then `A1`. */
  letter(uri: string | null): string {
    const place = this.place(uri);
    if (place === undefined) return '?';
    const round = Math.floor(place / 26);
    return String.fromCharCode(65 + (place % 26)) + (round === 0 ? '' : String(round));
  }

  place(uri: string | null): number | undefined {
    return uri === null ? undefined : this.#places.get(uri);
  }

  name(uri: string | null): string {
    const party = this.all[this.place(uri) ?? -1];
    return uri === null ? t.someone : agentName(uri, party?.label ?? null);
  }
}

export const timelineName = ({ uri, label }: LifeTimeline): string => plainText(label ?? localName(uri), 60);
export const revisionPath = (timeline: LifeTimeline, number: number): string =>
  `${objectPath(idOf(timeline.uri))}/revisions/${number}`;
export const moment = (text: string | null): string => (text === null ? t.someone : timeText(new Date(text), true));

const statuses = {
  REQUEST_ACCEPTED: { sign: '✓', word: () => t.accepted, kind: 'good' },
  REQUEST_ACKNOWLEDGED: { sign: '✓', word: () => t.acknowledged, kind: 'good' },
  REQUEST_REJECTED: { sign: '✕', word: () => t.rejected, kind: 'bad' },
  REQUEST_FAILED: { sign: '!', word: () => t.failed, kind: 'bad' },
  REQUEST_REVOKED: { sign: '↶', word: () => t.revoked, kind: 'quiet' },
  REQUEST_PENDING: { sign: '…', word: () => t.pending, kind: 'wait' },
} as const;
export const statusOf = ({ status }: LifeRequest): (typeof statuses)[keyof typeof statuses] => statuses[status];
export const allStatuses = Object.values(statuses);

export const eventName = ({ code, uri }: LifeEvent): string =>
  code === null ? plainText(idOf(uri), 20) : plainText(`${localName(code)} ${meaningOf(code) ?? ''}`.trim(), 60);

/** The text of a mark for screen readers. */
export function spoken(entry: LifeEntry, parties: Parties): string {
  switch (entry.kind) {
    case 'revision': {
      const { number, by, at } = entry.revision;
      return t.madeBy(t.revision(number), parties.name(by), moment(at));
    }
    case 'request': {
      const { request } = entry;
      const kind = shared.kinds[request.kind];
      return t.request(kind, statusOf(request).word(), parties.name(request.requestedBy), moment(request.requestedAt));
    }
    case 'event': {
      const { event } = entry;
      const later =
        event.recorded === null || event.recorded === event.happened ? '' : t.recordedLater(moment(event.recorded));
      return t.event(eventName(event), moment(event.happened)) + later;
    }
  }
}

/** The page of an entry's subject. */
export function pathOf(entry: LifeEntry): string | undefined {
  switch (entry.kind) {
    case 'revision':
      return revisionPath(entry.timeline, entry.revision.number);
    case 'request':
      return pageOf(entry.request.uri);
    case 'event':
      return pageOf(entry.event.uri);
  }
}
