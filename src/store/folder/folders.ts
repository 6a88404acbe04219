/** Folders that are made when they are absent. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../errors.js';
import { exists } from './file-checks.js';

/**
 * Makes a folder, and those above it that are missing. Node's own recursive `mkdir` never ends where the system says
 * that something above is missing although it is there, as below /proc.
 *
 * @throws the system's error when it cannot be made.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; !(await exists(folder)); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      await mkdir(folder, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
