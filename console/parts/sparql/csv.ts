/** CSV (RFC 4180) that is safe in spreadsheets: a cell that would be a formula gets an apostrophe before it. */
import type { Cell, Result } from './rows.js';
import { valueOf } from './values.js';

/** The first characters of a formula, also behind the spaces, tabs and returns that spreadsheets skip. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A cell: numbers stay numbers, also negative ones. */
function field(cell: Cell): string {
  if (cell === undefined) return '';
  const isSafe = valueOf(cell)?.kind === 'number' || !FORMULA.test(cell.value);
  return quoted(isSafe ? cell.value : `'${cell.value}`);
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function csvOf({ columns, rows }: Pick<Result, 'columns' | 'rows'>): string {
  const lines = [columns.map(quoted), ...rows.map((row) => row.map(field))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
