/**
 * Counts the revisions that an active subscription should have told of: found by a check or a repair, and not notified a
 * minute after they came to be (M37). What waits for its minute when the process ends is not counted.
 */
import { Wakeup } from '../../async/wakeup.js';
import { ALL_NOTIFICATIONS } from '../../notifications/lookups.js';
import type { Iri } from '../../rdf/terms.js';
import type { Copies } from '../copies/copies.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { Follows } from '../follows/follows.js';
import type { MirrorContext } from '../mirror-services.js';
import type { MirrorTime } from '../time.js';
import { readSubscriptionState } from './copy-subscription.js';

/** A notification that comes later tells nothing. */
const NOTIFIED_MS = 60_000;
/** The most revisions that wait. */
const MAX_WAITING = 10_000;
/** Notifications of a minute that are read; with more, the revision counts as told. */
const MAX_READ = 2_000;
const LONGEST_MS = 60_000;

interface FoundRevision {
  readonly object: Iri;
  /** The partner's time of the revision. */
  readonly cameAt: Date;
  readonly decidedAt: number;
}

export class MissedRevisions {
  #waiting: FoundRevision[] = [];
  readonly #wakeup = new Wakeup();

  constructor(
    private readonly context: MirrorContext,
    private readonly parts: {
      readonly copies: Pick<Copies, 'find'>;
      readonly follows: Pick<Follows, 'find'>;
      readonly time: Pick<MirrorTime, 'now'>;
    },
  ) {}

  /** A check or a repair has found a revision. */
  note(object: Iri, cameAt: Date): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    const decidedAt = Math.min(cameAt.getTime(), this.parts.time.now()) + NOTIFIED_MS;
    this.#waiting.push({ object, cameAt, decidedAt });
    this.#wakeup.soon(Math.max(0, decidedAt - this.parts.time.now()));
  }

  /** Counts, until the lease is lost. @throws the errors of the store. */
  async run(lost: AbortSignal): Promise<void> {
    while (!lost.aborted) {
      const now = this.parts.time.now();
      const due = this.#waiting.filter(({ decidedAt }) => decidedAt <= now);
      for (const found of due) {
        if (await this.#isMissed(found)) this.context.mirrorMetrics.missed();
        this.#waiting = this.#waiting.filter((one) => one !== found);
      }
      const next = Math.min(LONGEST_MS, ...this.#waiting.map(({ decidedAt }) => decidedAt - this.parts.time.now()));
      await this.#wakeup.wait(Math.max(0, next), lost);
    }
  }

  async #isMissed({ object, cameAt }: FoundRevision): Promise<boolean> {
    const head = await this.parts.copies.find(object);
    if (head === undefined || !(await this.#wasSubscribed(head, cameAt))) return false;
    return !(await this.#wasNotified(object, cameAt));
  }

  /** Whether a subscription that is active now was so at a time. */
  async #wasSubscribed({ object, server, reaches }: CopyHead, at: Date): Promise<boolean> {
    const { store, uris, ext } = this.context;
    const graphs = new Set([uris.copySubscription('LOGISTICS_OBJECT_IDENTIFIER', object, server)]);
    for (const reach of reaches) {
      const target = (await this.parts.follows.find(reach.follow))?.target;
      if (target?.kind === 'type') graphs.add(uris.copySubscription('LOGISTICS_OBJECT_TYPE', target.type, server));
    }
    for (const graph of graphs) {
      const state = readSubscriptionState(await store.read(graph), graph, ext)?.state;
      if (state?.kind === 'active' && state.since <= at && at < state.expiresAt) return true;
    }
    return false;
  }

  /** Whether a notification about the object came in time. */
  async #wasNotified(object: Iri, cameAt: Date): Promise<boolean> {
    const { store, lookups, vocabulary } = this.context;
    const from = cameAt.getTime();
    const entries = await store.lookup(lookups.notifications.inbox, ALL_NOTIFICATIONS, {
      ...{ from, until: from + NOTIFIED_MS, limit: MAX_READ },
    });
    for (const { value } of entries)
      for (const { object: about } of (await store.read(value)).match(null, vocabulary.api.hasLogisticsObject))
        if (about.value === object) return true;
    return entries.length === MAX_READ;
  }
}
