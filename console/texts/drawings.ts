import { texts } from '../core/index.js';

/** What the drawings share. */
export const drawingTexts = texts({
  show: 'Show',
  now: 'Now',
  print: 'Print',
  axis: 'Times (UTC); the distances are those of logarithms',
  asOf: (time: string) => `as of ${time}`,
});
