/** Ranges of missing revisions (M35): one entry for a range, however long. */
import type { Gap } from './copy-facts.js';

const inOrder = (one: Gap, other: Gap): number => one.from - other.from;

/** The gaps with a range that has not been tried yet. */
export const withMissing = (gaps: readonly Gap[], from: number, to: number): readonly Gap[] =>
  from > to ? gaps : [...gaps, { from, to, reason: 'pending' as const, tried: 0, next: undefined }].sort(inOrder);

/** The gaps without a revision that has been received. */
export const withoutNumber = (gaps: readonly Gap[], number: number): readonly Gap[] =>
  gaps.flatMap((gap) =>
    number < gap.from || number > gap.to
      ? [gap]
      : [
          { ...gap, to: number - 1 },
          { ...gap, from: number + 1 },
        ].filter(({ from, to }) => from <= to),
  );
