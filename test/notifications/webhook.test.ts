/** Received notifications are handed on to the operator's back end (D65). */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { InboxEntryAnswer } from '../../src/console/responses.js';
import { closeNow, deliveries, eventually, fastRetries, freePorts, settled, valueOf } from '../support/exchange.js';
import { context, type Json, member, startTestNode, type TestNode } from '../support/node.js';
import { idIn } from '../support/world.js';

const SECRET = 'shared-secret';

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The operator's back end: it answers each call with the next of the statuses, then with 204. */
class BackEnd {
  readonly calls: Call[] = [];
  readonly statuses: number[] = [];
  #server: Server | undefined;

  constructor(readonly port: number) {}

  get env(): Record<string, string> {
    const url = `http://127.0.0.1:${this.port}/hooks/air?token=hidden`;
    return { ...fastRetries, INBOX_WEBHOOK_URL: url, INBOX_WEBHOOK_SECRET: SECRET };
  }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        this.calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(this.statuses.shift() ?? 204).end();
      });
    });
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await closeNow(server);
  }

  get received(): string[] {
    return this.calls.map(({ body }) => idIn(JSON.parse(body.toString('utf8')) as Json));
  }
}

const notification = (id: string): Json => ({
  '@context': context,
  '@id': `urn:example:${id}`,
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
  'api:hasLogisticsObject': { '@id': 'https://forwarder.example/logistics-objects/piece-7' },
});

const ids = (...names: string[]): string[] => names.map((name) => `urn:example:${name}`);

describe('Received notifications with INBOX_WEBHOOK_URL', () => {
  let backEnd: BackEnd;
  let folder: string;
  let node: TestNode;
  let env: Record<string, string>;

  const notify = async (...names: string[]): Promise<void> => {
    const partner = await node.party('partner');
    for (const name of names) expect((await partner.post('/notifications', notification(name))).status).to.equal(204);
  };

  /** The entry of the inbox that was written last. */
  async function newest(): Promise<InboxEntryAnswer> {
    const { json: listed } = await node.holder.get('/internal/notifications?limit=1');
    const entry = idIn(member(member(listed, 'api:hasItem'), 'rdfs:seeAlso'));
    const { status, text } = await node.holder.get(entry.replace(`${node.url}/`, '/internal/'));
    expect(status, text).to.equal(200);
    return JSON.parse(text) as InboxEntryAnswer;
  }

  before(async () => {
    const [port = 0, nodePort = 0] = await freePorts(2);
    backEnd = new BackEnd(port);
    await backEnd.open();
    folder = await mkdtemp(join(tmpdir(), 'webhook-'));
    // A back end is the operator's: it may have a private address where partners may not.
    env = {
      ...backEnd.env,
      PORT: String(nodePort),
      STORE_URL: `file:${folder}/data`,
      OUTBOUND_PRIVATE_ADDRESSES: 'false',
    };
    node = await startTestNode({ env });
  });
  after(async () => {
    await node.stop();
    await backEnd.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    backEnd.calls.length = 0;
  });

  it('are handed on as JSON-LD with the sender, signed, and also listed', async () => {
    await notify('first');
    await settled(node.holder);
    const [{ path, headers, body } = expect.fail('nothing was handed on')] = backEnd.calls;
    expect(path).to.equal('/hooks/air?token=hidden');
    expect(headers['content-type']).to.match(/^application\/ld\+json/);
    expect(headers.authorization).to.equal(undefined);
    expect(headers['x-request-id']).to.match(/.+/);
    const expected = createHmac('sha256', SECRET).update(body).digest('hex');
    expect(headers['x-signature']).to.equal(`sha256=${expected}`);
    const json = JSON.parse(body.toString('utf8')) as Json;
    expect(idIn(json)).to.equal('urn:example:first');
    expect(idIn(member(json, 'api:hasEventType'))).to.equal('api:LOGISTICS_OBJECT_CREATED');
    expect(idIn(member(json, 'prov:wasAttributedTo'))).to.equal(`${node.url}/logistics-objects/partner`);
    const { json: listed } = await node.holder.get('/internal/notifications?limit=1');
    expect(idIn(member(listed, 'api:hasItem'))).to.equal('urn:example:first');
    const { handing, receipt } = await newest();
    expect(handing).to.equal(null);
    expect(receipt).to.include({ notification: 'urn:example:first', status: 'confirmed', attempts: 1 });
  });

  it('are retried until the back end answers 2xx, in order, each once', async () => {
    backEnd.statuses.push(503, 400, 302);
    await notify('a', 'b', 'c', 'a');
    await settled(node.holder);
    expect(backEnd.received).to.deep.equal(ids('a', 'a', 'a', 'a', 'b', 'c'));
  });

  it('wait in the outbox over a restart, and are listed without the query of the address', async () => {
    await backEnd.close();
    await notify('d', 'e');
    await eventually(async () => member((await deliveries(node.holder)).items[0], 'lastError') !== null);
    const { items } = await deliveries(node.holder);
    const address = `${node.url}/internal/notifications`;
    expect(
      items.map((item) => [member(item, 'id'), member(item, 'callback'), member(item, 'subscriber')]),
    ).to.deep.equal(ids('d', 'e').map((id) => [id, `http://127.0.0.1:${backEnd.port}/hooks/air`, address]));
    const { isHandedOn, handing, receipt } = await newest();
    expect(isHandedOn).to.equal(true);
    expect(handing).to.include({ id: 'urn:example:e', callback: `http://127.0.0.1:${backEnd.port}/hooks/air` });
    expect(receipt).to.equal(null);
    await node.stop();
    await backEnd.open();
    node = await startTestNode({ env });
    await settled(node.holder);
    expect(backEnd.received).to.deep.equal(ids('d', 'e'));
  });

  it('are no longer forwarded without the setting', async () => {
    await backEnd.close();
    await notify('f');
    await node.stop();
    node = await startTestNode({ env: { ...env, INBOX_WEBHOOK_URL: '', INBOX_WEBHOOK_SECRET: '' } });
    await settled(node.holder);
    await notify('g');
    expect((await deliveries(node.holder)).total).to.equal(0);
    const { json } = await node.holder.get('/internal/notifications?limit=0');
    expect(valueOf(member(json, 'api:hasTotalItems'))).to.equal('8');
  });
});
