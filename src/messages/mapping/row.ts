/** A row of a table: where a value of a message is in the data model (X4 to X6). */
import type { Target } from './target.js';

const plainTypes = [
  'group',
  'text',
  'measure',
  'amount',
  'unit',
  'currency',
  'number',
  'integer',
  'dateTime',
  'prepaid',
  'partial',
  'serviceability',
  'location',
  'awb',
  'count',
  'sum',
  'absent',
  'order',
  'percent',
  'constant',
  'derived',
  'header',
  'none',
] as const;

type PlainType = (typeof plainTypes)[number];

export type RowType =
  | { readonly kind: PlainType }
  /** The value is a code of this list. */
  | { readonly kind: 'code'; readonly list: string }
  /** The table of codes.tsv has the value. */
  | { readonly kind: 'enum'; readonly table: string };

export type RowStatus = 'mapped' | 'rule' | 'derived' | 'header' | 'not mapped';

export interface Row {
  /** The path from the root, `Waybill/MasterConsignment/ID`; an attribute ends in `/@unitCode`. */
  readonly path: string;
  /** The name of the element or attribute. */
  readonly name: string;
  readonly line: number;
  readonly isMandatory: boolean;
  /** The largest number of occurrences; undefined where the table does not say. */
  readonly most: number | undefined;
  readonly type: RowType;
  /** Undefined for a group. */
  readonly status: RowStatus | undefined;
  readonly target: Target | undefined;
  /** The statement of a rule beyond the type, such as X26; empty for a plain row. */
  readonly rule: string;
  /** What a derived value follows from (X24), or which part of the header it is (X31). */
  readonly derivation: string;
  /** Whether it is written; a row beside another one of the same place is only read. */
  readonly isWritten: boolean;
  readonly isInVersion3: boolean;
  readonly description: string;
  readonly children: readonly Row[];
  readonly attributes: readonly Row[];
}

const isPlainType = (text: string): text is PlainType => plainTypes.some((type) => type === text);

/** @throws SyntaxError */
export function parseRowType(text: string): RowType {
  const [kind = '', name] = text.split(':');
  if (name !== undefined && kind === 'code') return { kind, list: name };
  if (name !== undefined && kind === 'enum') return { kind, table: name };
  if (isPlainType(text)) return { kind: text };
  throw new SyntaxError(`"${text}" is no type of a row`);
}

const statuses: readonly RowStatus[] = ['mapped', 'rule', 'derived', 'header', 'not mapped'];

/** @throws SyntaxError */
export function parseStatus(text: string): RowStatus | undefined {
  if (text === '') return undefined;
  const status = statuses.find((one) => one === text);
  if (status === undefined) throw new SyntaxError(`"${text}" is no status of a row`);
  return status;
}

/** Of `0:n`: the number after the colon. */
export function parseMost(cardinality: string): number | undefined {
  const [, most = ''] = cardinality.split(':');
  if (most === '') return undefined;
  return most === 'n' ? Infinity : Number(most);
}
