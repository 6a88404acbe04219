/** The rows of the table of rates. */
import { grouped, Table } from '../table.js';

/** What a figure should reach: at least, or at most. */
export type Target = { readonly least: number } | { readonly most: number };

export class Rows {
  readonly #table: Table;
  readonly #missed: string[] = [];

  constructor(private readonly titles: readonly string[]) {
    this.#table = new Table([...titles, 'aim', ''], 10);
    console.log(`\n${this.#table.head()}`);
  }

  /** Prints a row. @param aim of the figure `found`. */
  add(cells: readonly string[], aim?: { readonly found: number; readonly target: Target }): void {
    const shown = aim === undefined ? ['', ''] : [words(aim.target), isReached(aim) ? 'reached' : 'missed'];
    if (aim !== undefined && !isReached(aim)) this.#missed.push(cells[0] ?? '');
    const all = this.titles.map((_, column) => cells[column] ?? '');
    console.log(this.#table.row([...all, ...shown]));
  }

  /** The rows that do not reach their aims. */
  get missed(): readonly string[] {
    return this.#missed;
  }
}

const words = (target: Target): string =>
  'least' in target ? `>= ${figure(target.least)}` : `<= ${figure(target.most)}`;

const isReached = ({ found, target }: { readonly found: number; readonly target: Target }): boolean =>
  'least' in target ? found >= target.least : found <= target.most;

const figure = (value: number): string => (value >= 100 ? grouped(value) : String(Number(value.toFixed(2))));

export const rate = (value: number): string =>
  Number.isNaN(value) ? '' : value >= 100 ? grouped(value) : value.toFixed(1);
export const ratio = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2));
export const ms = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(3));
