/** `/health/live` and `/health/ready`. */
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Degradation } from '../degradations.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { jsonBody } from '../http/representation/json-body.js';
import type { EventLoopDelay } from '../metrics/event-loop.js';
import type { HeaderName } from '../openapi/headers.js';
import { referenceTo } from '../openapi/json-schema.js';
import { publicOperation, publicRoute, runningTag } from '../openapi/public-operation.js';
import { content } from '../openapi/responses.js';
import type { PublicModule } from '../openapi/section.js';
import type { Response as DescribedResponse } from '../openapi/types.js';
import type { StoreStatus } from '../store/store.js';
import { isLocal } from './local-request.js';
import { type FillProgress, health, type KeySetReadiness, type Readiness } from './readiness.js';

/** Additional members for internal agents. */
interface InternalStatus {
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** The state of the key set of each trusted identity provider. */
  keySets(): readonly KeySetReadiness[];
}

const described = (description: string, example: Readiness, fields: readonly HeaderName[] = []): DescribedResponse =>
  content(description, 'application/json', { schema: referenceTo(health), example: z.json().parse(example) }, fields);

const example = (status: 'ready' | 'not ready'): Readiness => ({
  status,
  reads: status === 'ready',
  writes: status === 'ready',
  store: { graphs: 21, statements: 139, sequence: 14 },
  eventLoopDelay: { meanMs: 0.1, p99Ms: 1.2, maxMs: 4.5 },
});

function send(response: Response, status: 200 | 503, body: Readiness): void {
  response.status(status).type('application/json').send(jsonBody(body));
}

/**
 * The addresses below `/health`. A degraded node is still ready, and so is one with a full disk: it serves reads. Only
 * internal agents and callers on the same machine see the figures, as with the metrics: they reveal the amount of data
 * hidden from others.
 */
export function healthPages(
  store: { status(): StoreStatus },
  eventLoop: { readonly delay: EventLoopDelay },
  degradations: { list(): readonly Degradation[] },
  fillings: () => readonly FillProgress[],
  internal: InternalStatus,
): PublicModule {
  /** Tokens that are not valid are ignored: the answer is for anyone. */
  const isInternal = async (request: Request): Promise<boolean> => {
    const authorization = request.get('authorization');
    if (authorization === undefined) return false;
    try {
      return (await internal.authenticate(authorization)).internal;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  };
  const live = publicOperation({
    method: 'get',
    path: '/health/live',
    id: 'isLive',
    summary: 'Check that the node is alive',
    accessLevel: 'anyone',
    responses: () => ({ 200: described('It does.', { status: 'live' }) }),
    handle: (_request, response) => {
      send(response, 200, { status: 'live' });
    },
  });
  const ready = publicOperation({
    method: 'get',
    path: '/health/ready',
    id: 'isReady',
    summary: 'Check that the node is ready for requests',
    accessLevel: 'anyone',
    responses: () => ({
      200: described(
        'It is; `read-only` while it takes no changes, and `reason` tells why. All but `status` is for internal agents and callers on the same machine.',
        example('ready'),
      ),
      503: described('It is not, and `reason` tells why.', example('not ready'), ['Retry-After']),
    }),
    handle: async (request, response) => {
      const { reads, writes, reason, ...status } = store.status();
      const asInternal = await isInternal(request);
      const degraded = degradations.list();
      const filling = fillings();
      send(response, reads ? 200 : 503, {
        status: !reads ? 'not ready' : writes ? 'ready' : 'read-only',
        ...((asInternal || isLocal(request)) && {
          reads,
          writes,
          ...(reason !== undefined && { reason }),
          ...(degraded.length > 0 && { degraded }),
          ...(filling.length > 0 && { filling }),
          store: status,
          eventLoopDelay: { ...eventLoop.delay },
        }),
        ...(asInternal && { keySets: internal.keySets() }),
      });
    },
  });
  return publicRoute({ path: '/health', isUnlimited: true, tag: runningTag, operations: [live, ready] });
}
