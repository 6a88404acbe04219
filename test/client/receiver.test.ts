/** The receiver of notifications (T48, T49): real servers, tokens that jose signs, and what senders should not do. */
import { once } from 'node:events';
import { createServer, type RequestListener, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import express from 'express';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { createReceiver, type Notification, type ReceiverOptions } from '../../src/client/receiver.js';

const AUDIENCE = 'https://me.example';
const AGENT = 'https://partner.example/logistics-objects/partner';
const NOW = new Date('2026-03-01T10:00:00Z');
const CONTEXT = { api: 'https://onerecord.iata.org/ns/api#', cargo: 'https://onerecord.iata.org/ns/cargo#' };

const updated = {
  '@context': CONTEXT,
  '@id': 'urn:uuid:1',
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
  'api:hasLogisticsObject': { '@id': 'https://partner.example/logistics-objects/7' },
  'api:hasLogisticsObjectType': {
    '@type': 'http://www.w3.org/2001/XMLSchema#anyURI',
    '@value': 'https://onerecord.iata.org/ns/cargo#Piece',
  },
  'api:hasChangedProperty': ['https://onerecord.iata.org/ns/cargo#goodsDescription'],
};

/** An identity provider whose key set is what a test says. */
class Provider {
  readonly #server: Server;
  answer: RequestListener;
  fetches = 0;
  url = '';
  readonly keys = new Map<string, CryptoKey>();

  constructor() {
    this.answer = this.#keySet;
    this.#server = createServer((request, response) => {
      this.fetches += 1;
      this.answer(request, response);
    });
  }
  #published: object[] = [];
  readonly #keySet: RequestListener = (_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys: this.#published }));
  };
  publish(): void {
    this.answer = this.#keySet;
  }
  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    await this.add('one');
  }
  async add(kid: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    this.keys.set(kid, privateKey);
    this.#published.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' });
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('The receiver of notifications', () => {
  const provider = new Provider();
  const servers: Server[] = [];
  let heard: Notification[];
  let problems: unknown[];
  let now: Date;

  before(() => provider.start());
  after(() => {
    provider.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => {
    heard = [];
    problems = [];
    now = NOW;
    provider.publish();
    provider.fetches = 0;
  });

  const options = (more: Partial<ReceiverOptions> = {}): ReceiverOptions => ({
    issuers: [{ issuer: 'https://idp.example', jwksUri: `${provider.url}/jwks`, audience: AUDIENCE }],
    agents: [AGENT],
    onNotification: (notification) => void heard.push(notification),
    onError: (error) => problems.push(error),
    now: () => now,
    ...more,
  });
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: 'https://idp.example',
    aud: AUDIENCE,
    exp: NOW.getTime() / 1000 + 3600,
    logistics_agent_uri: AGENT,
    ...more,
  });
  async function token(more: JWTPayload = {}, kid = 'one'): Promise<string> {
    const key = provider.keys.get(kid);
    if (key === undefined) throw new TypeError(`no key ${kid}`);
    return new SignJWT(claims(more)).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
  }
  const sent = async (body: unknown = updated, headers: Record<string, string> = {}): Promise<Request> =>
    new Request('https://me.example/notifications', {
      method: 'POST',
      headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/ld+json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  async function statusOf(request: Request, more: Partial<ReceiverOptions> = {}): Promise<number> {
    return (await createReceiver(options(more)).fetch(request)).status;
  }
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  describe('gives a notification, typed by the kind of its event (T48)', () => {
    it('of a changed object', async () => {
      expect(await statusOf(await sent())).to.equal(204);
      const [notification] = heard;
      expect(notification?.kind).to.equal('LOGISTICS_OBJECT_UPDATED');
      if (notification?.kind !== 'LOGISTICS_OBJECT_UPDATED') return;
      expect(notification.id).to.equal('urn:uuid:1');
      expect(notification.logisticsObject).to.equal('https://partner.example/logistics-objects/7');
      expect(notification.logisticsObjectType).to.equal('https://onerecord.iata.org/ns/cargo#Piece');
      expect(notification.changedProperties).to.deep.equal(['https://onerecord.iata.org/ns/cargo#goodsDescription']);
      expect(notification.body).to.equal(undefined);
      expect(notification.expanded).to.have.length(1);
    });
    it('with the object in it, in expanded JSON-LD, wherever the document has it', async () => {
      const object = {
        '@id': 'https://partner.example/logistics-objects/7',
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'Books',
      };
      const apart = { '@context': CONTEXT, '@graph': [{ ...updated, '@id': 'urn:uuid:2' }, object] };
      for (const body of [{ ...updated, 'api:hasLogisticsObject': object }, apart])
        expect(await statusOf(await sent(body))).to.equal(204);
      const bodies = heard.map((notification) => notification.kind === 'LOGISTICS_OBJECT_UPDATED' && notification.body);
      expect(bodies).to.have.length(2);
      for (const body of bodies)
        expect(body).to.deep.equal({
          '@id': object['@id'],
          '@type': [`${CONTEXT.cargo}Piece`],
          [`${CONTEXT.cargo}goodsDescription`]: [{ '@value': 'Books' }],
        });
    });
    it('of an event, of a request, and of a kind that it does not know', async () => {
      const kinds = ['LOGISTICS_EVENT_RECEIVED', 'CHANGE_REQUEST_ACCEPTED', 'LOGISTICS_OBJECT_FORGOTTEN'];
      for (const [index, kind] of kinds.entries()) {
        const body = {
          ...updated,
          '@id': `urn:uuid:kind-${index}`,
          'api:hasEventType': { '@id': `api:${kind}` },
          'api:isTriggeredBy': { '@id': 'https://partner.example/action-requests/1' },
          'api:hasLogisticsEvent': { '@id': 'https://partner.example/logistics-objects/7/logistics-events/1' },
        };
        expect(await statusOf(await sent(body))).to.equal(204);
      }
      expect(heard.map(({ kind }) => kind)).to.deep.equal([
        'LOGISTICS_EVENT_RECEIVED',
        'CHANGE_REQUEST_ACCEPTED',
        'OTHER',
      ]);
      expect(heard.map(({ triggeredBy }) => triggeredBy)).to.deep.equal(
        kinds.map(() => 'https://partner.example/action-requests/1'),
      );
      expect(heard[2]?.eventType).to.equal('https://onerecord.iata.org/ns/api#LOGISTICS_OBJECT_FORGOTTEN');
    });
    it('in any form of JSON-LD: expanded, with @vocab, as an array', async () => {
      const api = CONTEXT.api;
      const forms = [
        [{ '@type': [`${api}Notification`], [`${api}hasEventType`]: [{ '@id': `${api}CHANGE_REQUEST_PENDING` }] }],
        {
          '@context': { '@vocab': api },
          '@type': 'Notification',
          hasEventType: { '@id': `${api}CHANGE_REQUEST_PENDING` },
        },
        {
          '@context': { n: api },
          '@graph': [{ '@type': 'n:Notification', 'n:hasEventType': `${api}CHANGE_REQUEST_PENDING` }],
        },
      ];
      for (const form of forms) expect(await statusOf(await sent(form))).to.equal(204);
      expect(heard.map(({ kind, id }) => [kind, id])).to.deep.equal(
        forms.map(() => ['CHANGE_REQUEST_PENDING', undefined]),
      );
    });
  });

  describe('answers after `onNotification` (T48)', () => {
    it('204, and 500 where it rejects, so that it comes again', async () => {
      let fails = true;
      const receiver = createReceiver(
        options({
          onNotification: (notification) => {
            if (fails) throw new Error('the database with the password is down');
            heard.push(notification);
          },
        }),
      );
      const refused = await receiver.fetch(await sent());
      expect(refused.status).to.equal(500);
      expect(await refused.text())
        .to.contain('api:Error')
        .and.not.to.contain('password');
      expect(problems).to.have.length(1);
      fails = false;
      expect((await receiver.fetch(await sent())).status).to.equal(204);
      expect(heard).to.have.length(1);
    });
    it('204 without a call for the same `@id` of the same sender', async () => {
      const other = 'https://other.example/logistics-objects/other';
      const receiver = createReceiver(options({ agents: [AGENT, other] }));
      for (let time = 0; time < 3; time++) expect((await receiver.fetch(await sent())).status).to.equal(204);
      expect(heard).to.have.length(1);
      const ofOther = await sent(updated, { Authorization: `Bearer ${await token({ logistics_agent_uri: other })}` });
      expect((await receiver.fetch(ofOther)).status).to.equal(204);
      expect(heard).to.have.length(2);
    });
    it('once for two at a time, and again where the first was refused', async () => {
      let calls = 0;
      const receiver = createReceiver(
        options({
          onNotification: async () => {
            calls += 1;
            await Promise.resolve();
            if (calls === 1) throw new Error('not yet');
          },
        }),
      );
      const answers = await Promise.all([1, 2, 3].map(async () => receiver.fetch(await sent())));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 204, 500]);
      expect(calls).to.equal(2);
    });
    it('by ids that are elsewhere (`seen`)', async () => {
      const ids = new Set<string>();
      const seen = { has: (id: string) => Promise.resolve(ids.has(id)), add: (id: string) => void ids.add(id) };
      for (let process = 0; process < 2; process++) expect(await statusOf(await sent(), { seen })).to.equal(204);
      expect(heard).to.have.length(1);
      expect([...ids]).to.deep.equal([`${AGENT} urn:uuid:1`]);
    });
  });

  describe('refuses (T48)', () => {
    it('a token that is forged, of another, or out of time: 401 with a challenge and an api:Error', async () => {
      const { privateKey: strange } = await generateKeyPair('ES256');
      const secret = new TextEncoder().encode(
        JSON.stringify(await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)),
      );
      const past = NOW.getTime() / 1000 - 60;
      const tokens: Readonly<Record<string, string>> = {
        'no token': '',
        'no scheme': await token(),
        'another scheme': `Basic ${await token()}`,
        'two tokens': `Bearer ${await token()} ${await token()}`,
        'no JWT': 'Bearer abc',
        'alg none': `Bearer ${new UnsecuredJWT(claims()).encode()}`,
        'a shared secret': `Bearer ${await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret)}`,
        'another key': `Bearer ${await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(strange)}`,
        'a changed claim': `Bearer ${(await token()).replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify(claims({ sub: 'x' }))).toString('base64url')}.`)}`,
        'another issuer': `Bearer ${await token({ iss: 'https://evil.example' })}`,
        'another audience': `Bearer ${await token({ aud: 'https://other.example' })}`,
        'no audience': `Bearer ${await token({ aud: [] })}`,
        'an end in the past': `Bearer ${await token({ exp: past })}`,
        'a begin in the future': `Bearer ${await token({ nbf: NOW.getTime() / 1000 + 60 })}`,
        'no agent': `Bearer ${await new SignJWT({ ...claims(), logistics_agent_uri: 7 }).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(provider.keys.get('one') ?? strange)}`,
        'a token of 20 KB': `Bearer ${'a'.repeat(20_000)}`,
      };
      for (const [name, Authorization] of Object.entries(tokens)) {
        const response = await createReceiver(options()).fetch(await sent(updated, { Authorization }));
        expect(response.status, name).to.equal(401);
        expect(response.headers.get('www-authenticate'), name).to.match(/^Bearer/);
        expect(await response.json(), name).to.deep.include({ '@type': 'api:Error', 'api:hasTitle': 'Unauthorized' });
      }
      expect(heard).to.deep.equal([]);
    });
    it('a token without an end: 401', async () => {
      const { exp: _exp, ...rest } = claims();
      const key = provider.keys.get('one') ?? new Uint8Array();
      const endless = await new SignJWT(rest).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key);
      expect(await statusOf(await sent(updated, { Authorization: `Bearer ${endless}` }))).to.equal(401);
    });
    it('a sender that is not among the agents, by list or function: 403', async () => {
      expect(await statusOf(await sent(), { agents: [] })).to.equal(403);
      expect(await statusOf(await sent(), { agents: (agent) => Promise.resolve(agent !== AGENT) })).to.equal(403);
      expect(await statusOf(await sent(), { agents: (agent, { iss }) => agent === AGENT && iss !== '' })).to.equal(204);
    });
    it('a function that rejects: 500', async () => {
      expect(await statusOf(await sent(), { agents: () => Promise.reject(new Error('down')) })).to.equal(500);
    });
    it('a body that is too large, declared or not: 413', async () => {
      const large = { ...updated, note: 'x'.repeat(2000) };
      expect(await statusOf(await sent(large), { limit: 1000 })).to.equal(413);
      expect(await statusOf(await sent(large), { limit: 10_000 })).to.equal(204);
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          controller.enqueue(new Uint8Array(65_536).fill(32));
        },
      });
      const { url, headers } = await sent();
      const streamed = new Request(url, { method: 'POST', headers, body: endless, duplex: 'half' });
      expect(await statusOf(streamed)).to.equal(413);
    });
    it('another media type, charset or content coding: 415', async () => {
      const types = ['text/turtle', 'text/plain', 'multipart/form-data', 'application/ld+json; charset=utf-16', ''];
      for (const type of types)
        expect(await statusOf(await sent(updated, { 'Content-Type': type })), type).to.equal(415);
      expect(await statusOf(await sent(updated, { 'Content-Encoding': 'gzip' }))).to.equal(415);
      for (const type of [
        'application/json',
        'application/ld+json; profile="http://www.w3.org/ns/json-ld#expanded"; charset=UTF-8',
      ])
        expect(await statusOf(await sent(updated, { 'Content-Type': type })), type).to.equal(204);
    });
    const bodies: Readonly<Record<string, unknown>> = {
      'no JSON': '{"@context"',
      'no body': '',
      'a text': '"api:Notification"',
      null: 'null',
      'a context elsewhere': { ...updated, '@context': 'https://evil.example/context' },
      'no notification': { ...updated, '@type': 'api:Subscription' },
      'two notifications': [updated, { ...updated, '@id': 'urn:uuid:2' }],
      'no kind of event': { ...updated, 'api:hasEventType': [] },
      'two kinds of events': { ...updated, 'api:hasEventType': [{ '@id': 'api:A' }, { '@id': 'api:B' }] },
      'no object': { ...updated, 'api:hasLogisticsObject': [] },
      'an object without a URI': { ...updated, 'api:hasLogisticsObject': { 'cargo:goodsDescription': 'x' } },
      'a nesting without end': `${'{"@context":{},"a":['.repeat(20_000)}1${']}'.repeat(20_000)}`,
      'many brackets': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    };
    for (const [name, body] of Object.entries(bodies)) {
      it(`${name}: 400`, async () => {
        expect(await statusOf(await sent(body))).to.equal(400);
        expect([heard, problems]).to.deep.equal([[], []]);
      });
    }
    it('bytes that are no UTF-8: 400', async () => {
      const { url, headers } = await sent();
      expect(
        await statusOf(new Request(url, { method: 'POST', headers, body: new Uint8Array([0x22, 0xff, 0x22]) })),
      ).to.equal(400);
    });
    it('other addresses and methods: 404 and 405', async () => {
      const get = async (url: string, method: string): Promise<Response> =>
        createReceiver(options()).fetch(new Request(url, { method, headers: (await sent()).headers }));
      expect((await get('https://me.example/', 'GET')).status).to.equal(404);
      const refused = await get('https://me.example/notifications', 'DELETE');
      expect([refused.status, refused.headers.get('allow')]).to.deep.equal([405, 'POST']);
    });
  });

  describe('has keys of identity providers (T49)', () => {
    const failures: Readonly<Record<string, RequestListener>> = {
      'answers 500': (_request, response) => response.writeHead(500).end(),
      'has no JSON': (_request, response) => response.end('<html>'),
      'has no keys': (_request, response) => response.end('{"keys": "none"}'),
      'has a thousand keys': (_request, response) =>
        response.end(JSON.stringify({ keys: Array(1000).fill({ kty: 'EC' }) })),
      'sends more than 256 KB': (_request, response) => response.end(`{"keys":[], "x": "${'x'.repeat(300_000)}"}`),
      'sends without end': (_request, response) => {
        const more = (): void => {
          if (!response.destroyed) response.write('x'.repeat(65_536), more);
        };
        more();
      },
      redirects: (_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
      'closes the connection': (request) => request.socket.destroy(),
    };
    for (const [name, answer] of Object.entries(failures)) {
      it(`503 with Retry-After, not 401, where it ${name}`, async () => {
        provider.answer = answer;
        const response = await createReceiver(options()).fetch(await sent());
        expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5']);
        expect(provider.fetches).to.equal(1);
      });
    }
    it('503 where it hangs, once the time for it is over, for all that wait', async () => {
      const aborted = new Error('too late');
      const hanging: typeof fetch = (_url, init) =>
        new Promise((_resolve, reject) => {
          // The receiver gives each fetch an end.
          expect(init?.signal).to.be.instanceOf(AbortSignal);
          reject(aborted);
        });
      const receiver = createReceiver(options({ fetch: hanging }));
      const answers = await Promise.all([1, 2, 3].map(async () => receiver.fetch(await sent())));
      expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 503]);
    });
    it('asks once for all that wait, and not again for each refused token', async () => {
      const receiver = createReceiver(options());
      const forged = async (): Promise<Request> =>
        sent(updated, { Authorization: `Bearer ${(await token()).slice(0, -4)}AAAA` });
      await Promise.all([receiver.fetch(await sent()), receiver.fetch(await forged()), receiver.fetch(await forged())]);
      for (let time = 0; time < 5; time++) expect((await receiver.fetch(await forged())).status).to.equal(401);
      expect(provider.fetches).to.equal(1);
    });
    it('asks again after five seconds without keys', async () => {
      const receiver = createReceiver(options());
      provider.answer = (_request, response) => response.writeHead(500).end();
      for (let time = 0; time < 3; time++) expect((await receiver.fetch(await sent())).status).to.equal(503);
      expect(provider.fetches).to.equal(1);
      provider.publish();
      now = new Date(NOW.getTime() + 5000);
      expect((await receiver.fetch(await sent())).status).to.equal(204);
    });
    it('takes a new key of the provider after half a minute, and keeps the old ones while it is down', async () => {
      const receiver = createReceiver(options());
      expect((await receiver.fetch(await sent())).status).to.equal(204);
      await provider.add('two');
      const renewed = async (): Promise<Request> =>
        sent({ ...updated, '@id': 'urn:uuid:two' }, { Authorization: `Bearer ${await token({}, 'two')}` });
      expect((await receiver.fetch(await renewed())).status).to.equal(401);
      now = new Date(NOW.getTime() + 30_000);
      expect((await receiver.fetch(await renewed())).status).to.equal(204);
      provider.answer = (_request, response) => response.writeHead(500).end();
      now = new Date(NOW.getTime() + 3_000_000);
      expect((await receiver.fetch(await renewed())).status).to.equal(204);
    });
  });

  describe('as `node` (T48, T49)', () => {
    async function post(url: string, body: unknown = updated, headers: Record<string, string> = {}): Promise<Response> {
      const { headers: own } = await sent(body, headers);
      return fetch(`${url}/notifications`, {
        method: 'POST',
        headers: own,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    }
    it('is a listener of node:http', async () => {
      const url = await serve(createReceiver(options()).node);
      expect((await post(url)).status).to.equal(204);
      const refused = await post(url, 'no JSON');
      expect([refused.status, refused.headers.get('content-type')]).to.deep.equal([400, 'application/ld+json']);
      expect((await fetch(`${url}/elsewhere`)).status).to.equal(404);
      expect((await fetch(`${url}/notifications`, { method: 'HEAD' })).status).to.equal(405);
      expect(heard).to.have.length(1);
    });
    it('reads no body of a sender that it does not know, and none that is too large', async () => {
      const url = await serve(createReceiver(options({ limit: 100_000 })).node);
      const large = 'x'.repeat(5_000_000);
      for (const [authorization, status] of [
        ['Bearer x', 401],
        [`Bearer ${await token()}`, 413],
      ] as const) {
        for (const length of [{ 'Content-Length': large.length }, { 'Transfer-Encoding': 'chunked' }]) {
          const found = await new Promise<number | undefined>((resolve, reject) => {
            const request = httpRequest(`${url}/notifications`, {
              method: 'POST',
              headers: { authorization, 'content-type': 'application/ld+json', ...length },
            });
            let answered = false;
            request.on('response', (response) => {
              answered = true;
              response.resume();
              resolve(response.statusCode);
              expect(response.headers.connection).to.equal('close');
            });
            // The receiver ends the connection while the body is being sent.
            request.on('error', (error) => {
              if (!answered) reject(error);
            });
            request.write(large.slice(0, 200_000));
          });
          expect(found).to.equal(status);
        }
      }
    });
    it('does not mind a strange Host, address or connection that ends', async () => {
      const url = await serve(createReceiver(options()).node);
      const { port } = new URL(url);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest({ port, host: '127.0.0.1', path: '//[/notifications', headers: { host: 'a b' } });
        request.on('response', (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on('error', reject);
        request.end();
      });
      expect(status).to.be.oneOf([404, 405]);
      const cut = httpRequest(`${url}/notifications`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/ld+json',
          'content-length': 1000,
        },
      });
      cut.on('error', () => undefined);
      const [socket] = (await once(cut, 'socket')) as [Socket];
      if (socket.connecting) await once(socket, 'connect');
      cut.write('{');
      cut.destroy();
      expect((await post(url)).status).to.equal(204);
    });

    const parsers: Readonly<Record<string, (app: express.Express) => void>> = {
      'no body parser': () => undefined,
      'a parser of JSON-LD': (app) => app.use(express.json({ type: ['json', '+json'] })),
      'a parser of other JSON': (app) => app.use(express.json()),
      'a parser of texts': (app) => app.use(express.text({ type: '*/*' })),
      'a parser of bytes': (app) => app.use(express.raw({ type: '*/*' })),
      'a parser of Express 4, which leaves {} for a body that it does not read': (app) =>
        app.use((request, _response, next) => {
          request.body = {};
          next();
        }),
    };
    for (const [name, use] of Object.entries(parsers)) {
      it(`is a handler of Express with ${name}`, async () => {
        const app = express();
        use(app);
        app.use('/hook', createReceiver(options({ limit: 2000 })).node);
        app.use((_request, response) => void response.status(418).end());
        const url = await serve(app);
        expect((await post(`${url}/hook`)).status).to.equal(204);
        expect(heard).to.have.length(1);
        expect((await post(`${url}/hook`, { ...updated, note: 'x'.repeat(3000) })).status).to.equal(413);
        // What is not the receiver's is for the next handler.
        expect((await fetch(`${url}/hook/other`)).status).to.equal(418);
      });
    }
  });

  describe('answers publishers that ask what it subscribes to (T48)', () => {
    const offer = {
      subscriber: 'https://me.example/logistics-objects/me',
      topicType: 'LOGISTICS_OBJECT_TYPE' as const,
      topic: 'https://onerecord.iata.org/ns/cargo#Piece',
      events: ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED'] as const,
      sendBody: true,
    };
    const asked = async (query: string): Promise<Request> =>
      new Request(`https://me.example/subscriptions${query}`, {
        headers: { Authorization: `Bearer ${await token()}` },
      });
    const types = 'topicType=https://onerecord.iata.org/ns/api%23LOGISTICS_OBJECT_TYPE';
    const piece = `topic=${encodeURIComponent(offer.topic)}`;

    it('by the offers of the topic', async () => {
      const receiver = createReceiver(options({ offers: [offer] }));
      const response = await receiver.fetch(await asked(`?${types}&${piece}`));
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'application/ld+json']);
      const [subscription, ...others] = (await response.json()) as Record<string, unknown>[];
      expect(others).to.deep.equal([]);
      expect(subscription).to.deep.include({
        '@type': 'api:Subscription',
        'api:hasSubscriber': { '@id': offer.subscriber },
        'api:sendLogisticsObjectBody': true,
      });
      expect(await (await receiver.fetch(await asked(`?${types}&topic=https://a.example/`))).json()).to.deep.equal([]);
    });
    it('by a function, and by nothing', async () => {
      const offers = ({ topicType }: { readonly topicType: string }) => (topicType === offer.topicType ? [offer] : []);
      const some = await createReceiver(options({ offers })).fetch(
        await asked(`?topicType=LOGISTICS_OBJECT_TYPE&${piece}`),
      );
      expect(await some.json()).to.have.length(1);
      expect(await (await createReceiver(options()).fetch(await asked(`?${types}&${piece}`))).json()).to.deep.equal([]);
    });
    it('400 without a topic, 401 without a token', async () => {
      expect(await statusOf(await asked(''))).to.equal(400);
      expect(await statusOf(new Request(`https://me.example/subscriptions?${types}&${piece}`))).to.equal(401);
    });
  });

  it('names a wrong option in a TypeError', () => {
    const wrong: Readonly<Record<string, object>> = {
      issuers: { issuers: [] },
      'issuers\\[0\\].issuer': { issuers: [{ jwksUri: 'https://idp.example/jwks' }] },
      'issuers\\[0\\].jwksUri': { issuers: [{ issuer: 'https://idp.example', jwksUri: 'jwks' }] },
      agents: { agents: 'https://partner.example' },
      onNotification: { onNotification: undefined },
      limit: { limit: 0 },
    };
    for (const [member, more] of Object.entries(wrong)) {
      const given: unknown[] = [{ ...options(), ...more }];
      expect(() => Reflect.apply(createReceiver, undefined, given) as unknown, member).to.throw(
        TypeError,
        new RegExp(member),
      );
    }
  });

  it('has 5 KB at most without jose and jsonld, minified and gzipped (T36)', async () => {
    const { outputFiles } = await build({
      entryPoints: ['src/client/receiver.ts'],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      external: ['jose', 'jsonld'],
    });
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).to.be.within(1000, 5000);
  });
});
