import { expect } from 'chai';
import { type Json, list, member, type Party, type Reply } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';

/** A shipment with a waybill and two pieces: their paths. */
export interface ShipmentPaths {
  readonly shipment: string;
  readonly waybill: string;
  readonly pieces: readonly string[];
}

const ref = (uri: string): JsonObject => ({ '@id': uri });

/** A shipment with two pieces and its waybill. */
export async function makeShipment(world: TestContext, goods = 'Exhibition materials'): Promise<ShipmentPaths> {
  const pieces = [await world.piece(), await world.piece()];
  const shipment = await world.create({
    '@type': 'cargo:Shipment',
    'cargo:goodsDescription': goods,
    'cargo:pieces': pieces.map((piece) => ref(world.uri(piece))),
  });
  const waybill = await world.create({
    '@type': 'cargo:Waybill',
    'cargo:shipment': ref(world.uri(shipment)),
    'cargo:waybillPrefix': '020',
    'cargo:waybillNumber': '12345675',
  });
  return { shipment, waybill, pieces };
}

export const allOf = ({ shipment, waybill, pieces }: ShipmentPaths): string[] => [shipment, waybill, ...pieces];

/** A piece that is linked to a shipment when it is created. */
export const linkedPiece = (world: TestContext, shipment: string): Promise<string> =>
  world.piece({ 'cargo:ofShipment': ref(world.uri(shipment)) });

export const preview = (world: TestContext, act: JsonObject, party: Party = world.holder): Promise<Reply> =>
  party.post('/internal/acts/preview', act);

export const textOf = (json: Json, name: string): string => {
  const value = member(json, name);
  return typeof value === 'string' ? value : '';
};

/** Previews an act and does what was shown. */
export async function act(world: TestContext, asked: JsonObject, headers: Record<string, string> = {}): Promise<Json> {
  const shown = await preview(world, asked);
  expect(shown.status, shown.text).to.equal(200);
  const reply = await world.holder.post('/internal/acts', asked, {
    'If-Match': `"${textOf(shown.json, 'digest')}"`,
    ...headers,
  });
  expect(reply.status, reply.text).to.equal(200);
  return reply.json;
}

/** The effects of a preview by the path of the object. */
export const effects = (world: TestContext, json: Json): Record<string, string> =>
  Object.fromEntries(
    list(member(json, 'objects')).map((one) => [world.path(textOf(one, 'uri')), textOf(one, 'effect')]),
  );

/** Which of these objects a party may read. */
export async function readableBy(party: Party, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if ((await party.get(path)).status === 200) found.push(path);
  return found;
}
