/** The client against a node (T38 to T43), with the holder's token and with a partner's. */
import { expect } from 'chai';
import {
  type Client,
  type ClientOptions,
  clientCredentials,
  createClient,
  type EventValue,
  ForbiddenError,
  NotFoundError,
  NotSupportedError,
  UnprocessableError,
} from '../../src/client/index.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { model, type Piece, unit } from './model.js';
import { rejection } from './scripted.js';

describe('client: with a node', () => {
  let node: TestNode;
  let holder: Client;
  let partner: Client;

  const clientOf = (clientId: string, more: Partial<ClientOptions> = {}): Client =>
    createClient({
      server: node.url,
      token: clientCredentials({ tokenUrl: `${node.url}/dev-idp/token`, clientId, clientSecret: `${clientId}-secret` }),
      model,
      apiVersion: '2.3.0',
      retries: 0,
      ...more,
    });

  before(async () => {
    node = await startTestNode();
    holder = clientOf('holder');
    partner = clientOf('airline');
  });
  after(() => node.stop());

  const books = (): Piece => ({
    '@type': 'Piece',
    goodsDescription: 'Books',
    coload: false,
    slac: 3,
    shippingMarks: ['A1', 'A2'],
    grossWeight: { '@type': 'Value', numericalValue: 20.5, unit: unit('KGM') },
    containedItems: [{ '@id': 'https://partner.example/logistics-objects/item-1' }],
  });

  it('T38: information() names holder, versions and ontologies', async () => {
    const { holder: agent, versions, ontologies } = await holder.information();
    expect(agent).to.equal(`${node.url}/logistics-objects/_data-holder`);
    expect(versions).to.deep.equal(['2.0.0', '2.1.0', '2.2.0', '2.3.0']);
    expect(ontologies).to.include('https://onerecord.iata.org/ns/cargo#');
  });

  it('T40: what is created is read as it was written', async () => {
    const { uri, type, revision } = await holder.create<Piece>(books());
    expect(type).to.equal('https://onerecord.iata.org/ns/cargo#Piece');
    expect(revision).to.equal(1);
    const read = await holder.read<Piece>(uri);
    expect([read.uri, read.revision, read.latestRevision]).to.deep.equal([uri, 1, 1]);
    expect(read.etag).to.be.a('string');
    expect(read.modified?.getTime()).to.be.greaterThan(0);
    const { grossWeight, ...rest } = read.value;
    expect({ ...rest, '@id': undefined }).to.deep.include({
      '@type': 'Piece',
      goodsDescription: 'Books',
      coload: false,
      slac: 3,
      containedItems: [{ '@id': 'https://partner.example/logistics-objects/item-1' }],
    });
    expect(read.value.shippingMarks).to.have.members(['A1', 'A2']);
    expect(grossWeight).to.deep.include({ '@type': 'Value', numericalValue: 20.5, unit: unit('KGM') });
    expect(grossWeight?.['@id']).to.match(/^internal:/);
    expect(read.quads().length).to.be.greaterThan(10);
  });

  it('T40: a property that the model does not have stands under its IRI', async () => {
    const without = clientOf('holder', { model: undefined });
    const { uri } = await holder.create<Piece>(books());
    const { value } = await without.read(uri);
    expect(value['@type']).to.equal('https://onerecord.iata.org/ns/cargo#Piece');
    expect(value['https://onerecord.iata.org/ns/cargo#goodsDescription']).to.equal('Books');
  });

  it('T42: a change is proposed and accepted, and the new revision has it', async () => {
    const { uri } = await holder.create<Piece>(books());
    const read = await holder.read<Piece>(uri);
    const request = await holder.change(read, (draft) => {
      draft.goodsDescription = 'Old books';
      draft.slac = 4;
      draft.shippingMarks = ['A2', 'A3'];
      if (draft.grossWeight !== undefined) draft.grossWeight.numericalValue = 21;
      draft.handlingInstructions = [{ '@type': 'HandlingInstructions', description: 'Keep dry' }];
      delete draft.containedItems;
    });
    expect(read.value.goodsDescription, 'the recipe has a copy').to.equal('Books');
    if (request === undefined) throw new Error('no request');
    expect((await holder.request(request.uri)).status).to.equal('REQUEST_PENDING');
    await holder.accept(request.uri);
    expect(await holder.settled(request.uri)).to.deep.include({ status: 'REQUEST_ACCEPTED', kind: 'ChangeRequest' });
    const after = await holder.read<Piece>(uri);
    expect(after.revision).to.equal(2);
    expect(after.value.goodsDescription).to.equal('Old books');
    expect(after.value.slac).to.equal(4);
    expect(after.value.shippingMarks).to.have.members(['A2', 'A3']);
    expect(after.value.grossWeight).to.deep.include({ numericalValue: 21 });
    expect(after.value.grossWeight?.['@id'], 'the same object').to.equal(read.value.grossWeight?.['@id']);
    expect(after.value.handlingInstructions?.[0]?.description).to.equal('Keep dry');
    expect(after.value.containedItems).to.equal(undefined);
  });

  it('T42: an embedded object that is replaced or taken away is gone with what it stated', async () => {
    const { uri } = await holder.create<Piece>(books());
    const first = await holder.change(await holder.read<Piece>(uri), (draft) => {
      draft.grossWeight = { '@type': 'Value', numericalValue: 7, unit: unit('LBR') };
    });
    await holder.accept(first?.uri ?? '');
    const replaced = await holder.read<Piece>(uri);
    expect(replaced.value.grossWeight).to.deep.include({ numericalValue: 7, unit: unit('LBR') });
    const second = await holder.change(replaced, (draft) => {
      delete draft.grossWeight;
    });
    await holder.accept(second?.uri ?? '');
    const without = await holder.read<Piece>(uri);
    expect(without.value.grossWeight).to.equal(undefined);
    expect(without.quads().some(({ subject }) => subject.value.startsWith('internal:'))).to.equal(false);
  });

  it('T38: nothing is sent where nothing differs', async () => {
    const { uri } = await holder.create<Piece>(books());
    const read = await holder.read<Piece>(uri);
    const nothing = await holder.change(read, (draft) => {
      draft.shippingMarks?.reverse();
      draft.goodsDescription = 'Books';
    });
    expect(nothing).to.equal(undefined);
    const trail = [];
    for await (const request of holder.auditTrail(uri)) trail.push(request);
    expect(trail).to.deep.equal([]);
  });

  it('T38: the audit trail has the requests; rejected ones say why', async () => {
    const { uri } = await holder.create<Piece>(books());
    const read = await holder.read<Piece>(uri);
    const rejected = await holder.change(read, (draft) => void (draft.slac = 9), { description: 'a guess' });
    await holder.reject(rejected?.uri ?? '', 'it is 3');
    const { status, errors, objects } = await holder.request(rejected?.uri ?? '');
    expect([status, objects]).to.deep.equal(['REQUEST_REJECTED', [uri]]);
    expect(errors[0]).to.deep.include({ title: 'it is 3' });
    const trail = [];
    for await (const request of holder.auditTrail(uri, { status: 'REQUEST_REJECTED' })) trail.push(request.uri);
    expect(trail).to.deep.equal([rejected?.uri]);
  });

  for (const apiVersion of ['2.0.0', '2.1.0', '2.3.0'] as const) {
    it(`T38, T39: events are added and filtered in version ${apiVersion}`, async () => {
      const client = clientOf('holder', { apiVersion });
      const { uri } = await client.create<Piece>(books());
      const event = (code: string, eventDate: string): EventValue => ({
        '@type': 'LogisticsEvent',
        eventCode: { '@type': 'CodeListElement', code, codeListName: 'StatusCode' },
        eventDate,
        eventTimeType: { '@id': 'https://onerecord.iata.org/ns/cargo#ACTUAL' },
      });
      await client.addEvent(uri, event('DEP', '2026-02-01T10:00:00Z'));
      const arrived = await client.addEvent(uri, event('ARR', '2026-02-02T10:00:00Z'));
      const dates = [];
      for await (const { value } of client.events(uri)) dates.push(value.eventDate);
      expect(dates).to.have.members(['2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z']);
      const only = await client.events(uri, { codes: ['ARR'] }).toArray({ limit: 10 });
      expect(only.map((one) => one.uri)).to.deep.equal([arrived.uri]);
      const late = await client.events(uri, { occurredAfter: new Date('2026-02-01T12:00:00Z') }).toArray({ limit: 10 });
      expect(late.map((one) => one.uri)).to.deep.equal([arrived.uri]);
    });
  }

  it('T38: one event for many objects; older versions lack it (T39)', async () => {
    const { uri } = await holder.create<Piece>(books());
    const missing = `${node.url}/logistics-objects/missing`;
    const creations = await holder.addEvents([uri, missing], { eventDate: '2026-02-01T10:00:00Z' });
    expect(creations.map(({ object, status }) => [object, status])).to.have.deep.members([
      [uri, 201],
      [missing, 404],
    ]);
    const old = clientOf('holder', { apiVersion: '2.1.0' });
    const error = await rejection(old.addEvents([uri], { eventDate: '2026-02-01T10:00:00Z' }));
    expect(error).to.be.instanceOf(NotSupportedError);
    expect(error).to.deep.include({ method: 'addEvents', version: '2.1.0', name: 'NotSupportedError' });
  });

  it('T38: revisions are read by the TimeMap, the newest first', async () => {
    const { uri } = await holder.create<Piece>(books());
    for (const slac of [4, 5]) {
      const request = await holder.change(await holder.read<Piece>(uri), (draft) => void (draft.slac = slac));
      await holder.accept(request?.uri ?? '');
    }
    const found = [];
    for await (const revision of holder.revisions<Piece>(uri)) {
      const { revision: number, latestRevision, value } = await revision.read();
      expect([revision.number, latestRevision]).to.deep.equal([number, 3]);
      found.push([number, value.slac]);
    }
    expect(found).to.deep.equal([
      [3, 5],
      [2, 4],
      [1, 3],
    ]);
    expect((await holder.read<Piece>(uri, { revision: 2 })).value.slac).to.equal(4);
    expect(await rejection(holder.read(uri, { revision: 7 }))).to.be.instanceOf(RangeError);
  });

  it('T38: access is asked for, granted, used, and withdrawn (T72)', async () => {
    const { uri } = await holder.create<Piece>(books());
    expect(await rejection(partner.read(uri))).to.be.instanceOf(ForbiddenError);
    const agent = `${node.url}/logistics-objects/airline`;
    const asked = await partner.askAccess({
      objects: [uri],
      agents: [(await node.party('airline')).agent],
      permissions: ['GET_LOGISTICS_OBJECT'],
      description: 'for handling',
    });
    expect(agent).to.be.a('string');
    await holder.accept(asked.uri);
    expect((await partner.read<Piece>(uri)).value.goodsDescription).to.equal('Books');
    await holder.revoke(asked.uri);
    const error = await rejection(partner.read(uri));
    expect(error).to.be.instanceOf(ForbiddenError);
    expect(error).to.deep.include({ status: 403, name: 'ForbiddenError' });
  });

  it('T38: a verification is acknowledged; version 2.0.0 has none (T39)', async () => {
    const { uri } = await holder.create<Piece>(books());
    const errors = [{ title: 'wrong weight', details: [{ code: 'W1', property: 'grossWeight', message: '21 kg' }] }];
    const asked = await partner.verify(uri, errors, { revision: 1 });
    await holder.acknowledge(asked.uri);
    const { status, kind } = await holder.request(asked.uri);
    expect([status, kind]).to.deep.equal(['REQUEST_ACKNOWLEDGED', 'VerificationRequest']);
    const old = clientOf('airline', { apiVersion: '2.0.0' });
    expect(await rejection(old.verify(uri, errors, { revision: 1 }))).to.be.instanceOf(NotSupportedError);
  });

  it('T38: a subscriber is the agent of the token; its request is listed and revoked', async () => {
    const asked = await partner.subscribe({ topic: 'Piece', events: ['LOGISTICS_OBJECT_CREATED'], sendBody: true });
    const [found] = await partner.requests({ kind: 'SubscriptionRequest' }).toArray({ limit: 5 });
    expect(found?.uri).to.equal(asked.uri);
    expect(JSON.stringify(found?.value)).to.include('LOGISTICS_OBJECT_TYPE').and.include('cargo#Piece');
    await partner.revoke(asked.uri);
    expect((await partner.settled(asked.uri)).status).to.equal('REQUEST_REVOKED');
    expect(await holder.offers('Piece')).to.deep.equal([]);
  });

  it('T38: notifications are sent, and anything else is called', async () => {
    const { uri } = await holder.create<Piece>(books());
    await partner.notify(node.url, { eventType: 'LOGISTICS_OBJECT_UPDATED', object: uri, changedProperties: ['slac'] });
    const { status, body } = await holder.call('GET', `${uri}/timemap`, {
      headers: { Accept: 'application/link-format' },
    });
    expect(status).to.equal(200);
    expect(body).to.include('rel="first last memento"');
  });

  it('T45: errors have class, status, title, details and request id', async () => {
    const error = await rejection(holder.read(`${node.url}/logistics-objects/missing`));
    expect(error).to.be.instanceOf(NotFoundError);
    if (!(error instanceof NotFoundError)) return;
    expect([error.status, error.method, error.details.length, error.text]).to.deep.equal([404, 'GET', 1, undefined]);
    expect(error.requestId).to.be.a('string');
    expect(error.title).to.not.equal('');
    const { uri } = await holder.create<Piece>(books());
    const read = await holder.read<Piece>(uri);
    const wrong = holder.propose(
      uri,
      [
        {
          op: 'ADD',
          s: uri,
          p: 'https://onerecord.iata.org/ns/cargo#nonsense',
          o: [{ datatype: 'http://www.w3.org/2001/XMLSchema#string', value: 'x' }],
        },
      ],
      { revision: read.revision ?? 0 },
    );
    expect(await rejection(wrong)).to.be.instanceOf(UnprocessableError);
  });

  it('an object of another server is refused before a token goes there', async () => {
    const error = await rejection(holder.read('https://other.example/logistics-objects/1'));
    expect(error).to.be.instanceOf(TypeError);
    expect(String(error)).to.include('https://other.example');
  });
});
