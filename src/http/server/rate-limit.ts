/** Limits the cost of each caller (`RATE_LIMIT`), and attempts without a valid token. */
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../caller.js';

const MINUTE_SECONDS = 60;

/** An IPv6 client has a whole network of addresses, identified by this many bits. */
const IPV6_NETWORK_BITS = 56;

/** Bytes of a body that cost a point more: reading JSON-LD takes ten times as long as sending it. */
const BODY_BYTES = 4 * 1024;

/** Bytes of an answer that cost a point more. */
const ANSWER_BYTES = 64 * 1024;

/** The account of a request: an agent, or an address without one. */
export interface Account {
  /** Charges a request. Errors as `body`. */
  request(): Promise<void>;
  /** Charges a body before it is used. @throws ServiceError `too-many-requests` past the limit, with `Retry-After`. */
  body(bytes: number): Promise<void>;
  /** Charges an answer that has been sent. */
  answer(bytes: number): void;
}

export interface RateLimits {
  /** The account of a caller; internal agents have no limit. */
  ofCaller(caller: Caller): Account;
  /** The account of an address, for public pages. */
  ofAddress(address: string | undefined): Account;
  /** Charges a failed authentication, by address. Errors as `Account.body`. */
  failure(address: string | undefined): Promise<void>;
}

const unlimited: Account = {
  request: () => Promise.resolve(),
  body: () => Promise.resolve(),
  answer: () => undefined,
};

class Accounts {
  readonly #limiter: RateLimiterMemory;

  constructor(
    points: number,
    private readonly message: string,
  ) {
    this.#limiter = new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
  }

  of(key: string): Account {
    return {
      request: () => this.#consume(key, 1),
      body: async (bytes) => {
        const points = Math.floor(bytes / BODY_BYTES);
        if (points > 0) await this.#consume(key, points);
      },
      answer: (bytes) => {
        const points = Math.floor(bytes / ANSWER_BYTES);
        if (points > 0) void this.#limiter.penalty(key, points);
      },
    };
  }

  async #consume(key: string, points: number): Promise<void> {
    try {
      await this.#limiter.consume(key, points);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      // `msBeforeNext` is computed from the clock, which may have been set back.
      const seconds = Math.min(MINUTE_SECONDS, Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)));
      throw new ServiceError('too-many-requests', this.message, { headers: { 'Retry-After': String(seconds) } });
    }
  }
}

/** The account of an address: a client of IPv6 has a whole network. Empty for an invalid address. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_NETWORK_BITS}`).toString();
}

/**
 * @param points a minute of each caller, and of each address for public pages; 0 is no limit. A request is one point; each 4 KiB of
 *   its body and each 64 KiB of its answer is one more. Attempts without a valid token have the same limit by address. Only
 *   failures are counted there, so that partners behind the same proxy as an attacker can continue.
 */
export function createRateLimits(points: number): RateLimits {
  if (points === 0) return { ofCaller: () => unlimited, ofAddress: () => unlimited, failure: () => Promise.resolve() };
  const more = `more than ${points} requests a minute`;
  const callers = new Accounts(points, `${more}, large bodies and answers count as several; try again later`);
  const addresses = new Accounts(points, `${more} from your address; try again later`);
  const failures = new Accounts(points, `more than ${points} attempts a minute without a valid token; try again later`);
  return {
    ofCaller: ({ agent, internal }) => (internal ? unlimited : callers.of(agent)),
    ofAddress: (address) => addresses.of(networkOf(address)),
    failure: (address) => failures.of(networkOf(address)).request(),
  };
}
