/** Follows: made, changed and ended by internal agents (M1 to M7); the mirror carries them out. */
import { ServiceError } from '../../errors.js';
import { graphOf } from '../../rdf/graph.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, node, triple } from '../../rdf/terms.js';
import type { GraphReader, Transaction } from '../../store/store.js';
import type { Copies } from '../copies/copies.js';
import type { MirrorContext } from '../mirror-services.js';
import { type FollowRequest, objectsOf } from './follow-body.js';
import { describeFollow, type Follow, type FollowOptions, readFollow, targetKeyOf, type Work } from './follow.js';

export class Follows {
  readonly #parse: (data: Graph, graph: Iri) => Follow | undefined;

  constructor(
    private readonly context: MirrorContext,
    private readonly copies: Pick<Copies, 'count'>,
  ) {
    this.#parse = (data, graph) => readFollow(data, graph, context.ext);
  }

  find(uri: Iri): Promise<Follow | undefined> {
    return this.context.parsedGraphs.get(uri, this.#parse);
  }

  async in(reader: GraphReader, uri: Iri): Promise<Follow | undefined> {
    return this.#parse(await reader.read(uri), uri);
  }

  async getOrThrow(id: string): Promise<Follow> {
    const uri = this.context.uris.findFollow(id);
    const follow = uri && (await this.find(uri));
    if (follow === undefined) throw new ServiceError('not-found', 'there is no such follow');
    return follow;
  }

  /** The objects of a follow of one or several; none of a type. */
  async objects({ target, id }: Follow): Promise<readonly Iri[]> {
    if (target.kind === 'object') return [target.object];
    if (target.kind === 'type') return [];
    const { store, uris, ext } = this.context;
    const graph = uris.followObjects(id);
    return (await store.read(graph)).iris(node(graph), ext.object);
  }

  /**
   * Follows objects or a type; an equal follow that has not ended stands for it (M3).
   *
   * @throws ServiceError `unprocessable` beyond `MIRROR_MAX_OBJECTS`.
   */
  async create(
    request: FollowRequest,
    by: Follow['by'],
  ): Promise<{ readonly follow: Follow; readonly isNew: boolean }> {
    const { store, uris, ids, clock, settings, lookups, ext } = this.context;
    const { server, options } = request;
    const objects = objectsOf(request);
    const key = targetKeyOf(server, 'type' in request ? { type: request.type } : { objects });
    const lock = uris.followTarget(key);
    return store.transact([lock], async (tx) => {
      const [equal] = await store.lookup(lookups.mirror.targets, key, { limit: 1 });
      const known = equal && (await this.in(tx, equal.value));
      if (known !== undefined) return { follow: known, isNew: false };
      if ((await this.copies.count()) >= settings.mirror.maxObjects)
        throw new ServiceError(
          'unprocessable',
          `this node has MIRROR_MAX_OBJECTS (${settings.mirror.maxObjects}) copies`,
        );
      const now = clock.now();
      const id = ids.next();
      const [first] = objects;
      const follow: Follow = {
        ...{ uri: uris.follow(id), id, server, targetKey: key, by, createdAt: now, since: now, ...options },
        target:
          'type' in request
            ? { kind: 'type', type: request.type }
            : first !== undefined && objects.length === 1
              ? { kind: 'object', object: first }
              : { kind: 'objects', count: objects.length },
        ...{ state: { kind: 'asked' }, work: 'spread', position: 0, appliedDepth: options.depth, truncated: 0 },
      };
      if (follow.target.kind === 'objects') {
        const graph = uris.followObjects(id);
        await tx.insert(graph, graphOf(objects.map((object) => triple(node(graph), ext.object, node(object)))));
      }
      await this.write(tx, follow);
      return { follow, isNew: true };
    });
  }

  /** Changes the options of a follow (M6). @param assertUnchanged compares the conditions of the request (D49). */
  async change(uri: Iri, options: Partial<FollowOptions>, assertUnchanged: () => Promise<void>): Promise<void> {
    await this.update(uri, async (follow) => {
      await assertUnchanged();
      const { state, work } = follow;
      // Also a subscription that was refused is asked for again.
      const spread = state.kind !== 'ended' && { work: work ?? ('spread' as const), position: follow.position + 1 };
      return { ...follow, ...options, ...spread };
    });
  }

  /** Ends a follow (M7). @param assertUnchanged as in `change`. */
  async end(uri: Iri, work: Extract<Work, 'end' | 'purge'>, assertUnchanged: () => Promise<void>): Promise<void> {
    await this.update(uri, async (follow) => {
      await assertUnchanged();
      if (follow.state.kind === 'ended') return work === 'purge' ? { ...follow, work, position: 0 } : follow;
      return { ...follow, state: { kind: 'ended' }, since: this.context.clock.now(), work, position: 0 };
    });
  }

  /**
   * Has all copies of a follow checked (M6).
   *
   * @param assertUnchanged as in `change`.
   * @throws ServiceError `unprocessable` for one that has ended.
   */
  async sweep(uri: Iri, assertUnchanged: () => Promise<void>): Promise<void> {
    await this.update(uri, async (follow) => {
      await assertUnchanged();
      if (follow.state.kind === 'ended') throw new ServiceError('unprocessable', 'the follow has ended');
      return { ...follow, work: follow.work ?? 'sweep', position: follow.position + 1 };
    });
  }

  /** @returns the follow afterwards; undefined if there is none. */
  update(
    uri: Iri,
    change: (follow: Follow) => Follow | Promise<Follow>,
    lost?: AbortSignal,
  ): Promise<Follow | undefined> {
    return this.context.store.transact([uri], async (tx) => {
      const before = await this.in(tx, uri);
      if (before === undefined) return undefined;
      const after = await change(before);
      if (after !== before) await this.write(tx, after);
      lost?.throwIfAborted();
      return after;
    });
  }

  async write(tx: Transaction, follow: Follow): Promise<void> {
    await tx.replace(follow.uri, describeFollow(follow, this.context.ext));
  }
}
