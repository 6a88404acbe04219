/** Faults in what a server does: history, changes, delegations, versions. */
import { type Json, list, member } from '../../support/node.js';
import { type Fault, as, isEvents, isObject, isRequest, reading, type Tools } from './fault.js';
import type { Answered, Asked, Passing } from './proxy.js';

const ok: Answered = { status: 204, headers: { location: '', type: '' }, body: '' };
const isDecision = (asked: Asked, name = ''): boolean =>
  asked.method === 'PATCH' && isRequest(asked) && asked.path.includes(`status=`) && asked.path.includes(name);

/** Operations of a Change that is submitted. */
const operations = (alter: (all: Json[]) => Json[]): (() => Passing) =>
  reading((asked) => {
    if (asked.method !== 'PATCH' || !isObject(asked) || !asked.body.startsWith('{')) return asked;
    const json = JSON.parse(asked.body) as Record<string, Json>;
    return { ...asked, body: JSON.stringify({ ...json, 'api:hasOperation': alter(list(json['api:hasOperation'])) }) };
  });
const isOp = (operation: Json, name: string): boolean => JSON.stringify(member(operation, 'api:op')).includes(name);

/** Answers a decision or a revocation without it. */
const pretended =
  (is: (asked: Asked) => boolean): ((tools: Tools) => Passing) =>
  ({ server }) =>
  async (asked, send) => {
    if (!is(asked)) return send(asked);
    const { headers } = await send({ ...asked, method: 'GET', path: asked.path.replace(/\?.*/, ''), body: '' });
    return { ...ok, headers: { location: server + asked.path.replace(/\?.*/, ''), type: headers['type'] ?? '' } };
  };

