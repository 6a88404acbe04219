/** The rows of the commit feed. */
import { z } from 'zod';
import { type Iri, isIri } from '../../rdf/terms.js';
import { DamagedDataError } from '../quarantine.js';
import type { FeedEntry, GraphChange } from '../record.js';

const graphs = z.array(z.custom<Iri>((value) => typeof value === 'string' && isIri(value)));

const changes = z.object({
  graphs,
  /** The dropped ones among them. */
  dropped: graphs,
  /** Lookups and partitions. */
  partitions: z.array(z.tuple([z.string(), z.string()])),
});

export interface FeedRow {
  readonly sequence: number;
  readonly batch: string;
  readonly changes: string;
}

/** The stored changes of a commit. */
export function storedChanges(of: readonly GraphChange[]): string {
  const partitions = new Map<string, [string, string]>();
  for (const { lookups } of of)
    for (const { lookup, added, removed } of lookups)
      for (const { partition } of [...added, ...removed])
        partitions.set(`${lookup}\n${partition}`, [lookup, partition]);
  const stored: z.input<typeof changes> = {
    graphs: of.map(({ graph }) => graph),
    dropped: of.filter(({ text }) => text === '').map(({ graph }) => graph),
    partitions: [...partitions.values()],
  };
  return JSON.stringify(stored);
}

/** The stored changes of a commit without the partitions, whose names may have been erased. */
export const withoutPartitions = (stored: string): string =>
  JSON.stringify({ ...changes.parse(JSON.parse(stored)), partitions: [] });

/** @throws DamagedDataError for a row that this release has not written. */
export function feedEntry(sequence: number, stored: string, isLocal: boolean): FeedEntry {
  try {
    const { graphs, partitions } = changes.parse(JSON.parse(stored));
    return {
      sequence,
      isLocal,
      graphs,
      partitions: partitions.map(([lookup, partition]) => ({ lookup, partition })),
    };
  } catch (cause) {
    throw new DamagedDataError(`the entry ${sequence} of the commit feed cannot be read`, { cause });
  }
}
