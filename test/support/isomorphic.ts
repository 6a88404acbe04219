import rdf from 'rdf-ext';
import { displayNumber } from '../../src/rdf/literals.js';
import { type Quad, type Quad_Object, factory } from '../../src/rdf/terms.js';
import { xsd } from '../../src/rdf/vocabulary.js';

/** The canonical N-Quads of statements: equal texts mean isomorphic graphs. Numbers and truth values count by value. */
export function canonical(data: Iterable<Quad>): string {
  const quads = Array.from(data, ({ subject, predicate, object }) => factory.quad(subject, predicate, byValue(object)));
  return rdf.dataset(quads).toCanonical();
}

function byValue(object: Quad_Object): Quad_Object {
  if (object.termType !== 'Literal') return object;
  if (object.language !== '') return factory.literal(object.value, object.language.toLowerCase());
  const { value, datatype } = object;
  if (datatype.equals(xsd.double) || datatype.equals(xsd.float)) return factory.literal(displayNumber(value), datatype);
  if (datatype.equals(xsd.integer)) return factory.literal(String(BigInt(value.replace('+', ''))), datatype);
  if (datatype.equals(xsd.boolean)) return factory.literal(String(value === 'true' || value === '1'), datatype);
  return object;
}
