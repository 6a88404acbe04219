import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { delegate, requestDelegation, subscribe, subscriptionBody } from '../support/exchange.js';
import { cargo, type Json, list, member, type Party, type Reply } from '../support/node.js';
import { idIn, idOf, TestContext, text } from '../support/world.js';

const items = (reply: Reply): Json[] => list(member(reply.json, 'items'));
const paths = (reply: Reply): string[] => items(reply).map((item) => new URL(text(member(item, 'uri'))).pathname);
const weight = `${cargo}grossWeight`;

describe('action requests for people', () => {
  let world: TestContext;
  let piece: string;
  let older: string;
  let rival: string;
  let accepted: string;
  let delegation: string;
  let subscription: string;

  const at = (request: string): string => `/internal/requests/${idOf(request)}`;
  const listed = async (query = '', party: Party = world.holder): Promise<Reply> =>
    party.get(`/internal/requests${query}`);

  before(async () => {
    world = await TestContext.start();
    const { clock } = world.node;
    piece = await world.piece({
      'cargo:grossWeight': {
        '@type': 'cargo:Value',
        'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20' },
      },
    });
    const uri = world.uri(piece);
    accepted = await world.change(piece, [add(uri, 'upid', 'UPID-1')]);
    clock.advance(1);
    const value = idIn(member(await world.read(piece), 'cargo:grossWeight'));
    older = await world.submit(
      world.partner,
      piece,
      [
        remove(value, 'numericalValue', '20', 'xsd:double'),
        add(value, 'numericalValue', '22', 'xsd:double'),
        add(uri, 'handlingInstructions', '_:note', 'HandlingInstructions'),
        add('_:note', 'description', 'fragile'),
      ],
      { 'api:hasDescription': 'weighed again' },
    );
    clock.advance(1);
    rival = await world.submit(world.otherPartner, piece, [add(uri, 'upid', 'UPID-2')]);
    clock.advance(1);
    delegation = world.path(
      await requestDelegation(world.partner, { objects: [uri], delegates: [world.otherPartner.agent] }),
    );
    clock.advance(1);
    subscription = world.path(
      (
        await world.partner.post(
          '/subscriptions',
          subscriptionBody({ subscriber: world.partner.agent, topic: `${cargo}Piece` }),
        )
      ).headers.get('location'),
    );
  });
  after(() => world.stop());

  it('are listed with counts, the pending ones first and the oldest of them first', async () => {
    const reply = await listed();
    expect(reply.status).to.equal(200);
    expect(reply.json).to.deep.include({ total: 5, counts: { REQUEST_PENDING: 4, REQUEST_ACCEPTED: 1 } });
    expect(paths(reply)).to.deep.equal([older, rival, delegation, subscription, accepted]);
    expect(paths(await listed('?limit=2&skip=3'))).to.deep.equal([subscription, accepted]);
    expect(paths(await listed('?sort=requested&limit=1'))).to.deep.equal([accepted]);
    expect(paths(await listed('?sort=-requested&limit=2'))).to.deep.equal([subscription, delegation]);
  });

  it('are filtered by status, kind, object and requestor', async () => {
    const { agent } = world.partner;

    expect(paths(await listed('?status=REQUEST_ACCEPTED'))).to.deep.equal([accepted]);
    expect(paths(await listed('?type=ChangeRequest'))).to.deep.equal([older, rival, accepted]);
    expect(paths(await listed('?type=SubscriptionRequest,AccessDelegationRequest'))).to.deep.equal([
      delegation,
      subscription,
    ]);
    expect(
      paths(await listed(`?by=${encodeURIComponent(agent)}&status=REQUEST_PENDING&type=ChangeRequest`)),
    ).to.deep.equal([older]);
    const object = encodeURIComponent(world.uri(piece));
    const about = await listed(`?object=${object}`);
    expect(paths(about)).to.deep.equal([older, rival, delegation, accepted]);
    expect(about.json).to.deep.include({ total: 4, counts: { REQUEST_PENDING: 3, REQUEST_ACCEPTED: 1 } });
    expect(paths(await listed(`?object=${object}&status=REQUEST_ACCEPTED`))).to.deep.equal([accepted]);
    expect(paths(await listed(`?object=${object}&by=${encodeURIComponent(agent)}&limit=1&skip=1`))).to.deep.equal([
      delegation,
    ]);
    expect((await listed('?type=ChangeRequest')).json).to.deep.include({
      counts: { REQUEST_PENDING: 2, REQUEST_ACCEPTED: 1 },
    });
    for (const query of [
      '?status=x',
      '?type=Piece',
      '?object=a',
      '?by=a%20b',
      '?sort=x',
      '?limit=51',
      '?after=x',
      '?sort=requested&before=x',
      '?x=y',
    ])
      expect((await listed(query)).status, query).to.equal(400);
  });

  it('are read with operations, paths, history and rivals', async () => {
    const reply = await world.holder.get(at(older));
    expect(reply.json).to.include({
      kind: 'ChangeRequest',
      status: 'REQUEST_PENDING',
      requestedBy: world.partner.agent,
      object: world.uri(piece),
      objectLabel: 'UPID-1',
      objectType: `${cargo}Piece`,
      builtOn: 2,
      latest: 2,
      operationCount: 4,
      description: 'weighed again',
    });
    expect(member(reply.json, 'rivals')).to.deep.equal([world.uri(rival)]);
    const operations = list(member(reply.json, 'operations')).map((operation) => [
      member(operation, 'op'),
      list(member(operation, 'path')),
      member(operation, 'o'),
    ]);
    const double = 'http://www.w3.org/2001/XMLSchema#double';
    expect(operations).to.have.deep.members([
      ['DELETE', [weight, `${cargo}numericalValue`], { type: 'literal', value: '20', datatype: double }],
      ['ADD', [weight, `${cargo}numericalValue`], { type: 'literal', value: '22', datatype: double }],
      ['ADD', [`${cargo}handlingInstructions`], { type: 'uri', value: '_:note' }],
      ['ADD', [`${cargo}handlingInstructions`, `${cargo}description`], { type: 'literal', value: 'fragile' }],
    ]);
    const history = list(member((await world.holder.get(at(accepted))).json, 'history'));
    expect(history.map((entry) => [member(entry, 'status'), member(entry, 'by')])).to.deep.equal([
      ['REQUEST_PENDING', world.partner.agent],
      ['REQUEST_ACCEPTED', world.holder.agent],
    ]);
    expect(member((await world.holder.get(at(delegation))).json, 'delegation')).to.deep.equal({
      objects: [world.uri(piece)],
      delegates: [world.otherPartner.agent],
      permissions: ['GET_LOGISTICS_OBJECT'],
      expiresAt: null,
      derivedFrom: null,
    });
    expect(member((await world.holder.get(at(subscription))).json, 'subscription')).to.include({
      subscriber: world.partner.agent,
      topicType: 'LOGISTICS_OBJECT_TYPE',
      topic: `${cargo}Piece`,
      sendBody: false,
    });
  });

  it('are for internal agents, requestors and delegates; decisions for internal agents', async () => {
    expect(paths(await listed('', world.partner))).to.deep.equal([older, delegation, subscription, accepted]);
    expect((await listed('', world.partner)).json).to.deep.include({
      counts: { REQUEST_PENDING: 3, REQUEST_ACCEPTED: 1 },
    });
    expect(paths(await listed('', world.otherPartner))).to.deep.equal([rival]);
    expect((await listed(`?by=${encodeURIComponent(world.partner.agent)}`, world.otherPartner)).status).to.equal(403);
    expect((await listed('', world.anonymous)).status).to.equal(401);
    // It may not read the object that it wants to change.
    const own = await world.partner.get(at(older));
    expect(own.json).to.include({ objectLabel: null, objectType: null, latest: null, builtOn: 2 });
    expect(member(own.json, 'rivals')).to.deep.equal([]);
    expect((await world.otherPartner.get(at(older))).status).to.equal(403);
    // Where it may read the object, competing requests of others stay unknown to it.
    const readable = await world.piece();
    await delegate(world.holder, world.partner, { objects: [world.uri(readable)], delegates: [world.partner.agent] });
    const mine = await world.submit(world.partner, readable, [add(world.uri(readable), 'upid', 'A')]);
    const second = await world.submit(world.partner, readable, [add(world.uri(readable), 'upid', 'B')]);
    const foreign = await world.submit(world.otherPartner, readable, [add(world.uri(readable), 'upid', 'C')]);
    const rivalsFor = async (party: Party): Promise<Json> => member((await party.get(at(mine))).json, 'rivals');
    expect(await rivalsFor(world.partner)).to.deep.equal([world.uri(second)]);
    expect(await rivalsFor(world.holder)).to.have.members([world.uri(second), world.uri(foreign)]);
    expect((await world.otherPartner.get(at(delegation))).status).to.equal(200);
    expect((await world.otherPartner.get(`/console/api/requests/${idOf(rival)}`)).status).to.equal(200);
    expect((await world.anonymous.get(at(older))).status).to.equal(401);
    for (const id of ['no-such', 'a%2Fb', '..', '%00']) {
      expect((await world.holder.get(`/internal/requests/${id}`)).status, id).to.equal(404);
    }
    const preview = `${at(older)}/preview?decision=REQUEST_ACCEPTED`;
    expect((await world.partner.get(preview)).status).to.equal(403);
    expect((await world.anonymous.get(preview)).status).to.equal(401);
    for (const query of [
      '',
      '?decision=',
      '?decision=x',
      '?decision=REQUEST_PENDING',
      '?decision=REQUEST_ACCEPTED&x=y',
    ])
      expect((await world.holder.get(`${at(older)}/preview${query}`)).status, query).to.equal(400);
    expect((await world.holder.get('/internal/requests/no-such/preview?decision=REQUEST_ACCEPTED')).status).to.equal(
      404,
    );
  });
});

