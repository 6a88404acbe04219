/** Terms of the data model as values of messages: the types of `reading/values.ts` from right to left (X5, X79). */
import { decimalForm } from '../../rdf/literals.js';
import type { Mappings } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import type { DraftTerm } from '../reading/draft.js';
import { writeTime } from '../reading/times.js';
import { codeListOf, codeTableOf } from '../reading/values.js';
import { withoutOuterSpace } from '../xml/xml-reader.js';

/** Digits after the point of a measure. */
const DIGITS = 3;
/** What the digits of a double beyond these say is an error of its arithmetic. */
const SIGNIFICANT = 15;

/** Types of values that have any digits. */
const decimals: ReadonlySet<string> = new Set(['amount', 'number', 'percent']);

export interface WrittenText {
  readonly text: string;
  /** The value before it was rounded. */
  readonly exact?: string;
}

export class Texts {
  constructor(
    private readonly mappings: Mappings,
    private readonly timeZone: string,
  ) {}

  /** The text of a value in an element of a row; undefined for a value that the element cannot have. */
  of(row: Row, term: DraftTerm): WrittenText | undefined {
    const text = this.#textOf(row, term);
    return typeof text === 'string' ? (text === '' ? undefined : { text }) : text;
  }

  #textOf(row: Row, term: DraftTerm): string | WrittenText | undefined {
    const { codes, names } = this.mappings;
    const table = codeTableOf(row);
    if (table !== undefined)
      return term.kind === 'iri'
        ? codes.written(table, { kind: 'iri', iri: term.iri })
        : codes.written(table, { kind: 'boolean', value: term.text === 'true' || term.text === '1' });
    const list = codeListOf(row);
    if (list !== undefined) return this.#codeOf(list, term);
    if (term.kind === 'iri') return names.listedCode(term.iri);
    const { kind } = row.type;
    if (kind === 'dateTime') return writeTime(term.text, this.timeZone);
    if (kind === 'measure') return measureOf(term.text);
    if (kind === 'integer')
      return numberOf(term.text, (value) => (Number.isInteger(value) ? decimalForm(value) : undefined));
    return decimals.has(kind) ? numberOf(term.text, decimalForm) : withoutOuterSpace(term.text);
  }

  /** A code that would be read as the same one. */
  #codeOf(list: string, term: DraftTerm): string | undefined {
    const { names } = this.mappings;
    if (term.kind === 'literal') return names.code(list, term.text) === undefined ? undefined : term.text;
    const code = names.listedCode(term.iri);
    return code !== undefined && names.code(list, code) === term.iri ? code : undefined;
  }
}

function numberOf(text: string, form: (value: number) => string | undefined): string | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? form(value) : undefined;
}

/** Measures have three digits after the point; more are rounded up: a shipment is not lighter than it is. */
function measureOf(text: string): WrittenText | undefined {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return undefined;
  const scaled = Number((value * 10 ** DIGITS).toPrecision(SIGNIFICANT));
  const written = Number.isInteger(value) ? value : Math.ceil(scaled) / 10 ** DIGITS;
  return written === value ? { text: decimalForm(value) } : { text: decimalForm(written), exact: text };
}
