/** An error as RDF: the specification's Error and ErrorDetails, for response bodies and for a request's `hasError`. */
import type { IdSource } from '../ambient.js';
import type { ErrorDetail, ServiceError } from '../errors.js';
import { factory, type Iri, namedNode, type NamedNode, type Quad, type Quad_Object, triple } from './terms.js';
import { rdfTerms, type Vocabulary, xsd } from './vocabulary.js';

/** What is told of an error: in a response body, or in the `hasError` of a request. */
export interface ErrorReport {
  readonly title: string;
  readonly details: readonly (ErrorDetail & { readonly code?: string | undefined })[];
}

/** A refusal as it is told: every detail repeats the HTTP status as text in `hasCode` (specification, Errors). */
export function reportOf(error: ServiceError): ErrorReport {
  return { title: error.title, details: error.details.map((detail) => ({ ...detail, code: String(error.status) })) };
}

/** The statements about an Error: one ErrorDetails for each detail, under fresh `internal:` identifiers. */
export function describeError(
  { title, details }: ErrorReport,
  subject: NamedNode,
  { api }: Vocabulary,
  ids: IdSource,
): Quad[] {
  const uri = (value: Iri): Quad_Object => factory.literal(value, xsd.anyURI);
  return [
    triple(subject, rdfTerms.type, api.Error),
    triple(subject, api.hasTitle, factory.literal(title)),
    ...details.flatMap(({ code, message, property, resource }) => {
      const detail = namedNode(`internal:${ids.next()}`);
      return [
        triple(subject, api.hasErrorDetail, detail),
        triple(detail, rdfTerms.type, api.ErrorDetails),
        ...(code === undefined ? [] : [triple(detail, api.hasCode, factory.literal(code))]),
        triple(detail, api.hasMessage, factory.literal(message)),
        ...(property === undefined ? [] : [triple(detail, api.hasProperty, uri(property))]),
        ...(resource === undefined ? [] : [triple(detail, api.hasResource, uri(resource))]),
      ];
    }),
  ];
}
