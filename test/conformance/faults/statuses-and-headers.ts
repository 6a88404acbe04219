/** Faults in statuses and headers. */
import { type Fault, answering, as, header, isEvents, isObject, isRequest, status } from './fault.js';
import type { Asked } from './proxy.js';

const post = (path: string) => (asked: Asked) => asked.method === 'POST' && asked.path === path;

export const statusFaults: readonly Fault[] = [
  {
    name: 'created objects are answered by 200',
    areas: ['objects'],
    front: status(201, 200, post('/logistics-objects')),
  },
  {
    name: 'a Change is answered by 204',
    areas: ['changes'],
    front: status(201, 204, ({ method }) => method === 'PATCH'),
  },
  {
    name: 'an event is answered by 200',
    areas: ['events'],
    front: status(201, 200, (asked) => asked.method === 'POST' && isEvents(asked)),
  },
  {
    name: 'a Subscription is answered by 204',
    areas: ['subscriptions'],
    front: status(201, 204, post('/subscriptions')),
  },
  {
    name: 'a delegation is answered by 202',
    areas: ['delegations'],
    front: status(201, 202, post('/access-delegations')),
  },
  {
    name: 'a Verification is answered by 200',
    areas: ['verifications'],
    front: status(201, 200, (asked) => asked.method === 'POST' && isObject(asked)),
  },
  {
    name: 'a Notification is answered by 200',
    areas: ['notifications'],
    front: status(204, 200, post('/notifications')),
  },
  {
    name: 'decisions and revocations are answered by 202',
    areas: ['requests'],
    front: status(204, 202, isRequest),
  },
  {
    name: 'an event for many objects is answered by 201',
    areas: ['events'],
    front: status(207, 201),
  },
  {
    name: 'what is wrong is taken',
    areas: [
      'objects',
      'changes',
      'revisions',
      'requests',
      'events',
      'delegations',
      'subscriptions',
      'verifications',
      'errors',
    ],
    front: answering((answered, asked) =>
      [400, 422].includes(answered.status) ? { ...answered, status: asked.method === 'GET' ? 200 : 201 } : answered,
    ),
  },
  { name: 'notifications that are wrong are taken', areas: ['notifications'], front: status(400, 204) },
  {
    name: 'every media type is taken',
    areas: ['objects', 'changes', 'events', 'delegations', 'subscriptions', 'verifications', 'errors'],
    front: status(415, 201),
  },
  { name: 'another media type is 400', areas: ['notifications', 'errors'], front: status(415, 400) },
  {
    name: 'what does not exist is 403',
    areas: [
      'objects',
      'tokens',
      'revisions',
      'changes',
      'requests',
      'audit',
      'events',
      'verifications',
      'errors',
      'negotiation',
      'head',
    ],
    front: status(404, 403),
  },
  {
    name: 'who has no token gets 403',
    areas: ['server', 'tokens', 'subscriptions', 'events', 'verifications', 'errors', 'head'],
    front: status(401, 403),
  },
  {
    name: 'tokens are not looked at',
    areas: ['server', 'tokens', 'events', 'verifications', 'errors', 'head'],
    front:
      ({ tokens }) =>
      async (asked, send) => {
        const answered = await send(asked);
        return answered.status === 401 ? send(as(asked, tokens.holder)) : answered;
      },
  },
  {
    name: 'the token of a partner is taken for that of another party',
    areas: ['tokens', 'requests'],
    front:
      ({ tokens }) =>
      (asked, send) =>
        send(asked.headers['authorization'] === `Bearer ${tokens.partner}` ? as(asked, tokens.stranger) : asked),
  },
  {
    name: 'access is not looked at',
    areas: ['objects', 'audit', 'events', 'delegations', 'requests', 'verifications', 'errors', 'head'],
    front:
      ({ tokens }) =>
      async (asked, send) => {
        const answered = await send(asked);
        return answered.status === 403 ? send(as(asked, tokens.holder)) : answered;
      },
  },
  {
    name: 'strangers are refused everywhere',
    areas: ['server', 'changes', 'notifications'],
    front:
      ({ tokens }) =>
      async (asked, send) =>
        asked.headers['authorization'] === `Bearer ${tokens.stranger}`
          ? { status: 403, headers: { 'content-type': 'text/plain' }, body: 'no' }
          : send(asked),
  },
  {
    name: 'access that was given is not honoured',
    areas: ['objects', 'events', 'delegations'],
    front:
      ({ tokens }) =>
      async (asked, send) =>
        asked.headers['authorization'] === `Bearer ${tokens.partner}` &&
        asked.path.startsWith('/logistics-objects/') &&
        asked.method !== 'PATCH'
          ? { status: 403, headers: { 'content-type': 'text/plain' }, body: 'no' }
          : send(asked),
  },
  { name: 'an address that is taken is given again', areas: ['objects'], front: status(409, 201) },
  { name: 'a method that there is not is 404', areas: ['notifications', 'errors'], front: status(405, 404) },
  {
    name: 'a Subscription may be there twice, and ended requests are revoked',
    areas: ['subscriptions', 'requests'],
    front: answering((answered, asked) =>
      answered.status === 422 ? { ...answered, status: asked.method === 'DELETE' ? 204 : 201 } : answered,
    ),
  },
];

