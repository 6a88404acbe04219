/** The input of the change form as operations of a Change. */
import type { TermValue } from '../../src/console/responses.js';
import { config } from '../core/index.js';
import { codeOf, isCode, keyOf, type Statement } from './statements.js';

export const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** One edit: a replaced or removed statement, or an added value. */
export type Edit =
  | { readonly kind: 'replace'; readonly statement: Statement; readonly value: string; readonly range: string }
  | { readonly kind: 'remove'; readonly statement: Statement; readonly range: string }
  | {
      readonly kind: 'add';
      readonly s: string;
      readonly p: string;
      readonly value: string;
      /** The code of the unit, if the value is a quantity. */
      readonly unit?: string;
      readonly range: string;
    };

export interface ChangeDraft {
  readonly edits: readonly Edit[];
  readonly description: string;
}

interface Operation {
  readonly op: 'ADD' | 'DELETE';
  readonly s: string;
  readonly p: string;
  readonly value: string;
  readonly datatype: string;
}

/** The datatype of a term in an operation: that of a literal, or the class of the linked object. */
function datatypeOf(o: TermValue, range: string): string {
  if (o.type === 'literal') return o.datatype ?? `${XSD}string`;
  if (!isCode(o.value)) return range;
  const { list } = codeOf(o.value);
  return range.startsWith(config().namespaces.codeLists) ? range : config().namespaces.codeLists + list;
}

const normalized = (value: string, datatype: string): string =>
  datatype === `${XSD}dateTime` && value !== '' && !/(?:Z|[+-]\d\d:\d\d)$/.test(value) ? `${value}Z` : value;

/** The range `cargo:Value`: a number with a unit, as an embedded object. */
export const isQuantity = (range: string): boolean => range === `${config().namespaces.cargo}Value`;

export function operationsOf(edits: readonly Edit[]): Operation[] {
  const { cargo, codeLists } = config().namespaces;
  return edits.flatMap((edit, index): Operation[] => {
    if (edit.kind === 'add') {
      const { s, p, value, range, unit } = edit;
      if (value.trim() === '') return [];
      if (!isQuantity(range)) {
        const term: TermValue = range.startsWith(XSD)
          ? { type: 'literal', value, datatype: range }
          : { type: 'uri', value };
        return [{ op: 'ADD', s, p, value: normalized(value.trim(), range), datatype: datatypeOf(term, range) }];
      }
      const made = `_:b${index + 1}`;
      return [
        { op: 'ADD', s, p, value: made, datatype: range },
        { op: 'ADD', s: made, p: `${cargo}numericalValue`, value: value.trim(), datatype: `${XSD}double` },
        ...(unit === undefined || unit === ''
          ? []
          : ([
              {
                op: 'ADD',
                s: made,
                p: `${cargo}unit`,
                value: unit,
                datatype: `${codeLists}MeasurementUnitCode`,
              },
            ] as const)),
      ];
    }
    const { s, p, o } = edit.statement;
    const datatype = datatypeOf(o, edit.range);
    const removal: Operation = { op: 'DELETE', s, p, value: o.value, datatype };
    if (edit.kind === 'remove') return [removal];
    const value = normalized(edit.value.trim(), datatype);
    return value === '' || value === o.value ? [] : [removal, { op: 'ADD', s, p, value, datatype }];
  });
}

/** The Change as JSON-LD. */
export function changeBody(object: string, revision: number, { edits, description }: ChangeDraft): string {
  const { api } = config().namespaces;
  const body = {
    '@context': { api, xsd: XSD },
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': { '@type': 'xsd:positiveInteger', '@value': String(revision) },
    ...(description.trim() !== '' && { 'api:hasDescription': description.trim() }),
    'api:notifyRequestStatusChange': true,
    'api:hasOperation': operationsOf(edits).map(({ op, s, p, value, datatype }) => ({
      '@type': 'api:Operation',
      'api:op': { '@id': `api:${op}` },
      'api:s': s,
      'api:p': { '@type': 'xsd:anyURI', '@value': p },
      'api:o': [
        {
          '@type': 'api:OperationObject',
          'api:hasDatatype': { '@type': 'xsd:anyURI', '@value': datatype },
          'api:hasValue': value,
        },
      ],
    })),
  };
  return JSON.stringify(body, undefined, 2);
}

/** The edits that still apply to another revision: those whose replaced or removed statements still exist. */
export function rebased(edits: readonly Edit[], statements: readonly Statement[]): readonly Edit[] {
  const present = new Set(statements.map(keyOf));
  return edits.filter((edit) => edit.kind === 'add' || present.has(keyOf(edit.statement)));
}

/** The draft of the form that survives a sign-in. */
export function readDraft(text: string): ChangeDraft {
  const none: ChangeDraft = { edits: [], description: '' };
  if (text === '') return none;
  try {
    // Written by `JSON.stringify` from the same type, in this tab.
    const value = JSON.parse(text) as Partial<ChangeDraft>;
    return { edits: value.edits ?? [], description: value.description ?? '' };
  } catch (error) {
    if (error instanceof SyntaxError) return none;
    throw error;
  }
}
