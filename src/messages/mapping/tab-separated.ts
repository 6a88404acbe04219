/** Tables of tab-separated values: lines that begin with `#` are remarks, the first other line names the columns. */

export type Cells = Readonly<Record<string, string>>;

export interface TableRow {
  readonly line: number;
  readonly cells: Cells;
}

export function readTable(text: string): TableRow[] {
  const lines = text
    .split(/\r?\n/)
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
  const [header, ...rows] = lines;
  const columns = header?.content.split('\t') ?? [];
  return rows.map(({ content, line }) => {
    const cells = content.split('\t');
    return { line, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) };
  });
}
