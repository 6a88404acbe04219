/**
 * Sends a worker the graphs of a store in memory, with their changes by commits. For a store on disk, a worker reads
 * the file.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { askableKinds } from '../graph-kinds.js';
import type { Iri } from '../rdf/terms.js';
import type { Cursor, GraphSource, GraphText, Store } from '../store/store.js';
import type { GraphsMessage } from './worker/protocol.js';

/** The longest time that the main thread may be blocked, in milliseconds. */
const SLICE_MS = 1;

export class GraphFeed {
  #cursor: Cursor;
  readonly #isAskable: (graph: string) => boolean;

  constructor(
    private readonly store: Pick<Store, 'follow'> & GraphSource,
    base: Iri,
    private readonly send: (message: GraphsMessage) => void,
  ) {
    const kindOf = askableKinds(base);
    this.#isAskable = (graph) => kindOf(graph) !== undefined;
    this.#cursor = store.follow();
  }

  /** Sends all graphs. @returns as `sync`. */
  async fill(): Promise<boolean> {
    let slice: GraphText[] = [];
    let since = performance.now();
    for await (const { graph, text } of this.store.graphs()) {
      if (this.#isAskable(graph)) slice.push({ graph, text });
      if (performance.now() - since < SLICE_MS) continue;
      this.send({ kind: 'graphs', sequence: 0, graphs: slice });
      slice = [];
      await nextTurn();
      since = performance.now();
    }
    this.send({ kind: 'graphs', sequence: 0, graphs: slice });
    return this.sync();
  }

  /**
   * Sends the changed graphs: the worker then has the currently visible data, or newer data.
   *
   * @returns false after a gap: the worker must start again.
   */
  async sync(): Promise<boolean> {
    let hasRead: boolean;
    do {
      const changed = await this.#cursor.changes();
      if (changed.kind === 'gap') return false;
      const names = [...changed.graphs].filter((graph) => this.#isAskable(graph));
      const graphs = await Promise.all(names.map(async (graph) => ({ graph, text: await this.store.text(graph) })));
      this.send({ kind: 'graphs', sequence: changed.next.sequence, graphs });
      this.#cursor = changed.next;
      // Texts may belong to commits that have become visible since: the other graphs of these commits must follow.
      hasRead = graphs.length > 0;
    } while (hasRead && this.#cursor.sequence !== this.store.sequence);
    return true;
  }
}
