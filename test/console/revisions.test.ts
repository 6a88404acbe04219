import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { cargo, type Json, list, member, type Reply } from '../support/node.js';
import { idIn, idOf, TestContext, text } from '../support/world.js';

const description = `${cargo}goodsDescription`;
const weight = `${cargo}grossWeight`;
const value = `${cargo}numericalValue`;

const items = (reply: Reply): Json[] => list(member(reply.json, 'items'));
const statements = (reply: Reply): Json[] => list(member(reply.json, 'statements'));

describe('revisions by number', () => {
  let world: TestContext;
  let piece: string;
  let at: string;
  let requests: string[];

  before(async () => {
    world = await TestContext.start();
    piece = await world.piece({
      'cargo:grossWeight': {
        '@type': 'cargo:Value',
        'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20' },
      },
    });
    at = `/internal/objects/${idOf(piece)}`;
    const node = idIn(member(await world.read(piece), 'cargo:grossWeight'));
    const uri = world.uri(piece);
    requests = [
      await world.change(piece, [
        remove(node, 'numericalValue', '20', 'xsd:double'),
        add(node, 'numericalValue', '22', 'xsd:double'),
      ]),
      await world.change(piece, [remove(uri, 'goodsDescription', 'Oranges'), add(uri, 'goodsDescription', 'Lemons')]),
      await world.change(piece, [add(uri, 'upid', 'UPID-7')]),
    ];
    await world.holder.put(`${piece}/acl`, {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': world.partner.agent },
      'acl:mode': { '@id': 'acl:Read' },
    });
  });
  after(() => world.stop());

  it('are listed newest first with requestor, decider and changes', async () => {
    const reply = await world.holder.get(`${at}/revisions`);
    expect(reply.status).to.equal(200);
    expect(reply.json).to.include({ object: world.uri(piece), latest: 4, total: 4 });
    expect(items(reply).map((item) => member(item, 'number'))).to.deep.equal([4, 3, 2, 1]);
    expect(items(reply)[1]).to.include({
      requestedBy: world.partner.agent,
      decidedBy: world.holder.agent,
      request: world.uri(requests[1] ?? ''),
      added: 1,
      removed: 1,
    });
    expect(member(items(reply)[2] ?? null, 'properties')).to.deep.equal([weight]);
    expect(items(reply)[3]).to.include({ requestedBy: world.holder.agent, decidedBy: null, request: null, removed: 0 });
    // Again, from what is kept.
    expect((await world.holder.get(`${at}/revisions`)).text).to.equal(reply.text);
  });

  it('are paged, and bounded', async () => {
    const page = await world.holder.get(`${at}/revisions?limit=2&skip=1`);
    expect(items(page).map((item) => member(item, 'number'))).to.deep.equal([3, 2]);
    expect(items(await world.holder.get(`${at}/revisions?skip=4`))).to.deep.equal([]);
    expect(items(await world.holder.get(`${at}/revisions?limit=0`))).to.deep.equal([]);
    for (const query of ['limit=51', 'limit=-1', 'limit=x', 'skip=1e3', 'skip=9999999999', 'page=1', 'limit=1&limit=2'])
      expect((await world.holder.get(`${at}/revisions?${query}`)).status, query).to.equal(400);
  });

  it('can be read in every form, and cached', async () => {
    const first = await world.holder.get(`${at}/revisions/1`);
    expect(first.status).to.equal(200);
    expect(member(first.json, 'cargo:goodsDescription')).to.equal('Oranges');
    expect(first.headers.get('revision')).to.equal('1');
    expect(first.headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
    const turtle = await world.partner.get(`${at}/revisions/4`, { headers: { Accept: 'text/turtle' } });
    expect(turtle.headers.get('content-type')).to.match(/^text\/turtle/);
    expect(turtle.text).to.include('UPID-7');
    const tag = { 'If-None-Match': turtle.headers.get('etag') ?? '', Accept: 'text/turtle' };
    expect((await world.partner.get(`${at}/revisions/4`, { headers: tag })).status).to.equal(304);
    expect((await world.holder.get(`${at}/revisions/4`, { headers: { Accept: 'image/png' } })).status).to.equal(406);
    for (const number of ['0', '5', '01', '-1', '1.5', 'x', '99999999999999999999', '%00'])
      expect((await world.holder.get(`${at}/revisions/${number}`)).status, number).to.equal(404);
  });

  it('are compared as sets of statements, with the way to each and the revision that changed it', async () => {
    const reply = await world.holder.get(`${at}/diff?from=1&to=4`);
    expect(reply.json).to.include({ from: 1, to: 4, truncated: false });
    const found = statements(reply).map((statement) => [
      member(statement, 'op'),
      member(member(statement, 'o'), 'value'),
      list(member(statement, 'path')),
      member(statement, 'revision'),
    ]);
    expect(found).to.have.deep.members([
      ['removed', 'Oranges', [description], 3],
      ['added', 'Lemons', [description], 3],
      ['removed', '20', [weight, value], 2],
      ['added', '22', [weight, value], 2],
      ['added', 'UPID-7', [`${cargo}upid`], 4],
    ]);
    expect(list(member(reply.json, 'revisions')).map((item) => member(item, 'number'))).to.deep.equal([4, 3, 2, 1]);
  });

  it('are compared backwards, with themselves and by default with the one before', async () => {
    const back = await world.holder.get(`${at}/diff?from=4&to=3`);
    expect(statements(back)).to.have.length(1);
    expect(statements(back)[0]).to.include({ op: 'removed', revision: 4 });
    expect(statements(await world.holder.get(`${at}/diff?from=2&to=2`))).to.deep.equal([]);
    const latest = await world.holder.get(`${at}/diff`);
    expect(latest.json).to.include({ from: 3, to: 4 });
    expect(text(member(member(statements(latest)[0] ?? null, 'o'), 'value'))).to.equal('UPID-7');
    for (const query of ['from=0', 'to=5', 'from=x', 'from=1&from=2', 'a=b', 'to=-1'])
      expect((await world.holder.get(`${at}/diff?${query}`)).status, query).to.equal(400);
  });

  it('are for readers of the object', async () => {
    for (const path of ['revisions', 'revisions/1', 'diff']) {
      for (const prefix of ['/internal', '/console/api']) {
        const address = `${prefix}/objects/${idOf(piece)}/${path}`;
        expect((await world.partner.get(address)).status, address).to.equal(200);
        expect((await world.otherPartner.get(address)).status, address).to.equal(403);
        expect((await world.anonymous.get(address)).status, address).to.equal(401);
        expect((await world.holder.get(address.replace(idOf(piece), 'no-such'))).status, address).to.equal(404);
        expect((await world.holder.get(address.replace(idOf(piece), 'a%2Fb'))).status, address).to.equal(404);
      }
    }
  });

  it('are found among hundreds, a statement by the revision that brought it', async () => {
    const long = await world.piece({ 'cargo:goodsDescription': 'v1' });
    for (let number = 2; number <= 70; number += 1) {
      const uri = world.uri(long);
      const operations = [
        remove(uri, 'goodsDescription', `v${number - 1}`),
        add(uri, 'goodsDescription', `v${number}`),
        ...(number === 41 ? [add(uri, 'upid', 'LATE')] : []),
      ];
      await world.change(long, operations);
    }
    const reply = await world.holder.get(`/internal/objects/${idOf(long)}/diff?from=1&to=70`);
    expect(member(reply.json, 'truncated')).to.equal(true);
    expect(list(member(reply.json, 'revisions'))).to.have.length(50);
    const found = statements(reply).map((statement) => [
      member(member(statement, 'o'), 'value'),
      member(statement, 'revision'),
    ]);
    expect(found).to.have.deep.members([
      ['v1', 2],
      ['v70', 70],
      ['LATE', 41],
    ]);
  });
});
