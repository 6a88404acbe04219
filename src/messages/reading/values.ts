/** Values of messages as terms of the data model (X5, X35). */
import { doubleForm } from '../../rdf/literals.js';
import type { Iri } from '../../rdf/terms.js';
import { xsd } from '../../rdf/vocabulary.js';
import type { CodeValue } from '../mapping/codes.js';
import type { Mappings } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import type { DraftTerm } from './draft.js';
import type { Leaf, UnmappedReason } from './findings.js';
import { readTime } from './times.js';

const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const INTEGER = /^[+-]?[0-9]{1,18}$/;

export const literal = (text: string, datatype: Iri = xsd.string.value): DraftTerm => ({
  kind: 'literal',
  text,
  datatype,
});
export const iriTerm = (value: Iri): DraftTerm => ({ kind: 'iri', iri: value });
export const double = (value: number): DraftTerm => literal(doubleForm(value), xsd.double.value);
export const integer = (value: number): DraftTerm => literal(String(value), xsd.integer.value);
export const boolean = (value: boolean): DraftTerm => literal(String(value), xsd.boolean.value);

const codeTerm = (value: CodeValue): DraftTerm => (value.kind === 'iri' ? iriTerm(value.iri) : boolean(value.value));

/** A number in decimal notation; undefined for another text. */
export function readNumber(text: string): number | undefined {
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** A count of things: a whole number that is not negative. */
export function readCount(text: string): number | undefined {
  const value = INTEGER.test(text) ? Number(text) : -1;
  return value >= 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** The tables that types without a parameter use. */
const tables: Readonly<Record<string, string>> = {
  prepaid: 'PrepaidCollectIndicator',
  partial: 'TransportSplitDescription',
  serviceability: 'Serviceability',
};

/** The lists that types without a parameter use. */
const lists: Readonly<Record<string, string>> = { unit: 'MeasurementUnitCode', currency: 'CurrencyCode' };

/** Types of values that are numbers. */
const numeric: ReadonlySet<string> = new Set(['measure', 'amount', 'number', 'percent']);

/** The table of codes.tsv that has the values of a row. */
export function codeTableOf({ type }: Row): string | undefined {
  return type.kind === 'enum' ? type.table : tables[type.kind];
}

/** The code list of a row's values. */
export function codeListOf({ type }: Row): string | undefined {
  return type.kind === 'code' ? type.list : lists[type.kind];
}

export class Values {
  /** Whether a time without a zone has been read: it is said once for the message. */
  #zoneAssumedAt: Leaf | undefined;

  constructor(
    private readonly mappings: Mappings,
    private readonly timeZone: string,
  ) {}

  get zoneAssumedAt(): Leaf | undefined {
    return this.#zoneAssumedAt;
  }

  /** The term of a value, or why there is none. */
  term(row: Row, leaf: Leaf): DraftTerm | UnmappedReason {
    const table = codeTableOf(row);
    if (table !== undefined) {
      const value = this.mappings.codes.read(table, leaf.value);
      return value === undefined ? 'unknown-code' : codeTerm(value);
    }
    const list = codeListOf(row);
    if (list !== undefined) {
      const code = this.mappings.names.code(list, leaf.value);
      return code === undefined ? 'unknown-code' : iriTerm(code);
    }
    const { kind } = row.type;
    if (kind === 'dateTime') return this.time(leaf);
    if (kind === 'integer') return INTEGER.test(leaf.value) ? integer(Number(leaf.value)) : 'invalid';
    if (!numeric.has(kind)) return literal(leaf.value);
    const value = readNumber(leaf.value);
    return value === undefined ? 'invalid' : double(value);
  }

  time(leaf: Leaf): DraftTerm | 'invalid' {
    const time = readTime(leaf.value, this.timeZone);
    if (time === undefined) return 'invalid';
    if (time.isZoneAssumed) this.#zoneAssumedAt ??= leaf;
    return literal(time.text, xsd.dateTime.value);
  }
}
