/**
 * The end of receipts by `RECEIPT_DAYS`, on record: one graph, and so one entry of the log, for each transaction that takes
 * some away (P1, P2). By it, `check --log` knows an entry whose content has expired from one that somebody deleted.
 */
import { erasureTerms } from '../../rdf/erasure-terms.js';
import type { Graph } from '../../rdf/graph.js';
import { factory, type Iri, node, type Quad, triple } from '../../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../../rdf/vocabulary.js';

export interface ReceiptExpiry {
  readonly at: Date;
  /** The number of receipts. */
  readonly receipts: number;
  /** The positions of the entries that have lost their content, over all epochs of the store's log; in order. */
  readonly positions: readonly number[];
}

export function describeExpiry(
  graph: Iri,
  { at, receipts, positions }: ReceiptExpiry,
  { extensions }: { readonly extensions: Iri },
): Quad[] {
  const [root, ext] = [node(graph), erasureTerms(extensions)];
  return [
    triple(root, rdfTerms.type, ext.Expiry),
    triple(root, prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
    triple(root, ext.hasReason, ext.RETENTION),
    triple(root, ext.receipts, factory.literal(String(receipts), xsd.integer)),
    ...(positions.length === 0 ? [] : [triple(root, ext.emptiedEntries, factory.literal(writeRanges(positions)))]),
  ];
}

/** Positions of entries, both ends included. */
export interface EntryRange {
  readonly first: number;
  readonly last: number;
}

/** The entries that an expiry says have lost their content; none for a graph of another kind. */
export function readEmptied(data: Graph, graph: Iri, { extensions }: { readonly extensions: Iri }): EntryRange[] {
  const text = data.object(node(graph), erasureTerms(extensions).emptiedEntries)?.value ?? '';
  return text.split(' ').flatMap((range) => {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range) ?? [];
    return first === undefined ? [] : [{ first: Number(first), last: Number(last) }];
  });
}

/** `3 5-8`: thousands of entries expire in a run, and what says so stays for good. */
function writeRanges(positions: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const position of [...new Set(positions)].sort((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.last === position - 1) range.last = position;
    else ranges.push({ first: position, last: position });
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(' ');
}
