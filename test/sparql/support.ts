/** Queries to a node, for tests. */
import { expect } from 'chai';
import type { Party, Reply } from '../support/node.js';

export interface Asking {
  readonly accept?: string;
  readonly at?: string;
  /** Whether copies of partners' objects are asked, too. */
  readonly mirrored?: string;
  readonly defaultGraphs?: readonly string[];
  readonly namedGraphs?: readonly string[];
  /** Disconnects. */
  readonly signal?: AbortSignal;
}

/** The path of a query by GET. */
export function queryPath(query: string, { at, mirrored, defaultGraphs = [], namedGraphs = [] }: Asking = {}): string {
  const parameters = new URLSearchParams({
    query,
    ...(at !== undefined && { at }),
    ...(mirrored !== undefined && { mirrored }),
  });
  for (const graph of defaultGraphs) parameters.append('default-graph-uri', graph);
  for (const graph of namedGraphs) parameters.append('named-graph-uri', graph);
  return `/sparql?${parameters.toString()}`;
}

export function ask(party: Party, query: string, asking: Asking = {}): Promise<Reply> {
  const headers: Record<string, string> = asking.accept === undefined ? {} : { Accept: asking.accept };
  const { signal } = asking;
  return party.get(queryPath(query, asking), { headers, ...(signal !== undefined && { signal }) });
}

interface Results {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, { readonly value: string }>>[] };
}

export function resultsOf(reply: Reply): Results {
  expect(reply.status, reply.text).to.equal(200);
  return JSON.parse(reply.text) as Results;
}

/** The solutions of a SELECT: the values of one row joined by spaces in the order of the names, the rows sorted. */
export async function rows(party: Party, query: string, asking: Asking = {}): Promise<string[]> {
  return rowsIn(resultsOf(await ask(party, query, asking)));
}

/** As `rows`, of results in JSON. */
export function rowsOf(json: string): string[] {
  return rowsIn(JSON.parse(json) as Results);
}

function rowsIn({ results }: Results): string[] {
  return (results?.bindings ?? [])
    .map((row) =>
      Object.keys(row)
        .sort()
        .map((name) => row[name]?.value ?? '')
        .join(' '),
    )
    .sort();
}

export async function truth(party: Party, query: string, asking: Asking = {}): Promise<boolean | undefined> {
  return resultsOf(await ask(party, query, asking)).boolean;
}
