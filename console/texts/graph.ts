import { plural, texts } from '../core/index.js';

export const graphTexts = texts('graphTexts', {
  title: 'Neighbours',
  drawing: (count: number) =>
    `${plural(count, 'object', 'objects')} and the links between them. The table has the same data.`,
  direction: 'Links',
  directions: { both: 'Both directions', out: 'Points to', in: 'Pointed to by' },
  depth: 'Steps',
  depths: { 1: 'One step', 2: 'Two steps' },
  moment: 'As of (UTC)',
  asOf: 'As it was at',
  from: 'Object',
  property: 'points by',
  to: 'to',
  note: 'Not shown',
  outside: 'another node',
  closed: 'closed',
  missing: 'does not exist',
  closedLong: 'closed: you may not read it, or it does not exist',
  more: (count: number) => `${count} more`,
  moreOf: (name: string, count: number) => `${plural(count, 'more neighbour', 'more neighbours')} of ${name}`,
  links: (count: number) => plural(count, 'link', 'links'),
  alone: 'This object has no links, and no object that you may read links to it.',
  truncated: 'One of these has too many inbound links to read all of them.',
  legend:
    'Dashed: on another node, not fetched. Hatched: missing, or closed to you. “n more”: neighbours outside the drawing.',
  noThen: 'The object did not exist then.',
});
