/** A follow as an answer (M4): with the numbers of its copies, which are read from the indexes. */
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Copies } from '../copies/copies.js';
import type { CopyState } from '../copies/copy-state.js';
import type { CopyHead } from '../copies/copy-facts.js';
import { numberPartition, reachedPartition, rootPartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Partners } from '../partners/partners.js';
import { readSubscriptionState } from '../subscriptions/copy-subscription.js';
import type { Follow } from './follow.js';
import type { FollowItem } from './schemas.js';

/** Entries read at a time. */
const PAGE = 1_000;

export class FollowViews {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: { readonly copies: Copies; readonly partners: Partners },
  ) {}

  async view(follow: Follow): Promise<FollowItem> {
    const { uri, target, server, state, note } = follow;
    const partner = await this.parts.partners.find(server);
    const root = await this.#root(follow);
    const sum = (what: Parameters<typeof numberPartition>[1]): Promise<number> => this.#sum(numberPartition(uri, what));
    const { due: next } = root ?? {};
    return {
      ...{ uri, server, holder: partner?.holder ?? null },
      object: target.kind === 'object' ? target.object : null,
      objects: target.kind === 'objects' ? target.count : null,
      type: target.kind === 'type' ? target.type : null,
      ...{ depth: follow.depth, events: follow.events, subscribe: follow.subscribe, note: note ?? null },
      state: state.kind,
      reason: 'reason' in state ? state.reason : null,
      since: follow.since.toISOString(),
      by: follow.by,
      created: follow.createdAt.toISOString(),
      subscription: await this.#subscription(follow),
      apiVersion: (partner && this.parts.partners.version(partner)) ?? null,
      counts: {
        objects: await this.#count(uri),
        revisions: await sum('revisions'),
        events: await sum('events'),
        due: await this.#count(uri, 'due'),
        gaps: await sum('gaps'),
        frozen: await this.#count(uri, 'frozen'),
        disputed: await this.#count(uri, 'disputed'),
        poison: await this.#count(uri, 'poison'),
        truncated: follow.truncated + (await sum('truncated')),
      },
      found: {
        start: await sum('start'),
        notification: await sum('notification'),
        sweep: await sum('sweep'),
        repair: await sum('repair'),
      },
      lastHeard: root?.heardAt?.toISOString() ?? null,
      lastChecked: root?.checkedAt?.toISOString() ?? null,
      nextSweep: next?.priority === 'sweep' ? next.at.toISOString() : null,
    };
  }

  #count(follow: Iri, state?: CopyState): Promise<number> {
    const { store, lookups } = this.context;
    return store.count(lookups.mirror.reached, reachedPartition(follow, state));
  }

  /** The copy of the followed object, or the first one of several. */
  async #root({ uri, target }: Follow): Promise<CopyHead | undefined> {
    if (target.kind === 'object') return this.parts.copies.find(target.object);
    const { store, lookups } = this.context;
    const [first] = await store.lookup(lookups.mirror.reached, rootPartition(uri), { limit: 1 });
    return first && this.parts.copies.byGraph(first.value);
  }

  async #sum(partition: string): Promise<number> {
    const { store, lookups } = this.context;
    let sum = 0;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.reached, partition, {
        limit: PAGE,
        ...(after && { after }),
      });
      for (const { order } of page) sum += order;
      after = page.length < PAGE ? undefined : page.at(-1);
    } while (after !== undefined);
    return sum;
  }

  async #subscription({ server, target }: Follow): Promise<FollowItem['subscription']> {
    const { store, uris, ext } = this.context;
    if (target.kind === 'objects') return null;
    const [topicType, topic] =
      target.kind === 'object'
        ? (['LOGISTICS_OBJECT_IDENTIFIER', target.object] as const)
        : (['LOGISTICS_OBJECT_TYPE', target.type] as const);
    const graph = uris.copySubscription(topicType, topic, server);
    const known = readSubscriptionState(await store.read(graph), graph, ext);
    if (known === undefined) return null;
    const { state } = known;
    const asked = 'request' in state ? state : undefined;
    return { state: state.kind, request: asked?.request ?? null, expiresAt: asked?.expiresAt.toISOString() ?? null };
  }
}
