import { texts } from '../core/index.js';

export const actingTexts = texts('actingTexts', {
  youActAs: 'You act as',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
});
