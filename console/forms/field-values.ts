/** What was typed into a field as a value of RDF, or the problem that it has (K10 to K12). */
import type { FormField } from '../../src/console/responses.js';
import { durationOf, withOffset } from './times.js';
import { type Entry, type FormObject, isFilled, type TextEntry } from './values.js';

export interface FormNamespaces {
  readonly cargo: string;
  readonly codeLists: string;
}

export const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A value, as bodies and Changes write it. */
export type FieldValue =
  | { readonly kind: 'literal'; readonly value: string; readonly datatype: string; readonly language?: string }
  /** A link or a code. `type`: the class that a Change names. */
  | { readonly kind: 'iri'; readonly iri: string; readonly type: string }
  /** A quantity, or a code that is no IRI. */
  | { readonly kind: 'node'; readonly type: string; readonly parts: Readonly<Record<string, FieldValue>> }
  | { readonly kind: 'object'; readonly object: FormObject };

/** Why a value cannot be sent. */
export type ProblemKind =
  | 'number'
  | 'integer'
  | 'unit'
  | 'amount'
  | 'date'
  | 'zone'
  | 'duration'
  | 'code'
  | 'link'
  | 'check-digit'
  | 'waybill-number'
  | 'carrier'
  | 'prefix';

export type Typed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: FieldValue }
  | { readonly kind: 'problem'; readonly problem: ProblemKind };

const problem = (kind: ProblemKind): Typed => ({ kind: 'problem', problem: kind });
const isUri = (text: string): boolean => /^(?:https?:\/\/[^\s/?#]|urn:[a-z0-9])[^\s<>"{}|\\^`]*$/i.test(text);

const literal = (value: string, datatype: string): Typed => ({
  kind: 'value',
  value: { kind: 'literal', value, datatype: XSD + datatype },
});

/** The value of an entry in a field. */
export function typedValue(entry: Entry, field: FormField, namespaces: FormNamespaces): Typed {
  if (!isFilled(entry) && !(entry.kind === 'text' && field.kind === 'quantity' && entry.unit !== undefined))
    return { kind: 'empty' };
  if (entry.kind === 'object') return { kind: 'value', value: entry };
  if (entry.kind === 'link') return link(entry.uri.trim(), field, namespaces);
  return textValue(entry, field, namespaces);
}

function link(uri: string, field: FormField, { cargo }: FormNamespaces): Typed {
  if (!isUri(uri)) return problem('link');
  const type = field.targets[0] ?? field.part ?? `${cargo}LogisticsObject`;
  return { kind: 'value', value: { kind: 'iri', iri: uri, type } };
}

function textValue(entry: TextEntry, field: FormField, namespaces: FormNamespaces): Typed {
  const text = entry.text.trim();
  switch (field.kind) {
    case 'boolean':
      return literal(text === 'true' ? 'true' : 'false', 'boolean');
    case 'integer':
      return entry.decimal === undefined || !/^-?\d+$/.test(entry.decimal)
        ? problem('integer')
        : literal(entry.decimal, 'integer');
    case 'number':
      // The node writes it in the datatype of the property (D5).
      return entry.decimal === undefined ? problem('number') : literal(entry.decimal, 'decimal');
    case 'quantity':
      return quantity(entry, namespaces);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? literal(text, 'date') : problem('date');
    case 'time':
      return /^\d\d:\d\d(?::\d\d)?$/.test(text)
        ? literal(`${text.length === 5 ? `${text}:00` : text}Z`, 'time')
        : problem('date');
    case 'dateTime':
      return time(entry);
    case 'duration': {
      const duration = durationOf(text);
      return duration === undefined ? problem('duration') : literal(duration, 'duration');
    }
    case 'code':
      return code(text, field, namespaces);
    case 'link':
    case 'part':
      return link(text, field, namespaces);
    case 'any':
      return isUri(text) ? link(text, field, namespaces) : string(entry);
    case 'text':
      return string(entry);
  }
}

const string = ({ text, language }: TextEntry): Typed => ({
  kind: 'value',
  value: { kind: 'literal', value: text, datatype: `${XSD}string`, ...(language !== undefined && { language }) },
});

function quantity({ text, decimal, unit }: TextEntry, namespaces: FormNamespaces): Typed {
  const { cargo } = namespaces;
  if (text.trim() === '') return problem('amount');
  if (decimal === undefined) return problem('number');
  if (unit === undefined || unit === '') return problem('unit');
  return {
    kind: 'value',
    value: {
      kind: 'node',
      type: `${cargo}Value`,
      parts: {
        [`${cargo}numericalValue`]: { kind: 'literal', value: decimal, datatype: `${XSD}double` },
        [`${cargo}unit`]: { kind: 'iri', iri: unit, type: classOf(unit, 'MeasurementUnitCode', namespaces) },
      },
    },
  };
}

/** The class of a code that a Change names: its list, or its enumeration. */
function classOf(iri: string, list: string | null, { cargo, codeLists }: FormNamespaces): string {
  if (iri.startsWith(codeLists)) return iri.split('#')[0] ?? iri;
  if (list === null) return `${cargo}CodeListElement`;
  return (iri.startsWith(cargo) ? cargo : codeLists) + list;
}

function time({ text, zone }: TextEntry): Typed {
  if (zone === undefined || zone === '') return problem('zone');
  // A time of the record has an offset in the place of a zone.
  const offset = /^[+-]\d\d:\d\d$/.test(zone) ? zone : undefined;
  const stored = offset === undefined ? withOffset(text, zone) : withOffset(text, 'UTC')?.replace(/Z$/, offset);
  return stored === undefined ? problem('date') : literal(stored, 'dateTime');
}

function code(text: string, { list, open }: FormField, namespaces: FormNamespaces): Typed {
  const { cargo } = namespaces;
  if (isUri(text)) return { kind: 'value', value: { kind: 'iri', iri: text, type: classOf(text, list, namespaces) } };
  if (list !== null && open !== true) return problem('code');
  return {
    kind: 'value',
    value: {
      kind: 'node',
      type: `${cargo}CodeListElement`,
      parts: { [`${cargo}code`]: { kind: 'literal', value: text, datatype: `${XSD}string` } },
    },
  };
}
