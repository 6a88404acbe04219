/**
 * Which form a caller wants: the media types of D4, the API version of D34 and JSON-LD's document forms, from the Accept
 * header alone. Pure, so that it is asked before any work is done.
 */
import { ServiceError } from '../errors.js';
import { type JsonLdForm, profiledForm } from '../rdf/jsonld/forms.js';
import { type ApiVersion, parseApiVersion, supportedApiVersions } from '../api-versions.js';

/** How an RDF resource may be written, with the media type that the answer carries. */
export const mediaTypes = {
  jsonld: 'application/ld+json',
  turtle: 'text/turtle',
  xturtle: 'application/x-turtle',
  ntriples: 'application/n-triples',
} as const;

export type Syntax = keyof typeof mediaTypes;

/** What a request gets that does not say otherwise (`DEFAULT_API_VERSION`, `JSONLD_FORM`). */
export interface FormDefaults {
  readonly version: ApiVersion;
  readonly jsonLd: JsonLdForm;
}

export interface RepresentationFormat extends FormDefaults {
  readonly syntax: Syntax;
  /** The profile that was asked for and is met (RFC 6906); it is told in the answer's Content-Type. */
  readonly profile?: string;
}

/** In the order in which they are given to a caller who takes any. */
const syntaxes = ['jsonld', 'turtle', 'xturtle', 'ntriples'] as const satisfies readonly Syntax[];

