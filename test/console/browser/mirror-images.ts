/**
 * The pictures of docs/console.md of partners' objects: `npx tsx test/console/browser/mirror-images.ts`, after a build. It
 * starts a forwarder's node and one of a handler that follows it, on the ports 8081 and 8082.
 */
import { event, piece } from '../../../src/console/sample-payloads.js';
import { aclBody, fastRetries, trusting } from '../../support/exchange.js';
import { api, context as jsonLd, list, member, Party, token } from '../../support/node.js';
import type { JsonObject } from '../../support/world.js';
import { launch, until } from './browser.js';
import { startNode } from './node.js';
import { openCamera, TALL } from './pictures.js';

const [FORWARDER, HANDLER] = ['http://localhost:8081', 'http://localhost:8082'];
const at = (id: string): string => `${FORWARDER}/logistics-objects/${id}`;
const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };
const reading = [`${api}GET_LOGISTICS_OBJECT`, `${api}GET_LOGISTICS_EVENT`];
const envOf = (url: string, other: string): Record<string, string> => ({
  ...fastRetries,
  ...trusting(other),
  PORT: new URL(url).port,
  BASE_URL: url,
});

const airport = (code: string): JsonObject => ({
  ...{ '@id': at(code), '@type': 'cargo:Location' },
  'cargo:locationCodes': { '@type': 'cargo:CodeListElement', 'cargo:code': code },
});
const pieces = [
  piece(at('piece-1'), 'Printed brochures', 23.5, 'UPID-0001'),
  piece(at('piece-2'), 'Display stand', 25.5, 'UPID-0002'),
  piece(at('piece-3'), 'Lamps', 7.2, 'UPID-0003'),
];
const objects: readonly object[] = [
  ...pieces,
  airport('FRA'),
  airport('DOH'),
  {
    ...{ '@id': at('waybill-1'), '@type': 'cargo:Waybill' },
    ...{ 'cargo:waybillPrefix': '123', 'cargo:waybillNumber': '12345675' },
    ...{ 'cargo:departureLocation': { '@id': at('FRA') }, 'cargo:arrivalLocation': { '@id': at('DOH') } },
  },
  {
    ...{ '@id': at('shipment-1'), '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'Exhibition materials' },
    'cargo:pieces': ['piece-1', 'piece-2', 'piece-3'].map((id) => ({ '@id': at(id), '@type': 'cargo:Piece' })),
    'cargo:waybill': { '@id': at('waybill-1'), '@type': 'cargo:Waybill' },
  },
];
const events: readonly (readonly [id: string, code: string, name: string, time: string])[] = [
  ['shipment-1', 'RCS', 'Ready for carriage', '2026-03-01T08:15:00Z'],
  ['shipment-1', 'DEP', 'Departed', '2026-03-01T11:40:00Z'],
  ['piece-1', 'ARR', 'Arrived', '2026-03-01T17:05:00Z'],
  ['piece-2', 'ARR', 'Arrived', '2026-03-01T17:10:00Z'],
];

const forwarder = await startNode(envOf(FORWARDER, HANDLER));
const handler = await startNode(envOf(HANDLER, FORWARDER));
const browser = await launch();
try {
  const holder = new Party(FORWARDER, '', await token(FORWARDER, 'holder'));
  for (const object of objects) {
    const made = await holder.post('/logistics-objects', { '@context': jsonLd, ...object });
    const uri = made.headers.get('location') ?? '';
    const opened = await holder.put(`${uri}/acl`, aclBody(uri, everybody, reading));
    if (made.status !== 201 || opened.status !== 204) throw new Error(`${made.text} ${opened.text}`);
  }
  for (const [id, ...what] of events)
    await holder.post(`${at(id)}/logistics-events`, { '@context': jsonLd, ...event(...what) });
  const clerk = new Party(HANDLER, '', await token(HANDLER, 'holder'));
  await clerk.post('/internal/follows', {
    object: at('shipment-1'),
    note: 'The stand in hall 4',
    depth: 2,
    subscribe: false,
  });
  await until(async () => {
    const { json } = await clerk.get('/internal/mirror?state=fresh');
    return list(member(json, 'items')).length === objects.length;
  });
  const { show, close } = await openCamera(browser, HANDLER);
  await show('mirror', '/mirror');
  await show('copy', `/other?uri=${encodeURIComponent(at('shipment-1'))}`, TALL);
  await close();
} finally {
  await browser.close();
  await handler.stop();
  await forwarder.stop();
}
