/** Words about a form: its problems, and values as people read them. */
import type { FormField } from '../../src/console/responses.js';
import { languageTag, localName, parseNumber, typedText } from '../core/index.js';
import { withOffset } from '../forms/times.js';
import { type Entry, type FormObject, isEmptyObject, isFilled } from '../forms/values.js';
import type { Problem } from '../forms/whole-form.js';
import { formsTexts as t } from '../texts/forms.js';
import type { FormLibrary } from './form-library.js';

/** A problem in words. @param label of its field. */
export function problemText({ kind, number = '', checkDigit = '' }: Problem, label: string): string {
  if (kind === 'unit' || kind === 'amount') return t.problems[kind](label);
  if (kind === 'carrier' || kind === 'prefix') return t.problems[kind](number);
  if (kind === 'check-digit') return t.problems.checkDigit(number.slice(0, 7), checkDigit, number.slice(7));
  return t.problems[kind];
}

/** A decimal in the reader's language. */
export const numberText = (decimal: string): string => typedText(decimal, languageTag());

/** What a text is as a number in the reader's language (K10). */
export function decimalOf(text: string): string | undefined {
  const read = parseNumber(text, languageTag());
  return read.kind === 'number' ? read.decimal : undefined;
}

/** A code with its meaning. */
export function codeText(code: string, field: FormField | undefined, library: FormLibrary): string {
  const list = field?.list ?? undefined;
  const units = field?.units ?? [];
  const codes = list === undefined ? [] : (library.codesOf(list)?.items ?? []);
  const known = [...units, ...codes].find(({ iri }) => iri === code);
  if (known !== undefined) return known.label === known.code ? known.code : `${known.label} (${known.code})`;
  return localName(code);
}

/** Signs of units, the same in every language. */
const unitSigns: Readonly<Record<string, string>> = {
  ...{ KGM: 'kg', GRM: 'g', TNE: 't', LBR: 'lb', ONZ: 'oz' },
  ...{ MMT: 'mm', CMT: 'cm', DMT: 'dm', MTR: 'm', KMT: 'km', INH: 'in', FOT: 'ft' },
  ...{ CMQ: 'cm³', MTQ: 'm³', INQ: 'in³', FTQ: 'ft³', LTR: 'l', CEL: '°C', FAH: '°F', KEL: 'K' },
};

const unitText = (unit: string): string => unitSigns[localName(unit)] ?? localName(unit);

/** How a value was understood, below its field: "8.5 kg", "2026-11-22 13:05 UTC" (K10, K11). */
export function understood(entry: Entry, field: FormField): string | undefined {
  if (entry.kind !== 'text' || entry.text.trim() === '') return undefined;
  if (field.kind === 'number' || field.kind === 'integer') return visibleNumber(entry.decimal);
  if (field.kind === 'quantity') {
    const number = visibleNumber(entry.decimal);
    return number === undefined ? undefined : `${number}${entry.unit === undefined ? '' : ` ${unitText(entry.unit)}`}`;
  }
  if (field.kind === 'dateTime') {
    const stored = entry.zone === undefined ? undefined : withOffset(entry.text, entry.zone);
    return stored === undefined ? undefined : `${new Date(stored).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }
  return undefined;
}

const visibleNumber = (decimal: string | undefined): string | undefined =>
  decimal === undefined
    ? undefined
    : new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 15 }).format(Number(decimal));

/** An entry in a line, for summaries and for before and after (K20). */
export function entryText(entry: Entry | undefined, field: FormField, library: FormLibrary): string {
  if (entry === undefined || !isFilled(entry)) return t.empty;
  if (entry.kind === 'link') return entry.label ?? localName(entry.uri);
  if (entry.kind === 'object') return objectText(entry.object, library);
  if (field.kind === 'boolean') return entry.text === 'true' ? t.yes : t.no;
  if (field.kind === 'code') return codeText(entry.text, field, library);
  if (field.kind === 'quantity') {
    return `${entry.text}${entry.unit === undefined ? '' : ` ${unitText(entry.unit)}`}`;
  }
  if (field.kind === 'dateTime') return `${entry.text.replace('T', ' ')} ${entry.zone ?? ''}`.trim();
  return entry.text;
}

const MAX_PARTS = 4;

/** Whether somebody has filled it in: roles that a new form suggests are no title of a draft (K14). */
const isTyped = (entry: Entry): boolean =>
  entry.kind === 'object'
    ? !isEmptyObject(entry.object)
    : isFilled(entry) && !(entry.kind === 'text' && entry.isPreset === true);

/** An object of a form in a line: its number, and what its first fields say. */
export function objectText(object: FormObject, library: FormLibrary): string {
  const form = library.formOf(object.type);
  const number = object.number?.text.trim() ?? '';
  const ordered = form?.fields ?? [];
  const values = ordered.flatMap((field) =>
    (object.fields[field.property] ?? [])
      .filter(isTyped)
      .filter((entry) => field.kind !== 'boolean' || (entry.kind === 'text' && entry.text === 'true'))
      .slice(0, 3)
      .map((entry) => (field.kind === 'boolean' ? field.label : entryText(entry, field, library))),
  );
  const whole = [...(number === '' ? [] : [number]), ...values.filter((text) => text !== t.empty)];
  return whole.slice(0, MAX_PARTS).join(' · ') || t.empty;
}
