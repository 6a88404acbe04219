/** A Verification: what a partner has found to be wrong in one revision of an object (V32). */
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
  /** The revision that was verified. */
  readonly revision: number;
  /** The properties that its errors are about. */
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
  const properties = fields.terms(api.hasError, some).flatMap((term) => {
    const error = fields.of(term);
    error.text(api.hasTitle);
    error.names(api.hasSeverity, severities, api, { min: 0, max: 1 });
    return error.terms(api.hasErrorDetail, some).flatMap((detailTerm) => {
      const detail = error.of(detailTerm);
      detail.optionalText(api.hasCode);
      detail.optionalText(api.hasMessage);
      detail.iris(api.hasResource);
      return detail.iris(api.hasProperty);
    });
  });
  fields.throwIfInvalid();
  if (object === undefined || revision === undefined)
    throw new TypeError('a Verification without problems is complete');
  return { object, revision, properties: [...new Set(properties)] };
}

/** The statements of a valid Verification under new identifiers, as its request stores them, and their root. */
export function describeVerification(
  data: Graph,
  body: Term,
  { api, namespaces }: Vocabulary,
  ids: IdSource,
): { root: NamedNode; statements: Quad[] } {
  const statements: Quad[] = [];
  const describe = (
    source: Term,
    type: NamedNode,
    copied: readonly NamedNode[],
    convert: (value: Quad_Object, property: NamedNode) => Quad_Object = (value) => value,
  ): NamedNode => {
    const target = namedNode(`internal:${ids.next()}`);
    statements.push(triple(target, rdfTerms.type, type));
    for (const property of copied)
      for (const value of data.objects(source, property))
        statements.push(triple(target, property, convert(value, property)));
    return target;
  };
  const uri = ({ value }: Quad_Object): Quad_Object => factory.literal(value, xsd.anyURI);
  const severity = ({ value }: Quad_Object): Quad_Object =>
    namedNode(value.startsWith(namespaces.api) ? value : namespaces.api + value);

  const root = describe(body, api.Verification, [
    api.hasLogisticsObject,
    api.hasRevision,
    api.notifyRequestStatusChange,
  ]);
  for (const errorTerm of data.objects(body, api.hasError)) {
    const error = describe(errorTerm, api.Error, [api.hasTitle, api.hasSeverity], (value, property) =>
      property.equals(api.hasSeverity) ? severity(value) : value,
    );
    statements.push(triple(root, api.hasError, error));
    for (const detailTerm of data.objects(errorTerm, api.hasErrorDetail)) {
      const detail = describe(
        detailTerm,
        api.ErrorDetail,
        [api.hasCode, api.hasMessage, api.hasProperty, api.hasResource],
        (value, property) =>
          property.equals(api.hasProperty) || property.equals(api.hasResource) ? uri(value) : value,
      );
      statements.push(triple(error, api.hasErrorDetail, detail));
    }
  }
  return { root, statements };
}
