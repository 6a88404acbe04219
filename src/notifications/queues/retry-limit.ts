/** Limits a partner's requests for attempts of its waiting notifications. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';

/** The number of calls of one agent per minute: each writes to the store if notifications wait. */
export const RETRIES_A_MINUTE = 5;

const MINUTE_SECONDS = 60;

export class RetryLimit {
  readonly #limiter = new RateLimiterMemory({ points: RETRIES_A_MINUTE, duration: MINUTE_SECONDS });

  /** @throws ServiceError `too-many-requests` above the limit, with `Retry-After`. */
  async charge(agent: Iri): Promise<void> {
    try {
      await this.#limiter.consume(agent);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      const seconds = Math.min(MINUTE_SECONDS, Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)));
      throw new ServiceError(
        'too-many-requests',
        `an agent may request attempts of its deliveries ${RETRIES_A_MINUTE} times a minute`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
  }
}
