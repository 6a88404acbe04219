/**
 * The layout of the store on disk, and the way from earlier ones. A change of the layout gets the next number and a
 * step here; a store is taken over the steps when it is opened, each in one transaction with its new number, so that a
 * crash in between leaves a store of one of the formats.
 */
import type { RootDatabase } from 'lmdb';

export interface Migration {
  /** The format after this step. */
  readonly to: string;
  /** Changes the databases, inside a transaction. Graphs that it writes must be sealed anew. */
  readonly run: (root: RootDatabase) => void;
}

export interface Layout {
  /** The format that this program reads and writes. */
  readonly format: string;
  /** By the format that a step begins with. */
  readonly migrations: ReadonlyMap<string, Migration>;
}

export const currentLayout: Layout = {
  format: '2',
  // The second format has indexes of lookups, which are made when the store is opened: an earlier program would not keep them.
  migrations: new Map([['1', { to: '2', run: () => undefined }]]),
};

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
