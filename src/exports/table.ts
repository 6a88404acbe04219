/** Tables that are sent as files, and how a declaration of a list names their columns (K72). */
import type { WordLanguage } from '../model/words/words.js';

/** A text of the node in each of its languages. */
export type Words = Readonly<Record<WordLanguage, string>>;

/** `number`: also as the text of a decimal. `time`: a `Date`. `hours`: a duration, in hours. */
export type CellKind = 'text' | 'number' | 'time' | 'hours';

/** Null: an empty cell. */
export type TableCell = string | number | Date | null;

export interface TableColumn {
  readonly label: string;
  readonly kind: CellKind;
}

/** A table whose rows are made while it is sent. */
export interface Table {
  /** The name of its file, without an ending: letters, digits, `-` and `.`. */
  readonly fileName: string;
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly TableCell[]>;
  /** What was asked, for the second sheet: filters or parameters. */
  readonly asked: readonly (readonly [label: string, value: string])[];
  /** Whether rows are known to be left out before the first one is sent (`Truncated`). */
  readonly isTruncated: boolean;
  /** Whether rows were left out, once all have been sent. */
  readonly wasTruncated: () => boolean;
}

/** A column of a list: its heading, and its cell in the row of an item. */
export interface ListColumn<Item> {
  readonly label: Words;
  readonly kind: CellKind;
  readonly value: (item: Item, language: WordLanguage) => TableCell;
}

/** The file of a list. */
export interface ListExport<Item> {
  readonly name: string;
  readonly title: Words;
  readonly columns: readonly ListColumn<Item>[];
}

/** A column of times as JSON has them. */
export const timeColumn = <Item>(label: Words, of: (item: Item) => string | null): ListColumn<Item> => ({
  label,
  kind: 'time',
  value: (item) => dateOf(of(item)),
});

export const textColumn = <Item>(
  label: Words,
  value: (item: Item, language: WordLanguage) => string | null,
): ListColumn<Item> => ({ label, kind: 'text', value });

export const numberColumn = <Item>(label: Words, value: (item: Item) => number | null): ListColumn<Item> => ({
  label,
  kind: 'number',
  value,
});

/** The time of a text; a text that is none stays. */
export function dateOf(text: string | null): TableCell {
  if (text === null) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date;
}
