import type { drawingTexts as english } from '../drawings.js';

export const drawingTexts: typeof english = {
  show: 'Anzeigen',
  now: 'Jetzt',
  print: 'Drucken',
  axis: 'Zeiten in ihrer Folge; // lässt Zeit aus',
  leftOut: (length) => `≈ ${length}`,
  asOf: (time) => `Stand ${time}`,
};
