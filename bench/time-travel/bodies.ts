/** The bodies of requests that create and change objects with any statements. */
import type { Statement } from './archive.js';
import { readTerm } from './terms.js';

const API = 'https://onerecord.iata.org/ns/api#';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const LANG_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';

type Stated = Pick<Statement, 'property' | 'value'>;

/** A value in JSON-LD. */
function jsonLd(value: string): object {
  const { type, value: text, datatype, 'xml:lang': language } = readTerm(value);
  if (type === 'uri') return { '@id': text };
  if (language !== undefined) return { '@value': text, '@language': language };
  return { '@value': text, ...(datatype !== undefined && { '@type': datatype }) };
}

/** A value in an operation. Links name the class of all objects, so that nothing else is said about their targets. */
function operand(value: string): object {
  const { type, value: text, datatype, 'xml:lang': language } = readTerm(value);
  const named = (iri: string): object => ({ '@type': `${XSD}anyURI`, '@value': iri });
  return {
    '@type': `${API}OperationObject`,
    [`${API}hasDatatype`]: named(
      type === 'uri' ? `${CARGO}LogisticsObject` : language === undefined ? (datatype ?? `${XSD}string`) : LANG_STRING,
    ),
    [`${API}hasValue`]: language === undefined ? text : { '@value': text, '@language': language },
  };
}

/** A new object with these statements. */
export function objectBody(statements: readonly Stated[]): object {
  const properties: Record<string, object[]> = {};
  for (const { property, value } of statements) (properties[property] ??= []).push(jsonLd(value));
  return { '@type': `${CARGO}Piece`, ...properties };
}

export interface ObjectChange {
  readonly removed: readonly Stated[];
  readonly added: readonly Stated[];
}

/** A Change of a revision of an object. */
export function changeBody(uri: string, revision: number, { removed, added }: ObjectChange): object {
  const operation =
    (op: string) =>
    ({ property, value }: Stated): object => ({
      '@type': `${API}Operation`,
      [`${API}op`]: { '@id': `${API}${op}` },
      [`${API}s`]: uri,
      [`${API}p`]: { '@type': `${XSD}anyURI`, '@value': property },
      [`${API}o`]: [operand(value)],
    });
  return {
    '@type': `${API}Change`,
    [`${API}hasLogisticsObject`]: { '@id': uri },
    [`${API}hasRevision`]: { '@type': `${XSD}positiveInteger`, '@value': String(revision) },
    [`${API}hasOperation`]: [...removed.map(operation('DELETE')), ...added.map(operation('ADD'))],
  };
}
