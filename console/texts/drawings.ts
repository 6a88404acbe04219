import { texts } from '../core/index.js';

/** Common texts of the drawings. */
export const drawingTexts = texts('drawingTexts', {
  show: 'Show',
  now: 'Now',
  print: 'Print',
  axis: 'Times in their order; // leaves out time',
  /** Below a break of an axis. */
  leftOut: (length: string) => `≈ ${length}`,
  asOf: (time: string) => `as of ${time}`,
});
