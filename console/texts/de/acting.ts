import type { actingTexts as english } from '../acting.js';

export const actingTexts: typeof english = {
  youActAs: 'Sie handeln als',
  reason: 'Begründung',
  reasonOptional: 'Begründung (freiwillig)',
};
