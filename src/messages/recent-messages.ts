/** The messages of the last day that were refused, or had values without a place in the data model. */
import type { Clock } from '../clock.js';
import type { MessageReport } from './schemas.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;

export interface MessageCounts {
  readonly refused: number;
  readonly unmapped: number;
}

/** Of this process: nothing is kept of a refused message. Counted by the hour, so that a busy day costs no more. */
export class RecentMessages {
  readonly #hours = new Map<number, MessageCounts>();

  constructor(private readonly clock: Clock) {}

  /** @param report undefined for a refused message. */
  answered(report: Pick<MessageReport, 'outcome' | 'values'> | undefined, isDryRun: boolean): void {
    const isRefused = report === undefined && !isDryRun;
    const isStored = report?.outcome === 'applied' || report?.outcome === 'unchanged';
    const hasUnmapped = isStored && report.values.unmapped > 0;
    if (!isRefused && !hasUnmapped) return;
    const { refused, unmapped } = this.#hours.get(this.#hour) ?? { refused: 0, unmapped: 0 };
    this.#hours.set(this.#hour, { refused: refused + Number(isRefused), unmapped: unmapped + Number(hasUnmapped) });
    this.#drop();
  }

  get counts(): MessageCounts {
    this.#drop();
    const all = [...this.#hours.values()];
    return {
      refused: all.reduce((sum, { refused }) => sum + refused, 0),
      unmapped: all.reduce((sum, { unmapped }) => sum + unmapped, 0),
    };
  }

  get #hour(): number {
    return Math.floor(this.clock.now().getTime() / HOUR_MS);
  }

  #drop(): void {
    for (const hour of this.#hours.keys()) if (hour <= this.#hour - HOURS) this.#hours.delete(hour);
  }
}
