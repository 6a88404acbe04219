/** Faults in the notifications that a server sends. */
import { Failed } from '../../../src/conformance/outcome.js';
import { api, type Json, member } from '../../support/node.js';
import { type Fault, isEvents, isRequest, members, type Tools } from './fault.js';
import type { Passing } from './proxy.js';

/** Alters the notifications that a server sends. */
const told = (alter: (notification: Json, attempt: number) => Json) => (): Passing => {
  const attempts = new Map<string, number>();
  return async (asked, send) => {
    if (asked.method !== 'POST') return send(asked);
    const json = JSON.parse(asked.body) as Json;
    const id = JSON.stringify(member(json, '@id'));
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    const altered = alter(json, attempts.get(id) ?? 1);
    return altered === undefined
      ? { status: 204, headers: {}, body: '' }
      : send({ ...asked, body: JSON.stringify(altered) });
  };
};
const instead = (names: Readonly<Record<string, Json>>) =>
  told((json) => members(json, (name, value) => (Object.hasOwn(names, name) ? names[name] : value)));

const notification = (object: string, kind: string, more: Json = {}): Json => ({
  '@context': { api },
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': `api:${kind}` },
  'api:hasLogisticsObject': { '@id': object },
  ...(more as Record<string, Json>),
});

/** Tells the kit of everything that happens, whether it subscribed to it or not. */
const everything =
  ({ tokens, server, tell }: Tools): Passing =>
  async (asked, send) => {
    const answered = await send(asked);
    if (asked.method === 'POST' && isEvents(asked) && answered.status === 201)
      await tell(notification(server + asked.path.replace('/logistics-events', ''), 'LOGISTICS_EVENT_RECEIVED'));
    if (asked.method === 'PATCH' && isRequest(asked) && answered.status === 204) {
      const path = asked.path.replace(/\?.*/, '');
      const headers = { accept: 'application/ld+json', authorization: `Bearer ${tokens.holder}` };
      const { body } = await send({ method: 'GET', path, headers, body: '' });
      const object = /"api:hasLogisticsObject":\{"@id":"([^"]+)"/.exec(body.replace(/\s+/g, ''))?.[1];
      if (object !== undefined && body.includes('api:Change"')) {
        await tell(notification(object, 'LOGISTICS_OBJECT_UPDATED'));
        await tell(notification(object, 'CHANGE_REQUEST_ACCEPTED', { 'api:isTriggeredBy': { '@id': server + path } }));
      }
    }
    return answered;
  };

export const notifyingFaults: readonly Fault[] = [
  {
    name: 'notifications are lost',
    isSilent: true,
    areas: ['notifications', 'verifications'],
    back: told(() => undefined),
  },
  { name: 'deliveries are lost', isSilent: true, areas: ['deliveries'], back: told(() => undefined) },
  {
    name: 'notifications have the wrong kind',
    isSilent: true,
    areas: ['notifications'],
    only: [
      'notifications.status.accepted',
      'notifications.status.rejected',
      'notifications.status.delegation',
      'notifications.status.silent',
      'notifications.access-granted',
    ],
    back: told((json) =>
      JSON.stringify(member(json, 'api:hasEventType')).includes('REQUEST') ||
      JSON.stringify(json).includes('ACCESS_GRANTED')
        ? members(json, (name, value) =>
            name === 'api:hasEventType' ? { '@id': 'api:LOGISTICS_OBJECT_CREATED' } : value,
          )
        : json,
    ),
  },
  {
    name: 'notifications do not say what changed, of which type, and by which request',
    areas: ['notifications', 'verifications'],
    back: instead({
      'api:hasChangedProperty': undefined,
      'api:hasLogisticsObjectType': undefined,
      'api:isTriggeredBy': undefined,
      'api:hasLogisticsEvent': undefined,
    }),
  },
  {
    name: 'a changed embedded object is named by its own property',
    areas: ['notifications'],
    back: told(
      (json) => JSON.parse(JSON.stringify(json).replaceAll('cargo#grossWeight', 'cargo#numericalValue')) as Json,
    ),
  },
  {
    name: 'notifications have no body',
    areas: ['notifications'],
    back: told((json) =>
      members(json, (name, value) => (name === 'api:hasLogisticsObject' ? { '@id': member(value, '@id') } : value)),
    ),
  },
  {
    name: 'notifications have a body unasked',
    areas: ['notifications'],
    back: told((json) =>
      members(json, (name, value) =>
        name === 'api:hasLogisticsObject'
          ? { '@id': member(value, '@id'), 'https://onerecord.iata.org/ns/cargo#upid': 'unasked' }
          : value,
      ),
    ),
  },
  {
    name: 'everything is told, whether it was asked for or not',
    areas: ['notifications'],
    only: [
      'notifications.not-included',
      'notifications.other-object',
      'notifications.pending',
      'notifications.revoked',
      'notifications.expired',
      'notifications.status.silent',
    ],
    front: everything,
  },
  {
    name: 'a notification is sent once',
    isSilent: true,
    areas: ['deliveries'],
    only: ['deliveries.unavailable', 'deliveries.same', 'deliveries.dropped', 'deliveries.error'],
    back: () => async (asked, send) => {
      await send(asked).catch(() => undefined);
      return { status: 204, headers: {}, body: '' };
    },
  },
  {
    name: 'a notification that comes again says something else',
    areas: ['deliveries'],
    back: told((json, attempt) =>
      attempt === 1
        ? json
        : members(json, (name, value) =>
            name === 'api:hasChangedProperty' ? { '@id': 'https://onerecord.iata.org/ns/cargo#other' } : value,
          ),
    ),
  },
  {
    name: 'notifications carry no token',
    areas: ['deliveries'],
    back: () => (asked, send) => {
      const { authorization: _, ...headers } = asked.headers;
      return send({ ...asked, headers });
    },
  },
  {
    name: 'notifications carry the token of another party',
    areas: ['deliveries'],
    back:
      ({ tokens }) =>
      (asked, send) =>
        send({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${tokens.stranger}` } }),
  },
  {
    name: 'notifications are called text',
    areas: ['deliveries'],
    back: () => (asked, send) => send({ ...asked, headers: { ...asked.headers, 'content-type': 'application/json' } }),
  },
  {
    name: 'redirects are followed with the token',
    isLoud: true,
    areas: ['deliveries'],
    only: ['deliveries.redirect'],
    back: () => async (asked, send) => {
      const answered = await send(asked);
      const { location } = answered.headers;
      if (answered.status !== 302 || location === undefined) return answered;
      const { pathname, search } = new URL(location);
      return send({ ...asked, path: pathname + search });
    },
  },
  {
    name: 'one subscriber holds up all',
    areas: ['deliveries'],
    only: ['deliveries.one-by-one'],
    back: () => {
      let last: Promise<unknown> = Promise.resolve();
      return (asked, send) => {
        const next = last.then(() => send(asked));
        last = next.catch(() => undefined);
        return next;
      };
    },
  },
  {
    name: 'the first notification comes again, the next one never',
    areas: ['deliveries'],
    only: ['deliveries.late', 'deliveries.huge', 'deliveries.whole'],
    receiver: (receiver) => ({
      url: receiver.url,
      received: (wanted) => receiver.received(wanted),
      none: (wanted, seconds) => receiver.none(wanted, seconds),
      followed: (object) => receiver.followed(object),
      behave: () => undefined,
      notifications: async (wanted, atLeast = 1) => {
        if (atLeast > 3) throw new Failed(`${atLeast} attempts`, '3');
        const [one] = await receiver.notifications(wanted, 1);
        return one === undefined ? [] : [one, one, one];
      },
    }),
  },
];
