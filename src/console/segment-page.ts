/**
 * Several lists one behind the other as one list with cursors, each in an order of its own. A position in a list that is
 * read from its end has a negative order, which tells its list: no two lists have the same direction.
 */
import type { PageRequest } from '../http/query-parameters.js';
import { invalidQuery } from '../http/query-parameters.js';
import { LIST_END, type ListPosition, type LookupEntry, type LookupReader } from '../store/lookup.js';
import { type ListedEntries, listPage, type LookupSource } from '../store/lookup-page.js';

export interface Segment {
  readonly sources: readonly LookupSource[];
  /** From the end. */
  readonly reverse: boolean;
}

const signed = ({ order, value }: ListPosition, { reverse }: Segment): ListPosition => ({
  order: reverse ? -order : order,
  value,
});

/** A page of the segments; its entries have the orders of cursors. */
export async function segmentPage(
  reader: LookupReader,
  segments: readonly Segment[],
  page: PageRequest,
): Promise<ListedEntries> {
  const pages = new SegmentPages(reader, segments, page.limit);
  const counts = await Promise.all(
    segments.map(({ sources }) =>
      Promise.all(sources.map(({ lookup, partition }) => reader.count(lookup, partition))).then((all) =>
        all.reduce((sum, count) => sum + count, 0),
      ),
    ),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (page.limit === 0) return { entries: [], total, hasPrevious: false, hasNext: false };
  return page.before === undefined ? pages.forwards(page, counts, total) : pages.backwards(page.before, counts, total);
}

class SegmentPages {
  constructor(
    private readonly reader: LookupReader,
    private readonly segments: readonly Segment[],
    private readonly limit: number,
  ) {}

  async forwards({ after, offset }: PageRequest, counts: readonly number[], total: number): Promise<ListedEntries> {
    const start = after === undefined ? 0 : this.#segmentOf('after', after);
    const entries: LookupEntry[] = [];
    let [skip, hasNext] = [offset, false];
    for (let at = start; at < this.segments.length; at += 1) {
      const segment = this.segments[at];
      if (segment === undefined) break;
      if (entries.length === this.limit) {
        hasNext ||= (counts[at] ?? 0) > 0;
        continue;
      }
      const isFirst = at === start && after !== undefined;
      const listed = await this.#read(segment, {
        limit: this.limit - entries.length,
        offset: skip,
        ...(isFirst && { after: signed(after, segment) }),
      });
      entries.push(...listed.entries.map((entry) => ({ ...entry, ...signed(entry, segment) })));
      hasNext = listed.hasNext;
      if (listed.entries.length > 0) skip = 0;
      else if (!isFirst) skip = Math.max(0, skip - (counts[at] ?? 0));
    }
    return { entries, total, hasNext, hasPrevious: (after !== undefined || offset > 0) && entries.length > 0 };
  }

  async backwards(before: ListPosition, counts: readonly number[], total: number): Promise<ListedEntries> {
    const isEnd = before === LIST_END;
    const start = isEnd ? this.segments.length - 1 : this.#segmentOf('before', before);
    const entries: LookupEntry[] = [];
    let hasPrevious = false;
    for (let at = start; at >= 0; at -= 1) {
      const segment = this.segments[at];
      if (segment === undefined) break;
      if (entries.length === this.limit) {
        hasPrevious ||= (counts[at] ?? 0) > 0;
        continue;
      }
      const edge = at === start && !isEnd ? signed(before, segment) : LIST_END;
      const listed = await this.#read(segment, { limit: this.limit - entries.length, offset: 0, before: edge });
      entries.unshift(...listed.entries.map((entry) => ({ ...entry, ...signed(entry, segment) })));
      hasPrevious = listed.hasPrevious;
    }
    return { entries, total, hasPrevious, hasNext: !isEnd && entries.length > 0 };
  }

  #read({ sources, reverse }: Segment, page: PageRequest): Promise<ListedEntries> {
    return listPage(this.reader, sources, { ...page, reverse });
  }

  /** @throws ServiceError `invalid-query` for a position in none of the lists. */
  #segmentOf(name: string, { order }: ListPosition): number {
    const found = this.segments.findIndex(({ reverse }) => reverse === order < 0);
    if (found === -1) throw invalidQuery(name, 'must come from a page of this list with the same filters');
    return found;
  }
}
