/** Keeps the subscriptions at partners that follows need, and no others (M12 to M15, M7). */
import { backoffDelay } from '../../async/backoff.js';
import type { Iri } from '../../rdf/terms.js';
import type { TopicType } from '../../subscriptions/subscription.js';
import type { Copies } from '../copies/copies.js';
import type { Follow } from '../follows/follow.js';
import { targetKeyOf } from '../follows/follow.js';
import type { Follows } from '../follows/follows.js';
import { DUE, requestPartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import { isBelow } from '../partners/partner-client.js';
import type { Partners } from '../partners/partners.js';
import type { MirrorTime } from '../time.js';
import { type CopySubscription, describeSubscriptionState, readSubscriptionState } from './copy-subscription.js';
import type { SubscriptionCalls } from './subscription-calls.js';
import { expiryAfter } from './wanted-subscription.js';

/** Subscriptions that are dealt with at the same time. */
const PAGE = 16;
const CHUNK = 200;
const STATUS_MS = { min: 10_000, max: 3_600_000 };
const DAY_MS = 86_400_000;
/** A revocation is tried for this time. */
const REVOKING_MS = 7 * DAY_MS;

/** What a step changes. */
type Next = Pick<CopySubscription, 'state'> & { readonly inMs: number | undefined; readonly isRetry?: boolean };

/** What a notification says that names a request. */
export interface TriggeredHint {
  readonly server: Iri;
  readonly sender: Iri | undefined;
  readonly object: Iri;
  readonly type: Iri | undefined;
}

/** Why a subscription is wanted whose term is over: a partner may still count the old one as equal (V74). */
const LAPSED = 'lapsed';
const lapsed: Next = { state: { kind: 'wanted', why: LAPSED }, inMs: 0 };

export interface SubscribingParts {
  readonly copies: Copies;
  readonly follows: Follows;
  readonly partners: Partners;
  readonly calls: SubscriptionCalls;
  readonly time: MirrorTime;
}

export class Subscribing {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: SubscribingParts,
  ) {}

  /** Has the subscriptions of a follow looked at: it may need them, or no longer. */
  async review(follow: Follow, lost: AbortSignal): Promise<void> {
    const { server, target, events, subscribe } = follow;
    const topics: readonly (readonly [TopicType, Iri])[] =
      target.kind === 'type'
        ? [['LOGISTICS_OBJECT_TYPE', target.type]]
        : (await this.parts.follows.objects(follow)).map((object) => ['LOGISTICS_OBJECT_IDENTIFIER', object] as const);
    const isWanted = subscribe && follow.state.kind !== 'ended';
    for (let at = 0; at < topics.length; at += CHUNK) {
      const chunk = topics.slice(at, at + CHUNK);
      const { store, uris, clock } = this.context;
      const graphs = chunk.map(([topicType, topic]) => uris.copySubscription(topicType, topic, server));
      await store.transact(graphs, async (tx) => {
        for (const [index, [topicType, topic]] of chunk.entries()) {
          const uri = graphs[index];
          if (uri === undefined) continue;
          const known = readSubscriptionState(await tx.read(uri), uri, this.context.ext);
          if (known === undefined && !isWanted) continue;
          const createdAt = clock.now();
          const wanted = { kind: 'wanted', why: undefined } as const;
          const before = known ?? { uri, server, topicType, topic, createdAt, events, state: wanted, attempts: 0 };
          const isAskedAgain = isWanted && (before.state.kind === 'refused' || before.state.kind === 'none');
          const state = isAskedAgain ? wanted : before.state;
          const after = { ...before, state, events: events || before.events, due: createdAt, attempts: 0 };
          await tx.replace(uri, describeSubscriptionState(after, this.context.ext));
        }
        lost.throwIfAborted();
      });
    }
  }

  /** Does what is due. @returns the time until more is due, in milliseconds. */
  async run(lost: AbortSignal): Promise<number | undefined> {
    const { store, lookups } = this.context;
    const { time } = this.parts;
    while (!lost.aborted) {
      const due = await store.lookup(lookups.mirror.subscriptions, DUE, { limit: PAGE, until: time.now() });
      if (due.length === 0) break;
      await Promise.all(due.map(({ value }) => this.#step(value, lost)));
    }
    const [next] = await store.lookup(lookups.mirror.subscriptions, DUE, { limit: 1 });
    return next === undefined ? undefined : Math.max(1, next.order - time.now());
  }

  /** A notification named a request: it may be the one that is waited for, or one that the partner asked for (M13, M14). */
  readonly triggered = async (request: Iri, hint: TriggeredHint, lost: AbortSignal): Promise<void> => {
    const { store, lookups } = this.context;
    const { server } = hint;
    if (!isBelow(request, server)) return;
    const [known] = await store.lookup(lookups.mirror.subscriptions, requestPartition(request), { limit: 1 });
    const found = known === undefined ? await this.#proposed(hint) : await this.#find(known.value);
    if (found === undefined || (known !== undefined && found.state.kind !== 'pending')) return;
    const expiresAt = this.#expiry();
    await this.#change(found, { state: { kind: 'pending', request, expiresAt }, inMs: 0 }, lost);
  };

  /** The subscription that the data holder of a server has made of its own accord: anybody else may name any request. */
  async #proposed({ server, sender, object, type }: TriggeredHint): Promise<CopySubscription | undefined> {
    const { uris } = this.context;
    const holder = (await this.parts.partners.find(server))?.holder;
    if (holder === undefined || sender !== holder) return undefined;
    const topics = [
      ['LOGISTICS_OBJECT_IDENTIFIER', object],
      ['LOGISTICS_OBJECT_TYPE', type],
    ] as const;
    for (const [topicType, topic] of topics) {
      const found = topic && (await this.#find(uris.copySubscription(topicType, topic, server)));
      if (found?.state.kind === 'wanted' || found?.state.kind === 'refused') return found;
    }
    return undefined;
  }

  async #find(uri: Iri): Promise<CopySubscription | undefined> {
    return readSubscriptionState(await this.context.store.read(uri), uri, this.context.ext);
  }

  async #step(uri: Iri, lost: AbortSignal): Promise<void> {
    const subscription = await this.#find(uri);
    if (subscription === undefined) return;
    await this.#change(subscription, await this.#next(subscription, lost), lost);
  }

  async #next(subscription: CopySubscription, lost: AbortSignal): Promise<Next> {
    const { state, server } = subscription;
    const now = this.context.clock.now().getTime();
    if (state.kind === 'revoking') {
      const isDone = now > state.expiresAt.getTime() || (await this.parts.calls.revoke(server, state.request, lost));
      return isDone ? { state: { kind: 'none' }, inMs: undefined } : this.#later(subscription);
    }
    if (!(await this.#isNeeded(subscription))) {
      if (!('request' in state)) return { state: { kind: 'none' }, inMs: undefined };
      return { state: { kind: 'revoking', request: state.request, expiresAt: new Date(now + REVOKING_MS) }, inMs: 0 };
    }
    switch (state.kind) {
      case 'wanted':
        return this.#ask(subscription, lost);
      case 'pending':
        return this.#check(subscription, state, lost);
      case 'active':
        return this.#renew(subscription, state, lost);
      case 'refused':
      case 'none':
        return { state, inMs: undefined };
    }
  }

  async #ask(subscription: CopySubscription, lost: AbortSignal): Promise<Next> {
    const expiresAt = this.#expiry();
    const { state } = subscription;
    const isRenewal = state.kind === 'wanted' && state.why === LAPSED;
    const asked = await this.parts.calls.ask(subscription, { expiresAt, isRenewal }, lost);
    switch (asked.kind) {
      case 'equal':
      case 'asked':
        if (isRenewal && asked.kind === 'equal') {
          // What has lapsed here stands in the way of its successor there.
          await this.parts.calls.revoke(subscription.server, asked.request, lost);
          return this.#later(subscription);
        }
        return { state: { kind: 'pending', request: asked.request, expiresAt }, inMs: 0 };
      case 'refused':
        return { state: asked, inMs: undefined };
      case 'later':
        return this.#later(subscription);
    }
  }

  async #check(
    subscription: CopySubscription,
    state: Extract<CopySubscription['state'], { kind: 'pending' }>,
    lost: AbortSignal,
  ): Promise<Next> {
    const { request } = state;
    const seen = await this.parts.calls.status(subscription.server, request, lost);
    if (seen.kind === 'accepted') {
      const expiresAt = seen.expiresAt ?? state.expiresAt;
      const since = this.context.clock.now();
      if (expiresAt <= since) return lapsed;
      const active = { kind: 'active', since, request, expiresAt, renewal: undefined } as const;
      return { state: active, inMs: this.#untilRenewal(expiresAt) };
    }
    if (seen.kind === 'refused') return { state: seen, inMs: undefined };
    const inMs = Math.min(STATUS_MS.max, STATUS_MS.min * 2 ** Math.min(subscription.attempts, 20));
    return { state, inMs, isRetry: true };
  }

  /** Asks for another subscription in time, and revokes the old one when that is accepted (M15). */
  async #renew(
    subscription: CopySubscription,
    state: Extract<CopySubscription['state'], { kind: 'active' }>,
    lost: AbortSignal,
  ): Promise<Next> {
    const { calls } = this.parts;
    const { server } = subscription;
    const { request, expiresAt, renewal } = state;
    const wanted = { state: { kind: 'wanted', why: undefined }, inMs: 0 } as const;
    if (expiresAt <= this.context.clock.now()) return lapsed;
    if (this.#untilRenewal(expiresAt) > 0 && renewal === undefined)
      return { state, inMs: this.#untilRenewal(expiresAt) };
    if (renewal !== undefined) {
      const seen = await calls.status(server, renewal.request, lost);
      if (seen.kind === 'accepted') {
        await calls.revoke(server, request, lost);
        const until = seen.expiresAt ?? renewal.expiresAt;
        const renewed = { ...state, request: renewal.request, expiresAt: until, renewal: undefined };
        return { state: renewed, inMs: this.#untilRenewal(until) };
      }
      return seen.kind === 'refused' ? { state: seen, inMs: undefined } : this.#later(subscription, STATUS_MS);
    }
    const until = this.#expiry();
    const asked = await calls.ask(subscription, { expiresAt: until, isRenewal: true }, lost);
    if (asked.kind === 'asked')
      return { state: { ...state, renewal: { request: asked.request, expiresAt: until } }, inMs: 0 };
    if (asked.kind !== 'equal') return this.#later(subscription, STATUS_MS);
    // The old one stands in the way of its successor.
    return (await calls.revoke(server, request, lost)) ? wanted : this.#later(subscription);
  }

  /** Whether a follow that has not ended needs it. */
  async #isNeeded({ server, topicType, topic }: CopySubscription): Promise<boolean> {
    const { store, lookups } = this.context;
    const { copies, follows } = this.parts;
    const found =
      topicType === 'LOGISTICS_OBJECT_TYPE'
        ? (await store.lookup(lookups.mirror.targets, targetKeyOf(server, { type: topic }))).map(({ value }) => value)
        : ((await copies.find(topic))?.reaches ?? []).flatMap(({ follow, distance }) =>
            distance === 0 ? [follow] : [],
          );
    for (const uri of found) {
      const follow = await follows.find(uri);
      if (follow?.subscribe === true && follow.state.kind !== 'ended') return true;
    }
    return false;
  }

  #expiry(): Date {
    const { clock, settings } = this.context;
    return expiryAfter(clock.now(), settings.mirror.subscriptionDays);
  }

  /** The time until a quarter of the term is left. */
  #untilRenewal(expiresAt: Date): number {
    const { clock, settings } = this.context;
    const quarter = (settings.mirror.subscriptionDays * DAY_MS) / 4;
    return Math.max(0, expiresAt.getTime() - quarter - clock.now().getTime());
  }

  #later({ state, attempts }: CopySubscription, bounds = this.context.settings.deliveryRetryMs): Next {
    return { state, inMs: backoffDelay(bounds, attempts + 1, this.context.random()), isRetry: true };
  }

  /** @param seen the subscription before the step. */
  async #change(seen: CopySubscription, { state, inMs, isRetry }: Next, lost: AbortSignal): Promise<void> {
    const { store, ext } = this.context;
    const { uri } = seen;
    await store.transact([uri], async (tx) => {
      const before = readSubscriptionState(await tx.read(uri), uri, ext);
      if (before === undefined) return;
      const next = inMs === undefined ? undefined : new Date(this.parts.time.now() + inMs);
      // What became due while the partner was called remains so: a follow may have ended meanwhile.
      const due = before.due?.getTime() === seen.due?.getTime() ? next : before.due;
      const attempts = isRetry === true ? before.attempts + 1 : 0;
      await tx.replace(uri, describeSubscriptionState({ ...before, state, due, attempts }, ext));
      lost.throwIfAborted();
    });
  }
}
