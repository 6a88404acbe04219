import { expect } from 'chai';
import { member } from '../support/node.js';
import { conformance, each } from './statement.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const taken = {
  'X-Request-Id': [{ 'X-Request-Id': 'Call_1.2~3-4' }, 'Call_1.2~3-4'],
  traceparent: [{ traceparent: TRACEPARENT }, TRACE],
  'X-Request-Id beside traceparent': [{ 'X-Request-Id': 'a', traceparent: TRACEPARENT }, 'a'],
  'a later version of traceparent': [{ traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` }, TRACE],
  'an identifier of 128 characters': [{ 'X-Request-Id': 'x'.repeat(128) }, 'x'.repeat(128)],
} as const;

const ignored = {
  'an empty identifier': { 'X-Request-Id': '' },
  'a long identifier': { 'X-Request-Id': 'x'.repeat(129) },
  markup: { 'X-Request-Id': '<script>' },
  quotes: { 'X-Request-Id': '"}\t' },
  'two identifiers': { 'X-Request-Id': 'a, b' },
  'a trace of zeros': { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
  'a parent of zeros': { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` },
  capitals: { traceparent: TRACEPARENT.toUpperCase() },
  'the version ff': { traceparent: TRACEPARENT.replace('00', 'ff') },
  'more than version 00 has': { traceparent: `${TRACEPARENT}-more` },
} as const;

conformance(
  'request identifiers',
  [
    ...each(taken, ([headers, expected]) => ({
      section: 'D61',
      statement: 'the answer and its Error are named by the identifier of the request',
      holds: async ({ holder }) => {
        const reply = await holder.get('/nowhere', { headers });
        expect(reply.headers.get('x-request-id')).to.equal(expected);
        expect(member(reply.json, '@id')).to.equal(`internal:${expected}`);
      },
    })),
    ...each(ignored, (headers) => ({
      section: 'D61',
      statement: 'what is no identifier is ignored, and the answer has a new one',
      holds: async ({ anonymous }) => {
        const reply = await anonymous.get('/health/live', { headers });
        expect(reply.headers.get('x-request-id')).to.match(UUID);
      },
    })),
    {
      section: 'D62',
      statement: 'attempts without a token are limited by the address behind the proxy, which no client can invent',
      holds: async ({ anonymous }) => {
        const attempt = async (client: string): Promise<number> =>
          (await anonymous.get('/', { headers: { 'X-Forwarded-For': client } })).status;
        const statuses = new Set<number>();
        for (let count = 0; count < 21; count += 1) statuses.add(await attempt('203.0.113.50'));
        expect([...statuses]).to.deep.equal([401, 429]);
        expect(await attempt('203.0.113.51')).to.equal(401);
        expect(await attempt('203.0.113.52, 203.0.113.50')).to.equal(429);
      },
    },
  ],
  { env: { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMIT: '20' } },
);
