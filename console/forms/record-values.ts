/** What the record states about an object, as the values of its form (K17): links of every kind, parts of any depth. */
import type { FormField } from '../../src/console/responses.js';
import { localOf } from './times.js';
import type { Entry, FormObject, Origin } from './values.js';
import { fieldOf, type FormModel, hasAirlineNumber, numberProperties } from './whole-form.js';

/** A statement of a revision. */
export interface RecordStatement {
  readonly s: string;
  readonly p: string;
  readonly o: Origin['term'];
}

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const MAX_DEPTH = 12;

export interface RecordOptions {
  readonly model: FormModel;
  /** The text of a number's decimal in the reader's language. */
  readonly numberText: (decimal: string) => string;
  /** The class of an object of several: the one whose form there is. */
  readonly mainType: (types: readonly string[]) => string;
}

/** The values of an object. @param statements of its revision. */
export function recordValues(statements: readonly RecordStatement[], uri: string, options: RecordOptions): FormObject {
  const bySubject = new Map<string, RecordStatement[]>();
  for (const statement of statements) {
    const found = bySubject.get(statement.s);
    if (found === undefined) bySubject.set(statement.s, [statement]);
    else found.push(statement);
  }
  return objectOf(bySubject, uri, options, new Set());
}

type BySubject = ReadonlyMap<string, readonly RecordStatement[]>;

/** The classes of the embedded objects in a record, whose forms it needs. */
export function classesIn(statements: readonly RecordStatement[]): string[] {
  return [...new Set(statements.filter(({ p }) => p === RDF_TYPE).map(({ o }) => o.value))];
}

function objectOf(
  bySubject: BySubject,
  subject: string,
  options: RecordOptions,
  above: ReadonlySet<string>,
): FormObject {
  const own = bySubject.get(subject) ?? [];
  const { model } = options;
  const type = options.mainType(own.filter(({ p }) => p === RDF_TYPE).map(({ o }) => o.value));
  const fields: Record<string, Entry[]> = {};
  for (const { p, o } of own) {
    if (p === RDF_TYPE) continue;
    const field = fieldOf(model, type, p);
    (fields[p] ??= []).push(entryOf(o, field, bySubject, options, new Set([...above, subject])));
  }
  const object: FormObject = { type, fields, ...(subject.startsWith('internal:') && { id: subject }) };
  const [prefix, number, check] = numberProperties(model.namespaces.cargo).map((property) => textIn(fields[property]));
  if (!hasAirlineNumber(object, model.namespaces.cargo) || number === undefined || prefix === undefined) return object;
  return { ...object, number: { text: `${prefix}-${number}`, isUnchecked: check === 'false' } };
}

const textIn = (entries: readonly Entry[] | undefined): string | undefined =>
  entries?.[0]?.kind === 'text' ? entries[0].text : undefined;

function entryOf(
  term: Origin['term'],
  field: FormField,
  bySubject: BySubject,
  options: RecordOptions,
  above: ReadonlySet<string>,
): Entry {
  if (term.type === 'literal') return literalEntry(term, field, options);
  const isEmbedded = term.value.startsWith('internal:') && bySubject.has(term.value) && !above.has(term.value);
  if (!isEmbedded) {
    // A code is an IRI, too: its field takes it as text.
    if (field.kind === 'code') return { kind: 'text', text: term.value, origin: { term } };
    return { kind: 'link', uri: term.value, origin: { term } };
  }
  const parts = partsOf(bySubject.get(term.value) ?? []);
  const simple = parts && simpleEntry(term, parts, field, options);
  if (simple !== undefined) return simple;
  if (above.size > MAX_DEPTH) return { kind: 'link', uri: term.value, origin: { term } };
  return { kind: 'object', object: objectOf(bySubject, term.value, options, above), origin: { term } };
}

/** The statements of an embedded object by property, if each property has one value. */
function partsOf(statements: readonly RecordStatement[]): Record<string, Origin['term']> | undefined {
  const parts: Record<string, Origin['term']> = {};
  for (const { p, o } of statements) {
    if (p === RDF_TYPE) continue;
    if (parts[p] !== undefined) return undefined;
    parts[p] = o;
  }
  return parts;
}

/** A quantity or a code, which has a field of its own; undefined for an object with further properties. */
function simpleEntry(
  term: Origin['term'],
  parts: Readonly<Record<string, Origin['term']>>,
  field: FormField,
  { model, numberText }: RecordOptions,
): Entry | undefined {
  const { cargo } = model.namespaces;
  const names = Object.keys(parts);
  const only = (...allowed: readonly string[]): boolean => names.every((name) => allowed.includes(name));
  const origin: Origin = { term, parts };
  const value = parts[`${cargo}numericalValue`];
  const unit = parts[`${cargo}unit`];
  if (field.kind === 'quantity' && only(`${cargo}numericalValue`, `${cargo}unit`) && value?.type === 'literal') {
    const decimal = decimalOf(value.value);
    if (decimal === undefined) return undefined;
    return {
      kind: 'text',
      text: numberText(decimal),
      decimal,
      ...(unit !== undefined && { unit: unit.value }),
      origin,
    };
  }
  const code = parts[`${cargo}code`];
  if (field.kind === 'code' && only(`${cargo}code`) && code?.type === 'literal')
    return { kind: 'text', text: code.value, origin };
  return undefined;
}

function literalEntry(term: Origin['term'], field: FormField, { numberText }: RecordOptions): Entry {
  const origin: Origin = { term };
  const { value, language } = term;
  if (field.kind === 'number' || field.kind === 'integer') {
    const decimal = decimalOf(value);
    if (decimal !== undefined) return { kind: 'text', text: numberText(decimal), decimal, origin };
  }
  if (field.kind === 'dateTime') {
    const local = localOf(value);
    if (local !== undefined) return { kind: 'text', ...local, origin };
  }
  if (field.kind === 'time') return { kind: 'text', text: value.replace(/(?:\.\d+)?Z$/, ''), origin };
  return { kind: 'text', text: value, ...(language !== undefined && { language }), origin };
}

/** A lexical form of a number (`1.2E1`) as a decimal; undefined for what is no finite number. */
function decimalOf(lexical: string): string | undefined {
  if (/^[-+]?\d+(?:\.\d+)?$/.test(lexical)) return lexical.replace(/^\+|(?:\.0+|(?<=\.\d*[1-9])0+)$/g, '');
  const number = Number(lexical);
  if (lexical.trim() === '' || !Number.isFinite(number)) return undefined;
  return number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
}
