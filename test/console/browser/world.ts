/** The world of the browser tests: a forwarder's shipment with revisions, rivals, delegations and hostile texts. */
import { expect } from 'chai';
import { add, changeBody, type OperationLike, remove } from '../../support/changes.js';
import { context, type Json, Party, token } from '../../support/node.js';

/** Markup, directional marks, hidden characters: nothing of it may run, or change how what follows is read. */
export const hostile = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>"\'`}]]>\u202Egnp.exe\u200B';
export const hostileId = 'piece-hostile';

export interface World {
  readonly url: string;
  readonly holder: Party;
  readonly airline: Party;
  readonly handler: Party;
  readonly shipment: string;
  readonly waybill: string;
  readonly piece: string;
  readonly hostile: string;
  /** Pending, on the latest revision of the piece: two rivals. */
  readonly rivals: readonly [string, string];
  /** Pending, which the shapes refuse. */
  readonly failing: string;
  readonly delegation: string;
  readonly subscription: string;
  readonly hostileRequest: string;
}

const KILOGRAM = 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM';

async function party(url: string, name: string): Promise<Party> {
  const agent = `${url}/logistics-objects/${name === 'holder' ? '_data-holder' : name}`;
  return new Party(url, agent, await token(url, name));
}

class Seeding {
  constructor(
    private readonly url: string,
    readonly holder: Party,
  ) {}

  async object(id: string, content: Record<string, Json>): Promise<string> {
    const uri = `${this.url}/logistics-objects/${id}`;
    const reply = await this.holder.post('/logistics-objects', { '@context': context, '@id': uri, ...content });
    expect(reply.status, reply.text).to.equal(201);
    return uri;
  }

  async ask(party: Party, object: string, operations: readonly OperationLike[], description?: string): Promise<string> {
    const head = await this.holder.send('HEAD', object);
    const revision = Number(head.headers.get('latest-revision'));
    const more = description === undefined ? {} : { 'api:hasDescription': description };
    const reply = await party.patch(object, changeBody(object, revision, operations, more));
    expect(reply.status, reply.text).to.equal(201);
    return reply.headers.get('location') ?? '';
  }

  async decide(request: string, status: string): Promise<void> {
    const reply = await this.holder.patch(`${request}?status=${status}`);
    expect(reply.status, reply.text).to.equal(204);
  }

  async grant(object: string, agents: readonly string[]): Promise<void> {
    const body = {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@type': 'acl:Authorization',
      'acl:agent': agents.map((agent) => ({ '@id': agent })),
      'acl:mode': { '@id': 'acl:Read' },
    };
    const reply = await this.holder.put(`${object}/acl`, body);
    expect(reply.status, reply.text).to.be.within(200, 204);
  }
}

const weight = (value: number): Json => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': value,
  'cargo:unit': { '@id': KILOGRAM },
});

/** A piece that the data holder creates. */
export async function createPiece({ url, holder }: World, id: string): Promise<string> {
  const uri = `${url}/logistics-objects/${id}`;
  const { status, text } = await holder.post('/logistics-objects', {
    '@context': context,
    '@id': uri,
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': id,
  });
  expect(status, text).to.equal(201);
  return uri;
}

/** Seeds an empty node. */
export async function seedWorld(url: string): Promise<World> {
  const [holder, airline, handler] = await Promise.all([
    party(url, 'holder'),
    party(url, 'airline'),
    party(url, 'handler'),
  ]);
  const seeding = new Seeding(url, holder);
  await seeding.object('airline', { '@type': 'cargo:Organization', 'cargo:name': 'Northern Airline' });
  await seeding.object('handler', { '@type': 'cargo:Organization', 'cargo:name': 'Harbour Handling' });
  const pieces: string[] = [];
  for (const [index, goods] of ['Printed brochures', 'Spare parts', 'Vaccines, 2 to 8 °C'].entries())
    pieces.push(
      await seeding.object(`piece-${index + 1}`, {
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': goods,
        'cargo:grossWeight': weight(20 + index),
        'cargo:upid': `UPID-00${index + 1}`,
      }),
    );
  const [piece = ''] = pieces;
  const shipment = await seeding.object('shipment-1', {
    '@type': 'cargo:Shipment',
    'cargo:goodsDescription': 'Consolidation to Singapore',
    'cargo:pieces': pieces.map((uri) => ({ '@id': uri })),
    'cargo:totalGrossWeight': weight(63),
  });
  const waybill = await seeding.object('waybill-1', {
    '@type': 'cargo:Waybill',
    'cargo:waybillPrefix': '020',
    'cargo:waybillNumber': '12345675',
    'cargo:shipment': { '@id': shipment },
  });
  const hostileObject = await seeding.object(hostileId, {
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': hostile,
    'cargo:upid': hostile,
  });
  await seeding.grant(piece, [airline.agent, handler.agent]);
  for (const object of [...pieces.slice(1), shipment, waybill, hostileObject])
    await seeding.grant(object, [airline.agent]);

  let goods = 'Printed brochures';
  for (let revision = 2; revision <= 12; revision++) {
    const next = `Printed brochures, lot ${revision}`;
    const operations = [remove(piece, 'goodsDescription', goods), add(piece, 'goodsDescription', next)];
    const request = await seeding.ask(airline, piece, operations, `Lot ${revision} replaces the one before`);
    await seeding.decide(request, 'REQUEST_ACCEPTED');
    goods = next;
  }
  const rejected = await seeding.ask(airline, waybill, [add(waybill, 'waybillNumber', '99999999')], 'Wrong number');
  await seeding.decide(rejected, 'REQUEST_REJECTED');
  const rival = (text: string, who: Party): Promise<string> =>
    seeding.ask(who, piece, [remove(piece, 'goodsDescription', goods), add(piece, 'goodsDescription', text)], text);
  const rivals = [await rival('Catalogues', airline), await rival('Posters', handler)] as const;
  const failing = await seeding.ask(
    airline,
    shipment,
    [add(shipment, 'goodsDescription', 'A second description')],
    'Please add',
  );
  const hostileRequest = await seeding.ask(
    airline,
    hostileObject,
    [remove(hostileObject, 'goodsDescription', hostile)],
    hostile,
  );
  const delegated = await airline.post('/access-delegations', {
    '@context': context,
    '@type': 'api:AccessDelegation',
    'api:hasDescription': 'The handler loads it',
    'api:hasPermission': { '@id': 'api:GET_LOGISTICS_OBJECT' },
    'api:isRequestedFor': { '@id': handler.agent },
    'api:hasLogisticsObject': { '@id': waybill },
  });
  expect(delegated.status, delegated.text).to.equal(201);
  const subscribed = await airline.post('/subscriptions', {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': airline.agent },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' },
    'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': waybill },
    'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
  });
  expect(subscribed.status, subscribed.text).to.equal(201);
  return {
    url,
    holder,
    airline,
    handler,
    shipment,
    waybill,
    piece,
    hostile: hostileObject,
    rivals,
    failing,
    hostileRequest,
    delegation: delegated.headers.get('location') ?? '',
    subscription: subscribed.headers.get('location') ?? '',
  };
}
