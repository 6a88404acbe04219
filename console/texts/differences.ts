import { texts } from '../core/index.js';

export const differenceTexts = texts('differenceTexts', {
  caption: 'What differs',
  property: 'Property',
  before: 'Before',
  after: 'After',
  by: 'Changed in',
  removed: 'removed',
  added: 'added',
  none: 'Nothing differs.',
  revision: (number: number) => `Revision ${number}`,
});
