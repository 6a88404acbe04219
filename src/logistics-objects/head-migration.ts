/**
 * Migrates a store of an earlier version: heads get business identifiers, links and words get graphs of their own, from
 * which the indexes of the three are built. It runs in the background, once for each store; a new store is marked as current with its
 * first object.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { retried } from '../async/retried.js';
import { isOutage } from '../errors.js';
import type { ExchangeServices } from './exchange-services.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import { dcterms } from '../rdf/vocabulary.js';
import type { LookupEntry } from '../store/lookup.js';
import type { Transaction } from '../store/store.js';
import type { UriScheme } from '../uris.js';
import { ALL_OBJECTS } from './lookups.js';
import type { Revisions } from './revisions.js';

/** Objects that are migrated at a time: their commits share a flush. */
const BATCH = 20;
/** Goes up with each change of the form of heads. */
const FORM = '5';
const RETRY_MS = { min: 500, max: 30_000 };

type MigrationServices = Pick<ExchangeServices, 'store' | 'lookups' | 'uris' | 'log' | 'random' | 'stopping'> & {
  readonly revisions: Pick<Revisions, 'rewriteHead'>;
};

/** Marks a store whose heads all have the current form. The caller holds the lock of the mark, or creates the store. */
export async function markHeadsCurrent(tx: Transaction, uris: UriScheme): Promise<void> {
  await tx.replace(uris.headForm, [triple(node(uris.headForm), dcterms.hasVersion, factory.literal(FORM))]);
}

/**
 * Migrates until it is done, or the node stops. Never rejects: damaged heads are retried at the next start.
 *
 * @param retryMs the delays while the store is unreadable or not writable.
 */
export async function migrateHeads(services: MigrationServices, retryMs = RETRY_MS): Promise<void> {
  const { log, random, stopping } = services;
  await retried(() => migrateStore(services), {
    signal: stopping,
    retryMs,
    random,
    onFailure: (error, failures) => {
      log.warn({ err: error, failures }, 'the heads of objects of an earlier version are not all migrated');
    },
  });
}

async function migrateStore(services: MigrationServices): Promise<void> {
  const { store, uris, log, stopping } = services;
  const mark = await store.read(uris.headForm);
  if (mark.object(node(uris.headForm), dcterms.hasVersion)?.value === FORM) return;
  const { objects, failed } = await migrateAll(services);
  if (stopping.aborted) return;
  if (failed === 0) await store.transact([uris.headForm], (tx) => markHeadsCurrent(tx, uris));
  if (objects > 0) log.info({ objects, failed }, 'the heads of objects of an earlier version are migrated');
}

/** @throws the errors of an unavailable store. */
async function migrateAll(services: MigrationServices): Promise<{ objects: number; failed: number }> {
  const { store, lookups, stopping } = services;
  const done = { objects: 0, failed: 0 };
  let after: LookupEntry | undefined;
  do {
    const page: LookupEntry[] = await store.lookup(lookups.objects.byCreation, ALL_OBJECTS, {
      limit: BATCH,
      ...(after !== undefined && { after }),
    });
    const written = await Promise.all(page.map(({ value }) => migrate(value, services)));
    done.objects += written.length;
    done.failed += written.filter((isWritten) => !isWritten).length;
    after = page.at(-1);
    // Requests go first.
    await nextTurn();
  } while (after !== undefined && !stopping.aborted);
  return done;
}

/** @returns false for an object whose graphs are damaged. @throws the errors of an unavailable store. */
async function migrate(object: Iri, { store, revisions, log, stopping }: MigrationServices): Promise<boolean> {
  try {
    await store.transact([object], (tx) => revisions.rewriteHead(tx, object));
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    if (!stopping.aborted) log.warn({ err: error, object }, 'the head of an object is not migrated');
    return false;
  }
}
