/**
 * What a standby answers on the port that its node will have: that it is alive, how far it is, and that it is not ready, so
 * that no proxy sends it requests.
 */
import type { RequestListener } from 'node:http';
import type { Clock } from '../clock.js';
import { jsonBody } from '../http/representation/json-body.js';
import { Metrics } from '../metrics/metrics.js';
import { dateTimeText } from '../store/commit-time.js';
import type { Standby } from './standby.js';
import type { StandbyStore } from './standby-store.js';

interface StatusOptions {
  readonly standby: Pick<Standby, 'state' | 'current'>;
  readonly store: Pick<StandbyStore, 'position'>;
  readonly primary: string;
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
  readonly clock: Clock;
}

const MS_PER_SECOND = 1_000;

export function statusPages({ standby, store, primary, basePath, clock }: StatusOptions): RequestListener {
  const behind = (): number | undefined =>
    standby.current && (clock.now().getTime() - standby.current.getTime()) / MS_PER_SECOND;
  const metrics = new Metrics();
  metrics.add(
    {
      name: 'standby_following',
      help: '1 while the standby follows its primary, 0 while it copies the store or waits.',
      read: () => (standby.state.kind === 'following' ? 1 : 0),
    },
    {
      name: 'standby_sequence',
      help: 'The last commit that the standby has.',
      read: () => store.position?.sequence ?? 0,
    },
    {
      name: 'standby_behind_seconds',
      help: 'Seconds since the standby had all commits of its primary; absent if it never had.',
      read: () => {
        const value = behind();
        return value === undefined ? [] : [{ value }];
      },
    },
  );

  const status = (): Readonly<Record<string, unknown>> => {
    const { position } = store;
    return {
      status: 'standby',
      primary,
      state: standby.state.kind,
      ...(standby.state.kind === 'waiting' && { reason: standby.state.reason }),
      ...(position && { sequence: position.sequence, time: dateTimeText(position.time) }),
      ...(behind() !== undefined && { behindSeconds: behind() }),
    };
  };

  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = (code: number, type: string, body: string | Buffer): void => {
      response.writeHead(code, { 'Content-Type': type, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (path === `${basePath}/health/live`) answer(200, 'application/json', jsonBody({ status: 'live' }));
    else if (path === `${basePath}/metrics`)
      metrics.text().then(
        (text) => {
          answer(200, metrics.contentType, text);
        },
        () => {
          answer(500, 'text/plain', '');
        },
      );
    else answer(503, 'application/json', jsonBody(status()));
  };
}
