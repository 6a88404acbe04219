/** The state of the feed and of its readers, for Health (W76). */
import type { Clock } from '../clock.js';
import { jsonOperation } from '../openapi/json-operation.js';
import type { DeclaredOperation } from '../openapi/operation.js';
import { exampleIds } from '../openapi/section.js';
import { documentCount } from './documents.js';
import { MICROSECONDS } from './periods.js';
import { feedState, type FeedState } from './reader-schemas.js';
import type { FeedReader, FeedReaders } from './readers.js';
import type { FeedView } from './view.js';
import type { FeedViews } from './views.js';

/** A reader that has not read for longer has stopped. */
const STOPPED_MS = 86_400_000;
/** The most readers in an answer. */
const MOST_READERS = 100;
/** The most members whose documents are counted: it takes some milliseconds. */
const MOST_COUNTED = 200_000;

interface ReaderServices {
  readonly views: FeedViews;
  readonly readers: FeedReaders;
  readonly clock: Clock;
  readonly pageSize: number;
}

const newestIn = (view: FeedView): number | undefined =>
  view.length === 0 ? undefined : view.at(view.length - 1).time;

const timeText = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(Math.floor(time / MICROSECONDS)).toISOString();

export function readFeedState({ views, readers, clock, pageSize }: ReaderServices): DeclaredOperation {
  const startedAt = clock.now().toISOString();

  async function describe({ agent, internal, at, newest: given }: FeedReader): Promise<FeedState['readers'][number]> {
    const newest = await views.read({ agent, internal }, ({ view }) => newestIn(view));
    const behind = given === undefined || newest === undefined ? undefined : Math.max(0, newest - given);
    return {
      agent,
      at: at.toISOString(),
      given: timeText(given),
      newest: timeText(newest),
      behindSeconds: behind === undefined ? null : Math.round(behind / MICROSECONDS / 1_000),
      stopped: clock.now().getTime() - at.getTime() > STOPPED_MS,
    };
  }

  return jsonOperation({
    method: 'GET',
    path: '/internal/feed',
    id: 'getFeedState',
    summary: 'Read who reads the feed, and how far behind',
    description:
      'What this process has seen since its start; other nodes of the same database have readers of their own.',
    accessLevel: 'internal',
    answers: {
      description: 'The feed and its readers.',
      schema: feedState,
      example: (node): FeedState => ({
        members: 1042,
        newest: '2026-03-01T10:00:00.400Z',
        documents: 27,
        since: '2026-03-01T06:00:00.000Z',
        readers: [
          {
            agent: node.uri(exampleIds.piece).replace(/[^/]*$/, 'customs'),
            at: '2026-03-01T10:00:30.000Z',
            given: '2026-03-01T09:58:00.000Z',
            newest: '2026-03-01T10:00:00.400Z',
            behindSeconds: 120,
            stopped: false,
          },
        ],
      }),
      isUntagged: true,
    },
    handle: async ({ caller }) => {
      const whole = await views.read(caller, ({ view }) => ({
        members: view.length,
        newest: timeText(newestIn(view)),
        documents: view.length > MOST_COUNTED ? null : documentCount(view, pageSize),
      }));
      const known = readers.all.slice(0, MOST_READERS);
      return { answer: { ...whole, since: startedAt, readers: await Promise.all(known.map(describe)) } };
    },
  });
}
