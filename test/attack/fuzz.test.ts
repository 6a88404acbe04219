import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { createPiece, delegationBody, eventBody, subscriptionBody } from '../support/exchange.js';
import { api, cargo, context, startTestNode, type TestNode, token } from '../support/node.js';
import { Random, seeded } from '../support/random.js';
import { RawClient } from '../support/raw.js';
import { scaled } from '../support/size.js';
import { verificationBody } from '../support/verifications.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20260301);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? scaled(150));
/** Without an answer for so long a request hangs, also on a busy machine. */
const HANGS_MS = 30_000;

const hostileTexts = [
  '',
  '.',
  '..',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%ZZ',
  '%',
  '%c0%ae',
  '%ff%fe',
  '%F0%9F%92%A5',
  '\u00e4\u00f6',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  '0x10',
  'true',
  'null',
  '[]',
  '{}',
  "' OR '1'='1",
  '" } ; DROP ALL #',
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  'a'.repeat(3000),
  '20260230T000000Z',
  '20260131T093000Z',
  '-271821-04-20T00:00:00Z',
  'http://[::1',
  'http://localhost:1/x',
  'urn:x:y',
  'file:///etc/passwd',
  'internal:1',
  '_:b0',
  'text/turtle',
  ';;;;,,,,====',
  'x,'.repeat(500),
  '*/*;q=abc',
  'application/ld+json; version=9.9.9',
  '"unterminated',
  'W/"x"',
  '*',
  'Sun, 99 Foo 2026 99:99:99 GMT',
];

const queryNames = [
  'at',
  'embedded',
  'limit',
  'skip',
  'status',
  'type',
  'sort',
  'updated-from',
  'updated-to',
  'eventType',
  'event-code',
  'created_after',
  'occurred_before',
  'topicType',
  'topic',
  'logistics-object',
  'query',
  'default-graph-uri',
  'named-graph-uri',
  'access_token',
  '__proto__',
];

const headerNames = [
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'Content-Type',
  'Content-Encoding',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
  'Origin',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'Cookie',
  'Last-Event-ID',
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

const types = [
  'application/ld+json',
  'application/json',
  'application/sparql-query',
  'application/x-www-form-urlencoded',
  'text/plain',
  '',
];

/** Values that a place in a body may turn into. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'x'.repeat(2000),
  [],
  {},
  [[[[]]]],
  { '@id': '' },
  { '@id': '_:b' },
  { '@id': 'no iri at all <>' },
  { '@id': `${api}REQUEST_PENDING` },
  { '@value': null },
  { '@value': 'x', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  { '@value': 'x', '@language': 'not a language' },
  { '@value': 'x', '@language': 'en-US-GB' },
  { '@id': 'http://[1.2.3.4]/a' },
  { '@list': [1, { '@list': [] }] },
  { '@set': [{ '@set': [] }] },
  { '@graph': [{}] },
  { '@reverse': { [`${cargo}pieces`]: { '@id': 'http://x.example/' } } },
  { '@type': [`${cargo}Piece`, `${cargo}Shipment`, 'http://unknown.example/Type'] },
  { '@context': 'http://127.0.0.1:1/context' },
  { '@context': { '@vocab': 'http://[' } },
  { '@included': {} },
  '\ud800',
  '\u0000',
];

type Json = unknown;

/** Changes a few places of a value into something else. */
function twisted(value: Json, random: Random, depth = 0): Json {
  if (random.chance(0.06)) return random.one(hostileValues);
  if (depth > 8) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.map((item) => twisted(item, random, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, of]): [string, Json][] => {
    if (random.chance(0.03)) return [];
    const renamed = random.chance(0.03)
      ? random.one(['@id', '@type', '@graph', 'x', ...hostileTexts.slice(0, 8)])
      : name;
    return [[renamed, twisted(of, random, depth + 1)]];
  });
  return Object.fromEntries(entries);
}

