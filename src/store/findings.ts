import type { Lookup } from './lookup.js';

/** The expected indexes and graphs of a record. */
export interface Expected {
  readonly lookups: readonly Lookup[];
  /** Whether a graph is of a kind that this version knows, by its name. */
  readonly isKnown: (graph: string) => boolean;
}

/** The findings of a complete verification of a record. */
export interface Findings {
  readonly graphs: number;
  readonly statements: number;
  /** The number of indexes compared with the graphs. */
  readonly indexCount: number;
  /** The number of indexes that the next start of the node will build, after an import or an upgrade. */
  readonly unbuiltCount: number;
  /** Graphs that are damaged. */
  readonly damaged: readonly string[];
  /** Graphs of no kind that this version knows: nothing reads them. */
  readonly unknown: readonly string[];
  /** Lookups whose index differs from the graphs, with the difference. */
  readonly indexes: readonly { readonly lookup: string; readonly problem: string }[];
  /** Whether the stored numbers of graphs and statements are right. */
  readonly isCountedRight: boolean;
}
