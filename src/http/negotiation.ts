/** Content negotiation: media types (D4), API versions (D34) and document forms of JSON-LD, by the Accept header. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../errors.js';
import { type JsonLdForm, profiledForm } from '../rdf/jsonld/forms.js';
import { type ApiVersion, parseApiVersion } from '../api-versions.js';

/** The syntaxes of RDF resources, with their media types. */
export const mediaTypes = {
  jsonld: 'application/ld+json',
  turtle: 'text/turtle',
  xturtle: 'application/x-turtle',
  ntriples: 'application/n-triples',
} as const;

export type Syntax = keyof typeof mediaTypes;

/** The versions that are offered (`API_VERSIONS`), and what a request gets that names no version or form. */
export interface FormDefaults {
  readonly versions: readonly ApiVersion[];
  /** `DEFAULT_API_VERSION` */
  readonly version: ApiVersion;
  /** `JSONLD_FORM` */
  readonly jsonLd: JsonLdForm;
}

export interface RepresentationFormat {
  readonly syntax: Syntax;
  readonly version: ApiVersion;
  readonly jsonLd: JsonLdForm;
  /** The requested profile, if it is supported (RFC 6906); sent in Content-Type. */
  readonly profile?: string;
}

/** What a request asks for. */
export interface Negotiated {
  readonly form: RepresentationFormat;
  /** The version that the request names itself (L2); undefined where the form has the default. */
  readonly namedVersion: ApiVersion | undefined;
  /** All that are offered, oldest first. */
  readonly versions: readonly ApiVersion[];
}

/** In order of preference. */
const syntaxes = ['jsonld', 'turtle', 'xturtle', 'ntriples'] as const satisfies readonly Syntax[];

interface MediaRange {
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

type PositionedRange = MediaRange & { readonly position: number };

/** A format, and the range of Accept that applies to it. */
interface Candidate {
  readonly form: RepresentationFormat;
  readonly namesVersion: boolean;
  readonly quality: number;
  /** How specific the range is: 0 for the media type itself. */
  readonly exactness: number;
  /** How many of the range's parameters apply to the format: more of them are more specific, too. */
  readonly parameters: number;
  /** Of the range in the header: of two alike, the first is preferred. */
  readonly position: number;
}

function rangesOf(accept: string): PositionedRange[] {
  return splitUnquoted(accept, ',').map((text, position) => ({ ...parseMediaRange(text), position }));
}

/** The ranges that match a media type, the most specific first (RFC 9110, section 12.5.1). */
function byExactness(type: string, asked: readonly PositionedRange[]): PositionedRange[][] {
  const naming = (name: string): PositionedRange[] => asked.filter((range) => range.type === name);
  // `application/json` is an alias of JSON-LD (D4).
  const alias = type === mediaTypes.jsonld ? naming('application/json').filter(({ quality }) => quality > 0) : [];
  return [naming(type), alias, naming(`${type.slice(0, type.indexOf('/'))}/*`), naming('*/*')];
}

/** A version that is offered, as a header field names it; undefined for others. */
function offeredVersion(text: string | undefined, versions: readonly ApiVersion[]): ApiVersion | undefined {
  const version = text === undefined ? undefined : parseApiVersion(text);
  return version !== undefined && versions.includes(version) ? version : undefined;
}

/** The format that a range asks for; undefined for a version that is not offered. */
function formOf(
  syntax: Syntax,
  { parameters }: MediaRange,
  { version: defaultVersion, versions, jsonLd }: FormDefaults,
): RepresentationFormat | undefined {
  const named = parameters.get('version');
  const version = named === undefined ? defaultVersion : offeredVersion(named, versions);
  if (version === undefined) return undefined;
  const profiled = syntax === 'jsonld' ? profiledForm(parameters.get('profile') ?? '') : undefined;
  return profiled === undefined
    ? { syntax, version, jsonLd }
    : { syntax, version, jsonLd: profiled.form, profile: profiled.profile };
}

/** The acceptable formats of a syntax, each with its most specific range. */
function candidatesFor(syntax: Syntax, asked: readonly PositionedRange[], defaults: FormDefaults): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const [exactness, ranges] of byExactness(mediaTypes[syntax], asked).entries()) {
    for (const range of ranges) {
      const form = formOf(syntax, range, defaults);
      if (form === undefined) continue;
      const namesVersion = range.parameters.has('version');
      const parameters = Number(namesVersion) + Number(form.profile !== undefined);
      const previous = candidates.get(formName(form));
      if (previous !== undefined && (previous.exactness < exactness || previous.parameters >= parameters)) continue;
      const { quality, position } = range;
      candidates.set(formName(form), { form, namesVersion, quality, exactness, parameters, position });
    }
  }
  return [...candidates.values()];
}

/**
 * The version of a request's body, by its Content-Type; undefined for one that is not offered, which is no error (L3).
 */
export function bodyVersion(
  contentType: string | undefined,
  { versions }: Pick<FormDefaults, 'versions'>,
): ApiVersion | undefined {
  if (contentType?.includes('version') !== true) return undefined;
  return offeredVersion(parseMediaRange(contentType).parameters.get('version'), versions);
}

