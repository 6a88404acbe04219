import { texts } from '../core/index.js';

export const otherTexts = texts('otherTexts', {
  title: 'An address of another server',
  missing: 'No address is given.',
  uri: 'Address',
  host: 'Host',
  own: 'The console has no page for this address of the node.',
  elsewhere:
    'This is not a resource of this node. Objects here may link to it; the node there decides who may read it.',
  open: 'Open it in a new tab',
});
