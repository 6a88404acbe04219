/** Random commits, with lookups whose entries they change. */
import { type Iri, iri } from '../../../src/rdf/terms.js';
import { keyPart } from '../../../src/store/key-part.js';
import type { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import type { Lookup, LookupEntry, LookupPage } from '../../../src/store/lookup.js';
import type { GraphChange, PendingCommit } from '../../../src/store/record.js';
import type { Random } from '../../support/random.js';
import { base } from './open.js';

const names = ['one', 'two'];
export const lookups = names.map((name): Lookup => ({ name, version: 1, covers: () => false, entries: () => [] }));
export const partitions = [`${base}/a`, 'b', `${base}/${'long'.repeat(150)}`];
/** Within and outside the base, of one and of several units, and longer than a key. */
const values = ['/x', '/y', '/\ud83d\ude80', '/\uffee', `/${'z'.repeat(500)}1`, `/${'z'.repeat(500)}2`].flatMap(
  (end) => [iri(base + end), iri(`urn:other${end}`)],
);
export const graphs = Array.from({ length: 8 }, (_, number) => iri(`${base}/g${String(number)}`));

/** All graphs and all entries. */
export interface StoredState {
  readonly graphs: Readonly<Record<string, string>>;
  readonly entries: readonly string[];
}

/** An entry with the names that the trees have. */
const entryText = (lookup: string, { partition, order, value }: LookupEntry): string =>
  [lookup, keyPart(partition.replace(base, '')), String(order), value].join('\n');

/** What a file has. */
export const stateOf = (file: LmdbFile): StoredState => ({
  graphs: Object.fromEntries(Array.from(file.graphs(), ({ graph, text }) => [graph, text])),
  entries: names.flatMap((name) => Array.from(file.index.entries(name), (entry) => entryText(name, entry))).sort(),
});

/** Random commits: entries are added and removed, also twice; graphs are written and dropped. */
export class Commits {
  readonly #entries = new Map<string, { readonly lookup: string; readonly entry: LookupEntry }>();
  readonly #graphs = new Map<Iri, string>();

  constructor(private readonly random: Random) {}

  next(): PendingCommit {
    const { random } = this;
    const changes = Array.from({ length: 1 + random.below(3) }, (): GraphChange => {
      const graph = random.one(graphs);
      const isDropped = this.#graphs.has(graph) && random.chance(0.3);
      const text = isDropped ? '' : `<${graph}> <urn:p> "${String(random.below(1e9))}" .\n`;
      if (isDropped) this.#graphs.delete(graph);
      else this.#graphs.set(graph, text);
      const changed = names.map((lookup) => {
        const removed: LookupEntry[] = [];
        for (const [key, each] of this.#entries)
          if (each.lookup === lookup && random.chance(0.1)) {
            removed.push(each.entry);
            this.#entries.delete(key);
          }
        const added: LookupEntry[] = [];
        for (let count = random.below(3); count > 0; count -= 1) {
          const entry = { partition: random.one(partitions), order: random.below(5), value: random.one(values) };
          const key = [lookup, entry.partition, String(entry.order), entry.value].join('\n');
          if (this.#entries.has(key)) continue;
          this.#entries.set(key, { lookup, entry });
          added.push(entry);
        }
        return { lookup, added, removed };
      });
      return { graph, text, growth: random.below(3), lookups: changed };
    });
    return { changes, lockKeys: [], since: 0 };
  }

  /** What a store has that holds all of them. */
  get state(): StoredState {
    const entries = Array.from(this.#entries.values(), ({ lookup, entry }) => entryText(lookup, entry));
    return { graphs: Object.fromEntries(this.#graphs), entries: entries.sort() };
  }

  page(): LookupPage {
    const { random } = this;
    return {
      ...(random.chance(0.6) && { limit: random.below(6) }),
      ...(random.chance(0.3) && { offset: random.below(5) }),
      ...(random.chance(0.4) && { after: { order: random.below(5), value: random.one(values) } }),
      ...(random.chance(0.5) && { reverse: true }),
      ...(random.chance(0.2) && { from: random.below(4) }),
      ...(random.chance(0.2) && { until: random.below(5) }),
    };
  }
}
