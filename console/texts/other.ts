import { texts } from '../core/index.js';

export const otherTexts = texts({
  title: 'A URI of another server',
  missing: 'The address names no URI.',
  uri: 'URI',
  host: 'Host',
  own: 'The console has no page for this address of the node.',
  elsewhere:
    'This is not a resource of this node. Statements here may link to it; the node there decides who may read it.',
  open: 'Open it in a new tab',
});
