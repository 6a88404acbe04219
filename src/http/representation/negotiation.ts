/** Content negotiation: media types (D4), API versions (D34) and document forms of JSON-LD, by the Accept header. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../errors.js';
import { type JsonLdForm, profiledForm } from '../../rdf/jsonld/forms.js';
import { type ApiVersion, newestOf, parseApiVersion } from '../../api-versions.js';
import {
  parseMediaRange,
  type MediaRange,
  type PositionedRange,
  type Preference,
  preferred,
  rangesOf,
} from './media-ranges.js';

/** The syntaxes of RDF resources, with their media types. */
export const mediaTypes = {
  jsonld: 'application/ld+json',
  turtle: 'text/turtle',
  xturtle: 'application/x-turtle',
  ntriples: 'application/n-triples',
} as const;

export type Syntax = keyof typeof mediaTypes;

/** The offered versions (`API_VERSIONS`), and the defaults for requests that name no version or form. */
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

/** The version and the form that a request names. */
export interface Negotiated {
  readonly form: RepresentationFormat;
  /** The version that the request names itself (L2); undefined if the default applies. */
  readonly namedVersion: ApiVersion | undefined;
  /** All that are offered, oldest first. */
  readonly versions: readonly ApiVersion[];
  /** The resource's own media type that the request prefers to those of RDF (`otherTypes`). */
  readonly otherType?: string;
}

/** In order of preference. */
const syntaxes = ['jsonld', 'turtle', 'xturtle', 'ntriples'] as const satisfies readonly Syntax[];

/** A format, and the range of Accept that applies to it. */
interface Candidate extends Preference {
  readonly form: RepresentationFormat;
  readonly namesVersion: boolean;
  /** The number of the range's parameters that apply to the format: more parameters are more specific. */
  readonly parameters: number;
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

/** The requested format of a range; undefined for a version that is not offered. */
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
 * The version of a request's body, by its Content-Type; undefined for an unsupported one, which is not an error (L3).
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
  throw new ServiceError('not-acceptable', `none of the media types in Accept is supported; available: ${types}`);
}

/**
 * The resource's own media type that an Accept header prefers to those of RDF.
 *
 * @returns undefined if it prefers one of RDF, or accepts no media type of the resource's own.
 */
export function preferredOther<Type extends string>(
  accept: string | undefined,
  others: readonly Type[],
): Type | undefined {
  const { jsonld, ...texts } = mediaTypes;
  const own = [...Object.values(texts), ...others].map((type) => [type, { type }] as const);
  const name = preferred(accept, {
    [jsonld]: { type: jsonld, aliases: ['application/json'] },
    ...Object.fromEntries(own),
  });
  return others.find((type) => type === name);
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
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const negotiated = negotiate(accept, defaults, version);
    results.set(key, negotiated);
    return negotiated;
  };
}

/**
 * The version that a request names in Accept, else in the Content-Type of its body, whether or not it can be answered
 * (L2, V5). An Accept without any offered version names none.
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

/** The Content-Type of a response in this format (D9). */
export function contentType({ syntax, version, profile }: RepresentationFormat): string {
  const parameter = profile === undefined ? '' : `; profile="${profile}"`;
  return `${mediaTypes[syntax]}; version=${version}${parameter}`;
}

/**
 * The form of a graph without conversion: its statements are the same in all versions, so that Content-Type names the
 * newest one, whichever the request names (W2).
 */
export function formOfGraph(form: RepresentationFormat, { versions, version }: FormDefaults): RepresentationFormat {
  return { ...form, version: newestOf(versions) ?? version };
}

/** Names a format in entity tags and cache keys. */
export function formName({ syntax, version, jsonLd }: RepresentationFormat): string {
  return syntax === 'jsonld' && jsonLd !== 'compacted' ? `jsonld-${jsonLd}.${version}` : `${syntax}.${version}`;
}
