import { plural } from '../../core/index.js';
import type { comboboxTexts as english } from '../combobox.js';

export const comboboxTexts: typeof english = {
  suggestions: (count) => (count === 0 ? 'Keine Vorschläge' : plural(count, 'Vorschlag', 'Vorschläge')),
  suggestionsFor: (label) => (label === '' ? 'Vorschläge' : `Vorschläge: ${label}`),
  failed: 'Zurzeit keine Vorschläge: Der Knoten hat nicht geantwortet. Sie können weiter tippen.',
};
