/** Reads query parameters as values of their types; an invalid one is a 400 that names it. */
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import { LIST_END, type ListPosition } from '../store/lookup.js';
import { readCursor, writeCursor } from './cursors.js';

/** A time in a query. It is compared as the end of its second (D10). */
export interface TimeParameter {
  /** The end of its second. */
  readonly until: Date;
  /** The begin of its second. */
  readonly second: Date;
  /** With its fraction, to the millisecond. */
  readonly instant: Date;
  /** In the compact form `YYYYMMDDThhmmssZ`. */
  readonly compact: string;
}

const COMPACT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const EXTENDED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?Z$/;

/** Reads a time in either form of D10; undefined if it is not valid, such as 31 February. */
export function parseTime(text: string): TimeParameter | undefined {
  const match = COMPACT.exec(text) ?? EXTENDED.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const seconds = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const instant = new Date(`${seconds}.${milliseconds}Z`);
  // Date turns 31 February into 3 March.
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 19) !== seconds) return undefined;
  return {
    instant,
    second: new Date(`${seconds}.000Z`),
    until: new Date(`${seconds}.999Z`),
    compact: `${seconds.replace(/[-:]/g, '')}Z`,
  };
}

/** @throws ServiceError `invalid-query` for a time after the current second (specification, rules for `at`; D45). */
export function assertPast(name: string, { second }: TimeParameter, clock: Clock): void {
  if (second > clock.now()) throw invalidQuery(name, 'must not be in the future');
}

export const MAX_COUNT = 999_999_999;

/** The most entries of a page (D69). */
export const MAX_LIMIT = 1_000;

/** The query parameters that name a page of a list. */
export const PAGE_PARAMETERS = ['limit', 'skip', 'after', 'before'] as const;

/** `before=end`: the last page. */
export const LAST_PAGE = 'end';

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  /** The position that a cursor names: the page after it, or the page before it, which may be `LIST_END`. */
  readonly after?: ListPosition;
  readonly before?: ListPosition;
}

export function invalidQuery(name: string, message: string): ServiceError {
  return new ServiceError('invalid-query', `query parameter \`${name}\` ${message}`);
}

/** @throws ServiceError `invalid-query` for a position in a list that has pages by number only. */
export function assertNumbered({ after, before }: PageRequest, where: string): void {
  if (after !== undefined || before !== undefined)
    throw invalidQuery(
      after === undefined ? 'before' : 'after',
      `does not apply to ${where}, whose pages have numbers`,
    );
}

function splitItems(name: string, values: readonly string[]): string[] {
  const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
  const filled = items.filter((item) => item !== '');
  // An empty filter is probably a mistake, and would match everything.
  if (values.length > 0 && filled.length === 0) throw invalidQuery(name, 'must not be empty');
  return filled;
}

/** The query of one request; a parameter may go by several names (`updated-from`, `updatedFrom`). */
export class QueryParameters {
  readonly #parameters: URLSearchParams;
  readonly #declared: readonly string[] | undefined;
  readonly #path: string;

  /**
   * @param text form-encoded: the part of a URL after the question mark, or the body of a form.
   * @param declared the names that may be read; undefined: all.
   * @param path of the list that the cursors belong to.
   */
  constructor(text: string, declared?: readonly string[], path = '') {
    this.#parameters = text === '' ? NONE : new URLSearchParams(text);
    this.#declared = declared;
    this.#path = path;
  }

  /** The query of a URL, with the names that its resource declares. */
  static of(address: string, declared?: readonly string[]): QueryParameters {
    const at = address.indexOf('?');
    if (at === -1) return new QueryParameters('', declared, address);
    return new QueryParameters(address.slice(at + 1), declared, address.slice(0, at));
  }

  /** Another query of the same list. */
  another(text: string, declared: readonly string[]): QueryParameters {
    return new QueryParameters(text, declared, this.#path);
  }

  /** @throws Error, a defect, for a name that the resource does not declare: the description would lack it. */
  #assertDeclared(name: string): void {
    if (this.#declared?.includes(name) === false)
      throw new Error(`the query parameter ${name} is read, but its operation does not declare it`);
  }

  #values(name: string): string[] {
    this.#assertDeclared(name);
    return this.isEmpty ? [] : this.#parameters.getAll(name);
  }

  get isEmpty(): boolean {
    return this.#parameters.size === 0;
  }

  toString(): string {
    return this.#parameters.toString();
  }

