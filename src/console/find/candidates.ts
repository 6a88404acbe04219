/** What may be meant by a text: entries of the indexes of identifiers and words, before access is judged. */
import { MIN_LENGTH } from '../../logistics-objects/identifiers.js';
import {
  endPartition,
  type IdentifierEntry,
  identifierPartition,
  identifierStart,
  MIN_END,
  OBJECT_ID,
  parseIdentifierEntry,
  REQUEST_ID,
} from '../../logistics-objects/lookups.js';
import { entriesOfWord, type WordEntry } from '../../logistics-objects/word-entries.js';
import { flightWord } from '../../logistics-objects/words.js';
import type { ExchangeServices } from '../../logistics-objects/exchange-services.js';
import type { CopyNames } from '../../mirror/asking/copy-names.js';
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup } from '../../store/lookup.js';
import type { FlightText } from './flight-text.js';

const BATCH = 100;
/** Entries that are examined for a word, and for an answer, invisible ones included (K35). */
const MAX_OF_WORD = 200;
const MAX_EXAMINED = 400;

/** Behind all properties of a form. */
const LAST = '~';

/** Words of a text whose entries are read, and how many of each to see which one is rare. */
const MAX_READ_WORDS = 6;
const MAX_PROBED = 25;

/** How well something fits, the best first; terms of the data model come after all (K31). */
export const ranks = ['number', 'exact', 'beginning', 'name', 'goods', 'end'] as const;
export type Rank = (typeof ranks)[number];

/** An entry that fits by an identifier, or by words, which are compared with its texts. */
export interface Candidate {
  readonly id: string;
  readonly isRequest: boolean;
  readonly isCopy: boolean;
  readonly by:
    { readonly kind: 'identifier'; readonly rank: Rank; readonly entry: IdentifierEntry } | { readonly kind: 'words' };
}

/** The entries that one answer may still examine. */
export class Examined {
  #left = MAX_EXAMINED;
  /** Whether entries were left unexamined. */
  isCut = false;

  /** The most entries that may be read next. */
  get most(): number {
    return Math.min(this.#left, MAX_OF_WORD);
  }

  take(count = 1): void {
    this.#left = Math.max(0, this.#left - count);
  }
}

type Services = Pick<ExchangeServices, 'store' | 'lookups'> & { readonly copyNames: CopyNames | undefined };

/** The properties of numbers of waybills, which come before other identifiers. */
const NUMBER = 'waybillNumber';

export class Candidates {
  constructor(
    private readonly services: Services,
    /** Copies too, after own objects of the same rank. */
    private readonly withCopies: boolean,
    private readonly examined: Examined,
  ) {}

  /** The entries with a canonical form, then those that begin with it; of each, copies come after own ones. */
  async *identifiers(form: string): AsyncGenerator<Candidate, void, undefined> {
    if (form.length < MIN_LENGTH) return;
    const { lookups, copyNames } = this.services;
    const sources = [
      { lookup: lookups.objects.identifiers, isCopy: false },
      ...(this.withCopies && copyNames !== undefined ? [{ lookup: copyNames.identifiers, isCopy: true }] : []),
    ];
    for (const isExact of [true, false])
      for (const { lookup, isCopy } of sources)
        for await (const entry of this.#entriesOf(form, lookup, isExact)) {
          const rank = !isExact ? 'beginning' : entry.property === NUMBER ? 'number' : 'exact';
          yield candidateOf(entry, isCopy, rank);
        }
  }

  /** The entries whose form ends with another. */
  async *ends(form: string): AsyncGenerator<Candidate, void, undefined> {
    if (form.length < MIN_END) return;
    const { store, lookups } = this.services;
    const { most } = this.examined;
    const page = { limit: most + 1 };
    const entries = await store.lookup(lookups.objects.identifierEnds, endPartition(form), page);
    this.examined.take(entries.length);
    if (entries.length > most) this.examined.isCut = true;
    for (const { value } of entries.slice(0, most)) {
      const entry = parseIdentifierEntry(value);
      if (entry.identifier.endsWith(form) && !entry.identifier.startsWith(form)) yield candidateOf(entry, false, 'end');
    }
  }

