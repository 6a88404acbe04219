import { texts } from '../core/index.js';

export const homeTexts = texts({
  title: 'Home',
});
