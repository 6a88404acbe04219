/** A partner's queries, and their answers in a form in which those of two engines can be compared. */
import { ServiceError } from '../../../src/errors.js';
import type { QueryRequest, QueryResult } from '../../../src/sparql/worker/protocol.js';

export const isGraphOf = (text: string): boolean => /construct|describe/i.test(text);

export const requestOf = (text: string): QueryRequest => ({
  text,
  dataset: undefined,
  at: undefined,
  results: 'tsv',
  graph: 'ntriples',
});

/** A table with its columns in the order of their names: that of * is the engine's own. */
function inOrder(lines: readonly string[]): string[] {
  const [head = ''] = lines;
  if (!head.startsWith('?')) return [...lines];
  const columns = head.split('\t');
  const order = columns.map((name, index) => [name, index] as const).sort(([one], [other]) => (one < other ? -1 : 1));
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      return order.map(([, index]) => cells[index] ?? '').join('\t');
    });
}

/** Written in a short form by the workers' engine. */
const TRUTH = /"(true|false)"\^\^<http:\/\/www.w3.org\/2001\/XMLSchema#boolean>/g;

/** The lines of an answer in an order of their own, or why there is none. */
export type Answer = readonly string[] | string;

export async function answerOf(isGraph: boolean, ask: () => Promise<QueryResult>): Promise<Answer> {
  try {
    const { body } = await ask();
    const written = new TextDecoder().decode(body).split('\n');
    // A template that states something twice: some write it twice.
    const lines = isGraph ? [...new Set(written)] : inOrder(written);
    return lines
      .filter((line) => line !== '')
      .map((line) => line.replace(/_:\w+/g, '_:').replace(TRUTH, '$1'))
      .sort();
  } catch (error) {
    if (error instanceof ServiceError) return error.kind;
    throw error;
  }
}
