/** What needs a clerk's attention now: partners that are not told, decisions, figures beyond their limits (K60). */
import { requestPartition } from '../../action-requests/lookups.js';
import type { Caller } from '../../http/caller.js';
import { ALL_NOTIFICATIONS, queuePartition } from '../../notifications/lookups.js';
import { type QueueFailure, readFailure } from '../../notifications/queues/queue-states.js';
import { SILENT } from '../../mirror/lookups.js';
import { readPartner } from '../../mirror/partners/partner.js';
import type { RecentMessages } from '../../messages/recent-messages.js';
import { CurrentFigures } from '../../monitoring/figures/current-figures.js';
import { limits } from '../../monitoring/figures/limits.js';
import { mirrorTerms } from '../../rdf/mirror-terms.js';
import type { Iri } from '../../rdf/terms.js';
import type { AttentionAnswer, UnnotifiedPartner } from '../responses/told.js';
import type { ConsoleServices } from '../services.js';

/** Failing queues, and silent partners, that an answer reads. */
const MAX_FAILING = 200;
const MAX_SILENT = 100;
/** A node is not well once a delivery has failed for this time. */
const FAILING_MS = 10_000;

export class Attention {
  readonly #figures: CurrentFigures;

  constructor(
    private readonly services: ConsoleServices,
    private readonly messages: Pick<RecentMessages, 'counts'>,
  ) {
    this.#figures = new CurrentFigures(services.metrics, services.clock);
  }

  async for(caller: Caller): Promise<AttentionAnswer> {
    const { clock } = this.services;
    const failing = await this.#failing();
    const notTold = await this.#notTold(failing.items, caller);
    const silent = await this.#silent(caller);
    const figures = await this.#beyond();
    const until = clock.now().getTime() - FAILING_MS;
    return {
      notTold,
      silent: silent.items,
      messages: this.messages.counts,
      decisions: await this.#decisions(),
      figures,
      well: figures.length === 0 && notTold.every(({ failingSince }) => Date.parse(failingSince) > until),
      truncated: failing.isCut || silent.isCut,
    };
  }

  /** The queues whose first notification fails, the longest first. */
  async #failing(): Promise<{ readonly items: readonly QueueFailure[]; readonly isCut: boolean }> {
    const { store, lookups, vocabulary } = this.services;
    const page = { limit: MAX_FAILING + 1 };
    const entries = await store.lookup(lookups.notifications.failures, ALL_NOTIFICATIONS, page);
    const read = await Promise.all(
      entries.slice(0, MAX_FAILING).map(async ({ value }) => readFailure(await store.read(value), vocabulary)),
    );
    return { items: read.filter((failure) => failure !== undefined), isCut: entries.length > MAX_FAILING };
  }

  async #notTold(failures: readonly QueueFailure[], caller: Caller): Promise<UnnotifiedPartner[]> {
    const { store, lookups, labels } = this.services;
    const byAgent = new Map<Iri, UnnotifiedPartner>();
    for (const { receiver, topic, since, lastError } of failures) {
      const waiting = await store.count(lookups.notifications.outbox, queuePartition(receiver, topic));
      // Nothing of it is left to be told, but its end is not written yet.
      if (waiting === 0) continue;
      const other = byAgent.get(receiver);
      byAgent.set(receiver, {
        agent: receiver,
        label: other?.label ?? (await labels.label(receiver, caller)),
        waiting: waiting + (other?.waiting ?? 0),
        failingSince: other?.failingSince ?? since.toISOString(),
        lastError: other?.lastError ?? lastError,
      });
    }
    return [...byAgent.values()];
  }

  /** The partners' servers that do not answer the mirror (M8). */
  async #silent(caller: Caller): Promise<{ readonly items: AttentionAnswer['silent']; readonly isCut: boolean }> {
    const { store, lookups, labels, uris, settings } = this.services;
    if (!settings.mirror.isOn) return { items: [], isCut: false };
    const ext = mirrorTerms(uris.extensions);
    const entries = await store.lookup(lookups.mirror.partners, SILENT, { limit: MAX_SILENT + 1 });
    const items = await Promise.all(
      entries.slice(0, MAX_SILENT).map(async ({ value }) => {
        const partner = readPartner(await store.read(value), value, ext);
        if (partner?.condition.kind !== 'unreachable') return [];
        const { server, holder, since, condition } = partner;
        const label = holder === undefined ? null : await labels.label(holder, caller);
        return [{ server, label, since: since.toISOString(), reason: condition.reason }];
      }),
    );
    return { items: items.flat(), isCut: entries.length > MAX_SILENT };
  }

  async #decisions(): Promise<AttentionAnswer['decisions']> {
    const { store, lookups } = this.services;
    const pending = requestPartition('REQUEST_PENDING', undefined);
    const total = await store.count(lookups.requests.byState, pending);
    const [oldest] = await store.lookup(lookups.requests.byState, pending, { limit: 1 });
    return { total, oldest: oldest === undefined ? null : new Date(oldest.order).toISOString() };
  }

  async #beyond(): Promise<AttentionAnswer['figures']> {
    const { writes } = this.services.store.status();
    const beyond = await this.#figures.beyond();
    const finite = (value: number | undefined): number | null =>
      value === undefined || !Number.isFinite(value) ? null : value;
    return [
      ...(writes ? [] : [{ name: 'writes', value: 0, limit: null, words: limits.writes.advice }]),
      ...beyond.map(({ name, now, bound, limit }) => ({
        name,
        value: finite(now),
        limit: finite(bound),
        words: limit === undefined ? '' : limits[limit].advice,
      })),
    ];
  }
}
