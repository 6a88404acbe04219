/** Asks queries in two worlds, and compares the answers: bags of solutions, and statements without the labels of blank nodes. */
import { readSolutions } from '../../../src/sparql/engine/solutions.js';

/** What one world answers: the lines of an answer in an order of their own, or why there is none. */
export type WorldAnswer = readonly string[] | { readonly refusal: string };

/** A way to ask both worlds; undefined where the way does not answer this query at all. */
export type AskBoth = (text: string) => Promise<readonly [one: WorldAnswer, other: WorldAnswer] | undefined>;

export interface Comparison {
  asked: number;
  /** By both worlds. */
  answered: number;
  /** In both worlds, or before any was asked. */
  refused: number;
  /** Not within the time limit of the engine, in at least one world. */
  late: number;
  /** Answers with a solution, a statement, or that are true. */
  full: number;
  readonly differences: { readonly text: string; readonly one: WorldAnswer; readonly other: WorldAnswer }[];
}

export const emptyComparison = (): Comparison => ({
  asked: 0,
  answered: 0,
  refused: 0,
  late: 0,
  full: 0,
  differences: [],
});

/** What a way answers that has reached its time limit, which says nothing of what is compared. */
export const LATE = 'late';

/** Asks one query more. */
export async function compareOne(text: string, ask: AskBoth, found: Comparison): Promise<void> {
  found.asked += 1;
  const answers = await ask(text);
  if (answers === undefined) {
    found.refused += 1;
    return;
  }
  const [one, other] = answers;
  const refusals = answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : []));
  if (refusals.includes(LATE)) found.late += 1;
  else if (JSON.stringify(one) !== JSON.stringify(other)) found.differences.push({ text, one, other });
  else if (refusals.length > 0) found.refused += 1;
  else {
    found.answered += 1;
    if ('length' in one && isFull(one)) found.full += 1;
  }
}

const isFull = (lines: readonly string[]): boolean =>
  lines[0] === 'true' || lines.some((line) => line !== 'false' && !line.startsWith('?'));

/** An engine's answer to SELECT or ASK as lines; the first names the variables. */
export function tableLines(body: Buffer): string[] {
  const { variables, rows, truth } = readSolutions(body);
  if (truth !== undefined) return [String(truth)];
  const names = [...variables].sort();
  const lines = rows.map((row) =>
    names
      .map((name) => {
        const cell = row.get(name);
        return cell === undefined
          ? ''
          : JSON.stringify(cell.type === 'bnode' ? ['bnode'] : Object.entries(cell).sort());
      })
      .join('\t'),
  );
  return [names.map((name) => `?${name}`).join(' '), ...lines.sort()];
}

/** An engine's N-Triples as lines. The statements that count solutions have blank nodes: they are there as often as that. */
export const graphLines = (body: Buffer): string[] =>
  body
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/_:[^\s]+/g, '_:'))
    .sort();
