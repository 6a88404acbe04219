/**
 * Chaos for outgoing calls: every kind of broken partner at once, for deliveries, proposals, key sets and tokens. The
 * node lives, each failure has its reason, other partners are served meanwhile, and each partner is once it is repaired.
 */
import { createServer as createTlsServer, type SecureVersion } from 'node:tls';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { pino } from 'pino';
import { clientCredentialsGrant } from '../../src/identity/access-token-provider.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import type { Resolve } from '../../src/outbound/lookup.js';
import { answer, type Fault, httpFaults, uselessAnswers } from '../support/broken-partners.js';
import { add, changeBody } from '../support/changes.js';
import { Authority, type Certificate } from '../support/certificates.js';
import { createPiece, deliveries, eventually, Receiver, settled, subscribe, partyFor } from '../support/exchange.js';
import { RepairablePartner } from '../support/repairable-partner.js';
import { cargo, member, messages, startTestNode, type TestNode } from '../support/node.js';

const log = pino({ level: 'silent' });
/**
 * Partners that fail at once are called with the timeouts of production, so that no busy machine makes another failure of
 * theirs; those that are silent with short ones, since they fail by nothing else.
 */
const calls = {
  prompt: {},
  silent: { exchangeMs: 1_000, connectMs: 700 },
};
type Kind = keyof typeof calls;
const kinds = Object.keys(calls) as Kind[];
/** Whether a partner says nothing, or not enough, until the caller gives up. */
const kindOf = ({ question }: Fault): Kind =>
  /did not answer|no connection to \.\*/.test(question.source) ? 'silent' : 'prompt';

