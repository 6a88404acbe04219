/**
 * An example exchange on a node: objects, changes in every state, events, a delegation, a subscription, notifications.
 */
import type { MeasuredNode } from '../../bench/node.js';
import { anotherPiece, change, event, piece, shipment, subscription } from '../../bench/payloads.js';

const API = 'https://onerecord.iata.org/ns/api#';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const context = { api: API, cargo: CARGO };

export interface World {
  readonly object: string;
  /** A request that changes the object. */
  readonly pending: string;
  /** An event of the object. */
  readonly event: string;
}

/** @param pieces in addition to one object of each kind. */
export async function fill(node: MeasuredNode, pieces: number): Promise<World> {
  const holder = `${node.url}/logistics-objects/_data-holder`;
  const partner = await node.create({
    '@context': context,
    '@id': `${node.url}/logistics-objects/partner`,
    '@type': 'cargo:Organization',
    'cargo:name': 'Partner',
  });
  // For relocations only.
  await node.create({ ...piece, '@id': `${node.url}/logistics-objects/moved` });
  const object = await node.create(piece);
  await node.create(shipment);
  const loose = await Promise.all(
    Array.from({ length: pieces }, (_unused, number) => node.create(anotherPiece(number))),
  );
  for (const [number, one] of loose.slice(0, Math.ceil(pieces / 4)).entries()) {
    const text = `Printed brochures and display material, lot ${number}`;
    await node.accept(await node.make('PATCH', one, change(one, 1, text, `Lot ${number % 3}`)));
    await node.make('POST', `${one}/logistics-events`, event);
  }
  const first = piece['cargo:goodsDescription'];
  const recorded = await node.make('POST', `${object}/logistics-events`, event);
  await node.accept(await node.make('PATCH', object, change(object, 1, first, 'Oranges')));
  // Rejected at submission: not the latest revision. Then one that fails, one that is rejected and one that is pending.
  await node.make('PATCH', object, change(object, 1, first, 'Lemons'));
  const failing = await node.make('PATCH', object, change(object, 2, 'not there', 'Lemons'));
  await fetch(`${failing}?status=REQUEST_ACCEPTED`, { method: 'PATCH', headers: node.headers });
  const rejected = await node.make('PATCH', object, change(object, 2, 'Oranges', 'Limes'));
  await node.send('PATCH', `${rejected}?status=REQUEST_REJECTED`);
  const pending = await node.make('PATCH', object, change(object, 2, 'Oranges', 'Lemons'));
  await node.accept(await node.make('POST', '/subscriptions', subscription(holder, 'CREATED', 'UPDATED')));
  const delegation = {
    '@context': context,
    '@type': 'api:AccessDelegation',
    'api:hasDescription': 'Access for handling',
    'api:hasPermission': [{ '@id': 'api:GET_LOGISTICS_OBJECT' }, { '@id': 'api:GET_LOGISTICS_EVENT' }],
    'api:isRequestedFor': { '@id': partner },
    'api:hasLogisticsObject': { '@id': object },
  };
  await node.accept(await node.make('POST', '/access-delegations', delegation));
  // The holder subscribes to its own objects, so that this node receives its notifications.
  await node.create(anotherPiece(pieces));
  return { object, pending, event: recorded };
}
