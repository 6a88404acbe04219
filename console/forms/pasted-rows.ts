/** Rows of a spreadsheet as pieces of a shipment (K13): what each column is, what each cell says, and what it lacks. */
import Papa from 'papaparse';
import type { FormNamespaces } from './field-values.js';
import type { Entry, FormObject } from './values.js';

export const columnKinds = [
  'count',
  'number',
  'goods',
  'weight',
  'length',
  'width',
  'height',
  'dimensions',
  'upid',
  'marks',
  'hsCode',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

export interface Column {
  /** Undefined until the reader chooses. */
  readonly kind: ColumnKind | undefined;
  /** The heading in the text, if it had a row of headings. */
  readonly heading: string | undefined;
  /** The code of the unit of its figures, from its heading. */
  readonly unit: string | undefined;
}

export interface PastedRows {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The number of rows that there were, without the headings. */
  readonly total: number;
}

/** Rows, and pieces, at a time. */
export const MAX_ROWS = 500;

/** Headings in English and German, and names of properties; without blanks, marks and units. */
const headings: Readonly<Record<ColumnKind, readonly string[]>> = {
  count: ['count', 'qty', 'quantity', 'pcs', 'pieces', 'numberofpieces', 'anzahl', 'menge', 'stück', 'stueck', 'stk'],
  number: [
    'number',
    'no',
    'nr',
    'pos',
    'position',
    'item',
    'line',
    'nummer',
    'lfdnr',
    'pieceno',
    'packstücknr',
    'packagedeidentifier',
  ],
  goods: [
    'goods',
    'goodsdescription',
    'description',
    'commodity',
    'content',
    'contents',
    'natureofgoods',
    'ware',
    'warenbeschreibung',
    'beschreibung',
    'bezeichnung',
    'inhalt',
  ],
  weight: ['weight', 'grossweight', 'gross', 'gw', 'wt', 'gewicht', 'bruttogewicht', 'brutto'],
  length: ['length', 'l', 'len', 'länge', 'laenge'],
  width: ['width', 'w', 'b', 'breite'],
  height: ['height', 'h', 'höhe', 'hoehe'],
  dimensions: ['dimensions', 'dims', 'dim', 'size', 'lxwxh', 'maße', 'masse', 'abmessungen', 'lxbxh'],
  upid: ['upid', 'pieceid', 'pieceidentifier', 'sscc', 'barcode', 'packstückkennung'],
  marks: ['marks', 'shippingmarks', 'mark', 'marking', 'markierung', 'zeichen', 'kennzeichen'],
  hsCode: ['hscode', 'hs', 'hscommoditycode', 'tariff', 'tariffnumber', 'zolltarifnummer', 'warennummer', 'taric'],
};

/** Units as people write them, and their codes. */
const units: Readonly<Record<string, string>> = {
  ...{
    kg: 'KGM',
    kgs: 'KGM',
    kilo: 'KGM',
    kilogram: 'KGM',
    kilogramm: 'KGM',
    g: 'GRM',
    gram: 'GRM',
    gramm: 'GRM',
    t: 'TNE',
  },
  ...{ lb: 'LBR', lbs: 'LBR', pound: 'LBR', pfund: 'LBR' },
  ...{ mm: 'MMT', cm: 'CMT', m: 'MTR', in: 'INH', inch: 'INH', zoll: 'INH', ft: 'FOT' },
};

const isKnown = (unit: string): boolean => Object.hasOwn(units, unit);

/** A heading without its unit: "Gross weight (kg)" is `grossweight` in `KGM`. */
function heading(text: string): Column {
  const plain = text.trim().toLowerCase().normalize('NFC');
  const unit = Array.from(plain.matchAll(/[[(/ _]\s*([a-z]+)\.?\s*[\])]?$/g), ([, name = '']) => name).find(isKnown);
  const bare = (unit === undefined ? plain : plain.slice(0, plain.lastIndexOf(unit))).replace(/[^\p{L}\p{N}]/gu, '');
  const whole = plain.replace(/[^\p{L}\p{N}]/gu, '');
  const kind = columnKinds.find((one) => headings[one].some((word) => word === bare || word === whole));
  return { kind, heading: text.trim(), unit: unit === undefined ? undefined : units[unit] };
}

/** Reads rows: separated by tabs, semicolons or commas, with quotes; empty lines are left out. */
export function readRows(text: string): PastedRows {
  const { data } = Papa.parse<string[]>(text.trim(), {
    delimiter: delimiterOf(text),
    skipEmptyLines: 'greedy',
    worker: false,
  });
  const [first = [], ...rest] = data;
  const found = first.map(heading);
  const isHeadings =
    found.filter(({ kind }) => kind !== undefined).length * 2 >= found.length &&
    first.some((cell) => cell.trim() !== '');
  const rows = isHeadings ? rest : data;
  const width = Math.max(0, ...data.map(({ length }) => length));
  const taken = new Set<ColumnKind>();
  const columns = Array.from({ length: width }, (_, index): Column => {
    const column = isHeadings ? found[index] : undefined;
    if (column === undefined) return { kind: undefined, heading: isHeadings ? '' : undefined, unit: undefined };
    // Of two columns with one meaning the first counts; the reader decides on the other.
    if (column.kind !== undefined && taken.has(column.kind)) return { ...column, kind: undefined };
    if (column.kind !== undefined) taken.add(column.kind);
    return column;
  });
  const whole = rows.slice(0, MAX_ROWS).map((row) => columns.map((_, index) => (row[index] ?? '').trim()));
  return { columns, rows: whole, total: rows.length };
}

/** The separator that the first line has most, outside of quotes: a decimal comma never beats a tab or a semicolon. */
function delimiterOf(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  return ['\t', ';', ','].find((mark) => bare.includes(mark)) ?? '\t';
}

/** The decimal of a number as typed; undefined for what is no number in the reader's language. */
export type ReadDecimal = (text: string) => string | undefined;

interface Measured {
  readonly decimal: string;
  readonly unit: string;
}

/** A figure with its unit: its own, that of its column, or kilogram and centimetre. */
function measured(text: string, { kind, unit }: Column, read: ReadDecimal): Measured | undefined {
  const [, figure = text, name] = /^(.*?\d)\s*([a-z]+)\.?$/i.exec(text.trim()) ?? [];
  const own = name?.toLowerCase();
  if (own !== undefined && !isKnown(own)) return undefined;
  const decimal = read(figure);
  if (decimal === undefined || !(Number(decimal) > 0)) return undefined;
  const code = own === undefined ? (unit ?? (kind === 'weight' ? 'KGM' : 'CMT')) : (units[own] ?? '');
  const isWeight = ['KGM', 'GRM', 'TNE', 'LBR'].includes(code);
  return isWeight === (kind === 'weight') ? { decimal, unit: code } : undefined;
}

/** Length, width and height in one cell: `40x30x20 cm`. */
function threeMeasures(text: string, column: Column, read: ReadDecimal): readonly Measured[] | undefined {
  const [, figures = text, unit = ''] = /^(.*?\d)\s*([a-z]*)\.?$/i.exec(text.trim()) ?? [];
  const parts = figures.split(/\s*[x×*]\s*/i);
  const found = parts.map((part) => measured(`${part} ${unit}`.trim(), column, read));
  const whole = found.filter((one) => one !== undefined);
  return whole.length === 3 && parts.length === 3 ? whole : undefined;
}

function countOf(text: string, read: ReadDecimal): number | undefined {
  const count = Number(read(text) ?? NaN);
  return Number.isInteger(count) && count >= 1 && count <= MAX_ROWS ? count : undefined;
}

/** Whether a cell can be read; what is empty is left out. */
export function isReadable(text: string, column: Column, read: ReadDecimal): boolean {
  if (text.trim() === '') return true;
  switch (column.kind) {
    case 'count':
      return countOf(text, read) !== undefined;
    case 'weight':
    case 'length':
    case 'width':
    case 'height':
      return measured(text, column, read) !== undefined;
    case 'dimensions':
      return threeMeasures(text, column, read) !== undefined;
    case 'hsCode':
      return /^\d[\d.\s]{3,14}$/.test(text.trim());
    case 'number':
    case 'goods':
    case 'upid':
    case 'marks':
    case undefined:
      return true;
  }
}

/** A further piece of a row: a UPID names one piece only. */
function unnamed(piece: FormObject, cargo: string): FormObject {
  const { [`${cargo}upid`]: _, ...fields } = piece.fields;
  return { ...piece, fields };
}

/** The cells that cannot be read, and the pieces of the others. */
export interface RowPieces {
  readonly pieces: readonly FormObject[];
  readonly unreadable: readonly { readonly row: number; readonly column: number }[];
  /** The pieces that there would be; only the first 500 are taken. */
  readonly total: number;
}

export function piecesOf(
  { columns, rows }: Pick<PastedRows, 'columns' | 'rows'>,
  { cargo, codeLists }: FormNamespaces,
  read: ReadDecimal,
  numberText: (decimal: string) => string,
): RowPieces {
  const unreadable = rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => {
      const known = columns[column];
      return known === undefined || isReadable(text, known, read) ? [] : [{ row, column }];
    }),
  );
  const text = (value: string): Entry => ({ kind: 'text', text: value });
  const quantity = ({ decimal, unit }: Measured): Entry => ({
    kind: 'text',
    text: numberText(decimal),
    decimal,
    unit: `${codeLists}MeasurementUnitCode#${unit}`,
  });
  const pieceOf = (cells: readonly string[]): { piece: FormObject; count: number } => {
    const fields: Record<string, readonly Entry[]> = {};
    const sizes: Record<string, readonly Entry[]> = {};
    let count = 1;
    for (const [index, cell] of cells.entries()) {
      const column = columns[index];
      const value = cell.trim();
      if (column?.kind === undefined || value === '' || !isReadable(value, column, read)) continue;
      const figure = (): Measured | undefined => measured(value, column, read);
      switch (column.kind) {
        case 'count':
          count = countOf(value, read) ?? 1;
          break;
        case 'number':
          fields[`${cargo}packagedeIdentifier`] = [text(value)];
          break;
        case 'goods':
          fields[`${cargo}goodsDescription`] = [text(value)];
          break;
        case 'upid':
          fields[`${cargo}upid`] = [text(value)];
          break;
        case 'marks':
          fields[`${cargo}shippingMarks`] = [text(value)];
          break;
        case 'hsCode': {
          const product = { type: `${cargo}Product`, fields: { [`${cargo}hsCode`]: [text(value)] } };
          fields[`${cargo}contentProducts`] = [{ kind: 'object', object: product }];
          break;
        }
        case 'weight': {
          const weight = figure();
          if (weight !== undefined) fields[`${cargo}grossWeight`] = [quantity(weight)];
          break;
        }
        case 'dimensions':
          for (const [at, size] of (threeMeasures(value, column, read) ?? []).entries())
            sizes[`${cargo}${['length', 'width', 'height'][at] ?? 'height'}`] = [quantity(size)];
          break;
        case 'length':
        case 'width':
        case 'height': {
          const size = figure();
          if (size !== undefined) sizes[`${cargo}${column.kind}`] = [quantity(size)];
        }
      }
    }
    if (Object.keys(sizes).length > 0)
      fields[`${cargo}dimensions`] = [{ kind: 'object', object: { type: `${cargo}Dimensions`, fields: sizes } }];
    return { piece: { type: `${cargo}Piece`, fields }, count };
  };
  const made = rows.map(pieceOf).filter(({ piece }) => Object.keys(piece.fields).length > 0);
  const all = made.flatMap(({ piece, count }) =>
    Array.from({ length: count }, (_, index) => (index === 0 ? piece : unnamed(piece, cargo))),
  );
  return { pieces: all.slice(0, MAX_ROWS), unreadable, total: all.length };
}
