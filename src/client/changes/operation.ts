/** Operations of a Change, and how they are sent (T38, T42). */
import { literal, xsd } from '../rdf/terms.js';
import { context, type Json, literalOf } from '../values/write-value.js';

/**
 * A value that an operation adds or deletes.
 *
 * @since 0.3.0
 */
export interface OperationObject {
  /** The IRI of a datatype, or of the class of a link or an embedded object. */
  readonly datatype: string;
  /** A literal's text, an IRI, or the label (`_:b0`) of an embedded object that the Change introduces. */
  readonly value: string;
  /** The language of a text. */
  readonly language?: string;
}

/**
 * One operation of a Change.
 *
 * @since 0.3.0
 */
export interface Operation {
  readonly op: 'ADD' | 'DELETE';
  /** The object's URI, the server's id of an embedded object, or the label of a new one. */
  readonly s: string;
  /** The IRI of the property. */
  readonly p: string;
  readonly o: readonly OperationObject[];
}

/**
 * What goes with a Change.
 *
 * @since 0.3.0
 */
export interface ChangeOptions {
  /** Whether the server notifies of the decision. */
  readonly notify?: boolean;
  readonly description?: string;
  readonly signal?: AbortSignal;
}

const anyUri = (value: string): Json => literalOf(literal(value, `${xsd}anyURI`));

/** The body of a Change to a revision. */
export function changeDocument(
  uri: string,
  revision: number,
  operations: readonly Operation[],
  { notify, description }: ChangeOptions,
): Json {
  return {
    '@context': context,
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': uri },
    'api:hasRevision': literalOf(literal(String(revision), `${xsd}positiveInteger`)),
    ...(notify !== undefined && { 'api:notifyRequestStatusChange': notify }),
    ...(description !== undefined && { 'api:hasDescription': description }),
    'api:hasOperation': operations.map(({ op, s, p, o }) => ({
      '@type': 'api:Operation',
      'api:op': { '@id': `api:${op}` },
      'api:s': s,
      'api:p': anyUri(p),
      'api:o': o.map(({ datatype, value, language }) => ({
        '@type': 'api:OperationObject',
        'api:hasDatatype': anyUri(datatype),
        'api:hasValue': language === undefined ? value : literalOf(literal(value, undefined, language)),
      })),
    })),
  };
}
