/** Drops graphs whose time is over, in small transactions and for as long as the node runs. */
import type { Logger } from 'pino';
import { retried } from '../async/retried.js';
import { sleep } from '../async/sleep.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { IndexedLookup, LookupReader } from './lookup.js';
import type { Store, Transaction } from './store.js';

/** The graphs that one transaction drops. */
const STEP = 1_000;
const PAUSE_MS = 50;
const EVERY_MS = 60_000;
const RETRY_MS = { min: 1_000, max: 30_000 };

export interface Expiring {
  /** The partition whose entries end, in the order of the times from which on they are kept. */
  readonly lookup: IndexedLookup;
  readonly partition: string;
  /** Whether a graph is over: it may have been used again since it was looked up. */
  readonly isOver: (data: Graph, graph: Iri) => boolean;
  readonly drop: (tx: Transaction, graph: Iri) => Promise<void>;
}

/** Drops the graphs of the entries until a time, until the signal is aborted. */
export async function dropUntil(
  store: Pick<Store, 'transact'> & LookupReader,
  { lookup, partition, isOver, drop }: Expiring,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const old = await store.lookup(lookup, partition, { limit: STEP, until });
    if (old.length === 0) return;
    const graphs = old.map(({ value }) => value);
    await store.transact(graphs, async (tx) => {
      for (const graph of graphs) if (isOver(await tx.read(graph), graph)) await drop(tx, graph);
    });
    await sleep(PAUSE_MS, signal);
  }
}

/**
 * Drops what is over every minute until the node stops. Nodes that share a store may all do so. Never rejects.
 *
 * @param what is dropped, for the log.
 */
export async function keepDropping(
  drop: () => Promise<void>,
  { what, log, random, stopping }: { what: string; log: Logger; random: () => number; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(EVERY_MS, stopping);
    await retried(drop, {
      signal: stopping,
      retryMs: RETRY_MS,
      random,
      onFailure: (error, failures) => {
        log.error({ err: error, failures }, `expired ${what} could not be deleted`);
      },
    });
  }
}
