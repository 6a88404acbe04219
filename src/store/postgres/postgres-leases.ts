/** Leases among the nodes that share a database: a row for each, moved by its holder and watched by the others. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lease, Leases } from '../leases.js';
import type { Database } from './database.js';

/** The interval at which a holder renews its lease and others check it. */
const BEAT_MS = 2_000;
/** A holder loses its lease after this time without renewal; others may take it after the longer time. */
const HELD_MS = 6_000;
const ABANDONED_MS = 10_000;

/** A lease in the state that another node left. */
interface Seen {
  readonly term: number;
  readonly beat: number;
  /** By the clock of this process. */
  readonly since: number;
}

export class PostgresLeases implements Leases {
  /** @param holder a name of this process that no other has. */
  constructor(
    private readonly database: Database,
    private readonly holder: string,
    private readonly log: Logger,
  ) {}

  async run(name: string, stopping: AbortSignal, work: (lease: Lease) => Promise<void>): Promise<void> {
    const isStopping = (): boolean => stopping.aborted;
    while (!isStopping()) {
      const held = await this.#acquire(name, stopping);
      if (held === undefined) return;
      const lost = new AbortController();
      // Work in many loops waits for it: the mirror has one for each partner.
      setMaxListeners(0, lost.signal);
      const stop = (): void => {
        lost.abort();
      };
      stopping.addEventListener('abort', stop, { once: true });
      // It may have been aborted while the lease was taken.
      if (isStopping()) stop();
      const renewing = this.#renew(name, held, lost);
      try {
        if (!lost.signal.aborted) await work({ term: held.term, lost: lost.signal });
        if (!lost.signal.aborted) return;
      } catch (error) {
        if (!lost.signal.aborted) throw error;
        this.log.debug({ err: error, lease: name }, 'the work of a lost lease ended with an error');
      } finally {
        stopping.removeEventListener('abort', stop);
        lost.abort();
        await renewing;
        await this.#giveBack(name, held.term);
      }
    }
  }

  /** Waits until this process holds the lease. Its time begins before the request. */
  async #acquire(
    name: string,
    stopping: AbortSignal,
  ): Promise<{ readonly term: number; readonly from: number } | undefined> {
    let seen: Seen | undefined;
    while (!stopping.aborted) {
      const from = performance.now();
      try {
        const result = await this.#tryToTake(name, seen);
        if ('held' in result) {
          this.log.info({ lease: name, term: result.held }, 'this node has taken over a shared task');
          return { term: result.held, from };
        }
        ({ seen } = result);
      } catch (error) {
        this.log.debug({ err: error, lease: name }, 'a lease could not be requested');
      }
      await sleep(BEAT_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
    return undefined;
  }

  async #tryToTake(name: string, seen: Seen | undefined): Promise<{ held: number } | { seen: Seen }> {
    const now = performance.now();
    return this.database.run(async (sql) => {
      const [row] = await sql<{ holder: string; term: number; beat: number }[]>`
        SELECT holder, term, beat FROM cargograph_leases WHERE name = ${name}`;
      if (row === undefined) {
        const taken = await sql`
          INSERT INTO cargograph_leases (name, holder, term, beat) VALUES (${name}, ${this.holder}, 1, 0)
          ON CONFLICT (name) DO NOTHING`;
        return taken.count === 1 ? { held: 1 } : { seen: { term: 1, beat: 0, since: now } };
      }
      const { holder, term, beat } = row;
      const since = seen?.term === term && seen.beat === beat ? seen.since : now;
      const isFree = holder === '' || now - since >= ABANDONED_MS;
      if (!isFree) return { seen: { term, beat, since } };
      const taken = await sql`
        UPDATE cargograph_leases SET holder = ${this.holder}, term = ${term + 1}, beat = 0
        WHERE name = ${name} AND term = ${term} AND beat = ${beat} AND holder = ${holder}`;
      return taken.count === 1 ? { held: term + 1 } : { seen: { term, beat, since: now } };
    });
  }

  /** Renews the lease until it is lost or given up; never rejects. */
  async #renew(name: string, { term, from }: { term: number; from: number }, lost: AbortController): Promise<void> {
    let heldSince = from;
    // A separate timer: a renewal that hangs must not extend the lease.
    let expiry: NodeJS.Timeout | undefined;
    const expire = (): void => {
      clearTimeout(expiry);
      expiry = setTimeout(
        () => {
          this.log.warn({ lease: name }, 'a shared task is left to another node: the database does not answer');
          lost.abort();
        },
        heldSince + HELD_MS - performance.now(),
      );
    };
    expire();
    const isLost = (): boolean => lost.signal.aborted;
    while (!isLost()) {
      await sleep(BEAT_MS, undefined, { signal: lost.signal }).catch(() => undefined);
      const began = performance.now();
      try {
        const renewed = await this.database.run(
          async (sql) => sql`
            UPDATE cargograph_leases SET beat = beat + 1
            WHERE name = ${name} AND term = ${term} AND holder = ${this.holder}`,
        );
        if (renewed.count === 0 && !isLost()) {
          this.log.warn({ lease: name }, 'a shared task has been taken over by another node');
          lost.abort();
        } else if (!isLost()) {
          heldSince = began;
          expire();
        }
      } catch (error) {
        this.log.debug({ err: error, lease: name }, 'a lease could not be renewed');
      }
    }
    clearTimeout(expiry);
  }

  async #giveBack(name: string, term: number): Promise<void> {
    try {
      await this.database.run(
        async (sql) => sql`
          UPDATE cargograph_leases SET holder = '' WHERE name = ${name} AND term = ${term} AND holder = ${this.holder}`,
      );
    } catch (error) {
      this.log.debug({ err: error, lease: name }, 'a lease could not be released');
    }
  }
}
