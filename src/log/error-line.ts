/** The error that ends a command or a start, as one line for the operator. */
import { codeOf } from '../errors.js';

/** Errors whose message is sufficient for the operator. */
const EXPECTED: ReadonlySet<string> = new Set(['SettingsError', 'StoreError', 'ServiceError']);

const TOO_MANY_FILES = /\b(?:EMFILE|ENFILE)\b|too many open files/i;

/**
 * One line for any error: the message of an expected one, advice for a limit of the system, and the position in the
 * program for an unexpected one.
 */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (hasTooManyFiles(error)) {
    return 'too many open files: raise the limit of file descriptors (ulimit -n) to 1024 or more';
  }
  if (EXPECTED.has(error.name)) return oneLine(error.message);
  const systemCall = 'syscall' in error && typeof error.syscall === 'string';
  if (systemCall) return oneLine(listenError(error) ?? error.message);
  const place = lines(error.stack ?? '').find((line) => line.startsWith('at ')) ?? 'at an unknown place';
  return oneLine(`${error.name}: ${error.message} (${place})`);
}

/** Names the wrong setting if the node cannot listen. */
function listenError(error: Error): string | undefined {
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const code = codeOf(error);
  const setting = syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES') ? 'PORT' : 'HOST';
  return `${setting}: cannot listen: ${error.message}`;
}

/** Also checks the causes: if a store or library cannot be opened, its error has such a cause. */
function hasTooManyFiles(error: Error): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const code = codeOf(current);
    if (code === 'EMFILE' || code === 'ENFILE' || TOO_MANY_FILES.test(current.message)) return true;
  }
  return false;
}

/** Without a regular expression for the spaces around line breaks, since that would take quadratic time. */
const lines = (text: string): string[] => text.split(/[\r\n]/).map((line) => line.trim());

const oneLine = (text: string): string =>
  lines(text)
    .filter((line) => line !== '')
    .join(' ');

/** The message of an error or of its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message of a fetch error is only `fetch failed`; its cause contains the reason.
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
