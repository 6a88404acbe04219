/**
 * Where log lines are written. A log must never end or stop the node: a line that cannot be written (full disk, closed
 * pipe) is dropped and counted; a reader that has stopped reading costs a bounded buffer, and then lines as well. How
 * many were dropped is written as soon as anything can be written again.
 */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { pino } from 'pino';
import { codeOf } from './errors.js';

export interface LogDestinationOptions {
  /** The line that says that so many were dropped. */
  readonly note: (dropped: number) => string;
  /** How a line is written, where not as it is. */
  readonly format?: (line: string) => string;
  /** Told whenever lines were dropped: how many since the last note; 0 when the note has been written. */
  readonly onDropped?: (lines: number) => void;
  /** How much may wait for a reader, in bytes. */
  readonly maxBufferBytes?: number;
}

const MAX_BUFFER_BYTES = 2 ** 20;
/** How long the end of the process, or a fatal line, may wait for a reader that does not read. */
const MAX_FLUSH_MS = 1000;
/** How often a reader that did not read is tried again. */
const RETRY_MS = 20;
const FATAL = 60;
const NEW_LINE = Buffer.from('\n');

interface Entry {
  readonly bytes: Buffer;
  readonly isNote: boolean;
  /** How many lines are lost when this one is: for a note, all that it tells of. */
  readonly lines: number;
  written: number;
}

/** A destination for pino that never throws, never waits while the node runs, and holds a bounded amount. */
export class LogDestination {
  /** Has pino set `lastLevel` before it writes. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  readonly #waiting: Entry[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  /** Whether what was written last ended in the middle of a line. */
  #isTorn = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));

  constructor(
    private readonly descriptor: number,
    private readonly options: LogDestinationOptions,
  ) {}

  write(line: string): void {
    const { format, maxBufferBytes = MAX_BUFFER_BYTES } = this.options;
    if (this.#waitingBytes > 0) this.#drain();
    const text = format === undefined ? line : format(line);
    // The line that says why the process ends is kept for a reader that reads on in time.
    if (this.#waitingBytes + text.length > maxBufferBytes && this.lastLevel < FATAL) {
      this.#drop(1);
      return;
    }
    this.#appendNote();
    this.#append({ text, lines: 1, isNote: false });
    this.#drain();
  }

  /** Writes what waits, as far as the reader takes it in a second: for the end of the process. */
  flushSync(): void {
    const end = performance.now() + MAX_FLUSH_MS;
    this.#appendNote();
    this.#drain();
    while (this.#waiting.length > 0 && performance.now() < end) {
      Atomics.wait(this.#sleeper, 0, 0, RETRY_MS);
      this.#drain();
    }
  }

  #appendNote(): void {
    if (this.#dropped === 0) return;
    const lines = this.#dropped;
    this.#dropped = 0;
    this.#append({ text: this.options.note(lines), lines, isNote: true });
  }

  #append({ text, ...entry }: { text: string } & Pick<Entry, 'lines' | 'isNote'>): void {
    const bytes = Buffer.from(text);
    this.#waiting.push({ bytes, ...entry, written: 0 });
    this.#waitingBytes += bytes.length;
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.options.onDropped?.(this.#dropped);
  }

  /** Writes until everything is written, or nobody reads. */
  #drain(): void {
    for (let [entry] = this.#waiting; entry !== undefined; [entry] = this.#waiting) {
      try {
        if (this.#isTorn && entry.written === 0) writeSync(this.descriptor, NEW_LINE);
        this.#isTorn = false;
        while (entry.written < entry.bytes.length) {
          entry.written += writeSync(this.descriptor, entry.bytes, entry.written);
        }
        this.#remove(entry);
        if (entry.isNote) this.options.onDropped?.(this.#dropped);
      } catch (error) {
        const code = codeOf(error);
        if (code === undefined) throw error;
        if (code === 'EAGAIN') {
          this.#retryLater();
          return;
        }
        this.#isTorn ||= entry.written > 0;
        this.#remove(entry);
        this.#drop(entry.lines);
      }
    }
  }

  #remove(entry: Entry): void {
    this.#waiting.shift();
    this.#waitingBytes -= entry.bytes.length;
  }

  #retryLater(): void {
    if (this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#drain();
      if (this.#waiting.length > 0 || this.#dropped === 0) return;
      // The reader reads again: it is told now, not with the next line.
      this.#appendNote();
      this.#drain();
    }, RETRY_MS).unref();
  }
}

/**
 * A descriptor of standard error on which a write never waits for the reader of a pipe or for a terminal that was
 * stopped. Where it can be opened anew it is one of our own: the flag belongs to all processes that share a descriptor.
 */
export function standardError(): number {
  const status = fstatSync(2);
  // A file takes what is written; opened anew it would be written from its beginning.
  if (!status.isFIFO() && !status.isSocket() && !isatty(2)) return 2;
  if (process.platform === 'linux' && !status.isSocket()) {
    try {
      const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
      return openSync('/proc/self/fd/2', O_WRONLY | O_NONBLOCK | O_NOCTTY);
    } catch (error) {
      // It belongs to another user, or has no reader any more.
      if (codeOf(error) === undefined) throw error;
    }
  }
  // Node makes a pipe or socket non-blocking when it is first asked for its stream.
  return process.stderr.fd;
}
