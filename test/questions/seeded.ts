/** A store with shipments, events and requests, for the questions' expected rows. */
import { expect } from 'chai';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { add } from '../support/changes.js';
import type { Json, Party, TestNodeOptions } from '../support/node.js';
import { TestContext } from '../support/world.js';

const CODES = standardNamespaces.codeLists;
const XSD = 'http://www.w3.org/2001/XMLSchema#';

export const weight = (value: number, code = 'KGM'): Record<string, Json> => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@type': `${XSD}double`, '@value': String(value) },
  'cargo:unit': { '@id': `${CODES}MeasurementUnitCode#${code}` },
});

/** Lets a party read objects and their events. */
export async function share(world: TestContext, party: Party, ...objects: readonly string[]): Promise<void> {
  for (const object of objects) {
    const reply = await world.holder.put(`${object}/acl`, {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#', api: 'https://onerecord.iata.org/ns/api#' },
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': party.agent },
      'acl:mode': [{ '@id': 'api:GET_LOGISTICS_OBJECT' }, { '@id': 'api:GET_LOGISTICS_EVENT' }],
    });
    expect(reply.status, reply.text).to.equal(204);
  }
}

export interface Seeded {
  readonly world: TestContext;
  readonly at: (id: string) => string;
}

/** Two shipments (one late, one on time), a waybill without pieces, a change of weight, open and decided requests. */
export async function seeded(options: TestNodeOptions = {}): Promise<Seeded> {
  const world = await TestContext.start(options);
  const at = (id: string): string => `/logistics-objects/${id}`;
  const link = (id: string) => ({ '@id': world.uri(at(id)) });
  const create = (id: string, type: string, members: object): Promise<string> =>
    world.create({ '@id': world.uri(at(id)), '@type': `cargo:${type}`, ...members });
  const event = async (id: string, code: string, time: string, type?: string): Promise<void> => {
    const reply = await world.holder.post(`${at(id)}/logistics-events`, {
      '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventCode': { '@id': `${CODES}StatusCode#${code}` },
      'cargo:eventDate': { '@type': `${XSD}dateTime`, '@value': time },
      ...(type !== undefined && { 'cargo:eventTimeType': { '@id': `cargo:${type}` } }),
    });
    expect(reply.status, reply.text).to.equal(201);
  };
  await create('air', 'Carrier', { 'cargo:name': 'Example Air', 'cargo:prefix': '020' });
  await create('piece-1', 'Piece', { 'cargo:upid': 'UPID-1', 'cargo:grossWeight': weight(10) });
  await create('piece-2', 'Piece', { 'cargo:upid': 'UPID-2', 'cargo:grossWeight': weight(10, 'LBR') });
  await create('late', 'Shipment', {
    'cargo:goodsDescription': 'Münchner Bücher 上海',
    'cargo:totalGrossWeight': weight(20),
    'cargo:pieces': [link('piece-1'), link('piece-2')],
  });
  await create('awb', 'Waybill', {
    'cargo:waybillPrefix': '020',
    'cargo:waybillNumber': '12345675',
    'cargo:shipment': link('late'),
  });
  await create('piece-3', 'Piece', { 'cargo:upid': 'UPID-3', 'cargo:grossWeight': weight(5) });
  await create('punctual', 'Shipment', {
    'cargo:goodsDescription': '=1+1',
    'cargo:totalGrossWeight': weight(5),
    'cargo:pieces': [link('piece-3')],
  });
  await create('bare', 'Waybill', { 'cargo:waybillPrefix': '020', 'cargo:waybillNumber': '76543210' });
  await event('late', 'ARR', '2026-02-20T10:00:00Z', 'PLANNED');
  await event('late', 'ARR', '2026-02-20T12:00:00Z', 'PLANNED');
  await event('piece-1', 'ARR', '2026-02-20T13:30:00Z', 'ACTUAL');
  await event('punctual', 'DLV', '2026-02-21T10:00:00Z', 'PLANNED');
  await event('piece-3', 'ARR', '2026-02-20T09:00:00Z');
  await event('piece-3', 'DLV', '2026-02-21T09:00:00Z', 'ACTUAL');
  await event('piece-2', 'RCS', '2026-03-01T09:59:00Z', 'ACTUAL');
  await share(world, world.partner, at('piece-1'), at('late'), at('piece-3'), at('punctual'));
  world.node.clock.advance(60);
  const accepted = await world.submit(world.partner, at('piece-1'), [
    add(world.uri(at('piece-1')), 'coload', 'true', 'xsd:boolean'),
  ]);
  world.node.clock.advance(600);
  await world.decide(accepted, 'REQUEST_ACCEPTED');
  await world.submit(world.partner, at('piece-1'), [add(world.uri(at('piece-1')), 'goodsDescription', 'Books')], {
    revision: 2,
  });
  return { world, at };
}