interface MediaRange {
  /** `type/subtype`, in lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** Splits at a separator that does not stand inside a quoted string. */
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

/** One media type or range with its parameters (RFC 9110, section 5.6.6); what cannot be read is left out. */
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

/** A form, and the range that speaks for it. */
interface Candidate {
  readonly form: RepresentationFormat;
  readonly quality: number;
  /** How exactly its range names the media type, 0 the most. */
  readonly exactness: number;
  /** How many of its range's parameters name the form: a range with more of them is more exact, too. */
  readonly parameters: number;
  /** Where its range stands in the header: of two that are wanted alike, the first is taken. */
  readonly position: number;
}

function rangesOf(accept: string): PositionedRange[] {
  return splitUnquoted(accept, ',').map((text, position) => ({ ...parseMediaRange(text), position }));
}

/** The ranges that match a media type, those that name it most exactly first (RFC 9110, section 12.5.1). */
function byExactness(type: string, asked: readonly PositionedRange[]): PositionedRange[][] {
  const naming = (name: string): PositionedRange[] => asked.filter((range) => range.type === name);
  // `application/json` is answered as JSON-LD (D4), but it is not its name.
  const alias = type === mediaTypes.jsonld ? naming('application/json').filter(({ quality }) => quality > 0) : [];
  return [naming(type), alias, naming(`${type.slice(0, type.indexOf('/'))}/*`), naming('*/*')];
}

/** The form that a range names; undefined for a version that is not spoken here. */
function formOf(
  syntax: Syntax,
  { parameters }: MediaRange,
  { version: usual, jsonLd }: FormDefaults,
): RepresentationFormat | undefined {
  const named = parameters.get('version');
  const version = named === undefined ? usual : parseApiVersion(named);
  if (version === undefined) return undefined;
  const profiled = syntax === 'jsonld' ? profiledForm(parameters.get('profile') ?? '') : undefined;
  return profiled === undefined
    ? { syntax, version, jsonLd }
    : { syntax, version, jsonLd: profiled.form, profile: profiled.profile };
}

/** What may be given in a syntax, each form by the range that names it most exactly. */
function candidatesFor(syntax: Syntax, asked: readonly PositionedRange[], defaults: FormDefaults): Candidate[] {
  const spoken = new Map<string, Candidate>();
  for (const [exactness, ranges] of byExactness(mediaTypes[syntax], asked).entries()) {
    for (const range of ranges) {
      const form = formOf(syntax, range, defaults);
      if (form === undefined) continue;
      const parameters = Number(range.parameters.has('version')) + Number(form.profile !== undefined);
      const known = spoken.get(formName(form));
      if (known !== undefined && (known.exactness < exactness || known.parameters >= parameters)) continue;
      const { quality, position } = range;
      spoken.set(formName(form), { form, quality, exactness, parameters, position });
    }
  }
  return [...spoken.values()];
}

/**
 * The form that an Accept header asks for.
 *
 * @param accept the header's value; absent or empty means JSON-LD in the default version (D4).
 * @param defaults for a range that names no version (D34) or no profile that is known (JSON-LD 1.1, appendix C).
 * @throws ServiceError `not-acceptable` when no range can be met, naming the media types or versions that can (D4, D34).
 */
export function negotiate(accept: string | undefined, defaults: FormDefaults): RepresentationFormat {
  if (accept === undefined || accept.trim() === '') return { syntax: 'jsonld', ...defaults };
  const asked = rangesOf(accept);
  const [best] = syntaxes
    .flatMap((syntax) => candidatesFor(syntax, asked, defaults))
    .filter(({ quality }) => quality > 0)
    .sort(
      (one, other) => other.quality - one.quality || one.exactness - other.exactness || one.position - other.position,
    );
  if (best !== undefined) return best.form;
  const matching = new Set(syntaxes.flatMap((syntax) => byExactness(mediaTypes[syntax], asked).flat()));
  const unsupported = [...matching].flatMap(({ parameters, quality }) => {
    const version = parameters.get('version');
    return version !== undefined && quality > 0 && parseApiVersion(version) === undefined ? [version] : [];
  });
  if (unsupported.length > 0) {
    const versions = supportedApiVersions.join(', ');
    throw new ServiceError(
      'not-acceptable',
      `API version ${[...new Set(unsupported)].join(', ')} is not supported; supported: ${versions}`,
    );
  }
  const types = Object.values(mediaTypes).join(', ');
  throw new ServiceError('not-acceptable', `none of the media types in Accept can be given; available: ${types}`);
}

/** Something that can be given. */
export interface Offer {
  /** The media type that the answer carries; parameters of it do not count. */
  readonly type: string;
  /** Other media types that are answered with it where they are named. */
  readonly aliases?: readonly string[];
}

/**
 * Which of several offers an Accept header asks for (RFC 9110, section 12.5.1): for each its most specific range counts,
 * and of offers that are wanted alike the one whose range is more specific, or stands first, or that itself stands first.
 *
 * @param accept the header's value; absent or empty means the first offer.
 * @returns the name of the offer; undefined where none is acceptable.
 */
export function preferred<Name extends string>(
  accept: string | undefined,
  offers: Readonly<Record<Name, Offer>>,
): Name | undefined {
  const header = accept === undefined || accept.trim() === '' ? '*/*' : accept;
  const asked = rangesOf(header);
  let best: (Omit<Candidate, 'form' | 'parameters'> & { readonly name: Name }) | undefined;
  for (const name in offers) {
    const { type: contentType, aliases = [] } = offers[name];
    const { type } = parseMediaRange(contentType);
    const ranges = [[type], aliases, [`${type.slice(0, type.indexOf('/'))}/*`], ['*/*']];
    const exactness = ranges.findIndex((types) => asked.some((range) => types.includes(range.type)));
    // The one of them that wants it most.
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
 * For an answer that there is in one media type only.
 *
 * @throws ServiceError `not-acceptable` when the Accept header does not take it (RFC 9110, section 12.5.1).
 */
export function requireAcceptable(accept: string | undefined, type: string): void {
  if (preferred(accept, { only: { type } }) !== undefined) return;
  throw new ServiceError('not-acceptable', `${type} is the only media type here, and Accept does not take it`);
}

/** Whether an Accept-Encoding header takes a content coding (RFC 9110, section 12.5.3). Without a header: none is asked for. */
export function acceptsCoding(acceptEncoding: string | undefined, coding: string): boolean {
  if (acceptEncoding === undefined) return false;
  const asked = splitUnquoted(acceptEncoding, ',').map(parseMediaRange);
  const range = asked.find(({ type }) => type === coding) ?? asked.find(({ type }) => type === '*');
  return range !== undefined && range.quality > 0;
}

/** The Content-Type of an answer in this form (D9). */
export function contentType({ syntax, version, profile }: RepresentationFormat): string {
  const told = profile === undefined ? '' : `; profile="${profile}"`;
  return `${mediaTypes[syntax]}; version=${version}${told}`;
}

/** What tells apart the bytes of one resource in different forms: a part of entity tags and of the keys of caches. */
export function formName({ syntax, version, jsonLd }: RepresentationFormat): string {
  return syntax === 'jsonld' && jsonLd !== 'compacted' ? `jsonld-${jsonLd}.${version}` : `${syntax}.${version}`;
}
