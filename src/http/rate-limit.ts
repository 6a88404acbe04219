/** How often one caller may ask (`RATE_LIMIT`), and how often somebody may try without a valid token. */
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { ServiceError } from '../errors.js';
import type { Caller } from '../identity/caller.js';

const MINUTE_MS = 60_000;

export interface RateLimits {
  /** Counts a request of a caller. @throws ServiceError `too-many-requests` past the limit, with `Retry-After`. */
  admit(request: Request, response: Response, caller: Caller): Promise<void>;
  /** Counts a failed authentication, by address. @throws ServiceError as `admit`. */
  refused(request: Request, response: Response): Promise<void>;
}

const unlimited: RateLimits = { admit: () => Promise.resolve(), refused: () => Promise.resolve() };

/** Runs a middleware that either lets a request pass or hands on an error. */
function pass(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('the limit cannot be told', { cause: error }));
    });
  });
}

function perMinute(limit: number, keyOf: (request: Request) => string, message: string): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    // Its checks are about how an app finds out addresses, and warn on the console; the keys here are our own.
    validate: false,
    keyGenerator: keyOf,
    handler: (request, _response, next) => {
      const until = 'rateLimit' in request ? resetTime(request.rateLimit) : undefined;
      const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? Date.now() + MINUTE_MS) - Date.now()) / 1000));
      next(new ServiceError('too-many-requests', message, { headers: { 'Retry-After': String(seconds) } }));
    },
  });
}

function resetTime(info: unknown): Date | undefined {
  if (typeof info !== 'object' || info === null || !('resetTime' in info)) return undefined;
  return info.resetTime instanceof Date ? info.resetTime : undefined;
}

/**
 * @param perCaller requests a minute and caller; 0 is no limit. Attempts without a valid token have the same bound by
 *   the address they come from. They are counted only when they fail, so that partners who share a proxy's address
 *   with an attacker go on; the address is the socket's, which no header can change.
 */
export function createRateLimits(perCaller: number): RateLimits {
  if (perCaller === 0) return unlimited;
  const callers = new WeakMap<Request, string>();
  const ofCaller = perMinute(
    perCaller,
    (request) => callers.get(request) ?? '',
    `more than ${perCaller} requests a minute; come back later`,
  );
  const ofAddress = perMinute(
    perCaller,
    // An IPv6 client commands a whole network of addresses.
    (request) => ipKeyGenerator(request.socket.remoteAddress ?? ''),
    `more than ${perCaller} attempts a minute without a valid token; come back later`,
  );
  return {
    admit: (request, response, { agent }) => {
      callers.set(request, agent);
      return pass(ofCaller, request, response);
    },
    refused: (request, response) => pass(ofAddress, request, response),
  };
}
