/** Which entries may have lost content: those of which an erasure or an expiry on record says so (P2, P30, P31). */
import { readErasure } from '../../erasures/erasure.js';
import type { ErasureLookups } from '../../erasures/lookups.js';
import { type EntryRange, readEmptied } from '../../notifications/receipts/expiry.js';
import { type ErasureTerms, erasureTerms } from '../../rdf/erasure-terms.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { LogSource } from '../../store/log-source.js';
import type { UriScheme } from '../../uris.js';
import { graphFrom } from './stored-graph.js';

export class Losses {
  readonly #ext: ErasureTerms;
  /** The entries of receipts that have expired, in their order. */
  #expired: readonly EntryRange[] = [];

  /** @param lookup finds erasures: a hint, since the graph of the erasure is read, which has an entry itself. */
  constructor(
    private readonly source: Pick<LogSource, 'lookup' | 'texts' | 'graphs'>,
    private readonly uris: UriScheme,
    private readonly lookup: ErasureLookups['erasures'],
  ) {
    this.#ext = erasureTerms(uris.extensions);
  }

  /** Reads what has expired: two numbers for each run of entries that did. */
  async readExpiries(): Promise<void> {
    const folder = this.uris.receiptExpiry('');
    const ranges: EntryRange[] = [];
    for (let page = await this.source.graphs(folder); ; page = await this.source.graphs(page.at(-1))) {
      const graphs = page.filter((name) => name.startsWith(folder)).filter(isIri);
      const texts = await this.source.texts(graphs);
      for (const [index, graph] of graphs.entries())
        ranges.push(...readEmptied(graphFrom(texts[index] ?? ''), graph, this.uris));
      if (graphs.length < page.length || page.length === 0) break;
    }
    this.#expired = ranges.sort((one, other) => one.first - other.first);
  }

  /** Whether a receipt's entry is one of those that expired. */
  #hasExpired(graph: Iri, position: number): boolean {
    if (!this.uris.isOfKind(graph, 'receipts')) return false;
    let [low, high] = [0, this.#expired.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#expired[middle]?.last ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return (this.#expired[low]?.first ?? Infinity) <= position;
  }

  /** Whether an erasure took statements from a graph, or all. @param position of its entry. */
  async isOnRecord(graph: Iri, position: number): Promise<boolean> {
    if (this.#hasExpired(graph, position)) return true;
    const about = this.#wholes(graph);
    for (const partition of [graph, ...about])
      for (const uri of await this.source.lookup(this.lookup, partition)) {
        const [text = ''] = await this.source.texts([uri]);
        const erasure = readErasure(graphFrom(text), uri, this.#ext);
        if (erasure === undefined) continue;
        const isWhole = erasure.property === undefined && [graph, ...about].includes(erasure.erased);
        if (isWhole || erasure.from?.includes(graph) === true) return true;
      }
    return false;
  }

  /** The object and the event that a graph goes with. */
  #wholes(graph: Iri): Iri[] {
    const kind = this.uris.graphKind(graph);
    if (kind === undefined) return [];
    const names = ['event' in kind ? kind.event : '', 'object' in kind ? kind.object : ''];
    return names.filter(isIri).filter((name) => name !== graph);
  }
}
