/** An object's JSON-LD as the subject of a credential (P18). */
import { type Steps, turns } from '../../async/turns.js';
import type { Graph } from '../../rdf/graph.js';
import { isJsonObject, type Json, type JsonObject } from '../../rdf/jsonld/json.js';
import { jsonLdSteps } from '../../rdf/jsonld/writer.js';
import { prefixesOf } from '../../rdf/prefixes.js';
import { type Iri, node } from '../../rdf/terms.js';
import { type Vocabulary, xsd } from '../../rdf/vocabulary.js';

/** The subject, and the prefixes that its names have. */
export interface Subject {
  readonly context: Json | undefined;
  readonly subject: JsonObject;
}

/** The keywords for which the context of credentials has names; its compacted form has these names everywhere. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['@id', 'id'],
  ['@type', 'type'],
]);

/** The compacted JSON-LD of an object, in turns with others if it is large. */
export async function subjectOf(object: Iri, data: Graph, { namespaces }: Vocabulary): Promise<Subject> {
  const written = await turns.run(documentSteps(object, data, namespaces));
  if (!isJsonObject(written)) throw new TypeError('the JSON-LD of an object is not an object');
  const { '@context': context, ...subject } = written;
  return { context, subject: renamed(subject) };
}

function* documentSteps(object: Iri, data: Graph, namespaces: Vocabulary['namespaces']): Steps<Json> {
  return yield* jsonLdSteps('compacted', data, [node(object)], { prefixes: prefixesOf(namespaces) });
}

function renamedValue(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => renamedValue(one));
  return isJsonObject(value) ? renamed(value) : value;
}

function renamed(value: JsonObject): JsonObject {
  if ('@value' in value) return literal(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [ALIASES.get(name) ?? name, renamedValue(member)]),
  );
}

/** Its mantissa has a digit after the point, and no further zeros at its end; its exponent no plus sign. */
function canonicalDouble(number: number): string {
  const [rounded = '', exponent = ''] = number.toExponential(15).split('e');
  let end = rounded.length;
  while (rounded.endsWith('0', end) && !rounded.endsWith('.0', end)) end -= 1;
  return `${rounded.slice(0, end)}E${exponent.replace('+', '')}`;
}

/**
 * An xsd:double in the canonical form that JSON-LD gives numbers. Some processors give it to texts of this type, too, as
 * the standard does not: then both make the same statement of it.
 */
function literal(value: JsonObject): JsonObject {
  const text = value['@value'];
  if (value['@type'] !== xsd.double.value || typeof text !== 'string') return value;
  const number = Number(text);
  const canonical = canonicalDouble(number);
  return Number.isFinite(number) && Number(canonical) === number ? { ...value, '@value': canonical } : value;
}
