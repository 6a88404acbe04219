/** What a cell of a file holds: no text of it is a formula (K74). */
import type { TableCell, TableColumn } from './table.js';
import { wallClock } from './zones.js';

/** The beginnings of texts that spreadsheets take for formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** Characters that no XML can hold, and halves of characters. */
const NOT_XML = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu;

/** The most characters of a cell in Excel. */
const MAX_TEXT = 32_767;

/** A text for a cell: one that would be a formula begins with an apostrophe, which is in the cell. */
export function cellText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT - 1)}…` : safe;
}

/** The same for a workbook, which is XML. */
export const workbookText = (text: string): string =>
  cellText(text).toWellFormed().replace(/\r\n?/g, '\n').replace(NOT_XML, '\uFFFD');

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number of a cell in a column of numbers; undefined for what is none. */
export function numberIn(cell: TableCell, { kind }: TableColumn): number | undefined {
  if (kind !== 'number' && kind !== 'hours') return undefined;
  const value = typeof cell === 'string' && NUMBER.test(cell) ? Number(cell) : cell;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A heading: of times with their zone, of durations with their unit. */
export function headingOf({ label, kind }: TableColumn, zone: string): string {
  if (kind === 'time') return `${label} (${zone})`;
  return kind === 'hours' ? `${label} (h)` : label;
}

/** The text of a cell that is neither a number nor a time with figures of its own. */
export function plainText(cell: TableCell, zone: string): string {
  if (cell === null) return '';
  return cell instanceof Date ? wallClock(cell, zone).text : String(cell);
}
