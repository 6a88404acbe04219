/** Writes batches of commits to a record, measures and traces them, and tracks the health of writes. */
import type { Logger } from 'pino';
import { isUnavailable } from '../../errors.js';
import { noTracer, type Tracer } from '../../tracing/tracer.js';
import type { GraphRecord, PendingCommit, WriteResult } from '../record.js';
import type { Flush } from '../store.js';
import { WriteHealth } from './write-health.js';

export interface RecordWriterOptions {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** For spans of flushes. */
  readonly tracer?: Tracer;
  /** Called after every written or failed batch with its duration and the number of commits that shared it. */
  readonly onFlush?: (flush: Flush) => void;
}

export class RecordWriter {
  readonly #health: WriteHealth;

  constructor(
    private readonly record: Pick<GraphRecord, 'write' | 'hasSpace' | 'shared'>,
    private readonly options: RecordWriterOptions,
  ) {
    this.#health = new WriteHealth((bytes) => record.hasSpace(bytes));
  }

  /** Why writes fail; undefined while they do not. */
  get problem(): string | undefined {
    return this.#health.problem;
  }

  /** As `GraphRecord.write`. */
  write(commits: readonly PendingCommit[]): Promise<WriteResult> {
    const { tracer = noTracer } = this.options;
    const attributes = { 'cargograph.commits': commits.length };
    const write = (): Promise<WriteResult> => this.#write(commits);
    return tracer.isEnabled ? tracer.span('flush', { attributes }, write) : write();
  }

  async #write(commits: readonly PendingCommit[]): Promise<WriteResult> {
    const began = performance.now();
    const flushed = (failed: boolean): void => {
      this.options.onFlush?.({ seconds: (performance.now() - began) / 1000, commits: commits.length, failed });
    };
    try {
      const result = await this.record.write(commits);
      this.#health.succeeded();
      if (result.kind === 'written') flushed(false);
      return result;
    } catch (error) {
      const { log } = this.options;
      // An unreachable database is reported elsewhere (`GraphRecord.problem`), and a cut connection is not a problem of
      // this kind.
      if (this.record.shared !== undefined && isUnavailable(error)) {
        log.warn({ err: error, commits: commits.length }, 'commits could not be written');
        throw error;
      }
      const texts = commits.flatMap(({ changes }) => changes.map(({ text }) => text));
      this.#health.failed(
        error,
        texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      );
      log.error({ err: error, commits: commits.length }, 'commits could not be written');
      flushed(true);
      throw error;
    }
  }
}
