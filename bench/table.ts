/** Tables that are readable in a terminal, and are Markdown for a document. */

type Cell = string | number;

export class Table {
  readonly #widths: readonly number[];

  /** @param titles of the columns; the first column contains words, the others figures. */
  constructor(
    private readonly titles: readonly string[],
    least = 8,
  ) {
    this.#widths = titles.map((title, column) => Math.max(title.length, column === 0 ? 4 * least : least));
  }

  /** The two lines of the head. */
  head(): string {
    const rule = this.#widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
    return `${this.row(this.titles)}\n${this.row(rule)}`;
  }

  row(cells: readonly Cell[]): string {
    const padded = cells.map((cell, column) => {
      const width = this.#widths[column] ?? 0;
      return column === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  }
}

/** A number of seven digits is hard to read: 1,234,567. */
export const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');
