/** An error that ends a command or a start, in one line for the operator. */
import { codeOf } from './errors.js';

/** Errors whose message alone is what the operator has to know. */
const PLAIN: ReadonlySet<string> = new Set(['SettingsError', 'StoreError', 'ServiceError']);

const TOO_MANY_FILES = /\b(?:EMFILE|ENFILE)\b|too many open files/i;

/**
 * One line, whatever the error is: a setting or store that is wrong with its message, a limit of the system with what
 * to change, and anything unforeseen with the place in the program where it began.
 */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (hasTooManyFiles(error)) {
    return 'too many open files: give the process a higher limit of file descriptors (ulimit -n), 1024 or more';
  }
  if (PLAIN.has(error.name)) return oneLine(error.message);
  const systemCall = 'syscall' in error && typeof error.syscall === 'string';
  if (systemCall) return oneLine(listenError(error) ?? error.message);
  const place = lines(error.stack ?? '').find((line) => line.startsWith('at ')) ?? 'at an unknown place';
  return oneLine(`${error.name}: ${error.message} (${place})`);
}

/** The settings that say where a node listens, when that is impossible. */
function listenError(error: Error): string | undefined {
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const code = codeOf(error);
  const setting = syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES') ? 'PORT' : 'HOST';
  return `${setting}: cannot listen: ${error.message}`;
}

/** Also where it is the cause of another error, as that of a store or library that could not be opened. */
function hasTooManyFiles(error: Error): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const code = codeOf(one);
    if (code === 'EMFILE' || code === 'ENFILE' || TOO_MANY_FILES.test(one.message)) return true;
  }
  return false;
}

/** By hand: an expression that looks for space on both sides of a line break takes quadratic time. */
const lines = (text: string): string[] => text.split(/[\r\n]/).map((line) => line.trim());

const oneLine = (text: string): string =>
  lines(text)
    .filter((line) => line !== '')
    .join(' ');

/** The system's reason for an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An error of fetch says only that it failed; its cause says why.
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
