/** Converts literals to the datatypes of the model (D5). */
import { graphOf, type Graph } from '../../rdf/graph.js';
import { isInteger, isIntegerOf, isIntegerType } from '../../rdf/integers.js';
import { decimalForm } from '../../rdf/literals.js';
import { factory, isIri, type Iri, type Literal, node, type Quad, type Quad_Object, triple } from '../../rdf/terms.js';
import { rdfTerms, xsd } from '../../rdf/vocabulary.js';
import type { Ontology } from './ontology.js';

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Converts the values of the properties whose range is a single datatype. */
export class Normalizer {
  readonly #datatypes = new Map<string, Iri>();

  constructor(ontology: Ontology) {
    for (const [property, { ranges }] of ontology.properties) {
      const [first, ...others] = ranges.flat();
      if (first?.kind !== 'datatype' || others.length > 0) continue;
      if (isConvertible(first.datatype)) this.#datatypes.set(property, first.datatype);
    }
  }

  /** The converted statements, or the given graph itself if nothing changes. */
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
  return isIntegerType(datatype) || [xsd.double, xsd.decimal, xsd.anyURI].some((each) => each.value === datatype);
}

/** Converts a value to a datatype; leaves an inconvertible value unchanged, so that validation rejects it. */
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

function toNumber({ value, datatype: current }: Literal, datatype: Iri): string | undefined {
  const text = value.trim();
  if (isIntegerType(current.value)) {
    if (isIntegerType(datatype)) return isIntegerOf(datatype, text) ? text : undefined;
    return isInteger(text) ? text : undefined;
  }
  if (current.equals(xsd.decimal) && datatype === xsd.double.value) return DECIMAL.test(text) ? text : undefined;
  // JSON has only one kind of fractional number, and JSON-LD reads it as a double.
  if (current.equals(xsd.double) && datatype === xsd.decimal.value) {
    const number = Number(text);
    return text !== '' && Number.isFinite(number) ? decimalForm(number) : undefined;
  }
  return undefined;
}
