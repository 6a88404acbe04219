/** The error after a caller's longest wait for its dataset or its turn. */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { expectedStatements, type Filling, remainingMs } from './worker-datasets.js';

const MAX_RETRY_SECONDS = 60;
/** The value of Retry-After without an estimate. */
const RETRY_SECONDS = 5;

/**
 * Reports the progress of the caller's own dataset; the progress of other datasets would reveal the amount of data.
 *
 * @param fillings the datasets that are being filled.
 */
export function notReady(caller: Caller, fillings: readonly Filling[]): ServiceError {
  const filling = fillings.find(({ agent }) => agent === (caller.internal ? undefined : caller.agent));
  const seconds = filling === undefined ? RETRY_SECONDS : remainingSeconds(filling);
  return new ServiceError(
    'unavailable',
    filling === undefined
      ? 'other queries are being answered: repeat the query later'
      : `the dataset of this query is being filled: ${progressText(filling)}; the filling continues, repeat the query later`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

function progressText(filling: Filling): string {
  const expected = expectedStatements(filling);
  const all = expected === undefined ? '' : ` of about ${expected.toLocaleString('en')}`;
  return `${filling.statements.toLocaleString('en')}${all} statements so far`;
}

function remainingSeconds(filling: Filling): number {
  const milliseconds = remainingMs(filling);
  if (milliseconds === undefined) return RETRY_SECONDS;
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(milliseconds / 1000)));
}
