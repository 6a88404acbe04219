/** Why a run cannot begin or go on. */

/** Wrong usage or configuration: one line for standard error, exit code 2 (T2). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server has gone: what remains is untested (T2). */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';
}

/** The code of a system error, also of one that `fetch` wraps. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** The reason in an error of `fetch`, which itself says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return codeOf(error) ?? error.message;
}
