/** Parses the text format of Prometheus, which `/metrics` returns. */

export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+\d+)?$/;
const LABEL = /\b([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const escapes: Readonly<Record<string, string>> = { n: '\n' };

function numberOf(text: string): number {
  if (text === '+Inf') return Infinity;
  return text === '-Inf' ? -Infinity : Number(text);
}

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(LABEL), ([, name = '', value = '']) => [
      name,
      value.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character),
    ]),
  );

/** The samples of a scrape, without comments and invalid lines. */
export function parseMetrics(text: string): MetricSample[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    const [, name, labels = '', value = ''] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels: labelsOf(labels), value: numberOf(value) }];
  });
}
