/** Messages with random values in random rows, groups repeated: what a reader takes of them must come back. */
import type { Mappings, MessageMapping } from '../../src/messages/mapping/mappings.js';
import type { Row } from '../../src/messages/mapping/row.js';
import { codeListOf, codeTableOf } from '../../src/messages/reading/values.js';
import type { Model } from '../../src/model/model.js';
import { iri } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import type { Random } from '../support/random.js';
import { required, type Values } from './support.js';

const texts = ['ACME & Söhne', '<b>"x"</b>', "it's", 'a\nb', '漢字 😀', ']]>', '%20#', '&amp;', '\u00a0x', 'A-1/2'];
const places = ['FRA', 'JFK', 'SIN', 'DOH'];
const units: Readonly<Record<string, readonly string[]>> = {
  MeasurementUnitCode: ['KGM', 'LBR', 'MTQ', 'CMT'],
  CurrencyCode: ['EUR', 'USD', 'QAR'],
};
/** Roles of parties that have an element of their own. */
const ownRoles = new Set(['SHP', 'CNE', 'AGT']);

export class RandomMessage {
  readonly #values: Record<string, string> = {};
  #serial = 0;

  constructor(
    private readonly mapping: MessageMapping,
    private readonly mappings: Mappings,
    private readonly model: Model,
    private readonly random: Random,
  ) {}

  values(): Values {
    for (const row of this.mapping.root.children) this.#row(row, row.name, 1);
    const values = { ...this.#values, ...required[this.mapping.type] };
    return values;
  }

  #row(row: Row, path: string, number: number): void {
    if (!row.isWritten || row.status === 'not mapped' || row.status === 'header' || row.status === 'derived') return;
    if (row.type.kind !== 'group') {
      this.#value(row, path, number);
      return;
    }
    if (!this.random.chance(0.8) && !row.isMandatory && !row.children.some(isKey)) return;
    const isRepeated = row.target !== undefined && row.target.steps.length > 0 && (row.most ?? Infinity) > 1;
    const count = isRepeated ? 1 + this.random.below(3) : 1;
    for (let index = 1; index <= count; index += 1) {
      const own = count === 1 ? path : `${path}[${index}]`;
      for (const child of row.children) this.#row(child, `${own}/${child.name}`, index);
    }
  }

  #value(row: Row, path: string, number: number): void {
    const isNumber = path.endsWith('SequenceNumeric');
    if (!isNumber && !isKey(row) && !this.random.chance(0.6)) return;
    const text = isNumber ? String(number) : this.#text(row);
    if (text === undefined) return;
    this.#values[path] = text;
    for (const attribute of row.attributes)
      if (attribute.target !== undefined && this.random.chance(0.8)) {
        const unit = this.#text(attribute);
        if (unit !== undefined) this.#values[`${path}/${attribute.name}`] = unit;
      }
  }

  #text(row: Row): string | undefined {
    const table = codeTableOf(row);
    // A scheduled arrival has an element of its own.
    if (table === 'TimeType') return this.random.one(['A', 'E']);
    if (table !== undefined) return this.random.one(this.mappings.codes.codesOf(table));
    const list = codeListOf(row);
    if (list === 'StatusCode') return row.derivation === '' ? this.random.one(['DEP', 'ARR', 'RCS', 'TFD']) : undefined;
    if (list !== undefined) return this.#code(list);
    const { kind } = row.type;
    if (['measure', 'amount', 'number', 'percent'].includes(kind)) return String(this.random.below(100_000_000) / 1000);
    if (kind === 'integer') return String(this.random.below(1000));
    if (kind === 'count') return countOf(row);
    if (kind === 'location') return this.random.one(places);
    if (kind === 'dateTime')
      return new Date(1_600_000_000_000 + this.random.below(100_000) * 1000).toISOString().slice(0, 19);
    if (kind !== 'text') return undefined;
    this.#serial += 1;
    return `${this.random.one(texts)} ${this.#serial}`;
  }

  #code(list: string): string | undefined {
    const members = this.model.valuesOf(
      iri(standardNamespaces.codeLists + (list === 'BasicRateClassCode' ? 'RateClassCode' : list)),
    );
    const codes = (members?.members ?? []).map((code) => code.slice(code.indexOf('#') + 1));
    const fixed = units[list];
    if (fixed !== undefined) return this.random.one(fixed);
    if (codes.length === 0) return undefined;
    return this.random.one(codes.filter((code) => list !== 'ParticipantIdentifier' || !ownRoles.has(code)));
  }
}

/** Values that say what others are about. */
const isKey = ({ type, rule, path }: Row): boolean =>
  type.kind === 'count' ||
  ['X9', 'X15', 'X16'].includes(rule) ||
  /ModeCode$|AppliedRate$|DestinationAppliedAmount$/.test(path);

/** Each line has two pieces, of which a package has one. */
function countOf({ rule, path }: Row): string | undefined {
  if (rule === 'X19') return path.includes('TransportLogisticsPackage/') ? '1' : '3';
  return path.includes('MasterConsignment/TotalPieceQuantity') && !path.startsWith('Waybill/') ? '4' : undefined;
}
