/** Errors of the node about a query: in its words, and where it names a place, there. */
import { Failure } from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import type { SyntaxFault } from './syntax.js';

/** "… after line 3, column 4". */
const PLACE = /line (\d+), column (\d+)/;

/** The place that an error names in the query. */
export function faultOf({ status, details }: Failure): SyntaxFault | undefined {
  if (status !== 400) return undefined;
  for (const { message } of details) {
    const [, line, column] = PLACE.exec(message) ?? [];
    if (line !== undefined && column !== undefined) return { message, line: Number(line), column: Number(column) + 1 };
  }
  return undefined;
}

/**
 * The same error with a title for queries and what to do. The hints for pages would be wrong: a query that took too long does
 * not mean that the node is starting, and one whose dataset is too large does not mean that the disk is full.
 */
export function plainFailure(failure: Failure): Failure {
  const { kind, status, details, id, retryAfter } = failure;
  if (kind !== 'starting' && kind !== 'full' && kind !== 'limited') return failure;
  const advice = t.advice[kind];
  const all = advice === '' ? details : [...details, { code: null, message: advice, property: null, resource: null }];
  return new Failure('error', status, t.notAnswered[kind], all, id, retryAfter);
}

/** Whether the same query may be answered a moment later: a dataset that is too large stays so. */
export const isWorthAsking = ({ status }: Failure): boolean => status !== 507;
