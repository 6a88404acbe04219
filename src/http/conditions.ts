/**
 * Conditional requests (RFC 9110, section 13; D9, D49). Express's own check is not used: it takes `Cache-Control: no-cache`
 * in a request, which clients' libraries add unasked beside their conditions, for a wish to have the whole content, and it
 * knows only those of a read.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.js';

/** What the conditions of a request are compared with: the current representation of its target. */
export interface Current {
  /** Whether an opaque tag (without quotes) is that of the current representation; absent where it has none. */
  readonly isTag?: (tag: string) => boolean;
  readonly lastModified?: Date | undefined;
}

export type Conditions = Pick<
  IncomingHttpHeaders,
  'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'
>;

/** The three forms of a date that a recipient must read (RFC 9110, section 5.6.7); the last one names no time zone. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

function parseHttpDate(text: string): number {
  if (!HTTP_DATES.some((form) => form.test(text))) return NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/** One entity tag (RFC 9110, section 8.8.3), or what stands between commas and is none. */
const ENTITY_TAG = /[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)|[^,]+/g;

/**
 * The opaque tags that a list names.
 *
 * @param comparison `strong` leaves out those marked as weak (RFC 9110, section 8.8.3.2).
 */
function tagsIn(list: string, comparison: 'strong' | 'weak'): string[] {
  const tags: string[] = [];
  for (const [, weak, tag] of list.matchAll(ENTITY_TAG)) {
    if (tag !== undefined && (comparison === 'weak' || weak === undefined)) tags.push(tag);
  }
  return tags;
}

/** Whether If-None-Match names this tag, by the weak comparison that the field asks for. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && tagsIn(ifNoneMatch, 'weak').includes(tag);
}

/** Whether an If-Match or If-None-Match field names the current representation. */
function names(field: string, current: Current | undefined, comparison: 'strong' | 'weak'): boolean {
  if (current === undefined) return false;
  if (field.trim() === '*') return true;
  const { isTag } = current;
  return isTag !== undefined && tagsIn(field, comparison).some(isTag);
}

/**
 * Whether what was last modified at a time has changed since a date; undefined where that cannot be told: the field is
 * then ignored (RFC 9110, sections 13.1.3 and 13.1.4). HTTP dates are whole seconds.
 */
function modifiedSince(date: string, current: Current | undefined): boolean | undefined {
  const since = parseHttpDate(date);
  const modified = current?.lastModified?.getTime();
  if (modified === undefined || Number.isNaN(since)) return undefined;
  return Math.floor(modified / 1000) * 1000 > since;
}

/** Whether a request has a condition that bears on a method which changes something. */
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

/** If-Match, or If-Unmodified-Since where that is absent: the caller acts on the state that it has read. */
function requireSameState(conditions: Conditions, current: Current | undefined): void {
  const ifMatch = conditions['if-match'];
  if (ifMatch !== undefined) {
    if (!names(ifMatch, current, 'strong'))
      throw failed('If-Match', 'does not name the current state of this resource');
    return;
  }
  const date = conditions['if-unmodified-since'];
  if (date !== undefined && modifiedSince(date, current) === true)
    throw failed('If-Unmodified-Since', 'is earlier than the last change of this resource');
}

/**
 * Compares the conditions of a request that is not a read, in the order of RFC 9110, section 13.2.2.
 *
 * @throws ServiceError `precondition-failed` when one does not hold: the method must not be performed.
 */
export function requireConditions(conditions: Conditions, current: Current | undefined): void {
  requireSameState(conditions, current);
  const ifNoneMatch = conditions['if-none-match'];
  if (ifNoneMatch !== undefined && names(ifNoneMatch, current, 'weak'))
    throw failed('If-None-Match', 'names the current state of this resource');
}

/**
 * Whether what the caller of a read has is still what it would get: 304 (RFC 9110, section 13.2.2). The tag decides where
 * If-None-Match is given, else the date.
 *
 * @throws ServiceError `precondition-failed` when If-Match or If-Unmodified-Since does not hold.
 */
export function isNotModified(conditions: Conditions, current: Current): boolean {
  requireSameState(conditions, current);
  const ifNoneMatch = conditions['if-none-match'];
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, current, 'weak');
  const date = conditions['if-modified-since'];
  return date !== undefined && modifiedSince(date, current) === false;
}

/**
 * A state that several representations show, each under a tag of its own that begins with the state's: `3` with the tags
 * `3.jsonld.2.0.0` and `3.turtle.2.0.0-gzip`. A caller names any of them (D49).
 */
export function stateOf(state: string, lastModified?: Date): Current {
  return { isTag: (tag) => tag === state || tag.startsWith(`${state}.`), lastModified };
}