  /** The flights of a day. */
  async *flights({ numbers, day }: FlightText): AsyncGenerator<Candidate, void, undefined> {
    if (day === undefined) return;
    const { store, lookups } = this.services;
    for (const number of numbers) {
      const word = flightWord(number, day);
      const { entries } = await entriesOfWord(store, lookups.objects.words, word, this.examined.most);
      this.examined.take(entries.length);
      for (const { id, word: found } of entries)
        if (found === word)
          yield candidateOf({ identifier: number, property: 'transportIdentifier', id }, false, 'exact');
    }
  }

  /**
   * The entries of one of the words, if all of them can be examined; else the newest of each word. The others of the words
   * remain to be compared.
   */
  async *words(words: readonly string[]): AsyncGenerator<Candidate, void, undefined> {
    const { lookups, copyNames } = this.services;
    yield* this.#wordsIn(words, lookups.objects.words, false);
    if (this.withCopies && copyNames !== undefined) yield* this.#wordsIn(words, copyNames.words, true);
  }

  async *#wordsIn(
    words: readonly string[],
    lookup: IndexedLookup,
    isCopy: boolean,
  ): AsyncGenerator<Candidate, void, undefined> {
    // A long word is rarer; a few entries of each show whether one is rare.
    const rarest = [...words].sort((one, other) => other.length - one.length).slice(0, MAX_READ_WORDS);
    const limits = rarest.length > 1 ? [MAX_PROBED, MAX_OF_WORD] : [MAX_OF_WORD];
    const found: WordEntry[] = [];
    let isWhole = words.length === 0;
    for (const limit of limits)
      for (const word of rarest) {
        const most = Math.min(limit, this.examined.most);
        if (isWhole || most === 0) break;
        const read = await entriesOfWord(this.services.store, lookup, word, most);
        this.examined.take(read.entries.length);
        ({ isWhole } = read);
        if (isWhole) found.length = 0;
        found.push(...read.entries);
      }
    if (!isWhole) this.examined.isCut = true;
    for (const id of new Set(found.map((entry) => entry.id)))
      yield { id, isRequest: false, isCopy, by: { kind: 'words' } };
  }

  /** @param isExact only the entries with this form; else those of longer forms. */
  async *#entriesOf(
    form: string,
    lookup: IndexedLookup,
    isExact: boolean,
  ): AsyncGenerator<IdentifierEntry, void, undefined> {
    const start = identifierStart(isExact ? `${form}/` : form);
    let left = this.examined.most;
    for (let after = start; ;) {
      const place = { after: { order: 0, value: after }, limit: BATCH };
      const page = await this.services.store.lookup(lookup, identifierPartition(form), place);
      let passed: Iri | undefined;
      for (const { value } of page) {
        if (!value.startsWith(start)) return;
        const entry = parseIdentifierEntry(value);
        if (!isExact && entry.identifier === form) {
          passed = identifierStart(`${form}/${LAST}`);
          break;
        }
        if (left === 0) {
          this.examined.isCut = true;
          return;
        }
        left -= 1;
        this.examined.take();
        yield entry;
      }
      const last = passed ?? page.at(-1)?.value;
      if (last === undefined || (passed === undefined && page.length < BATCH)) return;
      after = last;
    }
  }
}

const candidateOf = (entry: IdentifierEntry, isCopy: boolean, rank: Rank): Candidate => ({
  id: entry.id,
  isRequest: entry.property === REQUEST_ID,
  isCopy,
  by: { kind: 'identifier', rank, entry },
});

/** Whether an entry is the id of what it names, not a business identifier. */
export const isId = ({ property }: IdentifierEntry): boolean => property === OBJECT_ID || property === REQUEST_ID;
