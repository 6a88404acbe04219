/** Carries follows out: makes the heads of their copies, and leaves the copies of follows that have ended (M9, M10). */
import type { Iri } from '../../rdf/terms.js';
import type { Transaction } from '../../store/store.js';
import type { Copies } from '../copies/copies.js';
import { type CopyFacts, type CopyHead, newHead } from '../copies/copy-facts.js';
import { triedAgain } from '../copies/gaps.js';
import { changedHead, describeHead } from '../copies/head.js';
import { dueAgain, dueNow, sooner } from '../copies/next-due.js';
import type { Purging } from '../copies/purge.js';
import { reachedPartition, WORK } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Partners } from '../partners/partners.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Subscribing } from '../subscriptions/subscribing.js';
import type { Follow } from './follow.js';
import type { Follows } from './follows.js';
import { reachedBy } from './reaching.js';

/** The copies in one commit. */
const CHUNK = 200;

export interface CarryingOutParts {
  readonly copies: Copies;
  readonly follows: Follows;
  readonly partners: Partners;
  readonly purging: Purging;
  readonly subscribing: Subscribing;
  /** Called when requests to a server may be due. */
  readonly wake: (server: Iri) => void;
}

export class CarryingOut {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: CarryingOutParts,
  ) {}

  /** Does all work there is. */
  async run(lost: AbortSignal): Promise<void> {
    const { store, lookups } = this.context;
    let after: LookupEntry | undefined;
    for (;;) {
      const [next] = await store.lookup(lookups.mirror.follows, WORK, { limit: 1, ...(after && { after }) });
      if (next === undefined || lost.aborted) return;
      after = next;
      const follow = await this.parts.follows.find(next.value);
      if (follow !== undefined) await this.#carryOut(follow, lost);
    }
  }

  async #carryOut(follow: Follow, lost: AbortSignal): Promise<void> {
    const { follows, wake } = this.parts;
    switch (follow.work) {
      case undefined:
        return;
      case 'spread':
        await this.#spread(follow, lost);
        break;
      case 'sweep':
        await this.#eachReached(follow, lost, ({ due, gaps }) => {
          const now = this.context.clock.now();
          return { due: dueAgain(due, now, 'root', 'sweep'), gaps: triedAgain(gaps, now) };
        });
        break;
      case 'end':
      case 'purge':
        await this.#leave(follow, lost);
    }
    if (follow.work !== 'sweep') await this.parts.subscribing.review(follow, lost);
    await follows.update(
      follow.uri,
      (current) =>
        current.work === follow.work && current.depth === follow.depth && current.position === follow.position
          ? { ...current, work: undefined, position: 0, appliedDepth: current.depth }
          : current,
      lost,
    );
    wake(follow.server);
  }

  /** Reaches the followed objects; after a change of the depth, also those that they link to, or no longer. */
  async #spread(follow: Follow, lost: AbortSignal): Promise<void> {
    const { follows, partners, wake } = this.parts;
    await partners.ensure(follow.server, lost);
    const objects = await follows.objects(follow);
    let truncated = 0;
    for (let at = 0; at < objects.length; at += CHUNK) {
      truncated += await this.#reach(follow, objects.slice(at, at + CHUNK), lost);
      wake(follow.server);
    }
    if (truncated !== follow.truncated) await follows.update(follow.uri, (one) => ({ ...one, truncated }), lost);
    if (follow.depth === follow.appliedDepth) return;
    await this.#eachReached(follow, lost, (head) => {
      const distance = head.reaches.find((reach) => reach.follow === follow.uri)?.distance ?? 0;
      if (distance > follow.depth) return this.#without(head, follow.uri);
      return { linksFollowed: 0, due: sooner(head.due, dueNow(this.context.clock.now(), 'link', 'sweep')) };
    });
  }

  /** @returns the number of objects for which the node has no room. */
  async #reach(follow: Follow, objects: readonly Iri[], lost: AbortSignal): Promise<number> {
    const { store, uris, clock, settings } = this.context;
    const { copies, partners } = this.parts;
    const room = Math.max(0, settings.mirror.maxObjects - (await copies.count()));
    const { condition } = await partners.in(store, follow.server);
    const silence = condition.kind === 'unreachable' ? condition.reason : undefined;
    const locks = objects.map((object) => uris.copyHead(object));
    return store.transact(locks, async (tx) => {
      let made = 0;
      let over = 0;
      for (const object of objects) {
        const reach = { follow: follow.uri, distance: 0 };
        const now = clock.now();
        const before = await copies.in(tx, object);
        if (before === undefined && made >= room) {
          over += 1;
          continue;
        }
        const due = dueNow(now, 'root', 'start');
        const about = { object, server: follow.server, reaches: [reach], due, silence };
        if (before === undefined) {
          made += 1;
          await this.#write(tx, newHead(now, about));
          continue;
        }
        const reaches = reachedBy(before, reach);
        if (reaches !== undefined)
          await this.#write(tx, changedHead(before, { reaches, linksFollowed: 0, due: sooner(before.due, due) }, now));
      }
      lost.throwIfAborted();
      return over;
    });
  }

  /** Leaves the copies of a follow: those that no other follow reaches are no longer checked. */
  async #leave(follow: Follow, lost: AbortSignal): Promise<void> {
    await this.#eachReached(
      follow,
      lost,
      (head) => this.#without(head, follow.uri),
      async (head) => {
        if (follow.work !== 'purge' || head.reaches.length > 1) return;
        const by = follow.by === 'notification' ? undefined : follow.by;
        await this.parts.purging.erase({ copy: head.object, reason: 'OTHER', by });
      },
    );
  }

  #without(head: CopyHead, follow: Iri): Partial<CopyFacts> {
    const reaches = head.reaches.filter((reach) => reach.follow !== follow);
    return { reaches, ...(reaches.length === 0 && { due: undefined }) };
  }

  /** Changes all copies that a follow reaches. */
  async #eachReached(
    { uri }: Follow,
    lost: AbortSignal,
    change: (head: CopyHead) => Partial<CopyFacts>,
    afterwards: (before: CopyHead) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { store, lookups, clock } = this.context;
    const { copies } = this.parts;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.reached, reachedPartition(uri), {
        limit: CHUNK,
        ...(after && { after }),
      });
      after = page.at(-1);
      const heads = page.map(({ value }) => value);
      const changed = await store.transact(heads, async (tx) => {
        const found: CopyHead[] = [];
        for (const graph of heads) {
          const before = await copies.inGraph(tx, graph);
          if (before === undefined) continue;
          found.push(before);
          await this.#write(tx, changedHead(before, change(before), clock.now()));
        }
        lost.throwIfAborted();
        return found;
      });
      for (const head of changed) await afterwards(head);
    } while (after !== undefined);
  }

  async #write(tx: Transaction, head: CopyHead): Promise<void> {
    const graph = this.context.uris.copyHead(head.object);
    await tx.replace(graph, describeHead(graph, head, this.context.ext));
  }
}
