import type { sampleTexts as english } from '../sample.js';

export const sampleTexts: typeof english = {
  create: 'Beispielsendung anlegen',
  creating: 'Wird angelegt …',
  hint: 'Zwei Partner, eine Sendung aus drei Packstücken mit ihrem Luftfrachtbrief, offene und entschiedene Änderungen, Ereignisse, weitergegebener Zugriff. Die Daten gehen durch die API wie Ihre eigenen.',
};
