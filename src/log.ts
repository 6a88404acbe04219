/** Structured logs on standard error; never a token, a secret or a body. */
import { hostname } from 'node:os';
import { isatty } from 'node:tty';
import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Degradations } from './degradations.js';
import { LogDestination, standardError } from './log-destination.js';

export interface LogOptions {
  readonly level: string;
  /** Without one: pretty on a terminal, else JSON. */
  readonly format: 'pretty' | 'json' | undefined;
  /** Told when lines cannot be written. */
  readonly degradations: Degradations;
}

/** A log that never ends or stops the process, whatever standard error is (`LogDestination`). */
export function createLog({ level, format, degradations }: LogOptions): Logger {
  const redact = {
    paths: ['authorization', 'headers.authorization', 'req.headers', '*.clientSecret', '*.access_token'],
    remove: true,
  };
  const note = (dropped: number): string =>
    `${JSON.stringify({
      level: pino.levels.values['warn'],
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      dropped,
      msg: 'lines of the log were dropped: they could not be written',
    })}\n`;
  const onDropped = (lines: number): void => {
    degradations.report('log-lines', 'lines of the log could not be written', lines);
  };
  const shown = format ?? (isatty(2) ? 'pretty' : 'json');
  const prettify = prettyFactory({ ignore: 'pid,hostname' });
  const destination = new LogDestination(
    standardError(),
    shown === 'json'
      ? { note, onDropped }
      : { note: (dropped) => prettify(note(dropped)), onDropped, format: (line) => prettify(line) },
  );
  process.once('exit', () => {
    destination.flushSync();
  });
  return pino({ level, redact }, destination);
}
