/**
 * Fills a store with many objects through the store's own code, in large commits: copies of an object that a node has
 * created, with identifiers and times of their own. The records of each are those of the exchange.
 */
import { createHash } from 'node:crypto';
import { createLookups } from '../src/lookups.js';
import { Graph } from '../src/rdf/graph.js';
import { iri } from '../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../src/rdf/vocabulary.js';
import { LmdbFile } from '../src/store/lmdb/lmdb-file.js';
import { type LookupChange, lookupChanges } from '../src/store/lookup.js';
import { lines, parseTriples } from '../src/store/oxigraph/ntriples.js';
import type { GraphChange } from '../src/store/record.js';
import { UriScheme } from '../src/uris.js';

/** The number of objects per commit. */
const BATCH = 100;

/** A UUID that is constant for a number, so that keys are as scattered as a node's. */
function uuid(number: number): string {
  const hex = createHash('sha256').update(String(number)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The store's notation of times: without trailing zeros in the fraction. */
const canonical = (time: number): string => new Date(time).toISOString().replace(/\.?0*Z$/, 'Z');

/** The URI of a copy. */
export const copyUri = (base: string, number: number): string => `${base}/logistics-objects/${uuid(number)}`;

/** Creates a number of copies of an object with one revision. The node must not be running. */
export async function fill(folder: string, base: string, template: string, count: number): Promise<void> {
  const lookups = createLookups(new UriScheme(iri(base)), createVocabulary(standardNamespaces)).indexes;
  const file = await LmdbFile.open({ folder, base: iri(base), feedLength: 1, lookups });
  try {
    const texts = ['head', 'words', 'revisions/1', 'revisions/1/provenance'].flatMap((name) => {
      const graph = iri(`${template}/${name}`);
      const text = file.text(graph);
      return text === '' ? [] : [{ graph, text }];
    });
    const created = /created> "([^"]*)"/.exec(texts[0]?.text ?? '')?.[1] ?? '';
    const first = Date.parse(created) - count;
    let { sequence } = file;
    for (let start = 0; start < count; start += BATCH) {
      const indexes = new Map<string, LookupChange['added'][number][]>();
      const changes = Array.from({ length: Math.min(BATCH, count - start) }, (_, index): GraphChange[] => {
        const [uri, time] = [copyUri(base, start + index), first + start + index];
        const own = (text: string): string => text.replaceAll(template, uri).replaceAll(created, canonical(time));
        for (const { graph, text } of texts) {
          const name = iri(own(graph));
          const covering = lookups.filter(({ covers }) => covers(name));
          if (covering.length === 0) continue;
          const after = new Graph(parseTriples(own(text)));
          for (const { lookup, added } of lookupChanges(covering, name, { before: new Graph([]), after })) {
            const index = indexes.get(lookup) ?? [];
            indexes.set(lookup, index);
            index.push(...added);
          }
        }
        return texts.map(({ graph, text }) => ({
          graph: iri(own(graph)),
          text: own(text),
          growth: lines(text).length,
          lookups: [],
        }));
      }).flat();
      const [one, ...others] = changes;
      if (one === undefined) break;
      const added = Array.from(indexes, ([lookup, all]): LookupChange => ({ lookup, added: all, removed: [] }));
      sequence += 1;
      await file.write(sequence, [{ changes: [{ ...one, lookups: added }, ...others] }]);
      if (process.stdout.isTTY) process.stdout.write(`\r${start + BATCH} of ${count} objects`);
    }
  } finally {
    await file.close();
  }
}
