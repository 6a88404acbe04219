/** A store in the format of an earlier release, which this one no longer writes. */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open } from 'lmdb';
import { base } from './open.js';

/** @param commits the sequence of the last commit. */
export async function writeFormat2(
  folder: string,
  graphs: Iterable<readonly [graph: string, text: string]>,
  { format = '2', commits = 7 }: { readonly format?: '1' | '2'; readonly commits?: number } = {},
): Promise<void> {
  const root = open({ path: join(folder, 'store.mdb'), noSubdir: true, encoding: 'string', maxDbs: 8 });
  const meta = root.openDB<string, string>({ name: 'meta', encoding: 'string' });
  const texts = root.openDB<string, string>({ name: 'graphs', encoding: 'string' });
  const feed = root.openDB<string, number>({ name: 'commits', encoding: 'string' });
  await root.childTransaction(() => {
    for (const [graph, text] of graphs) {
      const checksum = crc32(text, crc32(graph)).toString(16).padStart(8, '0');
      void texts.put(graph, `#${checksum}\n${text}`);
    }
    for (let sequence = 1; sequence <= commits; sequence += 1) void feed.put(sequence, `${base}/a`);
    void meta.put('format', format);
    void meta.put('base', base);
    // What format 2 has beside format 1: indexes, and the marks that they are complete.
    if (format === '2') {
      void root.openDB({ name: 'lookups', encoding: 'string' }).put(['events', 'x', 1, 'y'], 'y');
      void meta.put('lookup events', '1');
    }
  });
  await root.close();
}