describe('every route, with hostile paths, queries, headers and bodies,', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode({ env: { DELIVERY_RETRY_MIN_MS: '60000', SPARQL_TIMEOUT_MS: '1000' } });
  });
  after(() => node.stop());

  it('responds in time, never with 5xx, and leaves other data unchanged', async () => {
    const random = new Random(seeded(SEED));
    const { holder } = node;
    const canary = await createPiece(holder, { 'cargo:goodsDescription': 'canary' });
    const victim = await createPiece(holder, { '@id': `${node.url}/logistics-objects/victim` });
    const canaryText = (await holder.get(canary)).text;
    const trail = (await holder.get(`${canary}/audit-trail`)).text;
    const change = changeBody(victim, 1, [add(victim, 'goodsDescription', 'x')]);
    const request = (await holder.patch(victim, change)).headers.get('location') ?? '';
    const tokens = await Promise.all(['holder', 'partner', 'rival'].map((name) => token(node.url, name)));

    const bodies: readonly unknown[] = [
      change,
      eventBody(),
      subscriptionBody({ subscriber: `${node.url}/logistics-objects/partner`, topic: victim }),
      delegationBody({ objects: [victim], delegates: [`${node.url}/logistics-objects/rival`] }),
      {
        '@context': context,
        '@type': 'cargo:Shipment',
        'cargo:pieces': [
          { '@type': 'cargo:Piece', 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 20.5 } },
        ],
      },
      {
        '@context': context,
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
        'api:hasLogisticsObject': { '@id': 'http://x.example/o' },
      },
      { location: 'https://elsewhere.example/logistics-objects/x', permanent: true },
      {
        subscriber: `${node.url}/logistics-objects/partner`,
        topicType: 'LOGISTICS_OBJECT_TYPE',
        topic: `${cargo}Piece`,
      },
      {
        '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
        '@type': 'acl:Authorization',
        'acl:agent': { '@id': 'http://x.example/a' },
        'acl:mode': { '@id': 'acl:Read' },
      },
      verificationBody(victim, 1),
    ];
    // What is below the addresses that a handler divides itself is added.
    const below = ['/health/live', '/health/ready', '/docs/swagger-ui.css', '/dev-idp/token', '/console', '/'];
    const addresses = [
      ...node.routes.resources.map(({ path, method }) => ({ template: path, known: [method] })),
      ...[...node.routes.publicRoutes.map(({ path }) => path), ...below].map((path) => ({
        template: path,
        known: ['GET', 'POST'],
      })),
    ];

    /** Ids that lead somewhere, so that not everything ends at 404; the canary's is not among them. */
    const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
    const ids = ['victim', '_data-holder', idOf(request), '1', 'nothing'];
    const pathOf = (template: string): string =>
      template
        .replace(/[:*{][\w}]+/g, () => (random.chance(0.85) ? random.one(ids) : encodedOrRaw(random)))
        .concat(random.chance(0.05) ? `/${encodedOrRaw(random)}` : '');
    const query = (): string => {
      const count = random.chance(0.5) ? 0 : 1 + random.below(3);
      const pairs = Array.from({ length: count }, () => `${random.one(queryNames)}=${encodedOrRaw(random)}`);
      return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
    };
    const body = (): Buffer => {
      const kind = random.below(10);
      if (kind === 0) return Buffer.alloc(0);
      if (kind === 1) return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)));
      if (kind === 2) return Buffer.from(random.one(hostileTexts));
      if (kind === 3)
        return Buffer.from(
          random.one([
            'SELECT * { ?s ?p ?o } LIMIT 5',
            'DROP ALL',
            'query=ASK%20%7B%7D',
            'grant_type=client_credentials&client_id=a',
          ]),
        );
      const json = JSON.stringify(kind < 5 ? random.one(bodies) : twisted(random.one(bodies), random));
      const cut = kind === 5 && random.chance(0.3) ? random.below(json.length) : json.length;
      return Buffer.from(json.slice(0, cut));
    };

    const statuses = new Map<number, number>();
    let sent = 0;
    const problems: string[] = [];
    // Every address with every method once.
    const owed = addresses.flatMap(({ template }) => methods.map((method) => ({ template, method })));
    const chosen = (): { template: string; method: string } => {
      const { template, known } = random.one(addresses);
      return { template, method: random.one(random.chance(0.9) ? known : methods) };
    };
    const oneRequest = async (): Promise<void> => {
      const { template, method } = owed.pop() ?? chosen();
      const target = pathOf(template) + query();
      const content = ['GET', 'HEAD'].includes(method) && random.chance(0.9) ? Buffer.alloc(0) : body();
      const head = [`${method} ${target.replace(/[\r\n ]/g, '+')} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
      if (random.chance(0.95)) head.push(`Authorization: Bearer ${random.one(tokens)}`);
      if (content.length > 0)
        head.push(`Content-Type: ${random.chance(0.8) ? 'application/ld+json' : random.one(types)}`);
      for (let count = random.chance(0.6) ? 0 : random.below(4); count > 0; count -= 1)
        head.push(`${random.one(headerNames)}: ${random.one(hostileTexts).replace(/[\r\n]/g, '')}`);
      if (content.length > 0 || random.chance(0.3)) head.push(`Content-Length: ${content.length}`);
      const client = await RawClient.open(node.url);
      client.send(`${head.join('\r\n')}\r\n\r\n`);
      client.send(content.toString('latin1'));
      const limit = AbortSignal.timeout(HANGS_MS);
      limit.onabort = () => {
        client.end();
      };
      const status = await client.status();
      const hung = limit.aborted;
      limit.onabort = null;
      client.end();
      sent += 1;
      statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1);
      const what = `${head.slice(0, 1).join()} ${head.slice(3).join(' | ').slice(0, 400)}\n  ${content.toString().slice(0, 600)}\n  -> ${client.received.slice(-600)}`;
      if (hung) problems.push(`hangs: ${what}`);
      else if (status === undefined) problems.push(`no answer: ${what}`);
      else if (status >= 500 && !isOwedTo(target, status)) problems.push(`${status}: ${what}`);
    };
    // Four at a time: what waits for what shows only then.
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const goesOn = (): boolean => owed.length > 0 || sent < REQUESTS;
        while (goesOn() && problems.length < 5) await oneRequest();
      }),
    );

    const shown = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
    expect(problems, `seed ${SEED}, ${sent} requests (${shown.join(', ')})`).to.deep.equal([]);
    expect(owed, 'not asked').to.deep.equal([]);
    expect(sent).to.be.greaterThan(200);
    expect((statuses.get(201) ?? 0) + (statuses.get(204) ?? 0), 'writes that get through').to.be.greaterThan(0);
    expect((await holder.get(canary)).text).to.equal(canaryText);
    expect((await holder.get(`${canary}/audit-trail`)).text).to.equal(trail);
    expect((await node.anonymous.get('/health/ready')).status).to.equal(200);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  }).timeout(60_000 + REQUESTS * 50);
});

function encodedOrRaw(random: Random): string {
  const text = random.one(hostileTexts);
  return random.chance(0.5)
    ? encodeURIComponent(text)
    : Buffer.from(text)
        .toString('latin1')
        .replace(/[ \r\n#?]/g, '');
}

/** A partner that cannot be reached is a 502, a query that takes too long a 503: those are answers, not failures. */
function isOwedTo(target: string, status: number): boolean {
  return (
    (target.startsWith('/internal/subscription-proposals') && status === 502) ||
    (target.startsWith('/sparql') && status === 503)
  );
}
