/** The node's errors about a query, with the position if the error has one. */
import { Failure } from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import type { SyntaxFault } from './syntax.js';

/** "… after line 3, column 4". */
const PLACE = /line (\d+), column (\d+)/;

/** The position in the query that an error names. */
export function faultOf({ status, details }: Failure): SyntaxFault | undefined {
  if (status !== 400) return undefined;
  for (const { message } of details) {
    const [, line, column] = PLACE.exec(message) ?? [];
    if (line !== undefined && column !== undefined) return { message, line: Number(line), column: Number(column) + 1 };
  }
  return undefined;
}

/**
 * The same error with a title and advice for queries. The hints for pages would be wrong: a query timeout does not mean
 * that the node is starting, and a dataset that is too large does not mean that the disk is full.
 */
export function plainFailure(failure: Failure): Failure {
  const { kind, status, details, id, retryAfter } = failure;
  if (kind !== 'starting' && kind !== 'full' && kind !== 'limited') return failure;
  const advice = t.advice[kind];
  const all = advice === '' ? details : [...details, { code: null, message: advice, property: null, resource: null }];
  return new Failure('error', status, t.notAnswered[kind], all, id, retryAfter);
}

/** Whether a retry may succeed: a dataset that is too large stays too large. */
export const isWorthAsking = ({ status }: Failure): boolean => status !== 507;
