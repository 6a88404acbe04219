import { texts } from '../core/index.js';

/** What the pictures share. */
export const pictureTexts = texts({
  show: 'Show',
  now: 'Now',
  print: 'Print',
  axis: 'Times (UTC); the distances are those of logarithms',
  asOf: (time: string) => `as of ${time}`,
});
