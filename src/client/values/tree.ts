/** Values of a caller as a tree of terms, checked on the way (T42): what JSON-LD and changes are made of. */
import type { Names } from '../names.js';
import { type Literal, literal, xsd } from '../rdf/terms.js';
import { literalFor, type Primitive } from './literals.js';

/** An object as a caller wrote it. */
export interface Node {
  /** Where it stands: `value.grossWeight`. */
  readonly path: string;
  readonly id: string | undefined;
  /** The IRI of its class. */
  readonly type: string | undefined;
  /** By the IRI of the property. */
  readonly properties: ReadonlyMap<string, readonly Item[]>;
}

/** A value of a property. */
export type Item =
  | { readonly kind: 'literal'; readonly term: Literal; readonly value: Primitive | undefined; readonly path: string }
  /** An object of which nothing is stated here but its class. */
  | { readonly kind: 'link'; readonly id: string; readonly type: string | undefined; readonly path: string }
  | { readonly kind: 'node'; readonly node: Node; readonly path: string };

/** @throws TypeError with the path, for what cannot be written: a Date, NaN, a function, a cycle (T42). */
export function readTree(value: unknown, names: Names, path = 'value'): Node {
  if (!isPlain(value)) throw wrong(path, 'must be an object', value);
  return readNode(value, names, path, []);
}

type Members = Readonly<Record<string, unknown>>;

function isPlain(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm (a frame, a test runner) has another `Object.prototype`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function wrong(path: string, problem: string, value: unknown): TypeError {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeOf(value);
  return new TypeError(`${path} ${problem}, not ${kind}`);
}

function typeOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return value instanceof Date ? 'a Date (use its ISO text)' : typeof value;
}

function textOf(value: unknown, path: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(path, 'must be a text', value);
}

function readNode(value: Members, names: Names, path: string, above: readonly unknown[]): Node {
  if (above.includes(value)) throw new TypeError(`${path} contains itself`);
  const type = textOf(value['@type'], `${path}.@type`);
  const properties = new Map<string, Item[]>();
  for (const [name, member] of Object.entries(value)) {
    if (name === '@id' || name === '@type' || member === undefined) continue;
    const at = `${path}.${name}`;
    const property = names.propertyIri(name);
    if (!names.isIri(property)) throw new TypeError(`${at}: no property of the model, and no IRI`);
    const members: readonly unknown[] = Array.isArray(member) ? member : [member];
    const items = members.map((one, index) =>
      readItem(one, property, names, Array.isArray(member) ? `${at}[${index}]` : at, [...above, value]),
    );
    if (items.length > 0) properties.set(property, [...(properties.get(property) ?? []), ...items]);
  }
  const id = textOf(value['@id'], `${path}.@id`);
  return { path, id, type: type === undefined ? undefined : classIri(type, names, path), properties };
}

function classIri(type: string, names: Names, path: string): string {
  const iri = names.classIri(type);
  if (names.isIri(iri)) return iri;
  throw new TypeError(`${path}.@type: ${JSON.stringify(type)} is no class of the model, and no IRI`);
}

function readItem(value: unknown, property: string, names: Names, path: string, above: readonly unknown[]): Item {
  if (typeof value === 'number' && !Number.isFinite(value)) throw wrong(path, 'must be a finite number', value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'literal', term: literalFor(value, property, names), value, path };
  if (!isPlain(value)) throw wrong(path, 'must be a text, number, boolean or object', value);
  if ('@value' in value) return typedLiteral(value, path);
  const node = readNode(value, names, path, above);
  return node.id !== undefined && node.properties.size === 0
    ? { kind: 'link', id: node.id, type: node.type, path }
    : { kind: 'node', node, path };
}

function typedLiteral(value: Members, path: string): Item {
  const text = textOf(value['@value'], `${path}.@value`) ?? '';
  const datatype = textOf(value['@type'], `${path}.@type`)?.replace(/^xsd:/, xsd);
  const language = textOf(value['@language'], `${path}.@language`);
  return { kind: 'literal', term: literal(text, datatype, language), value: undefined, path };
}
