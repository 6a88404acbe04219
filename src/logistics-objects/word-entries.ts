/** The entries of the lookup of words, and the reading of those with a beginning. */
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri, isIri, node } from '../rdf/terms.js';
import { dcterms } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupEntry, LookupReader } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';
import { MIN_WORD, storedWords } from './words.js';

/** The prefix of the values: `word:<word>/<age>/<id>`. */
const SCHEME = 'word:';
/** Its difference to the digits of a time orders objects from the newest to the oldest. */
const LAST_TIME = 99_999_999_999_999;

/** The partition of a word, and of all words with the same beginning: its first characters. */
const partitionOf = (word: string): string => encodeURIComponent(Array.from(word).slice(0, MIN_WORD).join(''));

/** After a word: behind all its entries. */
const BEHIND = '/~';

const startOf = (word: string): string => SCHEME + encodeURIComponent(word);

/** The time of an object's creation to the second, such that later ones are smaller. */
const ageOf = (created: Date): number =>
  LAST_TIME - Number(created.toISOString().replace(/\D/g, '').slice(0, String(LAST_TIME).length));

/** An entry of the lookup. */
export interface WordEntry {
  readonly word: string;
  readonly id: string;
}

export function wordOf(value: Iri): WordEntry {
  const [word = '', , id = ''] = value.slice(SCHEME.length).split('/');
  return { word: decodeURIComponent(word), id };
}

/** The entries of words. @param id of what has them. */
export function wordEntries(words: readonly string[], created: Date, id: string): LookupEntry[] {
  const age = ageOf(created);
  return words.flatMap((word) => {
    const value = `${startOf(word)}/${age}/${id}`;
    return isIri(value) ? [{ partition: partitionOf(word), order: 0, value }] : [];
  });
}

/** The entries of a graph with the words of an object. */
export function storedWordEntries(statements: Graph, object: Iri | undefined, uris: UriScheme): LookupEntry[] {
  const id = object && uris.objectId(object);
  const created = object && statements.date(node(object), dcterms.created);
  if (object === undefined || id === undefined || created === undefined) return [];
  return wordEntries(storedWords(statements, object), created, id);
}

/** Entries of words with one beginning. */
export interface WordEntries {
  readonly entries: readonly WordEntry[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** The most entries of each longer word: rarer words get their turn. */
const MAX_OF_LONGER = 20;

/**
 * The entries of a word, then those of words that begin with it; of each word the newest first.
 *
 * @param limit the most entries that are examined (K35).
 */
export async function entriesOfWord(
  reader: LookupReader,
  lookup: IndexedLookup,
  word: string,
  limit: number,
): Promise<WordEntries> {
  const start = startOf(word);
  const found: WordEntry[] = [];
  const read = async (after: string, most: number): Promise<Iri[]> => {
    const entries = await reader.lookup(lookup, partitionOf(word), {
      after: { order: 0, value: iri(after) },
      limit: most,
    });
    return entries.map(({ value }) => value);
  };
  const ofWord = (values: readonly Iri[], one: string): Iri[] =>
    values.filter((value) => value.startsWith(`${startOf(one)}/`));
  const own = ofWord(await read(`${start}/`, limit + 1), word);
  found.push(...own.slice(0, limit).map(wordOf));
  let isWhole = own.length <= limit;
  for (let after = start; found.length < limit;) {
    const most = Math.min(limit - found.length, MAX_OF_LONGER);
    const values = await read(after, most + 1);
    const [first] = values;
    if (first?.startsWith(start) !== true) return { entries: found, isWhole };
    const { word: next } = wordOf(first);
    after = `${startOf(next)}${BEHIND}`;
    if (next === word) continue;
    const same = ofWord(values, next);
    found.push(...same.slice(0, most).map(wordOf));
    if (same.length > most) isWhole = false;
  }
  return { entries: found, isWhole: false };
}
