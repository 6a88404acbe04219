/**
 * The metrics of one node, for Prometheus. Each node has a registry of its own, so that several can run in one process;
 * states (a depth, a size) are read when the metrics are scraped, and cost nothing in between.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One value with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A state of a module. Labels must come from a small, bounded set of values. */
interface MetricDefinition {
  /** Without the prefix: `store_quads`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Whether it only grows; else it is a gauge. */
  readonly isCounter?: boolean;
  /** Its current value. */
  readonly read: () => number | readonly Sample[];
}

const PREFIX = 'cargograph_';

/** Seconds: from a cached read to a request that its caller gives up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let processRegistry: Registry | undefined;

/** The metrics of the process (`process_*`, `nodejs_*`), collected once however many nodes run in it. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #process = processMetrics();

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  add(...definitions: readonly MetricDefinition[]): void {
    for (const { name, help, labels: labelNames = [], isCounter = false, read } of definitions) {
      const options = { name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.#registry] };
      const samples = (): readonly Sample[] => {
        const value = read();
        return typeof value === 'number' ? [{ value }] : value;
      };
      // The samples are complete: a label that is no longer among them must not keep its last value.
      if (isCounter) {
        new Counter({
          ...options,
          collect() {
            this.reset();
            for (const { labels = {}, value } of samples()) this.inc(labels, value);
          },
        });
      } else {
        new Gauge({
          ...options,
          collect() {
            this.reset();
            for (const { labels = {}, value } of samples()) this.set(labels, value);
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

  /** The node's and the process's metrics in Prometheus' text format. */
  async text(): Promise<string> {
    const texts = await Promise.all([this.#registry, this.#process].map((registry) => registry.metrics()));
    return texts.join('');
  }
}