export const headerFaults: readonly Fault[] = [
  {
    name: 'no Type',
    areas: ['objects', 'changes', 'requests', 'events', 'delegations', 'subscriptions', 'verifications', 'head'],
    front: header('Type'),
  },
  {
    name: 'the Type of the model is the first one',
    areas: ['objects'],
    front: header('Type', 'https://onerecord.iata.org/ns/cargo#LogisticsObject'),
  },
  {
    name: 'decisions have no Location',
    areas: ['requests'],
    front: answering((answered) => {
      const { location: _, ...headers } = answered.headers;
      return answered.status === 204 ? { ...answered, headers } : answered;
    }),
  },
  {
    name: 'a Location at another server',
    areas: ['objects'],
    front: header('Location', 'https://elsewhere.example/logistics-objects/1'),
  },
  { name: 'no Revision', areas: ['objects', 'head'], front: header('Revision') },
  { name: 'no Latest-Revision', areas: ['objects', 'head'], front: header('Latest-Revision') },
  {
    name: 'revisions are not counted',
    areas: ['objects', 'revisions', 'audit'],
    front: header('Latest-Revision', '7'),
  },
  { name: 'the first revision is 0', areas: ['objects'], front: header('Revision', '0') },
  {
    name: 'no Content-Language',
    areas: ['server', 'objects', 'requests', 'audit', 'events', 'errors', 'negotiation', 'head', 'subscriptions'],
    front: header('Content-Language'),
  },
  { name: 'another language', areas: ['negotiation'], front: header('Content-Language', 'de-DE') },
  {
    name: 'JSON-LD is called JSON',
    areas: ['server', 'objects', 'negotiation', 'requests', 'audit', 'events', 'errors'],
    front: answering((answered) =>
      answered.headers['content-type']?.startsWith('application/ld+json') === true
        ? { ...answered, headers: { ...answered.headers, 'content-type': 'application/json' } }
        : answered,
    ),
  },
  {
    name: 'Content-Type names no version',
    areas: ['negotiation'],
    front: header('Content-Type', 'application/ld+json'),
  },
  {
    name: 'no Last-Modified',
    areas: ['server', 'objects', 'requests', 'events', 'head', 'revisions'],
    front: header('Last-Modified'),
  },
  {
    name: 'Last-Modified never moves',
    areas: ['revisions', 'events', 'head'],
    front: header('Last-Modified', 'Sun, 01 Mar 2026 10:00:00 GMT'),
  },
  {
    name: 'Last-Modified is no date of HTTP',
    areas: ['objects'],
    front: header('Last-Modified', '2026-03-01T10:00:00Z'),
  },
  {
    name: 'Turtle and N-Triples say something else',
    areas: ['negotiation', 'audit'],
    front: answering((answered) =>
      /turtle|n-triples/.test(answered.headers['content-type'] ?? '')
        ? { ...answered, body: '<urn:a> <urn:b> "c" .' }
        : answered,
    ),
  },
  {
    name: 'Turtle is called something else',
    areas: ['negotiation'],
    front: answering((answered, asked) =>
      asked.headers['accept'] === 'text/turtle' && isObject(asked)
        ? { ...answered, headers: { ...answered.headers, 'content-type': 'text/plain' } }
        : answered,
    ),
  },
  {
    name: 'HEAD is not there',
    areas: ['head'],
    front: () => async (asked, send) =>
      asked.method === 'HEAD' ? { status: 405, headers: {}, body: '' } : send(asked),
  },
];
