/** Tables as workbooks of Office Open XML (K74), made while they are sent: no file is left on the node (C15). */
import { PassThrough } from 'node:stream';
import type { WorkbookWriter } from '../bundled/excelts.js';
import type { WordLanguage } from '../model/words/words.js';
import { headingOf, numberIn, plainText, workbookText } from './cells.js';
import type { Table, TableCell, TableColumn } from './table.js';
import { wallClock } from './zones.js';

/** Who asked, when, and for what: the second sheet. */
export interface WorkbookNotes {
  readonly zone: string;
  readonly language: WordLanguage;
  readonly agent: string;
  readonly at: Date;
}

type Worksheet = ReturnType<WorkbookWriter['addWorksheet']>;

/** The rows after which others get a turn. */
const TURN = 25;
/** Bytes that wait for the client. */
const AHEAD = 64 * 1024;
const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
/** Excel keeps no times before 1900, and none of five digits. */
const [FIRST_TIME, LAST_TIME] = [Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31)];
const MAX_SHEET_NAME = 31;
const widths = { text: 28, number: 12, time: 18, hours: 12 } as const;

const words = {
  en: {
    about: 'About this file',
    title: 'Question',
    zone: 'Time zone',
    agent: 'Asked by',
    at: 'Asked at',
    rows: 'Rows',
  },
  de: {
    about: 'Zu dieser Datei',
    title: 'Frage',
    zone: 'Zeitzone',
    agent: 'Gefragt von',
    at: 'Gefragt am',
    rows: 'Zeilen',
  },
} as const;

const truncated = {
  en: (rows: number): string => `the first ${rows}; there are more`,
  de: (rows: number): string => `die ersten ${rows}; es gibt mehr`,
} as const;

/** A name that Excel accepts. */
const sheetName = (title: string): string =>
  workbookText(title.replace(/[:\\/?*[\]]/g, ' ').replace(/^'+|'+$/g, '')).slice(0, MAX_SHEET_NAME);

/** A text with blanks at its ends, or lines, which readers of a plain cell may take away. */
const OUTER_BLANKS = /^\s|\s$|\n/;

/** A text in a cell: rich text keeps its blanks (`xml:space`). */
const textCell = (text: string): CellText => (OUTER_BLANKS.test(text) ? { richText: [{ text }] } : text);

type CellText = string | { readonly richText: { readonly text: string }[] };

function valueOf(cell: TableCell, column: TableColumn, zone: string): CellText | number | Date | null {
  if (cell === null) return null;
  const number = numberIn(cell, column);
  if (number !== undefined) return number;
  if (!(cell instanceof Date)) return textCell(workbookText(plainText(cell, zone)));
  const { figures, text } = wallClock(cell, zone);
  return figures.getTime() >= FIRST_TIME && figures.getTime() <= LAST_TIME ? figures : text;
}

/** The bytes of a table, made as they are read. */
export async function* xlsxChunks(table: Table, notes: WorkbookNotes): AsyncGenerator<Buffer, void, undefined> {
  // Few nodes ever write a workbook.
  const excelts = await import('../bundled/excelts.js');
  const output = new PassThrough({ highWaterMark: AHEAD });
  const workbook = new excelts.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false });
  const frozen = { views: [{ state: 'frozen' as const, ySplit: 1 }] };
  const write = async (): Promise<void> => {
    const rows = await writeRows(workbook.addWorksheet(sheetName(table.title), frozen), table, notes.zone, output);
    if (output.destroyed) return;
    writeNotes(workbook.addWorksheet(words[notes.language].about), table, notes, rows);
    await workbook.commit();
  };
  write().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  for await (const chunk of output) if (Buffer.isBuffer(chunk)) yield chunk;
}

/** @returns the number of rows. */
async function writeRows(
  sheet: Worksheet,
  { columns, rows }: Table,
  zone: string,
  output: PassThrough,
): Promise<number> {
  sheet.columns = columns.map((column) => ({
    header: workbookText(headingOf(column, zone)),
    width: widths[column.kind],
    ...(column.kind === 'time' && { style: { numFmt: TIME_FORMAT } }),
  }));
  const heading = sheet.getRow(1);
  heading.font = { bold: true };
  heading.commit();
  let count = 0;
  for await (const row of rows) {
    sheet.addRow(columns.map((column, index) => valueOf(row[index] ?? null, column, zone))).commit();
    count += 1;
    if (count % TURN !== 0) continue;
    await flushed(output);
    if (output.destroyed) break;
  }
  sheet.commit();
  return count;
}

function writeNotes(
  sheet: Worksheet,
  { title, asked, wasTruncated }: Table,
  { zone, language, agent, at }: WorkbookNotes,
  rows: number,
): void {
  const { title: question, zone: zoneWord, agent: agentWord, at: atWord, rows: rowsWord } = words[language];
  sheet.columns = [{ width: 24 }, { width: 60 }];
  const lines: readonly (readonly [string, string | number])[] = [
    [question, title],
    ...asked,
    [zoneWord, zone],
    [agentWord, agent],
    [`${atWord} (${zone})`, wallClock(at, zone).text],
    [rowsWord, wasTruncated() ? truncated[language](rows) : rows],
  ];
  for (const [label, value] of lines) {
    const row = sheet.addRow([workbookText(label), typeof value === 'number' ? value : workbookText(value)]);
    row.getCell(1).font = { bold: true };
    row.commit();
  }
  sheet.commit();
}

/** Resolves when the client has taken what is ahead, and others have had a turn. */
async function flushed(output: PassThrough): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  while (!output.destroyed && output.writableLength + output.readableLength > AHEAD)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        output.off('drain', done);
        output.off('close', done);
        resolve();
      };
      output.on('drain', done);
      output.on('close', done);
    });
}
