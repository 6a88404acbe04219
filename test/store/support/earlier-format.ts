/** A store in a format of before 0.2.0, which no release reads. */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open } from 'lmdb';
import { base } from './open.js';

export async function writeEarlierFormat(
  folder: string,
  graphs: Iterable<readonly [graph: string, text: string]>,
  format: '1' | '2',
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
    void feed.put(1, `${base}/a`);
    void meta.put('format', format);
    void meta.put('base', base);
  });
  await root.close();
}
