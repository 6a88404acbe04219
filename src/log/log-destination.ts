/**
 * The destination of log lines. Logging must not block or end the node: a line that cannot be written (full disk,
 * closed pipe) is dropped and counted. Lines for a slow reader are buffered up to a limit, then dropped. The number of
 * dropped lines is written as soon as writing is possible again.
 */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { pino } from 'pino';
import { codeOf } from '../errors.js';

interface LogDestinationOptions {
  /** Formats the line with the number of dropped lines. */
  readonly noteOf: (dropped: number) => string;
  /** Formats a line; by default lines are written unchanged. */
  readonly format?: (line: string) => string;
  /** Called with the number of lines dropped since the last note; 0 when the note has been written. */
  readonly onDropped?: (lines: number) => void;
  readonly maxBufferBytes?: number;
}

const MAX_BUFFER_BYTES = 2 ** 20;
/** The time limit of `flushSync` for a slow reader. */
const MAX_FLUSH_MS = 1000;
const RETRY_MS = 20;
const FATAL = 60;
const NEW_LINE = Buffer.from('\n');

interface Entry {
  readonly bytes: Buffer;
  readonly isNote: boolean;
  /** The number of lines that are lost with this one: for a note, all lines that it reports. */
  readonly lines: number;
  written: number;
}

/** A destination for pino with a bounded buffer. `write` never throws for errors of the system, and never waits. */
export class LogDestination {
  /** Makes pino set `lastLevel` before it writes. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  readonly #buffer: Entry[] = [];
  #bufferedBytes = 0;
  #dropped = 0;
  /** Whether the last write ended in the middle of a line. */
  #isPartial = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));

  constructor(
    private readonly descriptor: number,
    private readonly options: LogDestinationOptions,
  ) {}

  write(line: string): void {
    const { format, maxBufferBytes = MAX_BUFFER_BYTES } = this.options;
    if (this.#bufferedBytes > 0) this.#drain();
    const text = format === undefined ? line : format(line);
    // A fatal line is always buffered: it contains the reason for the end of the process.
    if (this.#bufferedBytes + text.length > maxBufferBytes && this.lastLevel < FATAL) {
      this.#drop(1);
      return;
    }
    this.#appendNote();
    this.#append({ text, lines: 1, isNote: false });
    this.#drain();
  }

  /** Writes the buffer at the end of the process, up to a time limit. */
  flushSync(): void {
    const end = performance.now() + MAX_FLUSH_MS;
    this.#appendNote();
    this.#drain();
    while (this.#buffer.length > 0 && performance.now() < end) {
      Atomics.wait(this.#sleeper, 0, 0, RETRY_MS);
      this.#drain();
    }
  }

  #appendNote(): void {
    if (this.#dropped === 0) return;
    const lines = this.#dropped;
    this.#dropped = 0;
    this.#append({ text: this.options.noteOf(lines), lines, isNote: true });
  }

  #append({ text, ...entry }: { text: string } & Pick<Entry, 'lines' | 'isNote'>): void {
    const bytes = Buffer.from(text);
    this.#buffer.push({ bytes, ...entry, written: 0 });
    this.#bufferedBytes += bytes.length;
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.options.onDropped?.(this.#dropped);
  }

  /** Writes until the buffer is empty or the reader stops reading. */
  #drain(): void {
    for (let [entry] = this.#buffer; entry !== undefined; [entry] = this.#buffer) {
      try {
        if (this.#isPartial && entry.written === 0) writeSync(this.descriptor, NEW_LINE);
        this.#isPartial = false;
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
        this.#isPartial ||= entry.written > 0;
        this.#remove(entry);
        this.#drop(entry.lines);
      }
    }
  }

  #remove(entry: Entry): void {
    this.#buffer.shift();
    this.#bufferedBytes -= entry.bytes.length;
  }

  #retryLater(): void {
    if (this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#drain();
      if (this.#buffer.length > 0 || this.#dropped === 0) return;
      this.#appendNote();
      this.#drain();
    }, RETRY_MS).unref();
  }
}

/**
 * A non-blocking descriptor of standard error: a write does not wait for the reader of a pipe or for a stopped
 * terminal. It is opened again if possible, because all processes that inherit a descriptor share its flags.
 */
export function standardError(): number {
  const status = fstatSync(2);
  // Writes to a file do not block, and a second descriptor would write from its beginning.
  if (!status.isFIFO() && !status.isSocket() && !isatty(2)) return 2;
  if (process.platform === 'linux' && !status.isSocket()) {
    try {
      const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
      return openSync('/proc/self/fd/2', O_WRONLY | O_NONBLOCK | O_NOCTTY);
    } catch (error) {
      // The descriptor belongs to another user, or its reader has closed it.
      if (codeOf(error) === undefined) throw error;
    }
  }
  // Node makes a pipe or socket non-blocking at the first use of `process.stderr`.
  return process.stderr.fd;
}
