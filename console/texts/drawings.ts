import { texts } from '../core/index.js';

/** Common texts of the drawings. */
export const drawingTexts = texts({
  show: 'Show',
  now: 'Now',
  print: 'Print',
  axis: 'Times (UTC), on a logarithmic scale',
  asOf: (time: string) => `as of ${time}`,
});
