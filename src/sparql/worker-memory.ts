/** How much memory a query worker may have. */
import { totalmem } from 'node:os';
import { MAX_QUERY_BYTES } from './worker/protocol.js';

const MIB = 2 ** 20;
const STEP_BYTES = 256 * MIB;
/** Two workers may not take more than what the process may have. */
const MEMORY_SHARE = 1 / 2;
const QUERY_MEMORY_SHARE = 1 / 4;
/** What a statement takes in the engine's memory. */
const BYTES_PER_STATEMENT = 350;
/** What a thread needs beside its engines: its program, and what it reads at a time. */
const MIN_HEAP_BYTES = 256 * MIB;

/**
 * What one worker's engines may take, and as much again for what is not in them (results as text). Each worker is limited
 * by itself: the memory of the process does not show which query takes it. Datasets may grow to twice what the store has,
 * with space for a query beside them. In whole steps: engines with the same limit share their compiled code.
 */
export function maxEngineBytesFor(statements: number): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const query = Math.min(MAX_QUERY_BYTES, machine * QUERY_MEMORY_SHARE);
  const wanted = Math.ceil((2 * statements * BYTES_PER_STATEMENT + query) / STEP_BYTES) * STEP_BYTES;
  return Math.max(STEP_BYTES, Math.min(wanted, Math.floor((machine * MEMORY_SHARE) / STEP_BYTES) * STEP_BYTES));
}

/** What the heap of a thread may take, in MiB. */
export const heapMegabytesFor = (maxEngineBytes: number): number =>
  Math.ceil(Math.max(MIN_HEAP_BYTES, maxEngineBytes) / MIB);
