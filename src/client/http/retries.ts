/** Which requests are sent again, and when (T46). */

const RETRIED = new Set([429, 502, 503, 504]);
const SAFE_TO_REPEAT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
const MAX_RETRY_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** Errors of a connection that was never made: no byte of the request was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether a method may be sent again after anything. */
export const isRepeatable = (method: string): boolean => SAFE_TO_REPEAT.has(method);

/** Whether an answer is one to send the request again for. */
export function isRetriedStatus(status: number, repeatable: boolean): boolean {
  return RETRIED.has(status) && (repeatable || status === 429 || status === 503);
}

/** Whether a failed connection never took the request. */
export function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError)
    return cause.errors.length > 0 && cause.errors.every((one) => NOT_SENT.has(codeOf(one)));
  return NOT_SENT.has(codeOf(cause));
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * How long to wait before the next attempt: what the server asks for, else full jitter.
 *
 * @param attempt 0 after the first one.
 */
export function delayBefore(attempt: number, retryAfter: string | null, random: () => number, now: number): number {
  const asked = retryAfter === null ? undefined : retryAfterMs(retryAfter, now);
  return asked ?? random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_RETRY_AFTER_MS);
}

/** `Retry-After` in seconds or as a date; undefined for anything else (RFC 9110, 10.2.3). */
function retryAfterMs(text: string, now: number): number | undefined {
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
