/** Reads what is held of partners' objects. */
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphReader } from '../../store/store.js';
import { ALL } from '../lookups.js';
import type { MirrorContext, MirrorServices } from '../mirror-services.js';
import type { CopyHead } from './copy-facts.js';
import { readHead } from './head.js';
import { type CopyProvenance, readProvenance } from './provenance.js';

export class Copies {
  readonly #parseHead: (data: Graph, graph: Iri) => CopyHead | undefined;
  readonly #parseProvenance: (data: Graph, graph: Iri) => CopyProvenance | undefined;

  constructor(private readonly context: MirrorServices & Pick<MirrorContext, 'ext'>) {
    this.#parseHead = (data, graph) => readHead(data, graph, context.ext);
    this.#parseProvenance = (data, graph) => readProvenance(data, context.uris.subjectOf(graph), context);
  }

  /** The copy of an object; undefined without one. */
  find(object: string): Promise<CopyHead | undefined> {
    return this.byGraph(this.context.uris.copyHead(object));
  }

  /** The copy whose head is in a graph. */
  byGraph(head: Iri): Promise<CopyHead | undefined> {
    return this.context.parsedGraphs.get(head, this.#parseHead);
  }

  /** The copy in the state of a transaction. */
  in(reader: GraphReader, object: string): Promise<CopyHead | undefined> {
    return this.inGraph(reader, this.context.uris.copyHead(object));
  }

  async inGraph(reader: GraphReader, head: Iri): Promise<CopyHead | undefined> {
    return this.#parseHead(await reader.read(head), head);
  }

  /** The provenance of a revision; undefined for one that was never held. */
  revision(object: Iri, number: number): Promise<CopyProvenance | undefined> {
    return this.provenanceOf(this.context.uris.copyRevision(object, number));
  }

  /** @param subject the graph of a revision or a variant. */
  provenanceOf(subject: Iri): Promise<CopyProvenance | undefined> {
    return this.context.parsedGraphs.get(this.context.uris.provenance(subject), this.#parseProvenance);
  }

  /** The number of copies in all. */
  count(): Promise<number> {
    return this.context.store.count(this.context.lookups.mirror.copies, ALL);
  }
}
