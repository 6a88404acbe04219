/**
 * The figures of one node, for Prometheus. Each node has a registry of its own, so that several can live in one
 * process; what is a state (a depth, a size) is asked for when the figures are read, and costs nothing in between.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One value, told apart from the figure's others by its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A state that a room shows. Labels must come from a small, bounded set of values. */
export interface MetricDefinition {
  /** Without the prefix: `store_quads`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** A figure that only grows is a counter. */
  readonly isCounter?: boolean;
  /** What it is now. */
  readonly read: () => number | readonly Sample[];
}

/** Where rooms hand in what they have to show. */
export interface MetricSource {
  add(...figures: readonly MetricDefinition[]): void;
}

const PREFIX = 'cargograph_';

/** Seconds: from a cached read to a request that somebody gives up on. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics implements MetricSource {
  readonly #registry = new Registry();

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  add(...figures: readonly MetricDefinition[]): void {
    for (const { name, help, labels = [], isCounter: grows = false, read } of figures) {
      const options = { name: PREFIX + name, help, labelNames: [...labels], registers: [this.#registry] };
      const readings = (): readonly Sample[] => {
        const now = read();
        return typeof now === 'number' ? [{ value: now }] : now;
      };
      // What is read is the whole: a label that has gone must not stay at its last value.
      if (grows) {
        new Counter({
          ...options,
          collect() {
            this.reset();
            for (const { labels: of = {}, value } of readings()) this.inc(of, value);
          },
        });
      } else {
        new Gauge({
          ...options,
          collect() {
            this.reset();
            for (const { labels: of = {}, value } of readings()) this.set(of, value);
          },
        });
      }
    }
  }

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  /** A distribution of durations in seconds. */
  histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    const options = { name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.#registry] };
    return new Histogram({ ...options, buckets: SECONDS });
  }

  /** All figures as they are now, in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
