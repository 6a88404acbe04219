/** The manifests of backups: of full ones and of increments. A folder with a manifest is a complete one. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StoreError } from '../store-error.js';
import { syncFolder } from './file-checks.js';

export const MANIFEST = 'backup.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const position = {
  /** The last commit in it. */
  sequence: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
};

const full = z.object({
  kind: z.literal('cargograph-backup'),
  /** The layout of the file. */
  format: z.string(),
  /** The `BASE_URL` that the store was made for. */
  base: z.string(),
  ...position,
  /** The time of the last commit. */
  time: z.int().nonnegative().optional(),
  /** What its sequences count in; absent if no increment can follow. */
  history: z.string().optional(),
  graphs: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256,
});

const increment = z.object({
  kind: z.literal('cargograph-increment'),
  base: z.string(),
  ...position,
  time: z.int().nonnegative(),
  history: z.string(),
  /** The backup or increment that it continues. */
  since: z.object({ ...position, time: z.int().nonnegative() }),
  commits: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** The segments, oldest first. */
  files: z.array(z.object({ name: z.string().regex(/^\d+-\d+\.commits$/), bytes: z.int().positive(), sha256 })),
});

const schema = z.discriminatedUnion('kind', [full, increment]);

/** The manifest of a full backup. */
export type BackupManifest = Readonly<z.output<typeof full>>;

/** The manifest of an increment. */
export type IncrementManifest = Readonly<z.output<typeof increment>>;

/** Writes a manifest durably. To be called last. @throws the errors of the file system. */
export async function writeManifest(folder: string, manifest: BackupManifest | IncrementManifest): Promise<void> {
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await syncFolder(folder);
}

/** @throws ZodError or SyntaxError for a text that is no manifest. */
export const parseManifest = (text: string): BackupManifest | IncrementManifest => schema.parse(JSON.parse(text));

/** @throws StoreError for a folder without a manifest of the backup command. */
export async function readManifest(folder: string): Promise<BackupManifest | IncrementManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    throw notABackup(folder, `${MANIFEST} cannot be read`, cause);
  }
  try {
    return parseManifest(text);
  } catch (cause) {
    throw notABackup(folder, `${MANIFEST} is not from the backup command`, cause);
  }
}

export const notABackup = (folder: string, why: string, cause?: unknown): StoreError =>
  new StoreError(`${folder} is not a complete backup (${why}): name a folder that the backup command made`, { cause });

/** The digest of a file, in hexadecimal digits. */
export async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The digest of bytes, as `digest`. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
