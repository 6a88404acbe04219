/** The figures of this node as the Health page shows them: by the same definitions, limits and advice (K60). */
import type { Clock } from '../../clock.js';
import type { Metrics } from '../../metrics/metrics.js';
import { type Figure, FiguresHistory } from './figures.js';
import { parseMetrics } from './prometheus.js';
import { Scrape } from './scrape.js';

/** The metrics are not read more often. */
const FRESH_MS = 5_000;

export class CurrentFigures {
  readonly #history = new FiguresHistory();
  #reading: Promise<void> | undefined;

  constructor(
    private readonly metrics: Pick<Metrics, 'text'>,
    private readonly clock: Clock,
  ) {}

  /** The figures beyond their limits. Rates need an earlier call within five minutes. */
  async beyond(): Promise<Figure[]> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return this.#history.figures().filter(({ isBeyond }) => isBeyond);
  }

  async #read(): Promise<void> {
    const now = this.clock.now().getTime();
    const age = now - (this.#history.latest?.at ?? -Infinity);
    if (age >= 0 && age < FRESH_MS) return;
    // The clock may have been set back.
    if (age < 0) this.#history.clear();
    this.#history.add(new Scrape(now, parseMetrics(await this.metrics.text())));
  }
}
