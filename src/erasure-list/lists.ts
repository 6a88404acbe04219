/** Lists of erasures as files: read and copied (P43). */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../errors.js';
import { SettingsError } from '../settings/settings.js';
import { exists, syncFolder } from '../store/folder/file-checks.js';
import type { UriScheme } from '../uris.js';
import { type ListLine, parseLine } from './line.js';

/** Only its owner reads it. */
export const LIST_MODE = 0o600;

/**
 * The lines of a list, in their order; none where there is no file. An incomplete last line is left out: it was never
 * confirmed to anybody.
 *
 * @param setting the setting or option that names the file.
 * @throws SettingsError that names the file and the line for one that cannot be read.
 */
export async function readList(setting: string, file: string, uris: UriScheme): Promise<ListLine[]> {
  const text = await textOf(setting, file);
  if (text === undefined) return [];
  const found: ListLine[] = [];
  const lines = text.split('\n');
  const last = lines.length - 1;
  for (const [index, line] of lines.entries()) {
    if (index === last && line === '') break;
    try {
      found.push(parseLine(line, uris));
    } catch (cause) {
      if (index === last && !isJson(line)) break;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SettingsError(
        `${setting}: line ${index + 1} of ${file} cannot be read: ${reason}; without it, what was erased could come back`,
        { cause },
      );
    }
  }
  return found;
}

/** Whether a last line without an end is complete: a part of an object is no JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function textOf(setting: string, file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new SettingsError(`${setting}: ${file} cannot be read (${String(codeOf(cause) ?? cause)})`, { cause });
  }
}

/** Copies the complete lines of a list. @returns false without one. @throws the system's error. */
export async function copyList(file: string, copy: string): Promise<boolean> {
  if (!(await exists(file))) return false;
  const text = await readFile(file, 'utf8');
  await replaceText(copy, text.slice(0, text.lastIndexOf('\n') + 1));
  return true;
}

async function replaceText(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${String(process.pid)}`;
  try {
    const handle = await open(unfinished, 'w', LIST_MODE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
