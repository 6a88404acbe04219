/** Structured logs on standard error; never a token, a secret or a body. */
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export interface LogOptions {
  readonly level: string;
  /** Without one: pretty on a terminal, else JSON. */
  readonly format: 'pretty' | 'json' | undefined;
}

export function createLog({ level, format }: LogOptions): Logger {
  const redact = {
    paths: ['authorization', 'headers.authorization', 'req.headers', '*.clientSecret', '*.access_token'],
    remove: true,
  };
  const shown = format ?? (process.stderr.isTTY ? 'pretty' : 'json');
  // Written synchronously, so that the last line before a stop is not lost.
  const stream =
    shown === 'pretty'
      ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname' })
      : pino.destination({ dest: 2, sync: true });
  return pino({ level, redact }, stream);
}
