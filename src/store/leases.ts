/**
 * Leases: exclusive work for all processes that share a database, such as feeding a SPARQL engine. With an embedded
 * store this process holds every lease.
 */

/** A lease that this process holds. */
export interface Lease {
  /**
   * A fencing token: it grows with each holder of the lease, so that writes with a lower one are recognized as
   * outdated.
   */
  readonly term: number;
  /** Aborts when the lease is lost. The work must have no effect after that: another process may have begun it. */
  readonly lost: AbortSignal;
}

/**
 * Gives leases. An implementation for several processes promises:
 *
 * - at most one holder of a name, by the record's own transactions: each holder writes a term that is greater by one than
 *   that of its predecessor, and renews the lease several times within the time after which it is taken from it;
 * - no comparison of clocks of two machines: another process takes the lease when, by its own clock, it has seen no renewal for
 *   the whole of that time;
 * - a holder that cannot renew in time aborts `lost` before another process may take the lease, also when its event loop was
 *   blocked: it compares its own clock when it continues. Work that writes to the record has its commit guarded by the term;
 * - when the process stops, the lease is given back, so that another one need not wait.
 */
export interface Leases {
  /**
   * Waits for a lease, runs the work while it is held, and releases it when the work's promise is settled. When the
   * lease is lost, `lost` aborts, and the work runs again under the next lease.
   *
   * @param stopping ends the waiting; the work must end, too.
   * @returns when the work has ended, or `stopping` is aborted.
   * @throws the errors of the work while the lease is held.
   */
  run(name: string, stopping: AbortSignal, work: (lease: Lease) => Promise<void>): Promise<void>;
}

/** Of a store that no other process writes to. */
export const embeddedLeases: Leases = {
  async run(_name, stopping, work) {
    if (stopping.aborted) return;
    await work({ term: 1, lost: stopping });
  },
};
