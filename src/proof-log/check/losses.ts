/** Which entries may have lost content: those of which an erasure on record says so (P30, P31). */
import { readErasure } from '../../erasures/erasure.js';
import type { ErasureLookups } from '../../erasures/lookups.js';
import { type ErasureTerms, erasureTerms } from '../../rdf/erasure-terms.js';
import { graphFrom } from './stored-graph.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { LogSource } from '../../store/log-source.js';
import type { UriScheme } from '../../uris.js';

export class Losses {
  readonly #ext: ErasureTerms;

  /** @param lookup finds erasures: a hint, since the graph of the erasure is read, which has an entry itself. */
  constructor(
    private readonly source: Pick<LogSource, 'lookup' | 'texts'>,
    private readonly uris: UriScheme,
    private readonly lookup: ErasureLookups['erasures'],
  ) {
    this.#ext = erasureTerms(uris.extensions);
  }

  /** Whether an erasure took statements from a graph, or all. */
  async isOnRecord(graph: Iri): Promise<boolean> {
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
