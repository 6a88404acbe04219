/**
 * The layout of the store on disk, and the way from earlier ones. A change of the layout gets the next number and a
 * step here; the steps run when a store is opened.
 */
import type { Logger } from 'pino';
import type { RootDatabase } from 'lmdb';
import { openMeta } from './environment.js';

export interface Migration {
  /** The format after this step. */
  readonly to: string;
  /**
   * Changes the databases, in transactions of its own. It may be interrupted between any two of them, and is then run
   * again. Until it is over the file has a format that no other release reads.
   */
  readonly run: (root: RootDatabase, log?: Pick<Logger, 'info'>) => Promise<void>;
}

export interface Layout {
  /** The format that this program reads and writes. */
  readonly format: string;
  /** By the format that a step begins with. */
  readonly migrations: ReadonlyMap<string, Migration>;
}

/** The formats 1 and 2 are not migrated in their file, but copied to a new one (format-3.ts). */
export const currentLayout: Layout = { format: '3', migrations: new Map() };

/** The format of a file while it is migrated. */
export function becoming(format: string): string {
  return `becoming ${format}`;
}

/** The steps from a format to the present one, none when it is the present one; undefined when there is no way. */
export function stepsFrom(format: string | undefined, layout: Layout): Migration[] | undefined {
  const steps: Migration[] = [];
  for (let at = format; at !== layout.format; at = steps.at(-1)?.to) {
    const step = at === undefined ? undefined : layout.migrations.get(at);
    // A circle would never end: more steps than there are is one.
    if (step === undefined || steps.length >= layout.migrations.size) return undefined;
    steps.push(step);
  }
  return steps;
}

/** Carries out steps, the next one when the file has the format that the one before leads to. */
export async function migrate(
  root: RootDatabase,
  steps: readonly Migration[],
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  const meta = openMeta(root);
  for (const { to, run } of steps) {
    await meta.put('format', becoming(to));
    await run(root, log);
    await meta.put('format', to);
  }
}
