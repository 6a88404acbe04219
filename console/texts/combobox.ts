import { plural, texts } from '../core/index.js';

export const comboboxTexts = texts('comboboxTexts', {
  suggestions: (count: number) => (count === 0 ? 'No suggestions' : plural(count, 'suggestion', 'suggestions')),
  suggestionsFor: (label: string) => (label === '' ? 'Suggestions' : `Suggestions: ${label}`),
  failed: 'No suggestions now: the node did not answer. You can go on typing.',
});
