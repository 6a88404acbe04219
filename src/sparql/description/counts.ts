/** Counts the statements of a caller's dataset, with queries in the caller's name (W26). */
import { z } from 'zod';
import { sleep } from '../../async/sleep.js';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { compareTexts } from '../../rdf/order.js';
import type { Analytics } from '../answers.js';

const TRIPLES = 'SELECT (COUNT(*) AS ?count) { ?s ?p ?o }';
const CLASSES = 'SELECT ?class (COUNT(DISTINCT ?s) AS ?count) { ?s a ?class } GROUP BY ?class';

const answers = z.object({
  results: z.object({
    bindings: z.array(
      z.object({ class: z.object({ value: z.string() }).optional(), count: z.object({ value: z.string() }) }),
    ),
  }),
});

/** The time limit of the counts (W26). */
const PATIENCE_MS = 2_000;

type Row = z.infer<typeof answers>['results']['bindings'][number];

interface Counted {
  readonly triples: number | undefined;
  readonly classes: ReadonlyMap<Iri, number> | undefined;
}

/**
 * Counts statements, and omits a count that takes longer. The query then continues: ending it would end the worker with
 * all its datasets, and the next caller needs the dataset that is being filled.
 */
export async function countStatements(
  analytics: Analytics,
  caller: Caller,
  patienceMs = PATIENCE_MS,
): Promise<Counted> {
  const never = new AbortController().signal;
  const ask = async (text: string): Promise<readonly Row[] | undefined> => {
    try {
      const query = { text, dataset: undefined, at: undefined, results: 'json', graph: undefined } as const;
      const { body, truncated } = await analytics.ask(query, caller, never);
      return truncated ? undefined : answers.parse(JSON.parse(Buffer.from(body).toString('utf8'))).results.bindings;
    } catch (error) {
      // No worker can count now: the count is omitted.
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  };
  const timeout = new AbortController();
  const late = sleep(patienceMs, timeout.signal).then(() => undefined);
  const inTime = (text: string): Promise<readonly Row[] | undefined> => Promise.race([ask(text), late]);
  const [triples, classes] = await Promise.all([inTime(TRIPLES), inTime(CLASSES)]);
  timeout.abort();
  const byClass = classes?.flatMap((row): [Iri, number][] => {
    const name = row.class?.value ?? '';
    return isIri(name) ? [[name, Number(row.count.value)]] : [];
  });
  return {
    triples: triples?.[0] && Number(triples[0].count.value),
    classes: byClass && new Map(byClass.sort(([one], [other]) => compareTexts(one, other))),
  };
}
