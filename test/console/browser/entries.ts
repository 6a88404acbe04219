/** Notifications for the pages of one: going out in a paused queue, skipped, come in. */
import { expect } from 'chai';
import type { DeliveriesAnswer } from '../../../src/console/responses.js';
import { context as jsonLd, list, member } from '../../support/node.js';
import { idIn } from '../../support/world.js';
import { DEAD, subscribeDead } from './dead-subscriber.js';
import { hostile, type World } from './world.js';

/** The paths of their pages below the console. */
export interface Entries {
  readonly queue: string;
  /** Waits for the end of a pause. */
  readonly waiting: string;
  readonly skipped: string;
  readonly received: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Notifications with hostile texts wherever a partner, or another operator, can write one. */
export async function seedEntries(world: World): Promise<Entries> {
  const { url, holder, airline, piece } = world;
  await subscribeDead(world);
  const pause = { subscriber: DEAD, paused: true, reason: hostile };
  const paused = await holder.put('/internal/delivery-queues/pause', pause, JSON_TYPE);
  expect(paused.status, paused.text).to.equal(204);
  for (const id of ['told-skipped', 'told-waiting']) {
    const created = await holder.post('/logistics-objects', {
      '@context': jsonLd,
      '@id': `${url}/logistics-objects/${id}`,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': hostile,
    });
    expect(created.status, created.text).to.equal(201);
  }
  const { text } = await holder.get(`/internal/deliveries?subscriber=${encodeURIComponent(DEAD)}`);
  const [first, second] = (JSON.parse(text) as DeliveriesAnswer).items;
  if (first === undefined || second === undefined) expect.fail(`two wait: ${text}`);
  const skip = { notification: first.id, reason: hostile };
  const skipped = await holder.post('/internal/deliveries/skip', skip, JSON_TYPE);
  expect(skipped.status, skipped.text).to.equal(204);
  const sent = await airline.post('/notifications', {
    '@context': jsonLd,
    '@id': 'urn:example:received',
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    'api:hasLogisticsObject': { '@id': piece },
    'api:hasChangedProperty': ['goodsDescription', 'grossWeight'].map((name) => ({
      '@type': 'http://www.w3.org/2001/XMLSchema#anyURI',
      '@value': jsonLd.cargo + name,
    })),
  });
  expect(sent.status, sent.text).to.equal(204);
  const { json } = await holder.get('/internal/notifications');
  const [item] = list(member(json, 'api:hasItem'));
  const below = (entry: string): string => entry.slice(url.length);
  const queue = new URLSearchParams({ subscriber: DEAD, topic: `${jsonLd.cargo}Piece` });
  return {
    queue: `/deliveries/queue?${queue.toString()}`,
    waiting: below(second.entry),
    skipped: below(first.entry),
    received: below(idIn(member(item, 'rdfs:seeAlso'))),
  };
}
