/** Python's openpyxl and csv, where they can be had: other programs than those that wrote the files. */
import { spawnSync } from 'node:child_process';

/** The python with openpyxl; undefined without one. */
export const python: string | undefined = [process.env['PYTHON_OPENPYXL'], 'python3'].find(
  (program) => program !== undefined && spawnSync(program, ['-c', 'import openpyxl']).status === 0,
);

export interface JudgedSheet {
  readonly name: string;
  readonly frozen: string | null;
  /** Whether the cells of the first row are bold. */
  readonly bold: readonly boolean[];
  /** Of each cell its value, with the type in Python. */
  readonly rows: readonly (readonly (readonly [type: string, value: string])[])[];
}

const SHEETS = `
import sys, io, json, openpyxl
book = openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps([{
  'name': s.title, 'frozen': s.freeze_panes, 'bold': [bool(c.font.b) for c in s[1]],
  'rows': [[[type(c.value).__name__ + ('!' if c.data_type == 'f' else ''), '' if c.value is None else str(c.value)] for c in row] for row in s.iter_rows()],
} for s in book.worksheets]))
`;

const LINES = `
import sys, io, csv, json
text = sys.stdin.buffer.read().decode('utf-8-sig')
print(json.dumps(list(csv.reader(io.StringIO(text, newline=''), delimiter=sys.argv[1], strict=True))))
`;

function run(program: string, script: string, input: Buffer, ...parameters: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(program, ['-c', script, ...parameters], {
    input,
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

export const sheetsIn = (program: string, workbook: Buffer): readonly JudgedSheet[] =>
  run(program, SHEETS, workbook) as JudgedSheet[];

export const linesIn = (program: string, csv: Buffer, separator: string): readonly (readonly string[])[] =>
  run(program, LINES, csv, separator) as string[][];
