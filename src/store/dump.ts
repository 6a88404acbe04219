/** A store's graphs as a document that any RDF tool reads: N-Quads, or TriG for people; and the same back. */
import { join } from 'node:path';
import { Disk, FILE } from './disk.js';
import { exists } from './disk-file.js';
import { lockFolder } from './lock.js';
import { lines } from './ntriples.js';
import type { GraphText } from './store.js';
import { StoreError } from './store-error.js';

export const dumpFormats = ['nquads', 'trig'] as const;
export type DumpFormat = (typeof dumpFormats)[number];

/** One graph in a document of its kind. N-Triples is Turtle, so it stands in TriG as it is. */
export function dumped({ graph, text }: GraphText, format: DumpFormat): string {
  if (format === 'trig') return `<${graph}> {\n${text}}\n`;
  return lines(text)
    .map((line) => `${line.slice(0, -1)}<${graph}> .\n`)
    .join('');
}

/** The graphs of a store that no node has open. */
export interface ClosedStore {
  readonly size: number;
  graphs(): Iterable<GraphText>;
}

/**
 * Holds the store in a folder while it is read.
 *
 * @throws StoreError when there is none, a node has it open, or it is damaged.
 */
export async function withClosedStore<Result>(
  folder: string,
  read: (store: ClosedStore) => Promise<Result>,
): Promise<Result> {
  if (!(await exists(join(folder, FILE)))) {
    throw new StoreError(`there is no store in ${folder}: STORE_URL must name its folder`);
  }
  const lock = await lockFolder(folder);
  try {
    const disk = await Disk.open({ folder, base: undefined, feedLength: 0 });
    try {
      return await read({ size: disk.size, graphs: () => disk.graphs() });
    } finally {
      await disk.close();
    }
  } finally {
    await lock.release();
  }
}
