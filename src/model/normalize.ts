/** Statements in the model's own forms (D5). */
import { graphOf, type Graph } from '../rdf/graph.js';
import { factory, isIri, type Iri, type Literal, node, type Quad, type Quad_Object, triple } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import { isInteger, isIntegerWithin } from './datatypes.js';
import type { Ontology } from './ontology.js';

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** What becomes of the values of properties, by property: only of those whose range is one datatype. */
export class Normalizer {
  readonly #datatypes = new Map<string, Iri>();

  constructor(ontology: Ontology) {
    for (const [property, { ranges }] of ontology.properties) {
      const [first, ...others] = ranges.flat();
      if (first?.kind !== 'datatype' || others.length > 0) continue;
      if (isConvertible(first.datatype)) this.#datatypes.set(property, first.datatype);
    }
  }

  /** The same statements; the very same dataset when nothing is to be done. */
  normalize(data: Graph): Graph {
    const quads = [...data];
    const normalized = quads.map((quad) => this.#quad(quad));
    return normalized.every((quad, index) => quad === quads[index]) ? data : graphOf(normalized);
  }

  #quad(quad: Quad): Quad {
    const datatype = this.#datatypes.get(quad.predicate.value);
    if (datatype === undefined) return quad;
    const value = convert(quad.object, datatype);
    return value === quad.object ? quad : triple(quad.subject, quad.predicate, value);
  }
}

function isConvertible(datatype: Iri): boolean {
  return isInteger(datatype) || [xsd.double, xsd.decimal, xsd.anyURI].some((known) => known.value === datatype);
}

/** A value as one of a datatype; the value itself where that is impossible, for the check to refuse. */
function convert(value: Quad_Object, datatype: Iri): Quad_Object {
  if (datatype === xsd.anyURI.value) return isText(value) ? factory.literal(value.value, xsd.anyURI) : value;
  if (value.termType !== 'Literal' || value.datatype.value === datatype) return value;
  const lexical = toNumber(value, datatype);
  return lexical === undefined ? value : factory.literal(lexical, node(datatype));
}

function isText(value: Quad_Object): boolean {
  if (value.termType === 'NamedNode') return isIri(value.value);
  return (
    value.termType === 'Literal' && (value.datatype.equals(xsd.string) || value.datatype.equals(rdfTerms.langString))
  );
}

function toNumber({ value, datatype: given }: Literal, datatype: Iri): string | undefined {
  const text = value.trim();
  if (isInteger(given.value)) {
    if (isInteger(datatype)) return isIntegerWithin(datatype, text) ? text : undefined;
    return integer.test(text) ? text : undefined;
  }
  if (given.equals(xsd.decimal) && datatype === xsd.double.value) return decimal.test(text) ? text : undefined;
  // JSON has one kind of number with a fraction, and JSON-LD reads it as a double.
  if (given.equals(xsd.double) && datatype === xsd.decimal.value) return plainDecimal(text);
  return undefined;
}

/** A double without its exponent: `2.05E1` is `20.5`. */
function plainDecimal(text: string): string | undefined {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return undefined;
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  if (exponent === '0') return mantissa;
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const sign = mantissa.startsWith('-') ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}
