/** Consecutive commits in the log that are to be kept for increments of backups. */
import type { CommitTime } from '../../commit-time.js';
import { lastOf, type LoggedBatch } from './frames.js';
import type { LogPart } from './log-files.js';

/** Whether an erasure is among the commits of a batch: its changes name what is gone, as do those before it. */
export const isErasing = ({ commits }: Pick<LoggedBatch, 'commits'>): boolean =>
  commits.some(({ changes }) => changes.some(({ isErased }) => isErased === true));

/** Adds a part of a file to others: parts side by side are one. */
export function addPart(parts: LogPart[], part: LogPart): void {
  const last = parts.at(-1);
  if (last?.file === part.file && last.end === part.begin) parts[parts.length - 1] = { ...part, begin: last.begin };
  else parts.push(part);
}

/** What is known of consecutive commits without reading them. */
export interface Span {
  readonly first: number;
  readonly last: number;
  /** The time of the commit before the first one: with it, another history with the same sequences is told apart. */
  readonly before: CommitTime;
}

export class CommitRange {
  readonly parts: LogPart[] = [];
  #span: Span | undefined;
  #hasErasure = false;
  #until = 0;

  /** Undefined without commits. */
  get span(): Span | undefined {
    return this.#span;
  }

  /** The last commit that was added, kept or not. */
  get until(): number {
    return this.#until;
  }

  /** Whether an erasure came before them: nothing from before it may be kept (P27). */
  get hasErasure(): boolean {
    return this.#hasErasure;
  }

  /** @param before the time of the commit before the batch. */
  add(batch: LoggedBatch, part: LogPart, before: CommitTime): void {
    this.#until = lastOf(batch);
    if (isErasing(batch)) {
      this.parts.length = 0;
      this.#span = undefined;
      this.#hasErasure = true;
      return;
    }
    this.#span = { first: batch.first, before, ...this.#span, last: lastOf(batch) };
    addPart(this.parts, part);
  }
}
