/** Words of narrow boxes stand below them: in the first row where they lie upon no other word. */

export interface Box {
  readonly x: number;
  readonly width: number;
  readonly word: string;
}

export interface PlacedWord {
  readonly word: string;
  readonly x: number;
  readonly row: number;
  /** Where the line from the box begins. */
  readonly from: number;
}

/** The width of a letter of a box, on average. */
export const LETTER = 6.6;
const GAP = 6;

/** Whether the word of a box stands within it. */
export const isWithin = ({ width, word }: Box): boolean => word.length * LETTER + 10 <= width;

/** @param right the end of the drawing: a word ends there at the latest. */
export function wordsBelow(boxes: readonly Box[], right: number): PlacedWord[] {
  const ends: number[] = [];
  return boxes
    .filter((box) => !isWithin(box))
    .map(({ x, word }) => {
      const width = word.length * LETTER;
      const start = Math.max(0, Math.min(x, right - width));
      const free = ends.findIndex((end) => end + GAP <= start);
      const row = free === -1 ? ends.length : free;
      ends[row] = start + width;
      return { word, x: start, row, from: x + 5 };
    });
}
