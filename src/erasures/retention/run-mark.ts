/** The last run of `RETENTION`, on record: a run is not repeated, and one that was interrupted goes on (P45). */
import { z } from 'zod';
import type { Graph } from '../../rdf/graph.js';
import { factory, type Iri, node, type Quad, triple } from '../../rdf/terms.js';
import { prov, rdfTerms } from '../../rdf/vocabulary.js';

const mark = z.object({
  /** The time of the run, in milliseconds since 1970: what counts as old is measured from it. */
  at: z.int().nonnegative(),
  /** The rules, as `RetentionRules` writes them. */
  rules: z.string(),
  /** What may still be erased in it. */
  left: z.int().nonnegative(),
});

export type RunMark = z.infer<typeof mark>;

export const describeMark = (graph: Iri, { at, rules, left }: RunMark): Quad[] => [
  triple(node(graph), prov.value, factory.literal(JSON.stringify({ at, rules, left }), rdfTerms.JSON)),
];

/** The mark in a graph; undefined for an empty one, and for one that this release cannot read. */
export function readMark(data: Graph, graph: Iri): RunMark | undefined {
  const text = data.object(node(graph), prov.value)?.value;
  if (text === undefined) return undefined;
  try {
    return mark.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
