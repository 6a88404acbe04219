/** Media types of answers (SPARQL 1.1 Protocol, section 2.1.6), chosen by content negotiation. */
import { type Offer, preferred } from '../http/representation/media-ranges.js';

/** Formats of solutions and truth values; a caller that accepts any gets the first. */
const results = {
  json: { type: 'application/sparql-results+json', aliases: ['application/json'] },
  xml: { type: 'application/sparql-results+xml', aliases: ['application/xml', 'text/xml'] },
  csv: { type: 'text/csv; charset=utf-8' },
  tsv: { type: 'text/tab-separated-values; charset=utf-8' },
} as const satisfies Record<string, Offer>;

/** Formats of graphs. */
const graphs = {
  turtle: { type: 'text/turtle; charset=utf-8', aliases: ['application/x-turtle'] },
  jsonld: { type: 'application/ld+json', aliases: ['application/json'] },
  ntriples: { type: 'application/n-triples' },
  rdfxml: { type: 'application/rdf+xml' },
  nquads: { type: 'application/n-quads' },
  trig: { type: 'application/trig' },
} as const satisfies Record<string, Offer>;

export type ResultFormat = keyof typeof results;
export type GraphFormat = keyof typeof graphs;

const all: Readonly<Record<ResultFormat | GraphFormat, Offer>> = { ...results, ...graphs };

/** The Content-Type of an answer in this format. */
export const contentTypeOf = (format: ResultFormat | GraphFormat): string => all[format].type;

/** The available formats, for a message. */
export const available = {
  results: Object.values(results).map(({ type }) => type),
  graph: Object.values(graphs).map(({ type }) => type),
} as const;

/** The formats in an Accept header, by the kind of the query's answer, which is not known yet. */
export interface AcceptedFormats {
  readonly results: ResultFormat | undefined;
  readonly graph: GraphFormat | undefined;
}

/** @param accept the header's value; without one all formats are acceptable. */
export function acceptedFormats(accept: string | undefined): AcceptedFormats {
  return { results: preferred(accept, results), graph: preferred(accept, graphs) };
}
