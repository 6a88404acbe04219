/** One scrape of `/metrics`, and rates between two. */
import type { MetricSample } from './prometheus.js';

type Labels = Readonly<Record<string, string>>;
const PREFIX = 'cargograph_';

const fits = (sample: MetricSample, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => sample.labels[name] === value);

export class Scrape {
  readonly #byName = new Map<string, MetricSample[]>();

  /** @param at the time of the scrape, in milliseconds. */
  constructor(
    readonly at: number,
    samples: readonly MetricSample[],
  ) {
    for (const sample of samples) {
      const existing = this.#byName.get(sample.name);
      if (existing === undefined) this.#byName.set(sample.name, [sample]);
      else existing.push(sample);
    }
  }

  /** The samples of a metric of the node; its name has no prefix. */
  all(name: string, labels: Labels = {}): MetricSample[] {
    const samples = this.#byName.get(PREFIX + name) ?? this.#byName.get(name) ?? [];
    return samples.filter((sample) => fits(sample, labels));
  }

  /** Undefined if the node lacks the metric. */
  sum(name: string, labels: Labels = {}): number | undefined {
    const samples = this.all(name, labels);
    return samples.length === 0 ? undefined : samples.reduce((total, { value }) => total + value, 0);
  }

  max(name: string, labels: Labels = {}): number | undefined {
    const samples = this.all(name, labels);
    return samples.length === 0 ? undefined : Math.max(...samples.map(({ value }) => value));
  }
}

/** The increase of a counter; undefined after a restart of the node, which resets it to 0. */
export function rise(before: number | undefined, now: number | undefined): number | undefined {
  const difference = (now ?? 0) - (before ?? 0);
  return difference < 0 ? undefined : difference;
}

/** The 99th percentile of a histogram between two scrapes; undefined if it counted nothing. */
export function percentile99(name: string, before: Scrape | undefined, now: Scrape): number | undefined {
  const earlier = new Map(before?.all(`${name}_bucket`).map(({ labels, value }) => [labels['le'], value]));
  const buckets = now
    .all(`${name}_bucket`)
    .map(({ labels, value }) => ({
      bound: labels['le'] === '+Inf' ? Infinity : Number(labels['le']),
      count: value - (earlier.get(labels['le']) ?? 0),
    }))
    .sort((one, other) => one.bound - other.bound);
  const total = buckets.at(-1)?.count ?? 0;
  if (total <= 0) return undefined;
  const wanted = total * 0.99;
  let [lower, below] = [0, 0];
  for (const { bound, count } of buckets) {
    if (count >= wanted) {
      // As in Prometheus: linear within a bucket; above the last bound, that bound.
      return bound === Infinity ? lower : lower + ((bound - lower) * (wanted - below)) / Math.max(1, count - below);
    }
    [lower, below] = [bound, count];
  }
  return undefined;
}
