import { constants, setPriority } from 'node:os';
import { codeOf } from '../errors.js';

/**
 * Gives the other threads precedence over this one: on Linux each thread may have its own priority. The lowest priority
 * would let other programs on the machine starve the thread.
 */
export function lowerThreadPriority(): void {
  // On other systems this would change the priority of the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // Without the permission, all threads have the same priority.
  }
}
