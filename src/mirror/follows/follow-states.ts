/** The states of follows, which follow from their copies and their partners (M8). */
import type { Iri } from '../../rdf/terms.js';
import type { Copies } from '../copies/copies.js';
import type { CopyHead } from '../copies/copy-facts.js';
import { reachedPartition, serverPartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { PartnerCondition } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import type { LookupEntry } from '../../store/lookup.js';
import { type Follow, type FollowState, isSameState } from './follow.js';
import type { Follows } from './follows.js';

/** Follows read at a time. */
const PAGE = 200;

/** The states of copies whose objects the partner gives. */
const GIVEN = ['fresh', 'due', 'disputed', 'poison', 'stale'] as const;

export class FollowStates {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: { readonly copies: Copies; readonly follows: Follows; readonly partners: Partners },
  ) {}

  /** Renews the states of the follows of a copy's object itself. */
  async ofCopy({ reaches }: CopyHead, lost: AbortSignal): Promise<void> {
    for (const { follow, distance } of reaches) if (distance === 0) await this.#renew(follow, lost);
  }

  /** Renews the states of all follows of a server. */
  async ofServer(server: Iri, lost: AbortSignal): Promise<void> {
    const { store, lookups } = this.context;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.follows, serverPartition(server), {
        limit: PAGE,
        ...(after && { after }),
      });
      after = page.at(-1);
      for (const { value } of page) await this.#renew(value, lost);
    } while (after !== undefined);
  }

  async #renew(uri: Iri, lost: AbortSignal): Promise<void> {
    const { follows, partners } = this.parts;
    const follow = await follows.find(uri);
    if (follow === undefined || follow.state.kind === 'ended') return;
    const condition = (await partners.find(follow.server))?.condition ?? { kind: 'unknown' };
    const state = await this.#stateOf(follow, condition);
    if (isSameState(follow.state, state)) return;
    const since = this.context.clock.now();
    const after = await follows.update(
      uri,
      (one) => (one.state.kind === 'ended' || isSameState(one.state, state) ? one : { ...one, state, since }),
      lost,
    );
    if (after?.since === since)
      this.context.log.info({ follow: uri, server: follow.server, ...state }, 'the state of a follow has changed');
  }

  async #stateOf(follow: Follow, condition: PartnerCondition): Promise<FollowState> {
    const own =
      follow.target.kind === 'object' ? await this.#ofObject(follow.target.object) : await this.#ofMany(follow);
    // What is withdrawn stays so, whether or not the server answers.
    if (condition.kind !== 'unreachable' || own.kind === 'frozen' || own.kind === 'refused') return own;
    return { kind: 'unreachable', reason: condition.reason };
  }

  async #ofObject(object: Iri): Promise<FollowState> {
    const access = (await this.parts.copies.find(object))?.access ?? { kind: 'unknown' as const };
    switch (access.kind) {
      case 'refused':
        return { kind: 'refused', reason: access.reason };
      case 'frozen':
        return { kind: 'frozen', reason: access.reason };
      case 'granted':
        return { kind: 'following' };
      case 'unknown':
        return { kind: 'asked' };
    }
  }

  /** Following while one copy is (M9). */
  async #ofMany({ uri, server, target }: Follow): Promise<FollowState> {
    const { store, lookups } = this.context;
    const count = (state?: Parameters<typeof reachedPartition>[1]): Promise<number> =>
      store.count(lookups.mirror.reached, reachedPartition(uri, state));
    const heads = await store.lookup(lookups.mirror.reached, uri, { limit: 1 });
    if (target.kind === 'type' && heads.length === 0) {
      const partner = await this.parts.partners.find(server);
      return { kind: partner?.informedAt === undefined ? 'asked' : 'following' };
    }
    for (const state of GIVEN) {
      if ((await count(state)) === 0) continue;
      // A copy that is only due may not have been asked for yet.
      if (state !== 'due' && state !== 'stale') return { kind: 'following' };
      const entries = await store.lookup(lookups.mirror.reached, reachedPartition(uri, state), { limit: PAGE });
      const found = await Promise.all(entries.map(({ value }) => this.parts.copies.byGraph(value)));
      if (found.some((head) => head?.access.kind === 'granted')) return { kind: 'following' };
      return { kind: 'asked' };
    }
    if ((await count('frozen')) > 0) return { kind: 'frozen', reason: 'forbidden' };
    return (await count('refused')) > 0 ? { kind: 'refused', reason: 'forbidden' } : { kind: 'asked' };
  }
}
