/** Brings commits of the log into the trees, in any thread of the process. */
import { readFileSync } from 'node:fs';
import type { CommitWriter } from '../commit-writer.js';
import { framesOf, logNameIn, type Meta } from '../environment.js';
import { batchesIn, type LogPart } from './log-files.js';

/** @throws the errors of LMDB and of the file system, and StoreError for a damaged log; nothing is written then. */
export function applyLog(meta: Meta, writer: Pick<CommitWriter, 'apply'>, parts: readonly LogPart[]): void {
  const name = logNameIn(meta);
  if (name === undefined) return;
  const frames = framesOf(meta, name);
  writer.apply(parts.flatMap((part) => batchesIn(readFileSync(part.file), frames, part)));
}
