/** Tables as CSV (RFC 4180), in the form that spreadsheets of a language read (K73). */
import { cellText, headingOf, numberIn, plainText } from './cells.js';
import type { FileLanguage } from './languages.js';
import type { Table, TableCell, TableColumn } from './table.js';

const BOM = '\uFEFF';
/** Characters that are sent at once. */
const CHUNK = 16 * 1024;

interface Marks {
  readonly separator: ';' | ',';
  readonly decimal: ',' | '.';
}

/** Spreadsheets in these languages read a comma as the decimal mark, and a semicolon between cells. */
const marksOf = (language: FileLanguage): Marks =>
  language === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' };

const quoted = (text: string, { separator }: Marks): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function written(cell: TableCell, column: TableColumn, zone: string, marks: Marks): string {
  const number = numberIn(cell, column);
  // The digits of a decimal stay as they are written.
  if (number !== undefined) return String(typeof cell === 'string' ? cell : number).replace('.', marks.decimal);
  const text = plainText(cell, zone);
  return cell instanceof Date ? text : quoted(cellText(text), marks);
}

/** The bytes of a table, made as they are read. */
export async function* csvChunks(
  { columns, rows }: Table,
  { language, zone }: { readonly language: FileLanguage; readonly zone: string },
): AsyncGenerator<Buffer, void, undefined> {
  const marks = marksOf(language);
  const line = (cells: readonly string[]): string => `${cells.join(marks.separator)}\r\n`;
  let text = BOM + line(columns.map((column) => quoted(cellText(headingOf(column, zone)), marks)));
  for await (const row of rows) {
    text += line(columns.map((column, index) => written(row[index] ?? null, column, zone, marks)));
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
