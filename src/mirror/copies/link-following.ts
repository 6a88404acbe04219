/** Follows the links of copies (M10): objects of the same server, as far as the follows reach. */
import type { Iri } from '../../rdf/terms.js';
import type { Transaction } from '../../store/store.js';
import { linksIn } from '../fetching/links.js';
import { reachedBy, withTruncated } from '../follows/reaching.js';
import type { Follow } from '../follows/follow.js';
import type { Follows } from '../follows/follows.js';
import { reachedPartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Copies } from './copies.js';
import { type CopyHead, newHead, type Reach } from './copy-facts.js';
import { changedHead, describeHead } from './head.js';
import { dueNow, sooner } from './next-due.js';

/** The linked objects in one commit. */
const CHUNK = 100;
/** The most objects that a follow reaches. */
const MAX_REACHED = 10_000;

interface Spreading {
  /** The reaches of the linked objects. */
  readonly reaches: readonly Reach[];
  /** The number of objects for which each follow and the node have room. */
  readonly room: Map<Iri, number>;
  all: number;
  readonly truncated: Map<Iri, number>;
}

export class LinkFollowing {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: { readonly copies: Copies; readonly follows: Follows },
  ) {}

  /** Follows the links of the newest revision of a copy, if this has not been done. */
  async follow(head: CopyHead, lost: AbortSignal): Promise<void> {
    if (head.linksFollowed >= head.held) return;
    const { store, uris } = this.context;
    const follows = await this.#follows(head);
    const reaches = follows.flatMap(({ uri, depth }) => {
      const distance = head.reaches.find(({ follow }) => follow === uri)?.distance ?? depth;
      return distance < depth ? [{ follow: uri, distance: distance + 1 }] : [];
    });
    const revision = uris.copyRevision(head.object, head.held);
    const links = reaches.length === 0 ? [] : linksIn(await store.read(revision), new Set([head.object]), head.server);
    const spreading = await this.#spreading(reaches);
    for (let at = 0; at < links.length; at += CHUNK)
      await this.#reach(head, links.slice(at, at + CHUNK), spreading, lost);
    await this.#end(head, spreading.truncated, lost);
  }

  async #follows({ reaches }: CopyHead): Promise<Follow[]> {
    const follows = await Promise.all(reaches.map(({ follow }) => this.parts.follows.find(follow)));
    return follows
      .filter((follow) => follow !== undefined && follow.state.kind !== 'ended')
      .filter((follow) => follow !== undefined);
  }

  async #spreading(reaches: readonly Reach[]): Promise<Spreading> {
    const { store, lookups, settings } = this.context;
    const room = new Map<Iri, number>();
    for (const { follow } of reaches)
      room.set(follow, MAX_REACHED - (await store.count(lookups.mirror.reached, reachedPartition(follow))));
    return { reaches, room, all: settings.mirror.maxObjects - (await this.parts.copies.count()), truncated: new Map() };
  }

  async #reach(from: CopyHead, links: readonly Iri[], spreading: Spreading, lost: AbortSignal): Promise<void> {
    const { store, uris } = this.context;
    await store.transact(
      links.map((link) => uris.copyHead(link)),
      async (tx) => {
        for (const link of links) await this.#reachOne(tx, from, link, spreading);
        lost.throwIfAborted();
      },
    );
  }

  async #reachOne(tx: Transaction, from: CopyHead, object: Iri, spreading: Spreading): Promise<void> {
    const { clock } = this.context;
    const now = clock.now();
    const before = await this.parts.copies.in(tx, object);
    const due = dueNow(now, 'link', 'start');
    let head = before;
    for (const reach of spreading.reaches) {
      const isReached = head?.reaches.some(({ follow }) => follow === reach.follow) === true;
      const room = spreading.room.get(reach.follow) ?? 0;
      if (!isReached && (room <= 0 || (head === undefined && spreading.all <= 0))) {
        spreading.truncated.set(reach.follow, (spreading.truncated.get(reach.follow) ?? 0) + 1);
        continue;
      }
      if (!isReached) spreading.room.set(reach.follow, room - 1);
      if (head === undefined) {
        spreading.all -= 1;
        head = newHead(now, { object, server: from.server, reaches: [reach], due, silence: undefined });
        continue;
      }
      const reaches = reachedBy(head, reach);
      if (reaches !== undefined)
        head = changedHead(head, { reaches, linksFollowed: 0, due: sooner(head.due, due) }, now);
    }
    if (head === undefined || head === before) return;
    const graph = this.context.uris.copyHead(object);
    await tx.replace(graph, describeHead(graph, head, this.context.ext));
  }

  /** Records that the links of a revision have been followed, and how many of them could not be. */
  async #end({ object, held }: CopyHead, truncated: ReadonlyMap<Iri, number>, lost: AbortSignal): Promise<void> {
    const { store, uris, clock, ext } = this.context;
    const graph = uris.copyHead(object);
    await store.transact([graph], async (tx) => {
      const head = await this.parts.copies.in(tx, object);
      if (head?.held === held && head.linksFollowed < held) {
        const reaches = withTruncated(head.reaches, truncated);
        const after = changedHead(head, { linksFollowed: held, reaches }, clock.now());
        await tx.replace(graph, describeHead(graph, after, ext));
      }
      lost.throwIfAborted();
    });
  }
}
