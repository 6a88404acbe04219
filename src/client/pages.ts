/** Lists in pages, each asked for when it is needed (T47). */
import type { CallOptions } from './exchange.js';

/** One page of a list. */
export interface PageOf<T> {
  readonly items: readonly { readonly id: string; readonly item: () => T }[];
  /** Of the whole list, as the server says. */
  readonly total: number | undefined;
  /** The address of the next page, where the server names it. */
  readonly next: string | undefined;
}

/** Asks for a page: by its address, or by how many items are before it. */
export type AskPage<T> = (
  page: { readonly next: string } | { readonly limit: number; readonly skip: number },
) => Promise<PageOf<T>>;

/**
 * @since 0.3.0
 */
export interface PageOptions extends CallOptions {
  /** How many items one request asks for. Default: 100. */
  readonly pageSize?: number | undefined;
}

const PAGE_SIZE = 100;

/**
 * A list on a server. Iterating asks for the next page when it is needed, and holds one.
 *
 * @since 0.3.0
 */
export class List<T> implements AsyncIterable<T> {
  readonly #ask: AskPage<T>;
  readonly #pageSize: number;

  /** @internal */
  constructor(ask: AskPage<T>, { pageSize = PAGE_SIZE }: PageOptions) {
    if (!Number.isSafeInteger(pageSize) || pageSize < 1)
      throw new TypeError('pageSize must be a whole number from 1 on');
    this.#ask = ask;
    this.#pageSize = pageSize;
  }

  /**
   * One page, from 1 on. A server that knows no pages gives the whole list as the first one.
   *
   * @since 0.3.0
   */
  async page(number: number): Promise<T[]> {
    if (!Number.isSafeInteger(number) || number < 1) throw new TypeError('page must be a whole number from 1 on');
    const limit = this.#pageSize;
    const { items } = await this.#ask({ limit, skip: (number - 1) * limit });
    if (items.length > limit && number > 1) return [];
    return items.map(({ item }) => item());
  }

  /**
   * The list as an array, up to a number of items.
   *
   * @since 0.3.0
   */
  async toArray({ limit }: { readonly limit: number }): Promise<T[]> {
    if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError('limit must be a whole number from 0 on');
    const all: T[] = [];
    if (limit === 0) return all;
    for await (const item of this) {
      all.push(item);
      if (all.length === limit) break;
    }
    return all;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const limit = this.#pageSize;
    const visited = new Set<string>();
    let before: ReadonlySet<string> = new Set();
    let skip = 0;
    let page = await this.#ask({ limit, skip });
    const size = page.items.length;
    for (;;) {
      const { items, next, total } = page;
      const fresh = items.filter(({ id }) => !before.has(id));
      for (const { item } of fresh) yield item();
      skip += items.length;
      // Nothing new: the server knows no pages. More than asked for: this was the whole list.
      if (fresh.length === 0 || items.length > limit) return;
      // Without a link, fewer than asked for end a list, or, without a total, fewer than on the first page: a server may
      // have a limit of its own. Links may lead in a circle.
      // A total that is the number of the page's own items, from a server that does not count the others, says nothing.
      const isCounted = total !== undefined && total !== items.length;
      const isLast = isCounted ? skip >= total : items.length < (total === undefined ? size : limit);
      if (next === undefined ? isLast : visited.size === visited.add(next).size) return;
      before = new Set(items.map(({ id }) => id));
      page = await this.#ask(next === undefined ? { limit, skip } : { next });
    }
  }
}
