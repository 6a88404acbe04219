import { texts } from '../core/index.js';

export const savedTexts = texts('savedTexts', {
  title: 'Saved questions',
  hint: 'Each has an address. Copy the links of your own, or save them as files.',
  none: 'There is no saved question of this name.',
  fields: 'Parameters',
  kinds: { object: 'Object: URI or id', time: 'Time', duration: 'Duration' },
  notWritable: 'This is not a URI, time or duration for a query.',
});
