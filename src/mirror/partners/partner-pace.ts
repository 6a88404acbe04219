/** The pace of requests to one partner's server (M43, M44): how many, how often, and not before when. */
import { backoffDelay } from '../../async/backoff.js';
import { ConcurrencyLimiter } from '../../async/concurrency-limiter.js';
import { sleep } from '../../async/sleep.js';
import type { UnreachableReason } from './unreachable.js';

/** The most requests at once, to all servers. */
const MAX_CONCURRENT = 16;
/** The longest time that a server may ask to wait. */
const MAX_RETRY_AFTER_MS = 86_400_000;
/** Errors in a row for single objects that count as an error of the server. */
const MAX_ERRORS = 5;

export interface PaceOptions {
  /** Requests a second; 0: no limit. */
  readonly rate: number;
  readonly concurrency: number;
  readonly retryMs: { readonly min: number; readonly max: number };
  readonly random: () => number;
  /** In milliseconds; it never goes back. */
  readonly now: () => number;
}

/** What a request has come to, for the pace of the next ones. */
export type PaceOutcome =
  /** With the object, or another address, that the request was about; undefined for the server itself. */
  | { readonly kind: 'answered'; readonly about: string | undefined }
  /** The server answered a request with an error. */
  | { readonly kind: 'error'; readonly about: string | undefined }
  /** No usable answer; with the time for which the server asks to wait, in milliseconds. */
  | { readonly kind: 'silent'; readonly reason: UnreachableReason; readonly retryAfterMs?: number | undefined };

/** A time that a server has asked to wait for. */
export interface Waiting {
  readonly reason: UnreachableReason;
  /** In milliseconds from now. */
  readonly ms: number;
}

interface Pace {
  nextStart: number;
  notBefore: number;
  /** Why the server waits. */
  reason: UnreachableReason;
  /** Whether it has asked for that time itself. */
  isAsked: boolean;
  failures: number;
  /** Errors in a row, and what they are about. */
  errors: number;
  readonly failing: Set<string | undefined>;
  /** What the last answer was about. */
  answered: string | undefined;
}

/** The paces of all servers. A server that waits holds no place of another one. */
export class Paces {
  readonly #limiter: ConcurrencyLimiter;
  readonly #paces = new Map<string, Pace>();

  constructor(private readonly options: PaceOptions) {
    this.#limiter = new ConcurrencyLimiter(MAX_CONCURRENT, options.concurrency);
  }

  /** For how many milliseconds no request may be sent to a server. */
  waitMs(server: string): number {
    return Math.max(0, (this.#paces.get(server)?.notBefore ?? 0) - this.options.now());
  }

  /** Why no request may be sent to a server now; undefined if one may. */
  silence(server: string): UnreachableReason | undefined {
    return this.waitMs(server) > 0 ? this.#paces.get(server)?.reason : undefined;
  }

  /** The time that a server has asked to wait for; undefined if it has not. */
  asked(server: string): Waiting | undefined {
    const pace = this.#paces.get(server);
    const ms = this.waitMs(server);
    return pace?.isAsked === true && ms > 0 ? { reason: pace.reason, ms } : undefined;
  }

  /** Goes on waiting for a time that a server asked for before this process began to mirror (M45). */
  resume(server: string, { reason, ms }: Waiting): void {
    const pace = this.#of(server);
    const notBefore = this.options.now() + Math.min(ms, MAX_RETRY_AFTER_MS);
    if (notBefore > pace.notBefore) Object.assign(pace, { notBefore, reason, isAsked: true });
  }

  /** Whether the server has not answered the last request: a single one may try. */
  isSilent(server: string): boolean {
    return (this.#paces.get(server)?.failures ?? 0) > 0;
  }

  /**
   * Waits for a place and a turn, runs a request, and adapts the pace to its outcome. Without a request while the server
   * waits, whatever asks (M44).
   *
   * @param waiting the result then.
   */
  async run<Result>(
    server: string,
    signal: AbortSignal,
    request: () => Promise<Result>,
    outcomeOf: (result: Result) => PaceOutcome,
    waiting: (reason: UnreachableReason) => Result,
  ): Promise<Result> {
    const pace = this.#of(server);
    const release = await this.#limiter.acquire(server);
    try {
      await this.#turn(pace, signal);
      signal.throwIfAborted();
      const silence = this.silence(server);
      if (silence !== undefined) return waiting(silence);
      const result = await request();
      this.#adapt(pace, outcomeOf(result));
      return result;
    } finally {
      release();
    }
  }

  async #turn(pace: Pace, signal: AbortSignal): Promise<void> {
    const { rate } = this.options;
    if (rate === 0) return;
    const now = this.options.now();
    const start = Math.max(now, pace.nextStart);
    pace.nextStart = start + 1000 / rate;
    if (start > now) await sleep(start - now, signal);
  }

  #adapt(pace: Pace, outcome: PaceOutcome): void {
    if (outcome.kind === 'answered') {
      Object.assign(pace, { failures: 0, errors: 0, answered: outcome.about ?? pace.answered });
      pace.failing.clear();
      return;
    }
    if (outcome.kind === 'error') {
      pace.errors += 1;
      pace.failing.add(outcome.about);
      if (pace.errors < MAX_ERRORS || isAlone(pace)) return;
    }
    const wait = outcome.kind === 'silent' ? outcome.retryAfterMs : undefined;
    const now = this.options.now();
    // Requests that were under way together are one failure.
    if (wait === undefined && pace.notBefore > now) return;
    pace.failures += 1;
    const { retryMs, random } = this.options;
    const delay =
      wait === undefined ? backoffDelay(retryMs, pace.failures, random()) : Math.min(wait, MAX_RETRY_AFTER_MS);
    pace.reason = outcome.kind === 'silent' ? outcome.reason : 'status';
    pace.isAsked = wait !== undefined;
    pace.notBefore = Math.max(pace.notBefore, now + delay);
  }

  #of(server: string): Pace {
    const present = this.#paces.get(server);
    if (present !== undefined) return present;
    const pace: Pace = {
      ...{ nextStart: 0, notBefore: 0, reason: 'connect', isAsked: false, failures: 0 },
      ...{ errors: 0, failing: new Set(), answered: undefined },
    };
    this.#paces.set(server, pace);
    return pace;
  }
}

/** Whether the errors are about one object, and the last answer was about another. */
const isAlone = ({ failing, answered }: Pace): boolean =>
  failing.size === 1 && answered !== undefined && !failing.has(answered);
