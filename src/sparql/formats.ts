/** Media types of answers (SPARQL 1.1 Protocol, section 2.1.6), found by content negotiation. */
import { parseMediaRange } from '../http/negotiation.js';

export const resultFormats = ['json', 'xml', 'csv', 'tsv'] as const;
/** Forms of solutions and truth values. */
export type ResultFormat = (typeof resultFormats)[number];

export const graphFormats = ['turtle', 'ntriples', 'jsonld'] as const;
/** Forms of graphs. */
export type GraphFormat = (typeof graphFormats)[number];

export const contentTypes: Readonly<Record<ResultFormat | GraphFormat, string>> = {
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  turtle: 'text/turtle; charset=utf-8',
  ntriples: 'application/n-triples',
  jsonld: 'application/ld+json',
};

/** What a media range stands for; the first of a kind is what a wider range gets. */
const results = new Map<string, ResultFormat>([
  ['application/sparql-results+json', 'json'],
  ['application/json', 'json'],
  ['application/sparql-results+xml', 'xml'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv'],
  ['application/*', 'json'],
  ['text/*', 'csv'],
  ['*/*', 'json'],
]);

const graphs = new Map<string, GraphFormat>([
  ['text/turtle', 'turtle'],
  ['application/x-turtle', 'turtle'],
  ['application/n-triples', 'ntriples'],
  ['application/ld+json', 'jsonld'],
  ['application/json', 'jsonld'],
  ['text/*', 'turtle'],
  ['application/*', 'jsonld'],
  ['*/*', 'turtle'],
]);

/** The forms that an Accept header asks for, by the kind of answer that the query will turn out to have. */
export interface AcceptedFormats {
  readonly results: ResultFormat | undefined;
  readonly graph: GraphFormat | undefined;
}

/** @param accept the header's value; without one everything is acceptable. */
export function acceptedFormats(accept: string | undefined): AcceptedFormats {
  const header = accept === undefined || accept.trim() === '' ? '*/*' : accept;
  const ranges = header.split(',').map(parseMediaRange);
  return { results: best(ranges, results), graph: best(ranges, graphs) };
}

const specificity = (type: string): number => (type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2);

function best<Format>(
  ranges: readonly ReturnType<typeof parseMediaRange>[],
  formats: ReadonlyMap<string, Format>,
): Format | undefined {
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ type }) => formats.get(type)));
  const [first] = ranges
    .filter(({ type, quality }) => quality > 0 && formats.has(type))
    .filter(({ type }) => specificity(type) === 2 || !refused.has(formats.get(type)))
    .sort((one, other) => other.quality - one.quality || specificity(other.type) - specificity(one.type));
  return first && formats.get(first.type);
}
