/** What the pages of erasures show of one. */
import type { ErasureAnswer } from '../../src/console/responses.js';
import { chip, type TemplateResult } from '../core/index.js';
import { erasuresTexts as t } from '../texts/erasures.js';

export const erasureStateChip = ({ state }: Pick<ErasureAnswer, 'state'>): TemplateResult =>
  chip(t.states[state], state === 'PURGED' ? 'good' : 'wait');
