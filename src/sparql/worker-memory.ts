/** The memory limits of a query worker. */
import { totalmem } from 'node:os';
import { MAX_QUERY_BYTES } from './worker/protocol.js';

const MIB = 2 ** 20;
const STEP_BYTES = 256 * MIB;
/** The share of the process's memory that two workers may use. */
const MEMORY_SHARE = 1 / 2;
const QUERY_MEMORY_SHARE = 1 / 4;
/** The engine's memory for one statement. */
export const BYTES_PER_STATEMENT = 350;
/** The memory of a thread outside of its engines: its program, and the data read at a time. */
const MIN_HEAP_BYTES = 256 * MIB;

/**
 * The memory limit of one worker's engines; as much again is reserved for data outside of them (results as text). Each
 * worker has its own limit, since the memory of the process does not show which query uses it. Datasets may grow to
 * twice the size of the store, with space for a query. The limit grows in steps: engines with the same limit share
 * their compiled code.
 */
export function maxEngineBytesFor(statements: number): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const query = Math.min(MAX_QUERY_BYTES, machine * QUERY_MEMORY_SHARE);
  const wanted = Math.ceil((2 * statements * BYTES_PER_STATEMENT + query) / STEP_BYTES) * STEP_BYTES;
  return Math.max(STEP_BYTES, Math.min(wanted, Math.floor((machine * MEMORY_SHARE) / STEP_BYTES) * STEP_BYTES));
}

/** The limit of a thread's heap, in MiB. */
export const heapMegabytesFor = (maxEngineBytes: number): number =>
  Math.ceil(Math.max(MIN_HEAP_BYTES, maxEngineBytes) / MIB);
