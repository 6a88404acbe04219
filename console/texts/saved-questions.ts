import { texts } from '../core/index.js';

export const savedTexts = texts({
  title: 'Saved questions',
  hint: 'Each has an address. Your own: copy their link, or save them as files.',
  none: 'There is no saved question of this name.',
  fields: 'What the question names',
  kinds: { object: 'Object: URI or id', time: 'Time', duration: 'Duration' },
  notWritable: 'This is no URI, time or duration that a query can name.',
});
