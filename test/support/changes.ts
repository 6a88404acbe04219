/** Changes in a partner's notation. */
import { api, cargo, context, type Json } from './node.js';

export const xsd = 'http://www.w3.org/2001/XMLSchema#';

export interface OperationLike {
  readonly op: string;
  readonly s: string;
  readonly p: string;
  readonly value: string;
  readonly datatype: string;
}

/** A property or class of the data model by its short name; a full IRI stays as it is. */
export function cargoName(name: string): string {
  return name.includes(':') ? name : cargo + name;
}

function operation(op: string, s: string, p: string, value: string, datatype: string): OperationLike {
  const type = datatype.startsWith('xsd:') ? xsd + datatype.slice(4) : cargoName(datatype);
  return { op, s, p: cargoName(p), value, datatype: type };
}

/** @param datatype `xsd:` and a name, a class of the data model, or a full IRI. */
export function add(s: string, p: string, value: string, datatype = 'xsd:string'): OperationLike {
  return operation('ADD', s, p, value, datatype);
}

/** As `add`. */
export function remove(s: string, p: string, value: string, datatype = 'xsd:string'): OperationLike {
  return operation('DELETE', s, p, value, datatype);
}

/** One operation as JSON-LD. */
export function operationBody({ op, s, p, value, datatype }: OperationLike): Record<string, Json> {
  return {
    '@type': 'api:Operation',
    'api:op': { '@id': `${api}${op}` },
    'api:s': s,
    'api:p': { '@type': `${xsd}anyURI`, '@value': p },
    'api:o': [
      {
        '@type': 'api:OperationObject',
        'api:hasDatatype': { '@type': `${xsd}anyURI`, '@value': datatype },
        'api:hasValue': value,
      },
    ],
  };
}

/** A Change as JSON-LD; `more` adds members or replaces them. */
export function changeBody(
  object: string,
  revision: number,
  operations: readonly OperationLike[],
  more: Record<string, Json> = {},
): Record<string, Json> {
  return {
    '@context': context,
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': { '@type': `${xsd}positiveInteger`, '@value': String(revision) },
    'api:hasOperation': operations.map(operationBody),
    ...more,
  };
}
