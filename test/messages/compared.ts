/** Compares messages by their values (X82). */
import { readTime } from '../../src/messages/reading/times.js';
import type { Leaf } from '../../src/messages/reading/findings.js';
import type { ReadMessage } from '../../src/messages/reading/read-message.js';
import { instantOf } from '../../src/rdf/literals.js';

/** Descriptions and names of events are one text (X21, X42); houses of a status have events of their own (X43). */
const others = ['X21', 'X42', 'X43'];

/**
 * The mapped values by the paths of their rows, numbers and times by what they mean.
 *
 * @param reported paths of values that a report names.
 */
export function mapped({ findings }: ReadMessage, reported: ReadonlySet<string> = new Set()): string[] {
  return findings.leaves
    .filter(({ fate, row, path }) => {
      const isWritten = row?.isWritten === true && !others.includes(row.rule);
      return fate === 'mapped' && isWritten && !reported.has(path);
    })
    .map((leaf) => `${leaf.row?.path ?? ''} = ${meaningOf(leaf)}`)
    .toSorted();
}

function meaningOf({ row, value }: Leaf): string {
  const time = row?.type.kind === 'dateTime' ? readTime(value, 'UTC') : undefined;
  if (time !== undefined) return new Date(instantOf(time.text)).toISOString();
  return /^-?[0-9.]+$/.test(value) ? String(Number(value)) : value;
}

/** The texts that another list lacks, each as often as it does. */
export function missingIn(wanted: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return wanted.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
