/** `/standby/commits` and `/standby/store`: what the standbys of a node read, with its `STANDBY_SECRET`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ServiceError } from '../errors.js';
import { methodNotAllowed, type PublicRoute } from '../http/pages.js';
import { ALIVE_MS, COMMITS_PATH, COMMITS_TYPE, commitsQuery, framed, STORE_PATH, STORE_TYPE } from './protocol.js';
import { bytesOf, type StandbySource } from './standby-source.js';
import type { Standbys } from './standbys.js';

interface StandbyRoutesOptions {
  readonly secret: string;
  readonly source: StandbySource;
  readonly standbys: Standbys;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Sends bytes, as fast as they are read. @throws Error when the caller has gone. */
async function send(response: Response, bytes: Buffer): Promise<void> {
  if (response.destroyed) throw new Error('the standby has gone');
  if (response.write(bytes)) return;
  await new Promise<void>((resolve, reject) => {
    const drained = (): void => {
      response.off('close', gone);
      resolve();
    };
    const gone = (): void => {
      response.off('drain', drained);
      reject(new Error('the standby has gone'));
    };
    response.once('drain', drained);
    response.once('close', gone);
  });
}

/** A signal that aborts when the connection of a response closes. */
function closing(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    controller.abort();
  });
  return controller.signal;
}

export function standbyRoutes({ secret, source, standbys, log }: StandbyRoutesOptions): PublicRoute[] {
  const expected = digestOf(`Bearer ${secret}`);

  /** @throws ServiceError `unauthenticated` without the secret, and for what is not here. */
  function assertKnown(request: Request): void {
    if (request.path !== '/') throw new ServiceError('not-found', 'there is nothing at this address');
    if (request.method !== 'GET') throw methodNotAllowed(request.method, ['GET']);
    if (timingSafeEqual(digestOf(request.get('authorization') ?? ''), expected)) return;
    throw new ServiceError('unauthenticated', 'a standby needs the STANDBY_SECRET of this node');
  }

  async function sendCommits(request: Request, response: Response): Promise<void> {
    const { searchParams } = new URL(request.originalUrl, 'http://localhost');
    const query = commitsQuery.safeParse(Object.fromEntries(searchParams));
    if (!query.success) throw new ServiceError('invalid-query', 'these are not the parameters of a standby');
    standbys.asked(query.data);
    response.set({ 'Content-Type': COMMITS_TYPE, 'Cache-Control': 'no-store' });
    const { history, sequence, time, wait: waitMs } = query.data;
    const answer = await source.commits(
      { history, sequence, time, waitMs },
      (segment) => send(response, framed(segment)),
      closing(response),
    );
    response.status(answer === 'none' ? 204 : answer === 'another' ? 409 : 200).end();
  }

  async function sendStore(_request: Request, response: Response): Promise<void> {
    response.set({ 'Content-Type': STORE_TYPE, 'Cache-Control': 'no-store' });
    const alive = setInterval(() => response.write(' '), ALIVE_MS);
    try {
      await source.withCopy(async (manifest, file) => {
        clearInterval(alive);
        await send(response, Buffer.from(`${manifest}\n`));
        for await (const chunk of bytesOf(file)) await send(response, chunk);
      }, closing(response));
      response.end();
      log.info('a standby has taken a copy of the store');
    } finally {
      clearInterval(alive);
    }
  }

  const handler =
    (answer: (request: Request, response: Response) => Promise<void>): RequestHandler =>
    (request, response, next) => {
      assertKnown(request);
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent) {
          log.warn({ err: error }, 'a standby was not given all that it asked for');
          response.destroy();
        } else next(error);
      });
    };
  return [
    { path: COMMITS_PATH, handler: handler(sendCommits), isUnlimited: true },
    { path: STORE_PATH, handler: handler(sendStore), isUnlimited: true },
  ];
}
