/** The lists of events of copies: what is new is stored, and what is no longer in the list is marked (M38, M68). */
import { type Iri, isIri, node } from '../../rdf/terms.js';
import { prov } from '../../rdf/vocabulary.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { CopyWriter } from '../copies/copy-writer.js';
import type { Erasing } from '../copies/erasing.js';
import type { FetchedEvents, NothingFetched, ObjectFetcher } from '../fetching/fetch-object.js';
import { secondOf } from '../fetching/seconds.js';
import type { MirrorContext } from '../mirror-services.js';

/** The most pages of a list. */
const MAX_PAGES = 100;
/** Events may be listed later than they were created. */
const OVERLAP_S = 60;
/** Events that are held, read at a time. */
const PAGE = 500;

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
   * @returns the last answer.
   */
  async fetch(head: CopyHead, isWhole: boolean, lost: AbortSignal): Promise<FetchedEvents> {
    const { object, server, newestEvent } = head;
    const isAll = isWhole || newestEvent === undefined;
    const after = isAll ? undefined : secondOf(newestEvent.getTime()) - OVERLAP_S;
    const listed = new Set<Iri>();
    for (let page = 1; ; page += 1) {
      const known = listed.size;
      const fetched = await this.parts.fetcher.events(object, { server, lost }, { after, skip: known });
      if (fetched.kind !== 'events') return fetched;
      for (const event of fetched.listed) listed.add(event);
      await this.parts.writer.events(object, fetched.events, lost);
      // A server without pages gives the same list again.
      if (fetched.isFull && listed.size > known && page < MAX_PAGES) continue;
      const isComplete = isAll && page < MAX_PAGES;
      return (isComplete ? await this.#compare(head, listed, lost) : undefined) ?? fetched;
    }
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
