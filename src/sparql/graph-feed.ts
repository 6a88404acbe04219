/** Sends a worker the graphs of a store in memory, and what commits change of them. Of a store on disk a worker reads the file. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { queriedKinds } from '../graph-kinds.js';
import type { Iri } from '../rdf/terms.js';
import type { GraphSource, GraphText, Store } from '../store/store.js';
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
    const kindOf = queriedKinds(base);
    this.#isQueried = (graph) => kindOf(graph) !== undefined;
    this.stop = store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (this.#isQueried(graph)) this.#pending.add(graph);
    });
  }

  /** Sends all graphs. */
  async fill(): Promise<void> {
    let slice: GraphText[] = [];
    let since = performance.now();
    for await (const { graph, text } of this.store.graphs()) {
      if (this.#isQueried(graph)) slice.push({ graph, text });
      if (performance.now() - since < SLICE_MS) continue;
      this.send({ kind: 'graphs', sequence: 0, graphs: slice });
      slice = [];
      await nextTurn();
      since = performance.now();
    }
    this.send({ kind: 'graphs', sequence: 0, graphs: slice });
    await this.sync();
  }

  /** Sends what was changed: then the worker has what is visible now, or what became visible meanwhile. */
  async sync(): Promise<void> {
    do {
      const { sequence } = this.store;
      const changed = [...this.#pending];
      this.#pending.clear();
      const graphs = await Promise.all(
        changed.map(async (graph) => ({ graph, text: await this.store.text(graph) })),
      ).catch((error: unknown) => {
        for (const graph of changed) this.#pending.add(graph);
        throw error;
      });
      this.send({ kind: 'graphs', sequence, graphs });
      // Texts may be of commits that have become visible since: the others of those commits must follow.
    } while (this.#pending.size > 0);
  }
}
