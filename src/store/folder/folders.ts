/** Folders that are made when they are absent. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../errors.js';
import { exists } from './file-checks.js';

/**
 * Creates a folder and its missing parents. Node's own recursive `mkdir` loops forever where the system reports an
 * existing parent as missing, as below /proc.
 *
 * @throws the system's error when it cannot be created.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; !(await exists(folder)); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      await mkdir(folder, { mode });
    } catch (error) {
      // Another process may have created it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
