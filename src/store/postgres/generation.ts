/**
 * The generation of a database: its format and the versions of its indexes. All nodes on a database have one
 * generation. A newer release waits until the nodes of the older one have left, and then migrates; an older release
 * does not start, and a running one does not write.
 */
import { z } from 'zod';
import type { Lookup } from '../lookup.js';
import { FORMAT } from './schema.js';

const schema = z.object({ format: z.number(), lookups: z.record(z.string(), z.number()) });

export type Generation = z.output<typeof schema>;

export function generationOf(lookups: readonly Pick<Lookup, 'name' | 'version'>[]): Generation {
  const sorted = [...lookups].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { format: FORMAT, lookups: Object.fromEntries(sorted.map(({ name, version }) => [name, version])) };
}

export const serializeGeneration = (generation: Generation): string => JSON.stringify(generation);

/** Undefined for a text that no release has written. */
export function parseGeneration(text: string): Generation | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a database has something that a release does not know. */
export function isNewer(stored: Generation, own: Generation): boolean {
  return (
    stored.format > own.format ||
    Object.entries(stored.lookups).some(([name, version]) => version > (own.lookups[name] ?? 0))
  );
}
