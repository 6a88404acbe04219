/** The life of a shipment: revisions, requests and events of its objects. */
import { expect } from 'chai';
import type { LifeAnswer, LifeTimeline } from '../../src/console/responses/drawings.js';
import { localName } from '../../src/console/naming.js';
import { add } from '../support/changes.js';
import { aclBody, dateTime, eventBody } from '../support/exchange.js';
import { api, type Party } from '../support/node.js';
import { idOf, type JsonObject, TestContext } from '../support/world.js';

describe('the life of a shipment', () => {
  let world: TestContext;
  let shipment: string;
  let piece: string;
  let organization: string;
  let accepted: string;
  let pending: string;
  let event: string;

  const ref = (path: string): JsonObject => ({ '@id': world.uri(path) });
  async function life(party: Party, object: string, query = ''): Promise<LifeAnswer> {
    const { status, text } = await party.get(`/internal/objects/${idOf(object)}/life${query}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as LifeAnswer;
  }
  const timeline = ({ lanes }: LifeAnswer, path: string): LifeTimeline =>
    lanes.find(({ uri }) => uri === world.uri(path)) ?? expect.fail(`no timeline of ${path}`);
  async function share(object: string, party: Party, ...permissions: string[]): Promise<void> {
    const modes = permissions.map((permission) => api + permission);
    const body = aclBody(world.uri(object), { 'acl:agent': { '@id': party.agent } }, modes);
    expect((await world.holder.put(`${object}/acl`, body)).status).to.equal(204);
  }

  before(async () => {
    world = await TestContext.start();
    organization = await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'Example Air' });
    piece = await world.piece();
    shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Fruit',
      'cargo:pieces': [ref(piece)],
    });
    await world.create({ '@type': 'cargo:Waybill', 'cargo:shipment': ref(shipment) });
    world.node.clock.advance(60);
    accepted = await world.change(piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
    world.node.clock.advance(60);
    const reply = await world.holder.post(
      `${piece}/logistics-events`,
      eventBody({
        'cargo:eventCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/StatusCode#RCS' },
        'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
        'cargo:eventDate': dateTime('2025-01-01T10:00:00Z'),
      }),
    );
    expect(reply.status, reply.text).to.equal(201);
    event = world.path(reply.headers.get('location'));
    world.node.clock.advance(60);
    pending = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'X-1')]);
    await share(shipment, world.otherPartner, 'GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT');
  });
  after(() => world.stop());

  it('has a timeline for each object that is near, with its revisions, requests and events', async () => {
    const answer = await life(world.holder, shipment);
    expect(answer.lanes.map(({ type }) => type.slice(type.indexOf('#') + 1))).to.deep.equal([
      'Shipment',
      'Piece',
      'Waybill',
    ]);
    const { revisions, requests, events } = timeline(answer, piece);
    expect(revisions.map(({ number, by, request }) => [number, by, request])).to.deep.equal([
      [1, world.holder.agent, null],
      [2, world.partner.agent, world.uri(accepted)],
    ]);
    expect(requests).to.have.length(2);
    expect(requests[0]).to.deep.include({
      uri: world.uri(accepted),
      status: 'REQUEST_ACCEPTED',
      decidedBy: world.holder.agent,
      decidedAt: revisions[1]?.at,
      builtOn: 1,
    });
    const changed = requests.map(({ operations, operationCount }) => [
      ...operations.map(({ op, p, o }) => [op, localName(p), o.value]),
      operationCount,
    ]);
    expect(changed).to.deep.equal([
      [['ADD', 'coload', 'true'], 1],
      [['ADD', 'upid', 'X-1'], 1],
    ]);
    expect(requests[1]).to.deep.include({ uri: world.uri(pending), status: 'REQUEST_PENDING', decidedAt: null });
    expect(events).to.have.length(1);
    expect(events[0]).to.deep.include({
      uri: world.uri(event),
      code: 'https://onerecord.iata.org/ns/code-lists/StatusCode#RCS',
      happened: '2025-01-01T10:00:00.000Z',
      by: world.holder.agent,
      revision: 2,
    });
    expect(new Date(events[0]?.recorded ?? '').getTime()).to.be.greaterThan(new Date(revisions[1]?.at ?? '').getTime());
    expect(answer.parties.map(({ uri }) => uri)).to.have.members([world.holder.agent, world.partner.agent]);
    expect(answer.truncated).to.equal(false);
  });

  it('goes as far as it is asked to, and not through agents', async () => {
    expect((await life(world.holder, shipment, '?depth=0')).lanes).to.have.length(1);
    // From the piece by way of the shipment to the waybill.
    expect((await life(world.holder, piece, '?depth=2')).lanes).to.have.length(3);
    expect((await life(world.holder, piece, '?depth=1')).lanes).to.have.length(2);
    await world.create({
      '@type': 'cargo:Organization',
      'cargo:name': 'A branch',
      'cargo:subOrganization': [ref(organization)],
    });
    const alone = await life(world.holder, organization);
    expect(alone.lanes.map(({ uri }) => uri)).to.deep.equal([world.uri(organization)]);
  });

  it('shows a partner its readable objects and its own requests', async () => {
    const answer = await life(world.otherPartner, shipment);
    expect(answer.lanes.map(({ uri }) => uri)).to.deep.equal([world.uri(shipment)]);
    await share(piece, world.otherPartner, 'GET_LOGISTICS_OBJECT');
    const both = await life(world.otherPartner, shipment);
    const { revisions, requests, events } = timeline(both, piece);
    expect(revisions).to.have.length(2);
    // Neither the requests of others, nor events without the permission.
    expect(requests).to.deep.equal([]);
    expect(events).to.deep.equal([]);
    await share(piece, world.partner, 'GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT');
    const own = timeline(await life(world.partner, piece), piece);
    expect(own.requests).to.have.length(2);
    expect(own.events).to.have.length(1);
    expect((await world.partner.get(`/internal/objects/${idOf(shipment)}/life`)).status).to.equal(403);
    expect((await world.anonymous.get(`/internal/objects/${idOf(shipment)}/life`)).status).to.equal(401);
    expect((await world.partner.get(`/console/api/objects/${idOf(piece)}/life`)).status).to.equal(200);
  });

  it('is bounded', async () => {
    const path = `/internal/objects/${idOf(shipment)}/life`;
    for (const query of ['depth=4', 'depth=x', 'x=1'])
      expect((await world.holder.get(`${path}?${query}`)).status, query).to.equal(400);
    const pieces: string[] = [];
    for (let index = 0; index < 101; index++) pieces.push(await world.piece());
    const many = await world.create({ '@type': 'cargo:Shipment', 'cargo:pieces': pieces.map(ref) });
    const answer = await life(world.holder, many);
    expect(answer.lanes).to.have.length(100);
    expect(answer.truncated).to.equal(true);
  });
});
