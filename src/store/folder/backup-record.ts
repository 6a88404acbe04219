/** The time of a store's newest backup: the backup command, another process, writes it into the store's folder. */
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Hidden, so that a folder with nothing else counts as empty. */
const FILE = '.last-backup.json';

const schema = z.object({ createdAt: z.iso.datetime() });

/** @throws the system's error when the folder cannot be written. */
export async function recordBackup(folder: string, createdAt: string): Promise<void> {
  const unfinished = join(folder, `${FILE}.${String(process.pid)}`);
  await writeFile(unfinished, `${JSON.stringify({ createdAt })}\n`);
  await rename(unfinished, join(folder, FILE));
}

/** The time of the newest backup; undefined without one, or when its record cannot be read. */
export function lastBackup(folder: string): Date | undefined {
  try {
    return new Date(schema.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8'))).createdAt);
  } catch {
    return undefined;
  }
}
