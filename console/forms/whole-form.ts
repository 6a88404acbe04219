/** A form with the model's fields: the values of each object, and the problems that keep it from being sent (K12). */
import type { Form, FormField } from '../../src/console/responses.js';
import { type FieldValue, type FormNamespaces, type ProblemKind, typedValue, XSD } from './field-values.js';
import { entriesOf, type Entry, type FormObject, type Path } from './values.js';
import { readWaybillNumber } from './waybill-number.js';

/** What a form is read with. */
export interface FormModel {
  readonly namespaces: FormNamespaces;
  /** The form of a class; undefined while it is not loaded. */
  readonly formOf: (type: string) => Form | undefined;
  /** The prefix of a carrier's code (K8). */
  readonly prefixOf: (code: string) => string | undefined;
}

/** A problem of a value, at the place where it was typed. */
export interface Problem {
  readonly path: Path;
  readonly property: string;
  readonly index: number;
  readonly kind: ProblemKind;
  /** Of a check digit: the number, and the digit that it needs. */
  readonly number?: string;
  readonly checkDigit?: string;
}

/** A value of a property, with the entry that it comes from. */
export interface Stated {
  readonly property: string;
  readonly index: number;
  readonly value: FieldValue;
  readonly entry: Entry | undefined;
}

/** The properties of the one field for a waybill's number. */
export const numberProperties = (cargo: string): readonly [prefix: string, number: string, check: string] => [
  `${cargo}waybillPrefix`,
  `${cargo}waybillNumber`,
  `${cargo}modularCheckNumber`,
];

/** A house waybill's number is the forwarder's own, without prefix and check digit. */
export function hasAirlineNumber({ type, fields }: FormObject, cargo: string): boolean {
  if (type !== `${cargo}Waybill`) return false;
  const [kind] = fields[`${cargo}waybillType`] ?? [];
  return kind?.kind !== 'text' || kind.text !== `${cargo}HOUSE`;
}

/** The field of a property that the form of the class does not have: one of another vocabulary, or of an older model. */
export const unknownField = (property: string): FormField => ({
  property,
  label: property.replace(/^.*[#/]/, ''),
  language: 'en',
  help: null,
  kind: 'any',
  min: 0,
  max: null,
  units: null,
  list: null,
  open: null,
  part: null,
  targets: [],
  first: false,
});

export function fieldOf(model: FormModel, type: string, property: string): FormField {
  return model.formOf(type)?.fields.find((field) => field.property === property) ?? unknownField(property);
}

/** What an object of a form states, and what cannot be read in it; without the objects below it. */
export function statedIn(
  object: FormObject,
  path: Path,
  model: FormModel,
): { readonly stated: readonly Stated[]; readonly problems: readonly Problem[] } {
  const stated: Stated[] = [];
  const problems: Problem[] = [];
  const { namespaces } = model;
  const isNumbered = hasAirlineNumber(object, namespaces.cargo) && object.number !== undefined;
  const inNumber = new Set(isNumbered ? numberProperties(namespaces.cargo) : []);
  for (const [property, entries] of Object.entries(object.fields)) {
    if (inNumber.has(property)) continue;
    const field = fieldOf(model, object.type, property);
    for (const [index, entry] of entries.entries()) {
      const typed = typedValue(entry, field, namespaces);
      if (typed.kind === 'value') stated.push({ property, index, value: typed.value, entry });
      else if (typed.kind === 'problem') problems.push({ path, property, index, kind: typed.problem });
    }
  }
  if (isNumbered) {
    const number = numberIn(object, path, model);
    stated.push(...number.stated);
    problems.push(...number.problems);
  }
  return { stated, problems };
}

/** The number's properties (K8); `modularCheckNumber` is false where the carrier's numbers have no check digit. */
function numberIn(object: FormObject, path: Path, model: FormModel): ReturnType<typeof statedIn> {
  const [prefix, number, check] = numberProperties(model.namespaces.cargo);
  const { text, isUnchecked } = object.number ?? { text: '', isUnchecked: false };
  const read = readWaybillNumber(text, model.prefixOf);
  const wrong = (kind: ProblemKind, more: Partial<Problem> = {}): ReturnType<typeof statedIn> => ({
    stated: [],
    problems: [{ path, property: number, index: 0, kind, ...more }],
  });
  switch (read.kind) {
    case 'empty':
      return { stated: [], problems: [] };
    case 'unclear':
      return wrong('waybill-number');
    case 'without-prefix':
      return wrong('prefix', { number: read.number });
    case 'unknown-carrier':
      return wrong('carrier', { number: read.code });
    case 'number': {
      if (!read.isRight && !isUnchecked)
        return wrong('check-digit', { number: read.number, checkDigit: read.checkDigit });
      const value = (property: string, typed: string, datatype: string): Stated => {
        const origin = entriesOf(object, property)[0]?.origin;
        return {
          property,
          index: 0,
          value: { kind: 'literal', value: typed, datatype: XSD + datatype },
          entry: { kind: 'text', text: typed, ...(origin !== undefined && { origin }) },
        };
      };
      return {
        stated: [
          value(prefix, read.prefix, 'string'),
          value(number, read.number, 'string'),
          value(check, String(!isUnchecked), 'boolean'),
        ],
        problems: [],
      };
    }
  }
}
