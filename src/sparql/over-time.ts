/** The error for a query over the time limit, with advice on the query and the setting of the limit. */
import { scan, type Token } from './query/tokenizer.js';

/** Deeper brackets need no advice: the query was parsed before. */
const MAX_DEPTH = 1_000;

interface Advice {
  readonly isFor: (token: Token, next: Token | undefined) => boolean;
  readonly says: string;
}

const advices: readonly Advice[] = [
  {
    isFor: ({ text }, next) => text === 'NOT' && next?.text === 'EXISTS',
    says: 'FILTER NOT EXISTS { … } is evaluated for each row: MINUS { … } with the same pattern is often a hundred times as fast',
  },
  {
    isFor: ({ text }, next) => text === 'GRAPH' && next?.type === 'variable',
    says: 'GRAPH with a variable looks at the whole history: without GRAPH the latest revisions are asked',
  },
  {
    isFor: ({ type, text }) => type === 'word' && ['CONTAINS', 'REGEX', 'STRSTARTS', 'STRENDS'].includes(text),
    says: 'CONTAINS, REGEX and their like read each value: name the property and the class of its subject first',
  },
];

/** Advice on the patterns of a query that cost most. @param query a valid query. */
export function adviceFor(query: string): string[] {
  const tokens = scan(query, MAX_DEPTH);
  return advices
    .filter(({ isFor }) => tokens.some((token, index) => isFor(token, tokens[index + 1])))
    .map(({ says }) => says);
}

/** @param query a valid query. */
export function overTime(query: string, timeoutMs: number): string {
  const remedies = adviceFor(query).map((says) => `. ${says}`);
  const seconds = String(timeoutMs / 1000);
  return `the query took longer than ${seconds} s (SPARQL_TIMEOUT_MS): reduce the query, or split it${remedies.join('')}`;
}
