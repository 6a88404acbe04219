/**
 * The OpenAPI document of one API version, cut from the document of all versions by the registry, like answers. In the
 * document of all versions `x-since` marks additions to the oldest one.
 */
import {
  type ApiVersion,
  apiVersions,
  differenceOf,
  firstVersionNaming,
  isOlder,
  parseApiVersion,
} from '../api-versions.js';
import { mediaTypes } from '../http/representation/negotiation.js';
import type { JsonValue } from './types.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

const [oldest] = apiVersions;
const PREFIX = 'api:';
const SCHEMAS = '#/components/schemas/';
const SINCE = 'x-since';

const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isArray(value);

/** The class of a schema's instances, if there is just one. */
function classOf(schema: JsonObject): string | undefined {
  const type = isObject(schema['properties']) ? schema['properties']['@type'] : undefined;
  const name = isObject(type) ? type['const'] : undefined;
  return typeof name === 'string' && name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

/** The version in which a class got a property; the oldest one for names outside the API vocabulary. */
function sinceOf(property: string, type: string | undefined): ApiVersion {
  if (!property.startsWith(PREFIX)) return oldest;
  const name = property.slice(PREFIX.length);
  const isMissing = (version: ApiVersion): boolean => {
    const { missingOn } = differenceOf(version);
    return type !== undefined && missingOn[name] === type;
  };
  return apiVersions.findLast(isMissing) === undefined
    ? firstVersionNaming(name)
    : (apiVersions.find((version) => !isMissing(version)) ?? oldest);
}

/** Marks each property of a schema that is not in all versions with the version that brought it. */
export function markNewer(document: JsonValue): JsonValue {
  if (isArray(document)) return document.map(markNewer);
  if (!isObject(document)) return document;
  const marked = Object.fromEntries(Object.entries(document).map(([member, value]) => [member, markNewer(value)]));
  const properties = marked['properties'];
  if (!isObject(properties)) return marked;
  const type = classOf(document);
  const all = Object.entries(properties).map(([property, schema]): [string, JsonValue] => {
    const since = sinceOf(property, type);
    return [property, since === oldest || !isObject(schema) ? schema : { ...schema, [SINCE]: since }];
  });
  return { ...marked, properties: Object.fromEntries(all) };
}

/** The members without which an object of the document is meaningless. */
const essential = ['$ref', '@id', '@type', 'const', 'enum', 'anyOf', 'items', 'schema'];

/** Cuts JSON to a version. */
class Cut {
  readonly #missing: ReadonlySet<string>;
  readonly #renamed: ReadonlyMap<string, string>;

  constructor(
    private readonly version: ApiVersion,
    /** The prefixes of names of the API vocabulary. */
    private readonly prefixes: readonly string[],
    /** Whether older versions are described, too: with their names and marks. */
    private readonly withOlder: boolean,
    /** References to them are cut, too. */
    private readonly lostSchemas: ReadonlySet<string>,
  ) {
    const { missing, names } = differenceOf(version);
    const older = Object.values(differenceOf(oldest).names);
    const replaced = withOlder ? [] : older.filter((name) => !Object.values(names).includes(name));
    this.#missing = new Set([...missing, ...replaced]);
    this.#renamed = new Map(Object.entries(names));
  }

  /** Undefined for a part about a term that the version does not have. */
  value(value: JsonValue): JsonValue | undefined {
    if (typeof value === 'string') return this.#text(value);
    if (isArray(value)) {
      const retained = value.map((item) => this.value(item)).filter((item) => item !== undefined);
      if (value.length > 0 && retained.length === 0) return undefined;
      return retained.filter((item, index) => typeof item !== 'string' || retained.indexOf(item) === index);
    }
    return isObject(value) ? this.#object(value) : value;
  }

  #object(value: JsonObject): JsonObject | undefined {
    const since = typeof value[SINCE] === 'string' ? parseApiVersion(value[SINCE]) : undefined;
    if (since !== undefined && isOlder(this.version, since)) return undefined;
    const retained: Record<string, JsonValue> = {};
    for (const [member, each] of Object.entries(value)) {
      const name = this.#text(member);
      const cut = name === undefined || (member === SINCE && !this.withOlder) ? undefined : this.value(each);
      if (name !== undefined && cut !== undefined) retained[this.#mediaType(name, each)] ??= cut;
    }
    if (essential.some((member) => member in value && !(member in retained))) return undefined;
    // A path without operations.
    if (Object.keys(retained).length === 0 && Object.keys(value).length > 0) return undefined;
    const [before, properties] = [value['properties'], retained['properties']];
    if (!isObject(before) || !isObject(properties)) return retained;
    // Of a class that the version does not have.
    if ('@type' in before && !('@type' in properties)) return undefined;
    const required = retained['required'];
    return isArray(required)
      ? { ...retained, required: required.filter((name) => typeof name === 'string' && name in properties) }
      : retained;
  }

  /** A call of an operation of one version names that version. */
  #mediaType(member: string, value: JsonValue): string {
    const isRdf = Object.values<string>(mediaTypes).includes(member);
    return isRdf && isObject(value) && 'schema' in value && !this.withOlder
      ? `${member}; version=${this.version}`
      : member;
  }

  #text(text: string): string | undefined {
    if (text.startsWith(SCHEMAS)) return this.lostSchemas.has(text.slice(SCHEMAS.length)) ? undefined : text;
    const prefix = this.prefixes.find((each) => text.startsWith(each));
    if (prefix === undefined) return text;
    const name = text.slice(prefix.length);
    return this.#missing.has(name) ? undefined : prefix + (this.#renamed.get(name) ?? name);
  }
}

/**
 * A document with its marks, in the form of a version.
 *
 * @param api the namespace of the API vocabulary.
 * @param withOlder whether the older versions are described, too.
 */
export function cutDocument(document: JsonValue, version: ApiVersion, api: string, withOlder = false): JsonValue {
  const prefixes = [PREFIX, api];
  const components = isObject(document) ? document['components'] : undefined;
  const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
  const first = new Cut(version, prefixes, withOlder, new Set());
  const lost = Object.entries(schemas).flatMap(([name, schema]) => (first.value(schema) === undefined ? [name] : []));
  return new Cut(version, prefixes, withOlder, new Set(lost)).value(document) ?? {};
}
