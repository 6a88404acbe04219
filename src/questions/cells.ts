/** The cells of a question's rows: things by number or name, not by IRI; times as times (K65). */
import { PromiseCache } from '../async/promise-cache.js';
import type { TableCell } from '../exports/table.js';
import { dateOf } from '../exports/table.js';
import type { Caller } from '../http/caller.js';
import { meaningOfCode, wordOfClass, wordOfProperty, type WordLanguage } from '../model/words/words.js';
import { localName } from '../rdf/terms.js';
import { xsdNs } from '../rdf/vocabulary.js';
import { durationText, hoursOf, secondsOf } from './durations.js';
import type { ColumnKind } from './question.js';
import type { ResultCell, ResultColumn } from './schemas.js';
import type { Solution, SolutionTerm } from './solutions.js';

const NUMBERS = new Set([
  ...['integer', 'decimal', 'double', 'float', 'int', 'long', 'short', 'byte', 'unsignedInt', 'unsignedLong'],
  ...[
    'positiveInteger',
    'nonNegativeInteger',
    'negativeInteger',
    'nonPositiveInteger',
    'unsignedShort',
    'unsignedByte',
  ],
]);
const TIMES = new Set(['dateTime', 'dateTimeStamp', 'date']);
const DURATIONS = new Set(['duration', 'dayTimeDuration']);

const none: ResultCell = { value: null, label: '' };
/** The list of the codes of events. */
const STATUS_CODES = 'StatusCode';

/** Names resources as a caller may see them. */
export interface ResourceNames {
  /** @returns undefined for what the caller may not see; `mirrored` for a copy of a partner's object. */
  of(uri: string, caller: Caller): Promise<{ readonly label: string | null; readonly mirrored?: true } | undefined>;
  /** The name that a partner was given (K52); undefined without one, and for other callers than internal agents. */
  given(uri: string, caller: Caller): Promise<string | undefined>;
  /** Either of them; null without one. */
  label(uri: string, caller: Caller): Promise<string | null>;
}

/** What a column is, with the words of its values. */
export interface CellColumn extends ResultColumn {
  readonly words: Readonly<Record<string, string>> | undefined;
}

/** The kind of a term's value. */
function kindOf({ type, datatype = '' }: SolutionTerm): Exclude<ColumnKind, 'auto'> {
  if (type !== 'literal') return type === 'uri' ? 'object' : 'text';
  const name = datatype.startsWith(xsdNs) ? datatype.slice(xsdNs.length) : '';
  if (NUMBERS.has(name)) return 'number';
  if (TIMES.has(name)) return 'time';
  return DURATIONS.has(name) ? 'duration' : 'text';
}

/** The kind of a column of values of any kind: theirs, if they are all of one. */
export function kindOfColumn(name: string, rows: readonly Solution[]): Exclude<ColumnKind, 'auto'> {
  let kind: Exclude<ColumnKind, 'auto'> | undefined;
  for (const row of rows) {
    const term = row[name];
    if (term === undefined) continue;
    const other = kindOf(term);
    if (kind !== undefined && kind !== other) return 'text';
    kind = other;
  }
  return kind ?? 'text';
}

/** The end of an IRI without its namespace. */
const endOf = (iri: string): string => localName(iri) || iri;

export class CellNames {
  readonly #names = new PromiseCache<string, Pick<ResultCell, 'label' | 'server'>>();

  /** @param base of this node. */
  constructor(
    private readonly labels: ResourceNames,
    private readonly base: string,
    private readonly caller: Caller,
    private readonly language: WordLanguage,
  ) {}

  async cell(term: SolutionTerm | undefined, column: CellColumn): Promise<ResultCell> {
    if (term === undefined) return none;
    return term.type === 'uri' ? this.#resource(term.value, column) : literalCell(term, column, this.language);
  }

  async #resource(uri: string, { kind, words }: CellColumn): Promise<ResultCell> {
    const end = endOf(uri);
    const word = words && Object.hasOwn(words, end) ? words[end] : undefined;
    if (word !== undefined) return { value: end, label: word, uri };
    if (kind === 'class') return { value: end, label: wordOfClass(end, this.language) ?? end, uri };
    if (kind === 'property') return { value: end, label: wordOfProperty(end, this.language) ?? end, uri };
    if (kind === 'code') return { value: end, label: meaningOfCode(STATUS_CODES, end, this.language) ?? end, uri };
    if (kind === 'request') return { value: end, label: end, uri };
    const { label, server } = await this.#nameOf(uri);
    return { value: label, label, uri, ...(server !== undefined && { server }) };
  }

  #nameOf(uri: string): Promise<Pick<ResultCell, 'label' | 'server'>> {
    return this.#names.remember(uri, () => this.#lookUp(uri));
  }

  async #lookUp(uri: string): Promise<Pick<ResultCell, 'label' | 'server'>> {
    const found = await this.labels.of(uri, this.caller);
    const host = URL.canParse(uri) && !uri.startsWith(`${this.base}/`) ? new URL(uri).host : '';
    const given = found?.label ?? (await this.labels.given(uri, this.caller));
    // A partner that is no object here and has no name is known by its server.
    const name = given ?? (host === '' ? endOf(uri) : `${endOf(uri)} (${host})`);
    return found?.mirrored === true ? { label: name, server: host } : { label: name };
  }
}

function literalCell(term: SolutionTerm, { kind, words }: CellColumn, language: WordLanguage): ResultCell {
  const { value: text } = term;
  const word = words && Object.hasOwn(words, text) ? words[text] : undefined;
  if (word !== undefined) return { value: text, label: word };
  if (kind === 'property') {
    const named = text.split(', ').map((name) => wordOfProperty(name, language) ?? name);
    return { value: text, label: named.join(', ') };
  }
  if (kind === 'code') return { value: text, label: meaningOfCode(STATUS_CODES, text, language) ?? text };
  const own = kindOf(term);
  if (own === 'number') {
    const value = Number(text);
    if (Number.isFinite(value)) return { value, label: /e/i.test(text) ? String(value) : text };
  }
  if (own === 'duration') {
    const seconds = secondsOf(text);
    if (seconds !== undefined) return { value: text, label: durationText(seconds) };
  }
  if (own === 'time' && text.includes('T')) {
    const time = new Date(text);
    // A date without a time stays one.
    if (!Number.isNaN(time.getTime())) return { value: time.toISOString(), label: time.toISOString() };
  }
  return { value: text, label: text };
}

/** A cell in a file. */
export function fileCell({ value, label }: ResultCell, kind: ColumnKind): TableCell {
  if (value === null) return null;
  if (kind === 'time') return typeof value === 'string' && value.includes('T') ? dateOf(value) : value;
  if (kind === 'number') return value;
  if (kind !== 'duration') return label;
  const seconds = typeof value === 'string' ? secondsOf(value) : undefined;
  return seconds === undefined ? label : hoursOf(seconds);
}
