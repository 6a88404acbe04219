/** Translates errors of the driver and the server. */
import postgres from 'postgres';
import { codeOf, ServiceError } from '../../errors.js';
import { NoAnswerError } from './answer-watch.js';

/** For a caller whose request failed because of the database. */
const RETRY_AFTER_SECONDS = 2;

/** SQLSTATE: the server has no space (class 53, but 53300, which is about connections). */
const FULL = new Set(['53100', '53200']);
/** Serialization failures and deadlocks: the same statements may succeed when they are sent again. */
const REPEATABLE = new Set(['40001', '40P01']);
/** The server takes no writes: it was the primary, or is behind an address that was the primary's. */
const READ_ONLY = '25006';

/** SQLSTATEs about the connection: it broke, or the server shuts down or starts. */
const LOST = /^(08|57P)/;

/** Whether a transaction failed for concurrency alone, and can be repeated. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(String(codeOf(error)));

/** Whether the server has no space. */
export const isFull = (error: unknown): boolean => FULL.has(String(codeOf(error)));

/** Whether the server is not the primary. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether the server has refused a statement; otherwise the connection failed, or the node itself. */
export const isRefusal = (error: unknown): boolean => error instanceof postgres.PostgresError && !LOST.test(error.code);

/** Whether the connection is the cause of a missing answer: another one may give it. */
export const isLost = (error: unknown): boolean =>
  error instanceof NoAnswerError || (codeOf(error) !== undefined && !isRefusal(error));

/** The error with its code, for the operator. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return code === undefined ? message : `${message} (${code})`;
}

/** An error of the driver or the server. Errors of the node itself have no code and are unchanged. */
export function asServiceError(error: unknown): unknown {
  if (codeOf(error) === undefined && !(error instanceof NoAnswerError)) return error;
  if (isFull(error)) return new ServiceError('insufficient-storage', 'The database has no space', { cause: error });
  return cannotBeUsed(error);
}

/** @param cause for the log. */
export function cannotBeUsed(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The database cannot be used now', {
    cause,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

/** A row is missing that is always there: a dump is being restored. */
export const incompleteTables = (): ServiceError =>
  cannotBeUsed(new TypeError('the tables of the store are incomplete: is a dump being restored?'));
