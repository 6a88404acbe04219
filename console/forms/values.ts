/**
 * What is in a form: an object, and what was typed into its fields. Drafts and templates keep it as JSON (K14). Values are
 * never changed: each edit gives another object.
 */
import type { TermValue } from '../../src/console/responses.js';

/** A value as typed: a text, a number, a code, a date. */
export interface TextEntry {
  readonly kind: 'text';
  readonly text: string;
  /** Of a number: what the text is in the language in which it was typed (K10); undefined if it is no number. */
  readonly decimal?: string;
  /** Of a quantity: the IRI of its unit. */
  readonly unit?: string;
  /** Of a time: its zone (IANA). */
  readonly zone?: string;
  /** Of a text of the record: its language tag. */
  readonly language?: string;
  /** The form suggests it: alone it makes no object. */
  readonly isPreset?: boolean;
  readonly origin?: Origin;
}

/** A link to an object. */
export interface LinkEntry {
  readonly kind: 'link';
  readonly uri: string;
  readonly label?: string;
  readonly origin?: Origin;
}

/** An embedded object, or a new object that is created with this one. */
export interface ObjectEntry {
  readonly kind: 'object';
  readonly object: FormObject;
  readonly origin?: Origin;
}

export type Entry = TextEntry | LinkEntry | ObjectEntry;

/** The term of the record that an entry was filled from. */
export interface Origin {
  readonly term: TermValue;
  /** Of a quantity or a code: the embedded object's statements, by property. */
  readonly parts?: Readonly<Record<string, TermValue>>;
}

/** The number of an air waybill as typed (K8). */
export interface NumberEntry {
  readonly text: string;
  /** "This carrier's numbers have no check digit". */
  readonly isUnchecked: boolean;
}

export interface FormObject {
  /** The IRI of its class. */
  readonly type: string;
  /** Of an embedded object of the record: its `internal:` id. */
  readonly id?: string;
  readonly number?: NumberEntry;
  readonly fields: Readonly<Record<string, readonly Entry[]>>;
}

/** The way to an object in a form: property and index, property and index … */
export type Path = readonly (string | number)[];

export const pathKey = (path: Path): string => path.join(' ');

export const emptyObject = (type: string): FormObject => ({ type, fields: {} });

export const entriesOf = (object: FormObject, property: string): readonly Entry[] => object.fields[property] ?? [];

/** Whether something was typed. */
export function isFilled(entry: Entry): boolean {
  if (entry.kind === 'text') return entry.text.trim() !== '';
  return entry.kind === 'link' ? entry.uri.trim() !== '' : true;
}

/** Whether nothing at all is in an object. */
export function isEmptyObject({ fields, number }: FormObject): boolean {
  if (number !== undefined && number.text.trim() !== '') return false;
  return Object.values(fields).every((entries) =>
    entries.every((entry) => {
      if (entry.kind === 'object') return isEmptyObject(entry.object);
      return !isFilled(entry) || (entry.kind === 'text' && entry.isPreset === true);
    }),
  );
}

/** The object at a path; undefined if there is none. */
export function objectAt(root: FormObject, path: Path): FormObject | undefined {
  const [property, index, ...rest] = path;
  if (property === undefined) return root;
  const entry = root.fields[String(property)]?.[Number(index)];
  return entry?.kind === 'object' ? objectAt(entry.object, rest) : undefined;
}

/** The form with another object at a path. */
export function withObject(root: FormObject, path: Path, change: (object: FormObject) => FormObject): FormObject {
  const [property, index, ...rest] = path;
  if (property === undefined) return change(root);
  return withEntries(root, String(property), (entries) =>
    entries.map((entry, at) =>
      at === Number(index) && entry.kind === 'object'
        ? { ...entry, object: withObject(entry.object, rest, change) }
        : entry,
    ),
  );
}

/** The object with other entries of a property. */
export function withEntries(
  object: FormObject,
  property: string,
  change: (entries: readonly Entry[]) => readonly Entry[],
): FormObject {
  return { ...object, fields: { ...object.fields, [property]: change(entriesOf(object, property)) } };
}

/** All objects of a form, with their paths, the outermost first. */
export function* objectsOf(root: FormObject, path: Path = []): Generator<{ path: Path; object: FormObject }> {
  yield { path, object: root };
  for (const [property, entries] of Object.entries(root.fields))
    for (const [index, entry] of entries.entries())
      if (entry.kind === 'object') yield* objectsOf(entry.object, [...path, property, index]);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 12;

/** The form in a draft; undefined for what this release cannot read. */
export function readFormObject(value: unknown, depth = 0): FormObject | undefined {
  if (!isRecord(value) || depth > MAX_DEPTH) return undefined;
  const { type, fields, number } = value;
  if (typeof type !== 'string' || !isRecord(fields)) return undefined;
  const read = Object.entries(fields).map(([property, entries]) => [
    property,
    (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => readEntry(entry, depth) ?? []),
  ]);
  return {
    type,
    fields: Object.fromEntries(read) as FormObject['fields'],
    ...(isRecord(number) &&
      typeof number['text'] === 'string' && {
        number: { text: number['text'], isUnchecked: number['isUnchecked'] === true },
      }),
  };
}

function readEntry(value: unknown, depth: number): Entry | undefined {
  if (!isRecord(value)) return undefined;
  const text = (name: string): Readonly<Record<string, string>> => {
    const found = value[name];
    return typeof found === 'string' ? { [name]: found } : {};
  };
  if (value['kind'] === 'text' && typeof value['text'] === 'string')
    return {
      kind: 'text',
      text: value['text'],
      ...text('decimal'),
      ...text('unit'),
      ...text('zone'),
      ...text('language'),
      ...(value['isPreset'] === true && { isPreset: true }),
    };
  if (value['kind'] === 'link' && typeof value['uri'] === 'string')
    return { kind: 'link', uri: value['uri'], ...text('label') };
  const object = value['kind'] === 'object' ? readFormObject(value['object'], depth + 1) : undefined;
  return object && { kind: 'object', object };
}
