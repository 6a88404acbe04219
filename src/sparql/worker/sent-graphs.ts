/**
 * The graphs of a store in memory (`STORE_URL=memory:`). The main thread sends them, because a worker cannot read them
 * itself.
 */
import { lowerBound } from '../../collections.js';
import type { GraphSnapshot, SnapshotSource } from '../../store/snapshot.js';
import type { GraphsMessage } from './protocol.js';

/** The number of remembered changes, for datasets without recent queries. */
const MAX_FEED = 100_000;

export class SentGraphs implements SnapshotSource {
  readonly #texts = new Map<string, string>();
  /** Sorted names; undefined after a change. */
  #names: string[] | undefined;
  #feed: { readonly sequence: number; readonly graph: string }[] = [];
  #feedBegin = 0;
  #sequence = 0;

  apply({ sequence, graphs }: Omit<GraphsMessage, 'kind'>): void {
    for (const { graph, text } of graphs) {
      if (text === '' ? this.#texts.delete(graph) : !this.#texts.has(graph)) this.#names = undefined;
      if (text !== '') this.#texts.set(graph, text);
      this.#feed.push({ sequence, graph });
    }
    this.#sequence = sequence;
    if (this.#feed.length <= MAX_FEED) return;
    this.#feedBegin = sequence;
    this.#feed = [];
  }

  read<Result>(read: (snapshot: GraphSnapshot) => Result): Result {
    return read({
      sequence: this.#sequence,
      graphs: this.#texts.size,
      names: (prefix, after) => this.#below(prefix, after),
      text: (graph) => this.#texts.get(graph) ?? '',
      changedSince: (sequence) => this.#changedSince(sequence),
    });
  }

  #changedSince(sequence: number): ReadonlySet<string> | undefined {
    if (sequence < this.#feedBegin) return undefined;
    return new Set(this.#feed.filter((change) => change.sequence > sequence).map(({ graph }) => graph));
  }

  *#below(prefix: string, after: string | undefined): Generator<string, void, undefined> {
    const names = (this.#names ??= [...this.#texts.keys()].sort());
    const first = lowerBound(names, (name) => (after === undefined ? name < prefix : name <= after));
    for (let at = first; names[at]?.startsWith(prefix) === true; at += 1) yield names[at] ?? '';
  }
}
