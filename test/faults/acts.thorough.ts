/** Acts on a whole shipment and kill -9: done or not done; `decide` says what was done (K93). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { freePorts, tokenFor } from '../support/exchange.js';
import { context, type Json, list, member, Party, type Reply } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

const PIECES = 12;
const KEY = { 'Idempotency-Key': 'decided' };

const textOf = (json: Json, name: string): string => {
  const value = member(json, name);
  return typeof value === 'string' ? value : '';
};

const settled = async (reply: Promise<Reply>): Promise<void> => {
  await reply.then(
    () => undefined,
    () => undefined,
  );
};

describe('an act on a whole shipment at a node that is killed (kill -9)', () => {
  let folder: string;
  let node: NodeProcess | undefined;
  let url: string;
  let [holder, partner]: [Party?, Party?] = [];

  async function start(): Promise<{ readonly holder: Party; readonly partner: Party }> {
    node = spawnNode(folder, { PORT: new URL(url).port, STORE_URL: 'file:data' });
    await node.listening;
    const [own, other] = [`${url}/logistics-objects/_data-holder`, `${url}/logistics-objects/partner`];
    holder = new Party(url, own, await tokenFor(url, own));
    partner = new Party(url, other, await tokenFor(url, other));
    return { holder, partner };
  }

  async function restart(): ReturnType<typeof start> {
    node?.kill('SIGKILL');
    await node?.ended;
    return start();
  }

  /** A shipment with its pieces: their paths. */
  async function shipment(by: Party): Promise<{ readonly uri: string; readonly pieces: readonly string[] }> {
    const pieces = Array.from({ length: PIECES }, (_, index) => ({
      '@id': `${url}/logistics-objects/piece-${index}`,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'Oranges',
    }));
    const reply = await by.post('/logistics-objects', {
      '@context': context,
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Oranges',
      'cargo:pieces': pieces,
    });
    expect(reply.status, reply.text).to.equal(201);
    return {
      uri: reply.headers.get('location') ?? '',
      pieces: pieces.map((_, index) => `/logistics-objects/piece-${index}`),
    };
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-acts-'));
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
  });
  after(async () => {
    node?.kill('SIGKILL');
    await node?.ended;
    await rm(folder, { recursive: true });
  });

  it('is done or not done, and each decision of decide is in the commit that says so', async () => {
    let parties = await start();
    const whole = await shipment(parties.holder);
    const giving = { act: 'give-access', object: whole.uri, agents: [parties.partner.agent] };
    const given = parties.holder.post('/internal/acts', giving);
    await Promise.all([restart().then((started) => (parties = started)), settled(given)]);
    const readable = async (): Promise<number> => {
      const found = await Promise.all(
        whole.pieces.map(async (path) => (await parties.partner.get(path)).status === 200),
      );
      return found.filter(Boolean).length;
    };
    expect(await readable()).to.be.oneOf([0, PIECES]);
    const again = await parties.holder.post('/internal/acts', giving);
    expect(again.status, again.text).to.equal(200);
    expect(await readable()).to.equal(PIECES);

    for (const path of whole.pieces) {
      const reply = await parties.partner.patch(path, changeBody(url + path, 1, [add(url + path, 'upid', 'x')]));
      expect(reply.status, reply.text).to.equal(201);
    }
    const deciding = { act: 'decide', object: whole.uri, agents: [parties.partner.agent], decision: 'accept' };
    const decided = parties.holder.post('/internal/acts', deciding, KEY);
    await Promise.all([restart().then((started) => (parties = started)), settled(decided)]);
    const accepted = async (): Promise<number> => {
      const { json } = await parties.holder.get('/internal/requests?status=REQUEST_ACCEPTED&type=ChangeRequest');
      return list(member(json, 'items')).length;
    };
    const reply = await parties.holder.post('/internal/acts', deciding, KEY);
    expect(reply.status, reply.text).to.equal(200);
    const results = list(member(reply.json, 'results'));
    expect(results.map((one) => textOf(one, 'status'))).to.deep.equal(results.map(() => 'REQUEST_ACCEPTED'));
    expect(results).to.have.length(await accepted());
  });
});
