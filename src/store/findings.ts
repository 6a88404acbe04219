import type { Lookup } from './lookup.js';

/** What is compared with the graphs of a record. */
export interface Expected {
  readonly lookups: readonly Lookup[];
  /** Whether a graph is of a kind that this version knows, by its name. */
  readonly isKnown: (graph: string) => boolean;
}

/** What a comparison of everything that a record holds has found. */
export interface Findings {
  readonly graphs: number;
  readonly statements: number;
  /** How many indexes were compared with the graphs. */
  readonly indexCount: number;
  /** How many are left to the next start of the node, which makes them: after an import or an upgrade. */
  readonly unbuiltCount: number;
  /** Graphs that are damaged. */
  readonly damaged: readonly string[];
  /** Graphs of no kind that this version knows: nothing reads them. */
  readonly unknown: readonly string[];
  /** Lookups whose index says something else than the graphs, with what. */
  readonly indexes: readonly { readonly lookup: string; readonly problem: string }[];
  /** Whether the kept numbers of graphs and statements are those that were counted. */
  readonly isCountedRight: boolean;
}
