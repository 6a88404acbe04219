/** Faults in bodies. */
import { type Json, list, member } from '../../support/node.js';
import { type Fault, answering, body, isEvents, isObject, isRequest, members, unread, without } from './fault.js';
import type { Asked } from './proxy.js';

const isTrail = ({ path }: Asked): boolean => path.includes('/audit-trail');

/** Another value for a member, at any depth. */
const instead = (name: string, value: Json) =>
  body((json) => members(json, (each, was) => (each === name ? value : was)));

let made = 0;

export const bodyFaults: readonly Fault[] = [
  { name: 'a value is lost', areas: ['objects', 'changes', 'revisions'], front: without('cargo:upid') },
  {
    name: 'a text is changed',
    areas: ['objects'],
    front: body((json) =>
      members(json, (name, value) =>
        name === 'cargo:goodsDescription' && typeof value === 'string' ? value.replace(/[^ -~]/g, '?') : value,
      ),
    ),
  },
  {
    name: 'an embedded object is lost',
    areas: ['objects', 'changes', 'revisions'],
    front: without('cargo:grossWeight'),
  },
  {
    name: 'a number is changed',
    areas: ['objects', 'changes'],
    front: instead('cargo:numericalValue', { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '1.5' }),
  },
  { name: 'a boolean is a text', areas: ['changes'], front: instead('cargo:coload', 'true') },
  {
    name: 'embedded objects get another identifier whenever they are read',
    areas: ['objects', 'changes', 'revisions'],
    front: body((json) => {
      const one = (made += 1);
      return JSON.parse(
        JSON.stringify(json).replace(/"internal:[^"]+"/g, (id) => `"internal:${one}-${id.slice(10)}`),
      ) as Json;
    }),
  },
  {
    name: 'embedded objects have no identifier',
    areas: ['objects', 'changes'],
    front: body((json) =>
      members(json, (name, value) =>
        name === '@id' && typeof value === 'string' && value.startsWith('internal:') ? undefined : value,
      ),
    ),
  },
  {
    name: 'links are lost',
    areas: ['objects', 'changes', 'revisions'],
    front: without('cargo:pieces', 'cargo:containedPieces'),
  },
  {
    name: 'linked objects are embedded unasked',
    areas: ['objects'],
    front: () => async (asked, send) =>
      send(
        isObject(asked) && asked.method === 'GET'
          ? { ...asked, path: `${asked.path.replace(/\?.*/, '')}?embedded=true` }
          : asked,
      ),
  },
  {
    name: 'embedded=true is ignored',
    areas: ['objects'],
    front: () => async (asked, send) => send({ ...asked, path: asked.path.replace('?embedded=true', '') }),
  },
  {
    name: 'bodies have no revision',
    areas: ['objects', 'revisions'],
    front: without('api:hasRevision', 'api:hasLatestRevision'),
  },
  {
    name: 'what an older version lacks is lost',
    areas: ['objects', 'verifications', 'requests', 'events'],
    front: without(
      'api:usesOrchestration',
      'api:hasSeverity',
      'api:hasVerificationRequest',
      'api:hasRequestStatusSince',
      'api:hasRequestStatusHistory',
    ),
  },
  { name: 'documents have no @type', areas: ['negotiation', 'server'], front: without('@type') },
  {
    name: 'names of the data model have a version',
    areas: ['negotiation', 'objects'],
    front: answering((answered) => ({ ...answered, body: answered.body.replaceAll('/ns/cargo#', '/ns/cargo/3.3#') })),
  },
  {
    name: 'the information is empty',
    areas: ['server', 'negotiation'],
    front: body((json, { path }) =>
      path === '/'
        ? { '@context': member(json, '@context'), '@id': member(json, '@id'), '@type': member(json, '@type') }
        : json,
    ),
  },
  {
    name: 'the information names another address',
    areas: ['server'],
    front: answering((answered, { path }) =>
      path === '/'
        ? {
            ...answered,
            body: answered.body.replace(
              /("api:hasServerEndpoint"\s*:\s*\{[^}]*"@value"\s*:\s*")[^"]*/,
              '$1https://1r.example.com',
            ),
          }
        : answered,
    ),
  },
  {
    name: 'every request is pending',
    areas: ['changes', 'requests', 'delegations', 'subscriptions', 'verifications'],
    front: body((json, asked) =>
      isRequest(asked)
        ? members(json, (name, value) => (name === 'api:hasRequestStatus' ? { '@id': 'api:REQUEST_PENDING' } : value))
        : json,
    ),
  },
  {
    name: 'no request is pending',
    areas: ['changes', 'requests', 'delegations', 'subscriptions', 'verifications'],
    front: body((json) =>
      members(json, (name, value) =>
        name === 'api:hasRequestStatus' && JSON.stringify(value).includes('PENDING')
          ? { '@id': 'api:REQUEST_ACCEPTED' }
          : value,
      ),
    ),
  },
  {
    name: 'requests do not say what was asked',
    areas: ['changes', 'delegations', 'subscriptions', 'verifications', 'audit'],
    front: without('api:hasChange', 'api:hasAccessDelegation', 'api:hasSubscription', 'api:hasVerification'),
  },
  {
    name: 'requests do not say who asked or revoked, nor when',
    areas: ['requests', 'tokens', 'verifications', 'audit'],
    front: without('api:isRequestedBy', 'api:isRequestedAt', 'api:isRevokedBy', 'api:isRevokedAt'),
  },
  {
    name: 'descriptions and Errors are lost',
    areas: ['changes', 'delegations', 'audit', 'verifications'],
    front: without('api:hasDescription', 'api:hasError'),
  },
  {
    name: 'the audit trail has another @id',
    areas: ['audit'],
    front: body((json, asked) =>
      isTrail(asked) ? { ...(json as Record<string, Json>), '@id': 'https://elsewhere.example/audit-trail' } : json,
    ),
  },
  {
    name: 'the audit trail is empty',
    areas: ['audit', 'verifications', 'changes'],
    front: body((json, asked) =>
      isTrail(asked) ? members(json, (name, value) => (name === 'api:hasActionRequest' ? undefined : value)) : json,
    ),
  },
  {
    name: 'the audit trail is empty, in 2.0.0',
    areas: ['audit'],
    version: '2.0.0',
    front: body((json, asked) =>
      isTrail(asked) ? members(json, (name, value) => (name === 'api:hasChangeRequest' ? undefined : value)) : json,
    ),
  },
  {
    name: 'the audit trail has names of 2.0.0 and the wrong revision',
    areas: ['audit'],
    front: body((json, asked) =>
      isTrail(asked)
        ? (JSON.parse(
            JSON.stringify(json)
              .replaceAll('api:hasActionRequest', 'api:hasChangeRequest')
              .replace(/("api:hasLatestRevision":\{[^}]*"@value":)"\d+"/, '$1"9"'),
          ) as Json)
        : json,
    ),
  },
  { name: 'lists are empty', areas: ['events', 'requests', 'verifications'], front: without('api:hasItem') },
  { name: 'lists count wrongly', areas: ['events', 'requests'], front: instead('api:hasTotalItems', 9) },
  {
    name: 'lists have another @id',
    areas: ['events'],
    front: body((json, asked) =>
      isEvents(asked) && list(member(json, '@type')).includes('api:Collection')
        ? { ...(json as Record<string, Json>), '@id': 'https://elsewhere.example/list' }
        : json,
    ),
  },
  {
    name: 'events say less, and another object',
    areas: ['events'],
    front: body((json, asked) =>
      isEvents(asked)
        ? members(json, (name, value) =>
            name === 'cargo:eventName'
              ? undefined
              : name === 'cargo:eventFor'
                ? { '@id': 'https://elsewhere.example/logistics-objects/1' }
                : value,
          )
        : json,
    ),
  },
  {
    name: 'results of an event for many are wrong',
    areas: ['events'],
    front: body((json, { path }) =>
      path !== '/logistics-events'
        ? json
        : members(json, (name, value) =>
            ['api:hasTotalCreated', 'api:hasTotalItems', 'api:hasHTTPStatus'].includes(name)
              ? 5
              : ['api:hasLogisticsEvent', 'api:hasError'].includes(name)
                ? undefined
                : value,
          ),
    ),
  },
  {
    name: 'names are read with their usual prefix alone',
    areas: ['objects'],
    front: () => async (asked, send) => {
      const isUsual =
        asked.method !== 'POST' ||
        asked.path !== '/logistics-objects' ||
        asked.body.includes('"cargo:') ||
        asked.headers['content-type']?.includes('ld+json') !== true ||
        asked.body === '{"@type": ';
      return isUsual
        ? send(asked)
        : {
            status: 400,
            headers: { 'content-type': 'application/ld+json' },
            body: '{"@type": "https://onerecord.iata.org/ns/api#Error"}',
          };
    },
  },
  {
    name: 'the @id of an object that is posted is ignored',
    areas: ['objects'],
    front: () => async (asked, send) =>
      asked.method === 'POST' && asked.path === '/logistics-objects' && !asked.body.includes('"_:')
        ? send({ ...asked, body: asked.body.replace(/"@id":"http[^"]*\/logistics-objects\/kit-[^"]*",?/, '') })
        : send(asked),
  },
  {
    name: 'creations have a body',
    areas: ['objects'],
    front: answering((answered) => (answered.status === 201 ? { ...answered, body: '{}' } : answered)),
  },
  { name: 'expiry is not read', areas: ['delegations'], front: unread('api:expiresAt') },
  {
    name: 'the expiry of a Subscription is not read',
    isLoud: true,
    areas: ['notifications'],
    only: ['notifications.expired'],
    front: unread('api:expiresAt'),
  },
];
