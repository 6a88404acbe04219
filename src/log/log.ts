/** Structured logs on standard error, without tokens, secrets or bodies. */
import { hostname } from 'node:os';
import { isatty } from 'node:tty';
import { type Logger, pino } from 'pino';
import type { Degradations } from '../degradations.js';
import { LogDestination, standardError } from './log-destination.js';
import { prettyLines } from './pretty.js';

interface LogOptions {
  readonly level: string;
  /** Undefined: pretty on a terminal, otherwise JSON. */
  readonly format: 'pretty' | 'json' | undefined;
  /** Receives reports of lines that cannot be written. */
  readonly degradations: Degradations;
}

/** Creates a log that never blocks or ends the process, whatever standard error is (`LogDestination`). */
export function createLog({ level, format, degradations }: LogOptions): Logger {
  const redact = {
    paths: ['authorization', 'headers.authorization', 'req.headers', '*.clientSecret', '*.access_token'],
    remove: true,
  };
  const noteOf = (dropped: number): string =>
    `${JSON.stringify({
      level: pino.levels.values['warn'],
      time: new Date().toISOString(),
      pid: process.pid,
      hostname: hostname(),
      dropped,
      msg: 'log lines were dropped because they could not be written',
    })}\n`;
  const onDropped = (lines: number): void => {
    degradations.report('log-lines', 'log lines could not be written', lines);
  };
  const outputFormat = format ?? (isatty(2) ? 'pretty' : 'json');
  const prettify = prettyLines();
  const destination = new LogDestination(
    standardError(),
    outputFormat === 'json'
      ? { noteOf, onDropped }
      : { noteOf: (dropped) => prettify(noteOf(dropped)), onDropped, format: prettify },
  );
  process.once('exit', () => {
    destination.flushSync();
  });
  return pino({ level, redact, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
