/** Sends a worker the graphs of a store in memory, and what commits change of them. Of a store on disk a worker reads the file. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Iri } from '../rdf/terms.js';
import type { GraphSource, GraphText, Store } from '../store/store.js';
import { graphKinds } from './worker/graph-kind.js';
import type { GraphsMessage } from './worker/protocol.js';

/** How long the main thread may be kept busy at a time, in milliseconds. */
const SLICE_MS = 1;

export class GraphFeed {
  readonly #pending = new Set<Iri>();
  readonly #isQueried: (graph: string) => boolean;
  readonly stop: () => void;

  constructor(
    private readonly store: Pick<Store, 'onCommit'> & GraphSource,
    base: Iri,
    private readonly send: (message: GraphsMessage) => void,
  ) {
    const kindOf = graphKinds(base);
    // Access lists are not queried, but a worker has to notice that one was changed.
    this.#isQueried = (graph) => kindOf(graph) !== undefined || graph.endsWith('/acl');
    this.stop = store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (this.#isQueried(graph)) this.#pending.add(graph);
    });
  }

  /** Sends all graphs. */
  async fill(): Promise<void> {
    let slice: GraphText[] = [];
    let since = performance.now();
    for (const { graph, text } of this.store.graphs()) {
      if (this.#isQueried(graph)) slice.push({ graph, text });
      if (performance.now() - since < SLICE_MS) continue;
      this.send({ kind: 'graphs', sequence: 0, graphs: slice });
      slice = [];
      await nextTurn();
      since = performance.now();
    }
    this.send({ kind: 'graphs', sequence: 0, graphs: slice });
    this.sync();
  }

  /** Sends what was changed: then the worker has exactly what is visible now. */
  sync(): void {
    const graphs = Array.from(this.#pending, (graph) => ({ graph, text: this.store.text(graph) }));
    this.#pending.clear();
    this.send({ kind: 'graphs', sequence: this.store.sequence, graphs });
  }
}
