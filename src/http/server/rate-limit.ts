/** Limits the requests of each caller (`RATE_LIMIT`), and attempts without a valid token. */
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../caller.js';

const MINUTE_SECONDS = 60;

/** An IPv6 client has a whole network of addresses, identified by this many bits. */
const IPV6_NETWORK_BITS = 56;

export interface RateLimits {
  /** Counts a request of a caller. @throws ServiceError `too-many-requests` past the limit, with `Retry-After`. */
  consume(caller: Caller): Promise<void>;
  /** Counts a failed authentication, by the socket's address. Errors as `consume`. */
  consumeFailure(address: string | undefined): Promise<void>;
}

const unlimited: RateLimits = { consume: () => Promise.resolve(), consumeFailure: () => Promise.resolve() };

function perMinute(limit: number, message: string): (key: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: limit, duration: MINUTE_SECONDS });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      // `msBeforeNext` is computed from the clock, which may have been set back.
      const seconds = Math.min(MINUTE_SECONDS, Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)));
      throw new ServiceError('too-many-requests', message, { headers: { 'Retry-After': String(seconds) } });
    }
  };
}

function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_NETWORK_BITS}`).toString();
}

/**
 * @param perCaller requests per minute and caller; 0 is no limit. Attempts without a valid token have the same limit per
 *   address of the socket. Only failures are counted, so that partners behind the same proxy as an attacker can continue.
 */
export function createRateLimits(perCaller: number): RateLimits {
  if (perCaller === 0) return unlimited;
  const ofCaller = perMinute(perCaller, `more than ${perCaller} requests a minute; come back later`);
  const ofAddress = perMinute(
    perCaller,
    `more than ${perCaller} attempts a minute without a valid token; come back later`,
  );
  return {
    consume: ({ agent }) => ofCaller(agent),
    consumeFailure: (address) => ofAddress(networkOf(address)),
  };
}