  all(name: string): string[] {
    return this.#values(name);
  }

  /** The parameter's value; a repeated one is a 400. */
  text(...names: readonly [string, ...string[]]): string | undefined {
    if (this.isEmpty) {
      // As for most requests.
      for (const name of names) this.#assertDeclared(name);
      return undefined;
    }
    const values = names.flatMap((name) => this.#values(name));
    if (values.length > 1) throw invalidQuery(names[0], 'is given more than once');
    return values[0];
  }

  /** @throws ServiceError `invalid-query` for any other parameter. */
  assertOnly(names: readonly string[]): void {
    for (const name of this.#parameters.keys()) {
      if (names.includes(name)) continue;
      const allowed = names.length === 0 ? 'there are none here' : `choose from ${names.join(', ')}`;
      throw invalidQuery(name, `is unknown: ${allowed}`);
    }
  }

  /** Comma-separated values of all occurrences, without empty ones. */
  list(...names: readonly [string, ...string[]]): string[] {
    return names.flatMap((name) => splitItems(name, this.#values(name)));
  }

  /** As `list`, but a repeated parameter, or one by two of its names, is a 400 (V29). */
  listOnce(...names: readonly [string, ...string[]]): string[] {
    const value = this.text(...names);
    return value === undefined ? [] : splitItems(names[0], [value]);
  }

  boolean(name: string): boolean {
    const value = this.text(name);
    if (value === undefined || value === 'false') return false;
    if (value === 'true') return true;
    throw invalidQuery(name, 'must be true or false');
  }

  time(...names: readonly [string, ...string[]]): TimeParameter | undefined {
    const value = this.text(...names);
    if (value === undefined) return undefined;
    const time = parseTime(value);
    if (time === undefined)
      throw invalidQuery(names[0], `must be a time such as 20260131T093000Z, not ${JSON.stringify(value)}`);
    return time;
  }

  integer(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    if (number <= MAX_COUNT) return number;
    throw invalidQuery(name, `must be a whole number from 0 to ${MAX_COUNT}`);
  }

  /**
   * `limit` and `skip`, or the position of a `Link` (D69).
   *
   * @param max a larger limit is an error; without it, a limit above the maximum of a page means that maximum.
   */
  page(fallback: number, max?: number): PageRequest {
    const asked = this.integer('limit', fallback);
    if (max !== undefined && asked > max) throw invalidQuery('limit', `must be at most ${max}`);
    const limit = Math.min(asked, MAX_LIMIT);
    const offset = this.integer('skip', 0);
    const [after, before] = [this.#position('after'), this.#position('before')];
    if (after !== undefined && before !== undefined)
      throw invalidQuery('before', 'must not be given together with `after`');
    return { limit, offset, ...(after && { after }), ...(before && { before }) };
  }

  #position(name: string): ListPosition | undefined {
    // Lists whose pages have numbers declare no positions.
    if (this.#declared?.includes(name) === false) return undefined;
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (name === 'before' && text === LAST_PAGE) return LIST_END;
    const position = readCursor(text, this.#list);
    if (position !== undefined) return position;
    throw invalidQuery(name, 'must come from a page of this list with the same filters');
  }

  /** The path and the filters, without the place in the list. The console asks below a path of its own. */
  get #list(): string {
    const filters = new URLSearchParams(this.#parameters);
    // The time zone of a file changes none of its rows.
    for (const name of [...PAGE_PARAMETERS, 'zone']) filters.delete(name);
    filters.sort();
    return `${this.#path.replace('/console/api/', '/internal/')}?${filters.toString()}`;
  }

  /** The cursor of a position in this list. */
  cursor(position: ListPosition): string {
    return writeCursor(position, this.#list);
  }

  /** The query string without some parameters. */
  without(names: readonly string[]): string {
    const parameters = new URLSearchParams(this.#parameters);
    for (const name of names) parameters.delete(name);
    return parameters.toString();
  }

  /** The query string of another page. */
  forPage({ limit, offset, after, before }: Partial<PageRequest>): string {
    const parameters = new URLSearchParams(this.#parameters);
    for (const name of PAGE_PARAMETERS) parameters.delete(name);
    parameters.set('limit', String(limit));
    if (offset !== undefined) parameters.set('skip', String(offset));
    if (after !== undefined) parameters.set('after', this.cursor(after));
    if (before !== undefined) parameters.set('before', this.cursor(before));
    return parameters.toString();
  }
}

const NONE = new URLSearchParams();
