/** A node follows objects of another node: real servers, stores and calls. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { add, changeBody, remove } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { accept, eventually, Pair } from '../support/exchange.js';
import { context, type Json, member, type Reply } from '../support/node.js';
import { type JsonObject, text } from '../support/world.js';

const keyOf = (uri: string): string => createHash('sha256').update(uri).digest('hex').slice(0, 32);

describe('A node that follows a partner’s objects', () => {
  let pair: Pair;

  before(async () => {
    pair = await Pair.start(new TestClock());
  });
  after(() => pair.stop());

  async function create(content: JsonObject): Promise<string> {
    const reply = await pair.forwarder.holder.post('/logistics-objects', { '@context': context, ...content });
    expect(reply.status, reply.text).to.equal(201);
    const uri = reply.headers.get('location') ?? '';
    const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };
    const modes = ['acl:Read'].map((mode) => ({ '@id': mode }));
    const acl = {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@id': `${uri}/acl#1`,
      '@type': 'acl:Authorization',
    };
    const body = { ...acl, ...everybody, 'acl:accessTo': { '@id': uri }, 'acl:mode': modes };
    expect((await pair.forwarder.holder.put(`${uri}/acl`, body)).status).to.equal(204);
    return uri;
  }

  const follow = (body: object): Promise<Reply> => pair.airline.holder.post('/internal/follows', body);
  const count = (item: Json, name: string): Json => member(member(item, 'counts'), name);

  async function followed(body: object, isDone: (item: Json) => boolean): Promise<Json> {
    const reply = await follow(body);
    expect(reply.status, reply.text).to.equal(201);
    const address = reply.headers.get('location') ?? '';
    let item: Json;
    await eventually(async () => {
      item = (await pair.airline.holder.get(address)).json;
      return isDone(item);
    });
    return item;
  }

  it('holds its newest revision as received, with its provenance and digest', async () => {
    const piece = await create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' });
    const item = await followed({ object: piece, depth: 0 }, (one) => member(one, 'state') === 'following');
    expect(count(item, 'revisions')).to.equal(1);
    expect(member(item, 'holder')).to.equal(pair.forwarder.holder.agent);
    expect(member(item, 'apiVersion')).to.equal('2.3.0');
    const graph = `${pair.airline.url}/internal/mirror/${keyOf(piece)}/revisions/1`;
    const triples = { headers: { Accept: 'application/n-triples' } };
    const stored = await pair.airline.holder.get(graph, triples);
    expect(stored.status, stored.text).to.equal(200);
    expect(stored.text).to.contain('"Oranges"').and.to.contain(`<${piece}>`);
    const original = await pair.forwarder.holder.get(piece, triples);
    const lines = original.text.split('\n').filter((line) => line !== '' && !line.includes('Revision> '));
    const digest = createHash('sha256')
      .update(
        lines
          .sort()
          .map((line) => `${line}\n`)
          .join(''),
      )
      .digest('hex');
    const provenance = await pair.airline.holder.get(`${graph}/provenance`, triples);
    expect(provenance.text).to.contain(`"${digest}"`);
  });

  it('follows links as far as it was told to', async () => {
    const leaf = await create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Leaf' });
    const middle = await create({ '@type': 'cargo:Piece', 'cargo:containedPieces': { '@id': leaf } });
    const root = await create({ '@type': 'cargo:Shipment', 'cargo:pieces': { '@id': middle } });
    const near = await followed({ object: root, depth: 1 }, (one) => count(one, 'revisions') === 2);
    expect(count(near, 'objects')).to.equal(2);
    const address = text(member(near, 'uri'));
    expect((await pair.airline.holder.patch(address, { depth: 2 })).status).to.equal(204);
    await eventually(async () => count((await pair.airline.holder.get(address)).json, 'revisions') === 3);
  });

  it('is the only one that sees its copies', async () => {
    const piece = await create({ '@type': 'cargo:Piece' });
    await followed({ object: piece }, (one) => member(one, 'state') === 'following');
    const partner = await pair.airline.party('partner');
    const graph = `/internal/mirror/${keyOf(piece)}/head`;
    expect((await pair.airline.holder.get(graph)).status).to.equal(200);
    for (const path of [graph, `/internal/mirror/${keyOf('nothing')}/head`, '/internal/follows', '/internal/follows/x'])
      expect((await partner.get(path)).status, path).to.equal(403);
  });

  it('subscribes at the partner, and fetches a notified change', async () => {
    const piece = await create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' });
    const item = await followed(
      { object: piece, depth: 0 },
      // The first revision, too: the change would else be found with it.
      (one) => member(member(one, 'subscription'), 'state') === 'pending' && count(one, 'revisions') === 1,
    );
    const request = text(member(member(item, 'subscription'), 'request'));
    await accept(pair.forwarder.holder, request);
    // What becomes active is checked once (M15): that would find the change, too.
    await eventually(async () => {
      const now = (await pair.airline.holder.get(text(member(item, 'uri')))).json;
      return member(member(now, 'subscription'), 'state') === 'active';
    });
    const operations = [remove(piece, 'goodsDescription', 'Oranges'), add(piece, 'goodsDescription', 'Lemons')];
    const change = await pair.forwarder.holder.patch(piece, changeBody(piece, 1, operations));
    expect(change.status, change.text).to.equal(201);
    await accept(pair.forwarder.holder, change.headers.get('location') ?? '');
    await eventually(async () => {
      const now = (await pair.airline.holder.get(text(member(item, 'uri')))).json;
      return (
        member(member(now, 'found'), 'notification') === 1 && member(member(now, 'subscription'), 'state') === 'active'
      );
    });
    const graph = `${pair.airline.url}/internal/mirror/${keyOf(piece)}/revisions/2`;
    const stored = await pair.airline.holder.get(graph, { headers: { Accept: 'application/n-triples' } });
    expect(stored.text).to.contain('"Lemons"').and.not.to.contain('Oranges');
    expect((await pair.airline.holder.delete(text(member(item, 'uri')))).status).to.equal(204);
    await eventually(async () => {
      const { json } = await pair.forwarder.holder.get(request);
      return JSON.stringify(member(json, 'api:hasRequestStatus')).includes('REVOKED');
    });
  });

  it('says that it has no access', async () => {
    const reply = await pair.forwarder.holder.post('/logistics-objects', {
      '@context': context,
      '@type': 'cargo:Piece',
    });
    const hidden = reply.headers.get('location') ?? '';
    const item = await followed({ object: hidden }, (one) => member(one, 'state') === 'refused');
    expect(member(item, 'reason')).to.equal('forbidden');
    const missing = `${pair.forwarder.url}/logistics-objects/missing`;
    const other = await followed({ object: missing }, (one) => member(one, 'state') === 'refused');
    expect(member(other, 'reason')).to.equal('not-found');
  });

  it('purges what nothing follows any more, and keeps its provenance', async () => {
    const piece = await create({ '@type': 'cargo:Piece' });
    const item = await followed({ object: piece }, (one) => count(one, 'revisions') === 1);
    const address = text(member(item, 'uri'));
    const copy = `/internal/mirror?object=${encodeURIComponent(piece)}`;
    expect((await pair.airline.holder.delete(copy)).status).to.equal(409);
    expect((await pair.airline.holder.delete(address)).status).to.equal(204);
    expect(member((await pair.airline.holder.get(address)).json, 'state')).to.equal('ended');
    await eventually(async () => (await pair.airline.holder.delete(copy)).status === 204);
    const graph = `/internal/mirror/${keyOf(piece)}/revisions/1`;
    expect((await pair.airline.holder.get(graph)).status).to.equal(404);
    const provenance = await pair.airline.holder.get(`${graph}/provenance`, { headers: { Accept: 'text/turtle' } });
    expect(provenance.text).to.contain('digest').and.to.contain('purged');
  });
});
