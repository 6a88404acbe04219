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

/** The expiry in a graph; undefined for a graph of another kind. */
export function readExpiry(
  data: Graph,
  graph: Iri,
  { extensions }: { readonly extensions: Iri },
): ReceiptExpiry | undefined {
  const [root, ext] = [node(graph), erasureTerms(extensions)];
  const at = data.date(root, prov.generatedAtTime);
  const receipts = Number(data.object(root, ext.receipts)?.value);
  if (at === undefined || !Number.isSafeInteger(receipts)) return undefined;
  return { at, receipts, positions: readRanges(data.object(root, ext.emptiedEntries)?.value ?? '') };
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

function readRanges(text: string): number[] {
  return text.split(' ').flatMap((range) => {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range) ?? [];
    if (first === undefined || last === undefined) return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
  });
}
