/** Solutions in the format of the query workers: SPARQL 1.1 Query Results JSON. */

export interface SolutionTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string | undefined;
}

export type Solution = Readonly<Record<string, SolutionTerm>>;

export interface Solutions {
  readonly variables: readonly string[];
  readonly rows: readonly Solution[];
  /** Whether the node left rows out. */
  readonly isTruncated: boolean;
}

/** The form that W3C defines. */
interface WrittenResults {
  readonly head: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Solution[] };
}

/** @returns undefined for the answer to a query that is no SELECT. */
export function readSolutions(body: Buffer, isTruncated: boolean): Solutions | undefined {
  // The engine's own output.
  const { head, results } = JSON.parse(body.toString()) as WrittenResults;
  return results && { variables: head.vars ?? [], rows: results.bindings, isTruncated };
}
