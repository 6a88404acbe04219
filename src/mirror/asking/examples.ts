/** Examples of answers about copies. */
import type { DescriptionContext } from '../../openapi/section.js';
import type { CopiedDiffAnswer, CopiedRevisionsAnswer, CopiesAnswer, HeldRevisionItem } from './schemas.js';

const server = 'https://forwarder.example';
export const exampleObject = `${server}/logistics-objects/awb-1`;

export const listExample = ({ namespaces }: DescriptionContext): CopiesAnswer => ({
  items: [
    {
      object: exampleObject,
      server,
      holder: `${server}/logistics-objects/_data-holder`,
      type: `${namespaces.cargo}Waybill`,
      ...{ label: '020-12345675', revision: 7, latest: 7, state: 'fresh', reason: null },
      received: '2026-03-01T10:00:00.300Z',
      checked: '2026-03-01T11:00:00.100Z',
      gaps: 0,
    },
  ],
  total: 1,
});

const revisionExample = (node: DescriptionContext): HeldRevisionItem => ({
  revision: 7,
  graph: node.uri('/internal/mirror/0b2f9a1c5d7e4f60a1b2c3d4e5f60718/revisions/7'),
  received: '2026-03-01T10:00:00.300Z',
  valid: '2026-03-01T09:59:58.000Z',
  foundBy: 'notification',
  notification: node.uri('/inbox/14d3be62-d6b2-4dbb-8d65-9ca4fc15a400'),
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ...{ statements: 31, variants: 0, digestAfterErasure: null, erased: null, purged: null },
});

export const revisionsExample = (node: DescriptionContext): CopiedRevisionsAnswer => ({
  object: exampleObject,
  items: [revisionExample(node), { from: 5, to: 6, reason: 'same-second', tried: 1, next: '2026-03-01T11:00:00.000Z' }],
  total: 2,
});

export const diffExample = (node: DescriptionContext): CopiedDiffAnswer => {
  const goods = `${node.namespaces.cargo}goodsDescription`;
  return {
    object: exampleObject,
    ...{ from: 4, to: 7 },
    statements: [
      { op: 'added', s: exampleObject, p: goods, o: { type: 'literal', value: 'Lemons' }, path: [goods], revision: 7 },
    ],
    revisions: [revisionExample(node)],
    truncated: false,
  };
};