export const behaviourFaults: readonly Fault[] = [
  {
    name: 'at is ignored',
    areas: ['revisions', 'head', 'errors'],
    front: reading((asked) => ({ ...asked, path: asked.path.replace(/\?at=[^&]*/, '') })),
  },
  {
    name: 'a Change on an old revision is accepted',
    areas: ['changes', 'audit'],
    front:
      ({ tokens }) =>
      async (asked, send) => {
        if (asked.method !== 'PATCH' || !isObject(asked) || !asked.body.startsWith('{')) return send(asked);
        const { headers } = await send({ ...as(asked, tokens.holder), method: 'HEAD', body: '' });
        const json = JSON.parse(asked.body) as Record<string, Json>;
        if (member(json['api:hasRevision'], '@value') === undefined) return send(asked);
        const revision = { '@type': 'xsd:positiveInteger', '@value': headers['latest-revision'] ?? '1' };
        return send({ ...asked, body: JSON.stringify({ ...json, 'api:hasRevision': revision }) });
      },
  },
  {
    name: 'rivals stay pending',
    areas: ['changes'],
    front: () => async (asked, send) => {
      const answered = await send(asked);
      const isRival = isRequest(asked) && answered.body.includes('"409"');
      return isRival
        ? { ...answered, body: answered.body.replaceAll('REQUEST_REJECTED', 'REQUEST_PENDING') }
        : answered;
    },
  },
  {
    name: 'Changes are applied at once',
    areas: ['changes'],
    front:
      ({ tokens, server }) =>
      async (asked, send) => {
        const answered = await send(asked);
        const request = answered.headers['location'];
        if (asked.method === 'PATCH' && isObject(asked) && answered.status === 201 && request !== undefined)
          await send({
            ...as(asked, tokens.holder),
            path: `${request.replace(server, '')}?status=REQUEST_ACCEPTED`,
            body: '',
          });
        return answered;
      },
  },
  {
    name: 'accepting does nothing',
    areas: ['changes', 'requests', 'delegations', 'subscriptions', 'revisions'],
    front: pretended((asked) => isDecision(asked, 'ACCEPTED')),
  },
  {
    name: 'acknowledging and rejecting do nothing',
    isSilent: true,
    areas: ['requests', 'verifications', 'changes', 'delegations'],
    front: pretended((asked) => isDecision(asked, 'ACKNOWLEDGED') || isDecision(asked, 'REJECTED')),
  },
  {
    name: 'rejecting accepts',
    areas: ['changes', 'revisions', 'delegations', 'requests'],
    front: reading((asked) =>
      isDecision(asked, 'REJECTED') ? { ...asked, path: asked.path.replace('REJECTED', 'ACCEPTED') } : asked,
    ),
  },
  {
    name: 'revocation does nothing',
    areas: ['requests', 'delegations', 'subscriptions', 'verifications'],
    front: pretended((asked) => asked.method === 'DELETE' && isRequest(asked)),
  },
  {
    name: 'a Subscription that was revoked goes on',
    isLoud: true,
    areas: ['notifications'],
    only: ['notifications.revoked'],
    front: pretended((asked) => asked.method === 'DELETE' && isRequest(asked)),
  },
  {
    name: 'the holder cannot revoke',
    areas: ['requests', 'delegations', 'subscriptions'],
    front:
      ({ tokens }) =>
      async (asked, send) =>
        asked.method === 'DELETE' && asked.headers['authorization'] === `Bearer ${tokens.holder}`
          ? { status: 403, headers: {}, body: '' }
          : send(asked),
  },
  {
    name: 'DELETE operations are left out',
    areas: ['changes', 'revisions'],
    front: operations((all) => all.filter((one) => !isOp(one, 'DELETE'))),
  },
  {
    name: 'ADD operations are left out',
    areas: ['changes'],
    front: operations((all) => all.filter((one) => !isOp(one, 'ADD'))),
  },
  {
    name: 'a delegation withdrawn stays for who got it from the delegate',
    areas: ['delegations'],
    front: ({ tokens }) => {
      const seen = new Set<string>();
      return async (asked, send) => {
        const answered = await send(asked);
        if (asked.headers['authorization'] !== `Bearer ${tokens.stranger}` || !isObject(asked)) return answered;
        if (answered.status === 200) seen.add(asked.path);
        return answered.status === 403 && seen.has(asked.path) ? send(as(asked, tokens.holder)) : answered;
      };
    },
  },
  {
    name: 'delegations open everything to everybody',
    areas: ['delegations'],
    front:
      ({ tokens }) =>
      async (asked, send) => {
        const answered = await send(asked);
        return answered.status === 403 && isObject(asked) ? send(as(asked, tokens.holder)) : answered;
      },
  },
  {
    name: 'events are deleted and changed',
    areas: ['events'],
    front: () => async (asked, send) =>
      ['DELETE', 'PUT', 'PATCH'].includes(asked.method) && isEvents(asked) ? ok : send(asked),
  },
  {
    name: 'events are there below every object',
    areas: ['events'],
    front: ({ tokens }) => {
      const known = new Map<string, Answered>();
      return async (asked, send) => {
        const answered = await send(asked);
        const id = /\/logistics-events\/([^/?]+)$/.exec(asked.path)?.[1];
        if (asked.method !== 'GET' || id === undefined || asked.headers['authorization'] !== `Bearer ${tokens.holder}`)
          return answered;
        if (answered.status === 200) known.set(id, answered);
        return answered.status === 404 ? (known.get(id) ?? answered) : answered;
      };
    },
  },
  {
    name: 'filters, order and pages of lists are ignored',
    areas: ['events', 'audit', 'requests'],
    front: reading((asked) =>
      asked.method === 'GET' && !isObject(asked)
        ? { ...asked, path: asked.path.replace(/\?.*/, '?limit=1000') }
        : asked,
    ),
  },
  {
    name: 'filters and order are ignored, in 2.0.0',
    version: '2.0.0',
    areas: ['events', 'audit'],
    front: reading((asked) =>
      asked.method === 'GET' && !isObject(asked) ? { ...asked, path: asked.path.replace(/\?.*/, '') } : asked,
    ),
  },
  {
    name: 'lists begin anywhere',
    areas: ['events'],
    front: reading((asked) => ({
      ...asked,
      path: asked.path.replace(/sort=[^&]*&?/, '').replace(/skip=\d+/, 'skip=0'),
    })),
  },
  {
    name: 'everything is in 2.0.0',
    areas: ['negotiation', 'objects', 'audit', 'errors', 'requests', 'revisions', 'verifications'],
    front: reading((asked) => ({
      ...asked,
      headers: {
        ...asked.headers,
        ...(asked.headers['accept'] !== undefined && {
          accept: asked.headers['accept'].replace(/version=[\d.]+/, 'version=2.0.0'),
        }),
      },
    })),
  },
  {
    name: 'bodies that name a version are refused',
    areas: ['negotiation'],
    front: () => async (asked, send) =>
      (asked.headers['content-type'] ?? '').includes('version') && asked.body !== ''
        ? { status: 415, headers: { 'content-type': 'application/ld+json' }, body: '{}' }
        : send(asked),
  },
  {
    name: 'Changes touch events in 2.0.0',
    areas: ['changes'],
    version: '2.0.0',
    front: () => async (asked, send) =>
      asked.method === 'PATCH' && asked.body.includes('hasLogisticsEvent')
        ? { status: 201, headers: {}, body: '' }
        : send(asked),
  },
  {
    name: 'a Verification changes its object',
    areas: ['verifications'],
    front:
      ({ tokens, server }) =>
      async (asked, send) => {
        const answered = await send(asked);
        if (asked.method !== 'POST' || !isObject(asked) || answered.status !== 201) return answered;
        const object = server + asked.path;
        const change = {
          '@context': { api: 'https://onerecord.iata.org/ns/api#' },
          '@type': 'api:Change',
          'api:hasLogisticsObject': { '@id': object },
          'api:hasRevision': { '@type': 'http://www.w3.org/2001/XMLSchema#positiveInteger', '@value': '1' },
          'api:hasOperation': {
            '@type': 'api:Operation',
            'api:op': { '@id': 'api:ADD' },
            'api:s': object,
            'api:p': 'https://onerecord.iata.org/ns/cargo#upid',
            'api:o': {
              '@type': 'api:OperationObject',
              'api:hasDatatype': 'http://www.w3.org/2001/XMLSchema#string',
              'api:hasValue': 'changed',
            },
          },
        };
        const made = await send({ ...as(asked, tokens.holder), method: 'PATCH', body: JSON.stringify(change) });
        await send({
          ...as(asked, tokens.holder),
          method: 'PATCH',
          path: `${made.headers['location']?.replace(server, '') ?? ''}?status=REQUEST_ACCEPTED`,
          body: '',
        });
        return answered;
      },
  },
  {
    name: 'a server that answers 500 to questions of publishers',
    areas: ['subscriptions'],
    front: () => async (asked, send) =>
      asked.method === 'GET' && asked.path.startsWith('/subscriptions')
        ? { status: 500, headers: {}, body: '' }
        : send(asked),
  },
  {
    name: 'requests are at another address',
    areas: ['changes', 'delegations', 'subscriptions', 'verifications'],
    front: () => async (asked, send) => {
      const path = asked.path.replace('/requests/', '/action-requests/');
      const body = asked.body.replaceAll('/requests/', '/action-requests/');
      const answered = await send({ ...asked, path, body });
      const moved = (text: string): string => text.replaceAll('/action-requests/', '/requests/');
      const { location, ...headers } = answered.headers;
      const there = location === undefined ? headers : { ...headers, location: moved(location) };
      return { ...answered, headers: there, body: moved(answered.body) };
    },
  },
  {
    name: 'requests are read by nobody',
    areas: ['requests'],
    only: ['requests.read.requestor', 'requests.read.holder', 'requests.read.type', 'requests.decide.status'],
    front: () => async (asked, send) =>
      asked.method === 'GET' && isRequest(asked) ? { status: 403, headers: {}, body: '' } : send(asked),
  },
];
