/** The named graphs of a node in a plain store of Oxigraph in this process (W40). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Store } from 'oxigraph';

/** Statements are loaded in chunks of this many characters. */
const CHUNK = 2 ** 22;

/** Graphs that queries do not reach. */
const HIDDEN = /\/(?:head|acl|links)> \.$/;

export class PlainStore {
  private constructor(private readonly store: Store) {}

  /** @param file a document of N-Quads. */
  static async of(file: string): Promise<PlainStore> {
    const store = new Store();
    let chunk = '';
    const load = (): void => {
      store.load(chunk, { format: 'application/n-quads' });
      chunk = '';
    };
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      if (HIDDEN.test(line)) continue;
      chunk += `${line}\n`;
      if (chunk.length > CHUNK) load();
    }
    load();
    return new PlainStore(store);
  }

  /** The duration of a query, until its results are written as JSON and read. */
  time(query: string): number {
    const begin = performance.now();
    const text = this.store.query(query, { results_format: 'json' });
    if (typeof text === 'string') JSON.parse(text);
    return performance.now() - begin;
  }
}
