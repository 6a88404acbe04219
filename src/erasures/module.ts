/** Erasures: what a node has to forget is gone, and that it is gone is on record (docs/erasure.md). */
import { ActiveSubscriptions } from '../subscriptions/active-subscriptions.js';
import type { SubscriptionLookups } from '../subscriptions/lookups.js';
import { ErasureListFile } from '../erasure-list/list-file.js';
import { LegalHolds } from '../legal-holds/legal-holds.js';
import { Copies } from '../mirror/copies/copies.js';
import { Purging } from '../mirror/copies/purge.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { mirrorTerms } from '../rdf/mirror-terms.js';
import type { EntryFinder } from '../store/proof-log.js';
import type { GraphSource } from '../store/store.js';
import { CarryingOutList } from './carrying-out-list.js';
import { ErasureList } from './erasure-list.js';
import { Erasures } from './erasures.js';
import { type ErasureServices, HIDDEN, PURGED } from './lookups.js';
import { ErasurePreviews } from './preview.js';
import { erasureOperations } from './operations.js';
import type { Services } from '../services.js';
import { ErasurePurge } from './purge.js';
import { finishPurges } from './purged-copies.js';
import { keepPurging } from './purge-schedule.js';
import { ErasureReceivers } from './receivers.js';
import { RepeatedErasures } from './repeated-erasures.js';
import { RetentionCandidates } from './retention/candidates.js';
import { Retention } from './retention/retention.js';
import { RetentionRules } from './retention/rules.js';
import { keepRetention } from './retention/schedule.js';

const tag = {
  name: 'Erasures',
  description: 'What was erased, when, by whom and why; for internal agents.',
};

/** The list of erasures and legal holds beside the store (P43); undefined without one. */
export function openErasureList({
  settings,
  log,
  degradations,
  stopping,
  closers,
}: Pick<Services, 'settings' | 'log' | 'degradations' | 'stopping' | 'closers'>): ErasureListFile | undefined {
  const file = settings.erasureListFile;
  if (file === undefined) {
    if (settings.store.kind === 'postgres')
      log.warn('without ERASURE_LIST_FILE, a database that is restored has again what was erased after its backup');
    return undefined;
  }
  const list = new ErasureListFile({ file, log, degradations, stopping });
  closers.push(() => list.close());
  return list;
}

/**
 * Carries out what the list has and the store has not, and adds what it lacks (P43), after the rest of copies whose erasure
 * was interrupted: before anything else reads the store.
 *
 * @throws SettingsError for a line that cannot be read, StoreError for an erasure that cannot be carried out.
 */
export async function carryOutList(
  services: ErasureServices & { readonly lookups: { readonly subscriptions: SubscriptionLookups } },
  list: ErasureListFile | undefined,
): Promise<void> {
  const receivers = new ErasureReceivers(services, new ActiveSubscriptions(services));
  const context = { ...services, ext: mirrorTerms(services.uris.extensions) };
  const holds = new LegalHolds(services);
  // Also where the mirror is off: what it has copied must go.
  const purging = new Purging(context, new Copies(context), holds);
  await finishPurges(services, { purging, holds });
  if (list === undefined) return;
  const erasures = new Erasures(services, receivers, purging);
  await new CarryingOutList(services, { list, holds, repeated: new RepeatedErasures(services, erasures) }).run();
}

/**
 * Removes what is erased from the files of the store for as long as the node runs (P39).
 *
 * @param isConfirmed whether a SPARQL engine has all commits until a sequence.
 */
export function startPurging(
  services: ErasureServices & Pick<Services, 'settings' | 'degradations' | 'stopping' | 'closers' | 'metrics' | 'log'>,
  isConfirmed: (sequence: number) => Promise<boolean>,
): void {
  const { store, lookups, settings, closers, metrics } = services;
  metrics.add({
    name: 'erasures',
    help: 'Erasures by state: HIDDEN while the bytes may still be in the files of the store, then PURGED.',
    labels: ['state'],
    read: () =>
      Promise.all(
        [HIDDEN, PURGED].map(async (state) => ({
          labels: { state },
          value: await store.count(lookups.erasures.states, state),
        })),
      ),
  });
  const running = keepPurging(new ErasurePurge(services, isConfirmed), {
    ...services,
    times: settings.purge,
    leases: store.leases,
  });
  closers.push(() => running);
}

/** Erases what is old enough for as long as the node runs (P45). @throws SettingsError for a rule about nothing. */
function startRetention(services: ErasureServices, erasures: Erasures): void {
  const { settings, model, vocabulary, store, stopping, closers } = services;
  const rules = new RetentionRules(settings.retention, model, vocabulary);
  if (rules.isEmpty) return;
  const retention = new Retention(services, rules, new RetentionCandidates(services, rules), erasures);
  const running = keepRetention(retention, {
    ...services,
    ...{ minutes: settings.purge.minutes, leases: store.leases, stopping },
  });
  closers.push(() => running);
}

/**
 * The operations of erasures; what is old enough by `RETENTION` is erased until the node stops.
 *
 * @param purging of copies of partners' objects; undefined without them.
 * @param proofLog undefined where it is switched off.
 */
export function createErasures(
  services: ErasureServices & { readonly store: Pick<GraphSource, 'graphs'> } & {
    readonly lookups: { readonly subscriptions: SubscriptionLookups };
  },
  purging: Purging | undefined,
  proofLog: EntryFinder | undefined,
): ModuleRoutes {
  const receivers = new ErasureReceivers(services, new ActiveSubscriptions(services));
  const erasures = new Erasures(services, receivers, purging);
  startRetention(services, erasures);
  const list = new ErasureList(services, proofLog);
  const previews = new ErasurePreviews(services, erasures);
  return moduleRoutes(tag, erasureOperations(services, { erasures, list, previews }));
}
