/** The lists of events of copies: what is new is stored, and what is no longer in the list is marked (M38, M68). */
import { type Iri, isIri, node } from '../../rdf/terms.js';
import { prov } from '../../rdf/vocabulary.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { CopyHead, Poison } from '../copies/copy-facts.js';
import type { CopyWriter } from '../copies/copy-writer.js';
import type { Erasing } from '../copies/erasing.js';
import type { NothingFetched, ObjectFetcher } from '../fetching/fetch-object.js';
import { secondOf } from '../fetching/seconds.js';
import type { MirrorContext } from '../mirror-services.js';

/** The most requests for one list. */
const MAX_PAGES = 100;
/** The events on a page: one answer may have more (M21). */
const PAGE_SIZE = 500;
/** A page that cannot be read is asked for in smaller ones, down to the event that is the cause. */
const PART = 5;
/** The most events that are left out in one fetch; a server may ignore the size of a page. */
const MAX_LEFT_OUT = 5;
/** Events may be listed later than they were created. */
const OVERLAP_S = 60;
/** Events that are held, read at a time. */
const PAGE = 500;

/** What a list has come to. */
export type EventListEnd =
  /** `isWhole`: all events have been read, not only the new ones. */
  | { readonly kind: 'read'; readonly isWhole: boolean }
  /** What could be read is held, and something could not. */
  | { readonly kind: 'unread'; readonly poison: Poison }
  | Exclude<NothingFetched, { kind: 'poison' }>;

const unread = ({ reason, place }: Poison): EventListEnd => ({
  kind: 'unread',
  poison: { reason, place: `list of events: ${place}` },
});

export class CopiedEventLists {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: {
      readonly fetcher: Pick<ObjectFetcher, 'events' | 'isErased'>;
      readonly writer: Pick<CopyWriter, 'events' | 'withdrawn'>;
      readonly erasing: Erasing;
    },
  ) {}

  /**
   * Fetches the events that are not held.
   *
   * @param isWhole whether the whole list is asked for: only that shows what has vanished from it.
   */
  async fetch(head: CopyHead, isWhole: boolean, lost: AbortSignal): Promise<EventListEnd> {
    const { object, server, newestEvent, unreadEvents } = head;
    const isAll = isWhole || newestEvent === undefined || unreadEvents !== undefined;
    const after = isAll ? undefined : secondOf(newestEvent.getTime()) - OVERLAP_S;
    const listed = new Set<Iri>();
    let [limit, leftOut] = [PAGE_SIZE, 0];
    let poison: Poison | undefined;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const known = listed.size;
      const fetched = await this.parts.fetcher.events(
        object,
        { server, lost },
        { after, skip: known + leftOut, limit },
      );
      if (fetched.kind === 'poison') {
        const isSmallest = !fetched.isPage || limit === 1;
        limit = Math.ceil(limit / PART);
        if (!isSmallest) continue;
        poison ??= fetched.poison;
        leftOut += 1;
        if (!fetched.isPage || leftOut > MAX_LEFT_OUT) return unread(poison);
        continue;
      }
      if (fetched.kind !== 'events') return fetched;
      for (const event of fetched.listed) listed.add(event);
      await this.parts.writer.events(object, fetched.events, lost);
      limit = Math.min(PAGE_SIZE, limit * PART);
      // A server without pages gives the same list again.
      if (fetched.isFull && listed.size > known) continue;
      if (poison !== undefined) return unread(poison);
      return (isAll ? await this.#compare(head, listed, lost) : undefined) ?? { kind: 'read', isWhole: isAll };
    }
    return unread(poison ?? { reason: 'too-large', place: `more than ${listed.size} events` });
  }

  /** Marks what is held and is not in the list; what has come back is no longer marked. */
  async #compare(
    { object, server }: CopyHead,
    listed: ReadonlySet<Iri>,
    lost: AbortSignal,
  ): Promise<Extract<NothingFetched, { kind: 'silent' }> | undefined> {
    const { fetcher, writer, erasing } = this.parts;
    for await (const { graph, event, isWithdrawn } of this.#held(object)) {
      if (listed.has(event) !== isWithdrawn) continue;
      if (isWithdrawn) {
        await writer.withdrawn(object, graph, false, lost);
        continue;
      }
      const isErased = await fetcher.isErased(event, { server, lost });
      if (typeof isErased !== 'boolean') return isErased;
      await writer.withdrawn(object, graph, true, lost);
      if (isErased) await erasing.event(object, graph, lost);
    }
    return undefined;
  }

  /** The events of which there are statements. */
  async *#held(object: Iri): AsyncGenerator<{ graph: Iri; event: Iri; isWithdrawn: boolean }, void, undefined> {
    const { store, lookups, uris, ext } = this.context;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.events, object, {
        limit: PAGE,
        ...(after && { after }),
      });
      after = page.length < PAGE ? undefined : page.at(-1);
      for (const { value: graph } of page) {
        const provenance = await store.read(uris.provenance(graph));
        const event = provenance.iri(node(graph), prov.specializationOf);
        const isPurged = provenance.object(node(graph), ext.purged) !== undefined;
        const isWithdrawn = provenance.object(node(graph), ext.withdrawn) !== undefined;
        if (event !== undefined && isIri(event) && !isPurged) yield { graph, event, isWithdrawn };
      }
    } while (after !== undefined);
  }
}
