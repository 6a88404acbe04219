/**
 * Conditional requests (RFC 9110, section 13; D9, D49). The `fresh` package of Express is not used: it ignores
 * conditions next to `Cache-Control: no-cache`, which many client libraries add, and supports only reads.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.js';

/** The current representation of a request's target. */
export interface Current {
  /** Whether an opaque tag (without quotes) is its tag; undefined if it has none. */
  readonly isTag?: (tag: string) => boolean;
  readonly lastModified?: Date | undefined;
}

export type Conditions = Pick<
  IncomingHttpHeaders,
  'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'
>;

/** The three formats of a date (RFC 9110, section 5.6.7); the last one has no time zone. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** Milliseconds since 1970; NaN for an invalid date. */
export function parseHttpDate(text: string): number {
  if (!HTTP_DATES.some((form) => form.test(text))) return NaN;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  // Date turns 31 February into 3 March.
  const day = /\d{1,2}/.exec(text)?.[0];
  return new Date(time).getUTCDate() === Number(day) ? time : NaN;
}

/** One entity tag (RFC 9110, section 8.8.3), or anything else between commas. */
const ENTITY_TAG = /[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)|[^,]+/g;

/** The opaque tags of a list; the strong comparison excludes weak ones (RFC 9110, section 8.8.3.2). */
function tagsIn(list: string, comparison: 'strong' | 'weak'): string[] {
  const tags: string[] = [];
  for (const [, weak, tag] of list.matchAll(ENTITY_TAG)) {
    if (tag !== undefined && (comparison === 'weak' || weak === undefined)) tags.push(tag);
  }
  return tags;
}

/** Whether If-None-Match contains this tag, by the weak comparison. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && tagsIn(ifNoneMatch, 'weak').includes(tag);
}

/** Whether an If-Match or If-None-Match field matches the current representation. */
function matches(field: string, current: Current | undefined, comparison: 'strong' | 'weak'): boolean {
  if (current === undefined) return false;
  if (field.trim() === '*') return true;
  const { isTag } = current;
  return isTag !== undefined && tagsIn(field, comparison).some(isTag);
}

/**
 * Whether the representation was modified since a date; undefined if one of the dates is missing or invalid: the field is
 * then ignored (RFC 9110, sections 13.1.3 and 13.1.4). HTTP dates are whole seconds.
 */
function modifiedSince(date: string, current: Current | undefined): boolean | undefined {
  const since = parseHttpDate(date);
  const modified = current?.lastModified?.getTime();
  if (modified === undefined || Number.isNaN(since)) return undefined;
  return Math.floor(modified / 1000) * 1000 > since;
}

/** Whether a request has a condition that applies to a method other than GET and HEAD. */
export function hasPreconditions(conditions: Conditions): boolean {
  return (
    conditions['if-match'] !== undefined ||
    conditions['if-unmodified-since'] !== undefined ||
    conditions['if-none-match'] !== undefined
  );
}

function failed(field: string, message: string): ServiceError {
  return new ServiceError('precondition-failed', `${field} ${message}`);
}

/** Checks If-Match, or If-Unmodified-Since if that is absent. */
function requireSameState(conditions: Conditions, current: Current | undefined): void {
  const ifMatch = conditions['if-match'];
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, current, 'strong'))
      throw failed('If-Match', 'does not name the current state of this resource');
    return;
  }
  const date = conditions['if-unmodified-since'];
  if (date !== undefined && modifiedSince(date, current) === true)
    throw failed('If-Unmodified-Since', 'is earlier than the last change of this resource');
}

/**
 * Checks the conditions of a request that is not a read, in the order of RFC 9110, section 13.2.2.
 *
 * @throws ServiceError `precondition-failed` when one does not hold.
 */
export function requireConditions(conditions: Conditions, current: Current | undefined): void {
  requireSameState(conditions, current);
  const ifNoneMatch = conditions['if-none-match'];
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, current, 'weak'))
    throw failed('If-None-Match', 'names the current state of this resource');
}

/**
 * Whether a read is answered with 304 (RFC 9110, section 13.2.2): by If-None-Match, or by the date if that is absent.
 *
 * @throws ServiceError `precondition-failed` when If-Match or If-Unmodified-Since does not hold.
 */
export function isNotModified(conditions: Conditions, current: Current): boolean {
  requireSameState(conditions, current);
  const ifNoneMatch = conditions['if-none-match'];
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, current, 'weak');
  const date = conditions['if-modified-since'];
  return date !== undefined && modifiedSince(date, current) === false;
}

/**
 * A state with several representations, whose tags begin with that of the state: `x` with `x.jsonld.2.0.0` and
 * `x.turtle.2.0.0-gzip`. A caller may send any of them (D49).
 */
export function stateOf(state: string, lastModified?: Date): Current {
  return { isTag: (tag) => tag === state || tag.startsWith(`${state}.`), lastModified };
}
