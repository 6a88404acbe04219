/** A Verification: a partner's report of errors in one revision of an object (V32). */
import type { IdSource } from '../clock.js';
import type { Graph } from '../rdf/graph.js';
import { PropertyReader } from '../rdf/property-reader.js';
import {
  factory,
  type Iri,
  namedNode,
  type NamedNode,
  type Quad,
  type Quad_Object,
  type Term,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';

export interface Verification {
  readonly object: Iri;
  /** The verified revision. */
  readonly revision: number;
  /** The properties with errors. */
  readonly properties: readonly Iri[];
}

/** The severities of an Error (V22). */
const severities = ['ERROR', 'WARNING'] as const;

/**
 * Reads a Verification from a body.
 *
 * @throws InputError with a detail for each problem (V22, V32).
 */
export function readVerification(data: Graph, root: Term, { api }: Vocabulary): Verification {
  const some = { min: 1, max: Infinity };
  const fields = new PropertyReader(data, root);
  if (data.match(root, rdfTerms.type, api.Verification).size === 0)
    fields.addError(api.Verification, 'the body must be a Verification (@type api:Verification)');
  const object = fields.iri(api.hasLogisticsObject);
  const revision = fields.positiveInteger(api.hasRevision);
  fields.flag(api.notifyRequestStatusChange);
  const detailTerms = fields.terms(api.hasError, some).flatMap((term) => {
    const error = fields.of(term);
    error.text(api.hasTitle);
    error.names(api.hasSeverity, severities, api, { min: 0, max: 1 });
    return error.terms(api.hasErrorDetail, some);
  });
  const properties = [...byKey(detailTerms).values()].flatMap((term) => {
    const detail = fields.of(term);
    detail.optionalText(api.hasCode);
    detail.optionalText(api.hasMessage);
    detail.iris(api.hasResource);
    return detail.iris(api.hasProperty);
  });
  fields.throwIfInvalid();
  if (object === undefined || revision === undefined)
    throw new TypeError('a Verification without problems is complete');
  return { object, revision, properties: [...new Set(properties)] };
}

/** Terms without repetitions: a detail that several errors share is read and stored once. */
function byKey(terms: readonly Quad_Object[]): Map<string, Quad_Object> {
  return new Map(terms.map((term) => [`${term.termType} ${term.value}`, term]));
}

/** The statements of a valid Verification under new identifiers, as stored with its request, and their root. */
export function describeVerification(
  data: Graph,
  body: Term,
  { api, namespaces }: Vocabulary,
  ids: IdSource,
): { root: NamedNode; statements: Quad[] } {
  const statements: Quad[] = [];
  /** Copies the values of a node's properties in their stored form. */
  const describe = (
    source: Term,
    type: NamedNode,
    properties: readonly (readonly [property: NamedNode, stored?: (value: Quad_Object) => Quad_Object])[],
  ): NamedNode => {
    const target = namedNode(`internal:${ids.next()}`);
    statements.push(triple(target, rdfTerms.type, type));
    for (const [property, stored = (value: Quad_Object): Quad_Object => value] of properties)
      for (const value of data.objects(source, property)) statements.push(triple(target, property, stored(value)));
    return target;
  };
  const uri = ({ value }: Quad_Object): Quad_Object => factory.literal(value, xsd.anyURI);
  const individual = ({ value }: Quad_Object): Quad_Object =>
    namedNode(value.startsWith(namespaces.api) ? value : namespaces.api + value);

  const errors = data.objects(body, api.hasError);
  const details = new Map<string, NamedNode>();
  for (const [key, term] of byKey(errors.flatMap((error) => data.objects(error, api.hasErrorDetail)))) {
    const properties = [[api.hasCode], [api.hasMessage], [api.hasProperty, uri], [api.hasResource, uri]] as const;
    details.set(key, describe(term, api.ErrorDetail, properties));
  }
  const root = describe(body, api.Verification, [
    [api.hasLogisticsObject],
    [api.hasRevision],
    [api.notifyRequestStatusChange],
  ]);
  for (const term of errors) {
    const error = describe(term, api.Error, [[api.hasTitle], [api.hasSeverity, individual]]);
    statements.push(triple(root, api.hasError, error));
    for (const key of byKey(data.objects(term, api.hasErrorDetail)).keys()) {
      const detail = details.get(key);
      if (detail !== undefined) statements.push(triple(error, api.hasErrorDetail, detail));
    }
  }
  return { root, statements };
}
