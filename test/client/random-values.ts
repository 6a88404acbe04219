/** Random objects as servers state them, and random changes of their values (T42). */
import type { NodeValue, PropertyValue } from '../../src/client/index.js';
import { Names } from '../../src/client/names.js';
import {
  literal,
  namedNode,
  quad,
  type Quad,
  rdfType,
  type Resource,
  type Term,
  xsd,
} from '../../src/client/rdf/terms.js';
import { primitiveOf } from '../../src/client/values/literals.js';
import type { Random } from '../support/random.js';
import { model } from './model.js';

export const names = new Names(model);
export const uri = 'https://a.example/logistics-objects/1';
export const root = namedNode(uri);
const cargo = model.namespace;

/** Literals of one property, each of another value, in forms that no program would write again. */
const literals: Readonly<Record<string, readonly Term[]>> = {
  goodsDescription: ['Books', 'Bücher', ' "quoted"\n', '_:b0', 'https://a.example/'].map((text) => literal(text)),
  coload: [literal('1', `${xsd}boolean`), literal('false', `${xsd}boolean`)],
  slac: [literal('007', `${xsd}integer`), literal('+12', `${xsd}integer`), literal('3', `${xsd}long`)],
  upid: [literal('x', undefined, 'en'), literal('5', `${xsd}integer`), literal('2026-03-01', `${xsd}date`)],
  numericalValue: ['20.50', '2.1E1', '0.1', '-3', '1e3'].map((text) => literal(text, `${xsd}double`)),
  shippingMarks: ['A', 'B', 'C', 'D'].map((text) => literal(text)),
  description: [literal('Keep dry'), literal('Trocken halten', undefined, 'de')],
  'https://ext.example/ns#note': [literal('n'), literal('12.0', `${xsd}decimal`)],
};
const embedded: Readonly<Record<string, string>> = {
  grossWeight: 'Value',
  dimensions: 'Dimensions',
  height: 'Value',
  handlingInstructions: 'HandlingInstructions',
};
const links: Readonly<Record<string, readonly string[]>> = {
  containedItems: ['https://b.example/i1', 'https://b.example/i2', 'https://b.example/i3'],
  ofShipment: ['https://b.example/s1', 'https://b.example/s2'],
  unit: [`${model.codes.MeasurementUnitCode}KGM`, `${model.codes.MeasurementUnitCode}LBR`],
};
const members: Readonly<Record<string, readonly string[]>> = {
  Piece: [
    ...['goodsDescription', 'coload', 'slac', 'upid', 'shippingMarks', 'grossWeight', 'dimensions'],
    ...['handlingInstructions', 'containedItems', 'ofShipment', 'https://ext.example/ns#note'],
  ],
  Value: ['numericalValue', 'unit'],
  Dimensions: ['height'],
  HandlingInstructions: ['description'],
};

export const propertyIri = (name: string): string => names.propertyIri(name);
const isMany = (name: string): boolean => names.isMany([`${cargo}Piece`], propertyIri(name));

/** A random object, as a server states it. */
export class RandomGraph {
  readonly quads: Quad[] = [];
  #ids = 0;

  constructor(private readonly random: Random) {
    this.#add(root, 'Piece');
  }

  #add(subject: Resource, type: string): void {
    this.quads.push(quad(subject, namedNode(rdfType), namedNode(cargo + type)));
    for (const name of members[type] ?? []) {
      if (this.random.chance(0.4)) continue;
      const values = this.#some(name);
      for (const value of values) this.quads.push(quad(subject, namedNode(propertyIri(name)), value));
    }
  }

  #some(name: string): Term[] {
    const all = [...(literals[name] ?? []), ...(links[name] ?? []).map((one) => namedNode(one))];
    const count = isMany(name) ? 1 + this.random.below(3) : 1;
    const type = embedded[name];
    if (type !== undefined)
      return Array.from({ length: count }, () => {
        const id = namedNode(`internal:${this.#ids++}`);
        this.#add(id, type);
        return id;
      });
    return all.sort(() => this.random.upTo(1) - 0.5).slice(0, count);
  }
}

/** A value that a caller may write in place of another. */
function newValue(random: Random, name: string): PropertyValue {
  const type = embedded[name];
  if (type !== undefined) return newNode(random, type);
  const link = links[name];
  if (link !== undefined) return { '@id': random.one(link) };
  const known = random.one(literals[name] ?? [literal('x')]);
  if (known.termType !== 'Literal') throw new TypeError('a literal');
  const value = primitiveOf(known);
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number'
    ? random.below(1_000) / 4 + (name === 'slac' ? 0 : 0.25)
    : `${value} ${random.below(9)}`;
}

function newNode(random: Random, type: string): NodeValue {
  const value: NodeValue = { '@type': type };
  for (const name of members[type] ?? []) if (random.chance(0.6)) value[name] = newValue(random, name);
  return value;
}

/** Changes a value at random places, as a recipe may. */
export function mutate(random: Random, value: NodeValue, type: string): void {
  for (const name of members[type] ?? []) {
    const before = value[name];
    const inner = embedded[name];
    for (const one of [before].flat())
      if (inner !== undefined && isNode(one) && random.chance(0.3)) mutate(random, one, inner);
    if (random.chance(0.6)) continue;
    if (random.chance(0.4)) Reflect.deleteProperty(value, name);
    else if (Array.isArray(before) || isMany(name)) {
      const some = [before ?? []].flat().filter(() => random.chance(0.6));
      value[name] = [...some, ...Array.from({ length: random.below(3) }, () => newValue(random, name))];
    } else value[name] = newValue(random, name);
  }
}

export const isNode = (value: PropertyValue | undefined): value is NodeValue => typeof value === 'object';
