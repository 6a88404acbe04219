import type { differenceTexts as english } from '../differences.js';

export const differenceTexts: typeof english = {
  caption: 'Was sich unterscheidet',
  property: 'Eigenschaft',
  before: 'Vorher',
  after: 'Nachher',
  by: 'Geändert in',
  removed: 'entfernt',
  added: 'hinzugefügt',
  none: 'Es gibt keine Unterschiede.',
  revision: (number) => `Revision ${number}`,
};
