import rdf from 'rdf-ext';
import { writtenForm } from '../../src/rdf/literals.js';
import { type Quad, type Quad_Object, factory } from '../../src/rdf/terms.js';

/**
 * The canonical N-Quads of statements: equal texts mean isomorphic graphs. Numbers and truth values are compared by
 * value.
 */
export function canonical(data: Iterable<Quad>): string {
  const quads = Array.from(data, ({ subject, predicate, object }) => factory.quad(subject, predicate, byValue(object)));
  return rdf.dataset(quads).toCanonical();
}

function byValue(object: Quad_Object): Quad_Object {
  if (object.termType !== 'Literal') return object;
  if (object.language !== '') return factory.literal(object.value, object.language.toLowerCase());
  const { value, datatype } = object;
  return factory.literal(writtenForm(value, datatype.value), datatype);
}
