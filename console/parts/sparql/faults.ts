/** Errors of the node about a query: in its words, and where it names a place, there. */
import { Failure } from '../../core/index.js';
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

/** The same error without the hint for pages: a query that took too long does not mean that the node is starting. */
export function plainFailure(failure: Failure): Failure {
  const { kind, status, message, details, id, retryAfter } = failure;
  return kind === 'starting' || kind === 'full' || kind === 'limited'
    ? new Failure('error', status, message, details, id, retryAfter)
    : failure;
}
