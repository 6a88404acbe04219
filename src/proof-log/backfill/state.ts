/** How far a run has come that gives entries to what is stored without one: a value beside the log (P51). */
import { z } from 'zod';
import { type Iri, isIri } from '../../rdf/terms.js';

/** The key of the value. */
export const BACKFILL = 'backfill';

const graph = z.custom<Iri>((value) => typeof value === 'string' && isIri(value));

const state = z.object({
  /** The number of the run, from 1 on; 0 for a store that was empty when its log began. */
  run: z.number(),
  /** First what lookups list, oldest first, then all names; `over` when the run has ended. */
  phase: z.enum(['listed', 'named', 'over']),
  /** Whether graphs that may change are compared with their entries: they may have changed without one. */
  isCompared: z.boolean(),
  /** The last entry of each list that was looked at. */
  lists: z.record(z.string(), z.object({ order: z.number(), value: graph })),
  /** The last name that was looked at. */
  name: z.string(),
  /** The entries that were made. */
  made: z.number(),
  /** The graphs that were looked at in this phase. */
  looked: z.number(),
  /** The graphs that cannot be read. */
  damaged: z.number(),
});

export type BackfillState = Readonly<z.infer<typeof state>>;

export const startOf = (run: number, isCompared: boolean): BackfillState => ({
  ...{ run, phase: 'listed', isCompared, lists: {}, name: '', made: 0, looked: 0, damaged: 0 },
});

/** Of a store that was empty when its log began. */
export const nothingStored: BackfillState = { ...startOf(0, false), phase: 'over' };

export const writeState = (of: BackfillState): string => JSON.stringify(of);

/** @returns undefined for a store without one, or with a damaged one: the next run begins. */
export function readState(value: string | undefined): BackfillState | undefined {
  if (value === undefined) return undefined;
  try {
    return state.safeParse(JSON.parse(value)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
