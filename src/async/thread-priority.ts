import { constants, setPriority } from 'node:os';
import { codeOf } from '../errors.js';

/**
 * Lets the other threads have the processor before this one: on Linux a thread may have a priority of its own. Not the lowest
 * one, or other programs on the machine would leave it next to nothing.
 */
export function lowerThreadPriority(): void {
  // Elsewhere it would be that of the process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // Without the permission, all threads have the same priority.
  }
}