describe('the preview of a decision', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const preview = async (request: string, decision = 'REQUEST_ACCEPTED'): Promise<Reply> => {
    const reply = await world.holder.get(`/internal/requests/${idOf(request)}/preview?decision=${decision}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply;
  };

  /** What a preview must not change. */
  const state = async (object: string): Promise<string> => {
    // That a request waits is being told meanwhile.
    const told = list(member((await world.holder.get('/internal/deliveries')).json, 'items'))
      .map((item) => text(member(item, 'eventType')))
      .filter((eventType) => eventType !== 'CHANGE_REQUEST_PENDING');
    return `${await world.state(object)}\n${told.join()}`;
  };

  it('of a Change shows the next revision, rivals and notified subscribers, and changes nothing', async () => {
    const piece = await world.openPiece();
    const uri = world.uri(piece);
    await subscribe(world.holder, world.otherPartner, { topic: uri });
    const request = await world.submit(world.partner, piece, [add(uri, 'upid', 'A')], {
      'api:notifyRequestStatusChange': true,
    });
    const rival = await world.submit(world.otherPartner, piece, [add(uri, 'upid', 'B')]);
    const before = await state(piece);
    const reply = await preview(request);
    expect(reply.json).to.deep.include({
      decision: 'REQUEST_ACCEPTED',
      possible: true,
      reason: null,
      result: 'REQUEST_ACCEPTED',
      nextRevision: 2,
      violations: [],
      missing: [],
      rejects: [world.uri(rival)],
      rivals: [
        {
          request: world.uri(rival),
          kind: 'ChangeRequest',
          requestedBy: world.otherPartner.agent,
          description: null,
        },
      ],
      revokes: [],
      grants: [],
      withdraws: [],
    });
    expect(list(member(reply.json, 'statements'))).to.deep.equal([
      {
        op: 'added',
        s: uri,
        p: `${cargo}upid`,
        o: { type: 'literal', value: 'A' },
        path: [`${cargo}upid`],
        revision: 2,
      },
    ]);
    expect(list(member(reply.json, 'tells'))).to.have.deep.members([
      { subscriber: world.otherPartner.agent, event: 'LOGISTICS_OBJECT_UPDATED', count: 1 },
      { subscriber: world.partner.agent, event: 'CHANGE_REQUEST_ACCEPTED', count: 1 },
    ]);
    const rejected = await preview(request, 'REQUEST_REJECTED');
    expect(rejected.json).to.deep.include({ result: 'REQUEST_REJECTED', rejects: [], statements: [] });
    expect(await state(piece)).to.equal(before);
    // The same as what accepting then does.
    await world.accept(request);
    expect(await world.status(rival)).to.equal('REQUEST_REJECTED');
    const late = await preview(request);
    expect(late.json).to.include({ possible: false, result: 'REQUEST_ACCEPTED' });
    expect(member(late.json, 'reason')).to.include('cannot be accepted');
  });

  it('of a Change that will fail names the violations', async () => {
    const piece = await world.piece();
    const uri = world.uri(piece);
    const request = await world.submit(world.partner, piece, [remove(uri, 'goodsDescription', 'Apples')]);
    const before = await state(piece);
    const reply = await preview(request);
    expect(reply.json).to.deep.include({
      possible: true,
      result: 'REQUEST_FAILED',
      statements: [],
      nextRevision: null,
    });
    expect(member(list(member(reply.json, 'violations'))[0] ?? null, 'message')).to.include('"Apples"');
    expect(await state(piece)).to.equal(before);
    expect((await preview(request, 'REQUEST_ACKNOWLEDGED')).json).to.include({ possible: false });
  });

  it('names linked objects that are not there', async () => {
    const piece = await world.piece();
    const target = `${world.node.url}/logistics-objects/not-there`;
    const request = await world.submit(world.partner, piece, [
      add(world.uri(piece), 'containedPieces', target, 'Piece'),
    ]);
    expect((await preview(request)).json).to.deep.include({ result: 'REQUEST_FAILED', missing: [target] });
  });

  it('of a delegation shows new access, and of its revocation the cascade', async () => {
    const piece = await world.piece();
    const uri = world.uri(piece);
    const asked = world.path(
      await requestDelegation(world.partner, { objects: [uri], delegates: [world.partner.agent] }),
    );
    const granted = (agent: string): Json => ({ agent, object: uri, permissions: ['GET_LOGISTICS_OBJECT'] });
    expect((await preview(asked)).json).to.deep.include({ grants: [granted(world.partner.agent)], withdraws: [] });
    expect((await world.partner.get(piece)).status).to.equal(403);
    await world.accept(asked);
    const further = world.path(
      await delegate(world.holder, world.partner, { objects: [uri], delegates: [world.otherPartner.agent] }),
    );
    const revoked = await preview(asked, 'REQUEST_REVOKED');
    expect(revoked.json).to.deep.include({ result: 'REQUEST_REVOKED', revokes: [world.uri(further)], grants: [] });
    expect(list(member(revoked.json, 'withdraws'))).to.have.deep.members([
      { agent: world.partner.agent, object: uri, permissions: ['GET_LOGISTICS_OBJECT'], request: world.uri(asked) },
      {
        agent: world.otherPartner.agent,
        object: uri,
        permissions: ['GET_LOGISTICS_OBJECT'],
        request: world.uri(further),
      },
    ]);
    expect((await world.otherPartner.get(piece)).status).to.equal(200);
  });

  it('of an expired subscription shows a failure', async () => {
    const reply = await world.partner.post(
      '/subscriptions',
      subscriptionBody({
        subscriber: world.partner.agent,
        topic: `${cargo}Piece`,
        more: {
          'api:expiresAt': {
            '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
            '@value': new Date(world.node.clock.now().getTime() + 60_000).toISOString(),
          },
        },
      }),
    );
    const request = world.path(reply.headers.get('location'));
    expect((await preview(request)).json).to.include({ result: 'REQUEST_ACCEPTED' });
    world.node.clock.advance(120);
    expect((await preview(request)).json).to.include({ result: 'REQUEST_FAILED' });
    expect(await world.status(request)).to.equal('REQUEST_PENDING');
  });

  it('runs beside decisions on the same object', async () => {
    const piece = await world.piece();
    const uri = world.uri(piece);
    const requests = await Promise.all(
      ['A', 'B', 'C'].map((name) => world.submit(world.partner, piece, [add(uri, 'upid', name)])),
    );
    const [first = ''] = requests;
    const replies = await Promise.all([
      ...requests.map((request) => preview(request)),
      world.accept(first),
      ...requests.map((request) => preview(request)),
    ]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 204, 200, 200, 200]);
    expect(await world.revision(piece)).to.equal(2);
  });
});
