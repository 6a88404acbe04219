import { texts } from '../core/index.js';

export const otherTexts = texts({
  title: 'A URI of elsewhere',
  missing: 'The address names no URI.',
  uri: 'URI',
  host: 'Host',
  own: 'This is an address of this node that the console has no page for.',
  elsewhere:
    'This is not a resource of this node. Statements here may link to it; the node there decides who may read it.',
  open: 'Open it in a new tab',
});
