/** The texts of graphs in a store's file, each compared with its checksum when it is read. */
import type { Transaction } from 'lmdb';
import type { CheckedGraph } from '../record.js';
import { textOf, verifyChecksum } from '../checksum.js';
import { statementsOfDamaged } from '../quarantine.js';
import type { Databases } from './environment.js';

/** Graphs in one read when all are read. */
const SLICE = 64;

export class GraphTexts {
  constructor(private readonly databases: Pick<Databases, 'graphs' | 'names'>) {}

  /**
   * A graph as N-Triples.
   *
   * @param transaction the state to read; the last commit by default.
   * @returns empty if the graph does not exist; undefined if its value cannot be decompressed, or does not match its
   * checksum.
   */
  get(graph: string, transaction?: Transaction): string | undefined {
    const { graphs, names } = this.databases;
    let value: string | undefined;
    try {
      value = graphs.get(names.short(graph), transaction && { transaction });
    } catch {
      // A damaged value that cannot be decompressed: LMDB has no class or code for its errors.
      return undefined;
    }
    return value === undefined ? '' : verifyChecksum(graph, value);
  }

  /** As `GraphRecord.graphNames`. */
  names(after: string, limit: number): string[] {
    const { graphs, names } = this.databases;
    const start = after === '' ? {} : { start: names.short(after), exclusiveStart: true };
    return Array.from(graphs.getKeys({ limit, ...start }), (key) => names.full(key));
  }

  /** The number of statements in a damaged graph, by its lines; one if they are unreadable. */
  countDamaged(graph: string): number {
    const { graphs, names } = this.databases;
    try {
      return statementsOfDamaged(textOf(graphs.get(names.short(graph)) ?? ''));
    } catch {
      return 1;
    }
  }

  /**
   * Some graphs in the order of their names; none after the last one.
   *
   * @param after the last graph of the slice before.
   * @throws the errors of LMDB for an unreadable file.
   */
  slice(after: string | undefined): CheckedGraph[] {
    const { graphs, names } = this.databases;
    const options = { limit: SLICE, ...(after !== undefined && { start: names.short(after), exclusiveStart: true }) };
    try {
      return Array.from(graphs.getRange({ ...options }), ({ key, value }) => {
        const graph = names.full(key);
        return { graph, text: verifyChecksum(graph, value) };
      });
    } catch {
      // One of the values cannot be decompressed, and the error does not say which: they are read one by one.
      return Array.from(graphs.getKeys({ ...options }), (key) => {
        const graph = names.full(key);
        return { graph, text: this.get(graph) };
      });
    }
  }
}