/** Names of partners, and what the name service says of each until it is repaired. */
const names: Readonly<Record<string, [answer: Resolve, reason: RegExp]>> = {
  'missing.example': [
    (_, give) => {
      give(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    },
    /\(ENOTFOUND\)/,
  ],
  'failing.example': [
    (_, give) => {
      give(Object.assign(new Error('later'), { code: 'EAI_AGAIN' }), []);
    },
    /\(EAI_AGAIN\)/,
  ],
  'silent.example': [() => undefined, /no connection to .* within/],
  'throwing.example': [
    () => {
      throw new RangeError('a lookup that throws');
    },
    /\(EAI_FAIL\)/,
  ],
  'empty.example': [
    (_, give) => {
      give(null, []);
    },
    /no address that is globally routable/,
  ],
  'nonsense.example': [
    (_, give) => {
      give(null, [{ address: 'nonsense', family: 4 }]);
    },
    /\(ENODATA\)/,
  ],
  'wrong-family.example': [
    (_, give) => {
      give(null, [{ address: '', family: 9 }]);
    },
    /\(ENODATA\)/,
  ],
  'many.example': [
    (_, give) => {
      give(
        null,
        Array.from({ length: 5_000 }, (__, number) => ({ address: `127.1.${number >> 8}.${number & 255}`, family: 4 })),
      );
    },
    /cannot be reached|no connection to/,
  ],
  'twice.example': [
    (_, give) => {
      give(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
      give(null, [{ address: '127.0.0.1', family: 4 }]);
    },
    /\(ENOTFOUND\)/,
  ],
};
const repaired = new Set<string>();
const resolve: Resolve = (host, give) => {
  const [broken] = names[host] ?? [];
  if (broken === undefined || repaired.has(host)) give(null, [{ address: '127.0.0.1', family: 4 }]);
  else broken(host, give);
};

interface Broken {
  readonly name: string;
  readonly fault: Fault;
  readonly agent: string;
  readonly partner: RepairablePartner;
  readonly host: string;
}

describe('broken partners, all at once', () => {
  let authority: Authority;
  let certificate: Certificate;
  let tlsFaults: Readonly<Record<string, Fault>>;
  const started: RepairablePartner[] = [];
  const noContent: RequestListener = (request, response) => {
    request.resume();
    response.writeHead(204).end();
  };

  /** A TLS server of this certificate, for connections that are there already. */
  function speakingTls(
    certified: Certificate,
    versions: { maxVersion?: SecureVersion; minVersion?: SecureVersion } = {},
  ) {
    const server = createTlsServer({ ...certified, ...versions, ciphers: 'DEFAULT:@SECLEVEL=0' });
    server.on('tlsClientError', () => undefined);
    return (socket: Socket): void => {
      server.emit('connection', socket);
    };
  }

  before(async () => {
    authority = await Authority.make('of the partners');
    certificate = await authority.sign('partner');
    const day = 86_400_000;
    const past = { notBeforeDate: new Date(Date.now() - 9 * day), notAfterDate: new Date(Date.now() - day) };
    const fails = (act: Fault['act'], reason: RegExp): Fault => ({ act, delivery: reason, question: reason });
    tlsFaults = {
      'self-signed': fails(
        speakingTls(await (await Authority.make('of nobody')).sign('partner')),
        /\((UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|DEPTH_ZERO_SELF_SIGNED_CERT)\)/,
      ),
      expired: fails(speakingTls(await authority.sign('partner', past)), /\(CERT_HAS_EXPIRED\)/),
      'for another host': fails(
        speakingTls(await authority.sign('partner', { host: 'other.example' })),
        /\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
      ),
      'TLS 1.1': fails(
        speakingTls(certificate, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
        /cannot be reached \(E/,
      ),
      'a handshake that stalls': fails((socket) => socket.resume(), /no connection to .* within/),
      'plain HTTP on a TLS port': fails(
        (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
        /\((ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO|ECONNRESET)\)/,
      ),
      'garbage for a handshake': fails((socket) => socket.write(Buffer.alloc(2000, 0x16)), /cannot be reached \(E/),
      'closed in the handshake': fails((socket) => {
        socket.once('data', () => socket.end(Buffer.from('1603030050', 'hex')));
      }, /cannot be reached \((ECONNRESET|EPROTO)\)/),
      'reset in the handshake': fails((socket) => {
        socket.once('data', () => socket.resetAndDestroy());
      }, /cannot be reached \(ECONNRESET\)/),
    };
  });
  afterEach(async () => {
    repaired.clear();
    await Promise.all(started.splice(0).map((partner) => partner.stop()));
  });

  /** Starts all broken partners of a kind, which answer like this once they are repaired. */
  async function breakAll(kind: Kind, sound: RequestListener): Promise<Broken[]> {
    const faults = (all: Readonly<Record<string, Fault>>): [string, Fault][] =>
      Object.entries(all).filter(([, fault]) => kindOf(fault) === kind);
    const make = async (name: string, fault: Fault, host: string, isSecure: boolean): Promise<Broken> => {
      const partner = await RepairablePartner.start(fault.act, sound, isSecure ? certificate : undefined);
      started.push(partner);
      const scheme = isSecure ? 'https' : 'http';
      return { name, fault, agent: `${scheme}://${host}:${partner.port}/logistics-objects/_holder`, partner, host };
    };
    const act = (socket: Socket): void => void socket.destroy();
    const byName = Object.fromEntries(
      Object.entries(names).map(([host, [, reason]]): [string, Fault] => [
        host,
        { act, delivery: reason, question: reason },
      ]),
    );
    return Promise.all([
      ...faults(httpFaults).map(([name, fault]) => make(name, fault, 'localhost', false)),
      ...faults(tlsFaults).map(([name, fault]) => make(`TLS: ${name}`, fault, 'localhost', true)),
      ...faults(byName).map(([host, fault]) => make(`DNS: ${host}`, fault, host, false)),
    ]);
  }

  const repair = async ({ host, partner }: Broken): Promise<void> => {
    repaired.add(host);
    await partner.repair();
  };

  const startNode = (kind: Kind): Promise<TestNode> =>
    startTestNode({
      env: { DELIVERY_RETRY_MIN_MS: '500', DELIVERY_RETRY_MAX_MS: '500' },
      outbound: { timeouts: calls[kind], resolve, ca: authority.cert },
    });

  for (const kind of kinds)
    it(`(${kind}) fail a delivery with the reason, delay no other, and are notified once repaired`, async () => {
      const node = await startNode(kind);
      const receiver = await Receiver.start();
      try {
        const all = await breakAll(kind, noContent);
        expect(all.length).to.be.at.least(kind === 'prompt' ? 100 : 7);
        const piece = await createPiece(node.holder);
        await Promise.all(
          all.map(async ({ agent }) => {
            const party = await partyFor(node.url, agent);
            const body = changeBody(piece, 1, [add(piece, 'upid', 'x')], { 'api:notifyRequestStatusChange': true });
            const reply = await party.patch(piece, body);
            expect(reply.status, reply.text).to.equal(201);
          }),
        );
        // Other partners are notified meanwhile, in order.
        await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: `${cargo}Piece` });
        const pieces: string[] = [];
        for (let number = 0; number < 10; number += 1) pieces.push(await createPiece(node.holder));
        expect((await receiver.distinct(10)).map(({ object }) => object)).to.deep.equal(pieces);

        const expected = new Map(
          all.filter(({ fault }) => fault.delivery !== undefined).map((one) => [one.agent, one]),
        );
        const met = new Set<string>();
        const unmet = new Map<string, string>();
        await eventually(async () => {
          unmet.clear();
          const { items } = await deliveries(node.holder);
          const seen = new Map(items.map((item) => [member(item, 'subscriber'), member(item, 'lastError')]));
          for (const [agent, { name, fault }] of expected) {
            const error = seen.get(agent);
            // A silent partner may let one attempt fail while it connects, and the next after it has connected.
            if (typeof error === 'string' && fault.delivery?.test(error) === true) met.add(agent);
            if (!met.has(agent) || !seen.has(agent)) unmet.set(name, JSON.stringify(error));
          }
          for (const { agent, name } of all)
            if (!expected.has(agent) && seen.has(agent)) unmet.set(name, 'not delivered');
          return unmet.size === 0;
        }, 90_000).catch(() => undefined);
        expect([...unmet]).to.deep.equal([]);
        expect(member((await node.anonymous.get('/health/ready')).json, 'degraded')).to.equal(undefined);

        await Promise.all(all.map(repair));
        await settled(node.holder);
      } finally {
        await receiver.close();
        await node.stop();
      }
    });

  for (const kind of kinds)
    it(`(${kind}) fail a proposal with 502 and the reason, and are asked again once repaired`, async () => {
      const node = await startNode(kind);
      try {
        const all = await breakAll(kind, (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'application/ld+json' }).end('{}');
        });
        const ask = async (agent: string): Promise<{ status: number; text: string }> => {
          const body = { subscriber: agent, topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece` };
          const reply = await node.holder.post('/internal/subscription-proposals', body, {
            'Content-Type': 'application/json',
          });
          return { status: reply.status, text: messages(reply).join(' ').replaceAll('\\"', '"').replace(/"+$/, '') };
        };
        const unmet: string[] = [];
        await Promise.all(
          all.map(async ({ name, agent, fault }) => {
            let { status, text } = await ask(agent);
            // A silent partner may let one question fail while it connects, and the next after it has connected.
            for (let asked = 1; asked < 4 && kind === 'silent' && !fault.question.test(text); asked += 1)
              ({ status, text } = await ask(agent));
            if (status !== 502 || !new RegExp(fault.question.source.replace(/\$$/, '')).test(text))
              unmet.push(`${name}: ${status} ${text}`);
          }),
        );
        expect(unmet).to.deep.equal([]);
        await Promise.all(all.map(repair));
        for (const { agent } of all) await eventually(async () => (await ask(agent)).status === 422);
      } finally {
        await node.stop();
      }
    });

  it('are 422 when their response has no matching offer, and 502 when it is no JSON-LD', async () => {
    const node = await startNode('prompt');
    try {
      for (const [name, [status, act]] of Object.entries(uselessAnswers)) {
        const partner = await RepairablePartner.start(act, noContent);
        started.push(partner);
        const subscriber = `http://localhost:${partner.port}/logistics-objects/x`;
        const body = { subscriber, topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece` };
        const reply = await node.holder.post('/internal/subscription-proposals', body, {
          'Content-Type': 'application/json',
        });
        expect(reply.status, `${name}: ${reply.text}`).to.equal(status);
      }
    } finally {
      await node.stop();
    }
  });

  for (const kind of kinds)
    it(`(${kind}) provide no token until they are repaired`, async () => {
      const client = OutboundClient.unrestricted({ log, timeouts: calls[kind], resolve, ca: authority.cert });
      const patient = OutboundClient.unrestricted({ log, resolve, ca: authority.cert });
      try {
        const all = await breakAll(kind, (_request, response) => {
          response.end('{"access_token": "token", "token_type": "Bearer", "expires_in": 60}');
        });
        const grantOf = ({ agent }: Broken, by = client): (() => Promise<unknown>) =>
          clientCredentialsGrant(
            { tokenUrl: new URL('/token', agent).href, clientId: 'node', clientSecret: 's3cr3t', authMethod: 'basic' },
            by,
          );
        await Promise.all(
          all.map(async (one) => {
            const failure = await grantOf(one)().then(
              () => undefined,
              (error: unknown) => error,
            );
            expect(failure, one.name).to.be.an('error').with.property('name', 'TokenRequestError');
            expect(String(failure), one.name).not.to.include('s3cr3t');
          }),
        );
        await Promise.all(all.map(repair));
        for (const one of all)
          expect(await grantOf(one, patient)(), one.name).to.deep.equal({ token: 'token', expiresIn: 60 });
      } finally {
        await client.close();
        await patient.close();
      }
    });

  it('provide no token with a response without one', async () => {
    const client = OutboundClient.unrestricted({ log });
    const tokens = [
      '{}',
      '{"access_token": null, "token_type": "Bearer"}',
      '{"access_token": "a b", "token_type": "Bearer"}',
    ];
    const acts = [...Object.values(uselessAnswers).map(([, act]) => act), ...tokens.map((body) => answer(body))];
    try {
      for (const act of acts) {
        const partner = await RepairablePartner.start(act, noContent);
        started.push(partner);
        const tokenUrl = `http://localhost:${partner.port}/token`;
        const grant = clientCredentialsGrant(
          { tokenUrl, clientId: 'a', clientSecret: 'b', authMethod: 'post' },
          client,
        );
        const failure = await grant().then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(String(failure)).to.match(/is not a valid bearer token/);
      }
    } finally {
      await client.close();
    }
  });
});