/**
 * The format that an Accept header asks for.
 *
 * @param accept undefined or empty means JSON-LD (D4).
 * @param defaults for a range without a version (D34) or a supported profile (JSON-LD 1.1, appendix C).
 * @param version of the request's body: before the default for a range without a version (L2).
 * @throws ServiceError `not-acceptable` that lists the supported media types or versions (D4, D34).
 */
export function negotiate(accept: string | undefined, defaults: FormDefaults, version?: ApiVersion): Negotiated {
  const { jsonLd, versions } = defaults;
  const unnamed = version ?? defaults.version;
  if (accept === undefined || accept.trim() === '')
    return { form: { syntax: 'jsonld', version: unnamed, jsonLd }, namedVersion: version, versions };
  const asked = rangesOf(accept);
  const [best] = syntaxes
    .flatMap((syntax) => candidatesFor(syntax, asked, { ...defaults, version: unnamed }))
    .filter(({ quality }) => quality > 0)
    .sort(
      (one, other) => other.quality - one.quality || one.exactness - other.exactness || one.position - other.position,
    );
  if (best !== undefined)
    return { form: best.form, namedVersion: best.namesVersion ? best.form.version : version, versions };
  const matching = new Set(syntaxes.flatMap((syntax) => byExactness(mediaTypes[syntax], asked).flat()));
  const unsupported = [...matching].flatMap(({ parameters, quality }) => {
    const named = parameters.get('version');
    return named !== undefined && quality > 0 && offeredVersion(named, versions) === undefined ? [named] : [];
  });
  if (unsupported.length > 0) {
    throw new ServiceError(
      'not-acceptable',
      `API version ${[...new Set(unsupported)].join(', ')} is not supported; supported: ${versions.join(', ')}`,
    );
  }
  const types = Object.values(mediaTypes).join(', ');
  throw new ServiceError('not-acceptable', `none of the media types in Accept can be given; available: ${types}`);
}

/** Clients repeat few headers; longer ones are negotiated each time. */
const MAX_CACHED = 200;
const MAX_CACHED_LENGTH = 300;

/** `negotiate` with these defaults, which remembers its results: parsing Accept costs a tenth of a read. */
export function cachedNegotiation(
  defaults: FormDefaults,
): (accept: string | undefined, version: ApiVersion | undefined) => Negotiated {
  const results = new LRUCache<string, Negotiated>({ max: MAX_CACHED });
  return (accept = '', version) => {
    if (accept.length > MAX_CACHED_LENGTH) return negotiate(accept, defaults, version);
    const key = `${version ?? ''} ${accept}`;
    const known = results.get(key);
    if (known !== undefined) return known;
    const negotiated = negotiate(accept, defaults, version);
    results.set(key, negotiated);
    return negotiated;
  };
}

/**
 * The version that a request names, whether or not it can be answered: in Accept, else in the Content-Type of its body
 * (L2, V5). An Accept that names versions of which none is offered names none.
 */
export function versionNamedBy(
  accept: string | undefined,
  body: ApiVersion | undefined,
  { versions }: Pick<FormDefaults, 'versions'>,
): ApiVersion | undefined {
  if (accept?.includes('version') !== true) return body;
  const named = rangesOf(accept).filter(({ parameters, quality }) => quality > 0 && parameters.has('version'));
  if (named.length === 0) return body;
  const [best] = named
    .flatMap(({ parameters, quality }) => {
      const version = offeredVersion(parameters.get('version'), versions);
      return version === undefined ? [] : [{ version, quality }];
    })
    .sort((one, other) => other.quality - one.quality);
  return best?.version;
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
  let best: (Omit<Candidate, 'form' | 'namesVersion' | 'parameters'> & { readonly name: Name }) | undefined;
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
  throw new ServiceError('not-acceptable', `${type} is the only media type here, and Accept does not take it`);
}

/** Whether an Accept-Encoding header accepts a content coding (RFC 9110, section 12.5.3); none without the header. */
export function acceptsCoding(acceptEncoding: string | undefined, coding: string): boolean {
  if (acceptEncoding === undefined) return false;
  const asked = splitUnquoted(acceptEncoding, ',').map(parseMediaRange);
  const range = asked.find(({ type }) => type === coding) ?? asked.find(({ type }) => type === '*');
  return range !== undefined && range.quality > 0;
}

/** The Content-Type of a response in this format (D9). */
export function contentType({ syntax, version, profile }: RepresentationFormat): string {
  const parameter = profile === undefined ? '' : `; profile="${profile}"`;
  return `${mediaTypes[syntax]}; version=${version}${parameter}`;
}

/** Names a format in entity tags and cache keys. */
export function formName({ syntax, version, jsonLd }: RepresentationFormat): string {
  return syntax === 'jsonld' && jsonLd !== 'compacted' ? `jsonld-${jsonLd}.${version}` : `${syntax}.${version}`;
}
