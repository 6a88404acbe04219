/** Media ranges of Accept, and their preferences (RFC 9110, section 12.5). */
import { ServiceError } from '../../errors.js';

export interface MediaRange {
  /** `type/subtype`, in lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** Splits at separators outside quoted strings. */
function splitUnquoted(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (quoted && text[at] === '\\') at++;
    else if (text[at] === '"') quoted = !quoted;
    else if (!quoted && text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Reads a media type or range (RFC 9110, section 5.6.6); invalid parameters are left out. */
export function parseMediaRange(text: string): MediaRange {
  const [type = '', ...rest] = splitUnquoted(text, ';');
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals === -1) continue;
    const name = parameter.slice(0, equals).trim().toLowerCase();
    const value = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/s, '$1');
    if (name === 'q') quality = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
    else parameters.set(name, value);
  }
  return { type: type.toLowerCase(), parameters, quality };
}

export type PositionedRange = MediaRange & { readonly position: number };

/** The preference of a range of Accept. */
export interface Preference {
  readonly quality: number;
  /** How specific the range is: 0 for the media type itself. */
  readonly exactness: number;
  /** Of the range in the header: of two alike, the first is preferred. */
  readonly position: number;
}

export function rangesOf(accept: string): PositionedRange[] {
  return splitUnquoted(accept, ',').map((text, position) => ({ ...parseMediaRange(text), position }));
}

export interface Offer {
  /** The Content-Type of the response; its parameters are ignored here. */
  readonly type: string;
  /** Other media types for which it is acceptable. */
  readonly aliases?: readonly string[];
}

/**
 * The offer that an Accept header prefers (RFC 9110, section 12.5.1), by the most specific range of each. Of offers with
 * the same quality: the one with the more specific range, then with the first range, then the first offer.
 *
 * @param accept undefined or empty means the first offer.
 * @returns undefined if none is acceptable.
 */
export function preferred<Name extends string>(
  accept: string | undefined,
  offers: Readonly<Record<Name, Offer>>,
): Name | undefined {
  const header = accept === undefined || accept.trim() === '' ? '*/*' : accept;
  const asked = rangesOf(header);
  let best: (Preference & { readonly name: Name }) | undefined;
  for (const name in offers) {
    const { type: contentType, aliases = [] } = offers[name];
    const { type } = parseMediaRange(contentType);
    const ranges = [[type], aliases, [`${type.slice(0, type.indexOf('/'))}/*`], ['*/*']];
    const exactness = ranges.findIndex((types) => asked.some((range) => types.includes(range.type)));
    const range = asked
      .filter(({ type: named }) => ranges[exactness]?.includes(named))
      .reduce<PositionedRange | undefined>(
        (one, other) => (one && one.quality >= other.quality ? one : other),
        undefined,
      );
    if (range === undefined || range.quality === 0) continue;
    const { quality, position } = range;
    const isBetter =
      best === undefined ||
      quality > best.quality ||
      (quality === best.quality &&
        (exactness < best.exactness || (exactness === best.exactness && position < best.position)));
    if (isBetter) best = { name, quality, exactness, position };
  }
  return best?.name;
}

/**
 * For a response of one media type only.
 *
 * @throws ServiceError `not-acceptable` when the Accept header excludes it (RFC 9110, section 12.5.1).
 */
export function requireAcceptable(accept: string | undefined, type: string): void {
  if (preferred(accept, { only: { type } }) !== undefined) return;
  throw new ServiceError('not-acceptable', `${type} is the only media type here, but Accept excludes it`);
}

/** Whether an Accept-Encoding header accepts a content coding (RFC 9110, section 12.5.3); none without the header. */
export function acceptsCoding(acceptEncoding: string | undefined, coding: string): boolean {
  if (acceptEncoding === undefined) return false;
  const asked = splitUnquoted(acceptEncoding, ',').map(parseMediaRange);
  const range = asked.find(({ type }) => type === coding) ?? asked.find(({ type }) => type === '*');
  return range !== undefined && range.quality > 0;
}
