/**
 * The metrics of one node, for Prometheus. Each node has its own registry, so that several nodes can run in one
 * process. States (a depth, a size) are read at each scrape.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ServiceError } from '../errors.js';

/** One value with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A state of a module. Its labels must have few values. */
interface MetricDefinition {
  /** The name without the prefix: `store_quads`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Whether it is a counter instead of a gauge. */
  readonly isCounter?: boolean;
  readonly read: () => number | readonly Sample[] | Promise<readonly Sample[]>;
}

const PREFIX = 'cargograph_';

/** From a cached read to a request after its caller's timeout. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let processRegistry: Registry | undefined;

/** The metrics of the process (`process_*`, `nodejs_*`), shared by all its nodes. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
    // Gauges with the suffix of counters; `nodejs_active_handles` and similar metrics have the same values by type.
    for (const kind of ['handles', 'requests', 'resources'])
      processRegistry.removeSingleMetric(`nodejs_active_${kind}_total`);
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
      const samples = async (): Promise<readonly Sample[]> => {
        try {
          const value = await read();
          return typeof value === 'number' ? [{ value }] : value;
        } catch (error) {
          // What cannot be read now, such as on a full disk, has no sample: the other metrics are needed then.
          if (error instanceof ServiceError) return [];
          throw error;
        }
      };
      const collect = async (metric: Counter | Gauge): Promise<void> => {
        const found = await samples();
        // A label that is missing from the samples must not retain its last value.
        metric.reset();
        for (const { labels = {}, value } of found) metric.inc(labels, value);
      };
      const metric: Counter | Gauge = isCounter
        ? new Counter({
            ...options,
            collect: () => collect(metric),
          })
        : new Gauge({
            ...options,
            collect: () => collect(metric),
          });
    }
  }

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  /** A distribution of durations in seconds. */
  histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    const options = { name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.#registry] };
    return new Histogram({ ...options, buckets: BUCKETS_SECONDS });
  }

  /** The metrics of the node and the process in the text format of Prometheus. */
  async text(): Promise<string> {
    const texts = await Promise.all([this.#registry, this.#process].map((registry) => registry.metrics()));
    return texts.join('');
  }
}
