/**
 * `npm run demo`: a forwarder and an airline, each with a node of its own on this machine, take a shipment from its
 * creation to its history; a handler follows that forwarder and another one; then messages come from a forwarder that has no
 * node. Every step is checked; the exit code is 0 only if all of them succeeded.
 */
import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messages } from './demo/messages.js';
import { mirror } from './demo/mirror.js';
import { type Caller, freePort, Node } from './demo/parties.js';
import {
  accessDelegation,
  cargo,
  change,
  departure,
  shipment,
  subscription,
  verification,
  xsd,
} from './demo/payloads.js';
import { at, chapter, eventually, expectStatus, header, list, step } from './demo/transcript.js';

const names = ['Forwarder', 'Airline', 'Handler', 'Second forwarder'] as const;

/** A node for each, which trusts the others. */
async function nodes(folder: string): Promise<Record<(typeof names)[number], Node>> {
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const urls = ports.map((port) => `http://localhost:${port}`);
  const node = (name: (typeof names)[number]): Node => {
    const index = names.indexOf(name);
    const [port = 0, url = ''] = [ports[index], urls[index]];
    return new Node(name, url, {
      PORT: String(port),
      BASE_URL: url,
      STORE_URL: `file:${join(folder, name)}`,
      DATA_HOLDER_NAME: name,
      DEV_IDP: 'true',
      TRUSTED_ISSUERS: JSON.stringify(
        urls
          .filter((other) => other !== url)
          .map((other) => ({ issuer: `${other}/dev-idp`, jwksUri: `${other}/dev-idp/.well-known/jwks.json` })),
      ),
      DELIVERY_RETRY_MIN_MS: '100',
      DELIVERY_RETRY_MAX_MS: '1000',
    });
  };
  return {
    Forwarder: node('Forwarder'),
    Airline: node('Airline'),
    Handler: node('Handler'),
    'Second forwarder': node('Second forwarder'),
  };
}

/** Waits until the airline has received a notification of this kind about an object. */
function notified(airline: Node, reader: Caller, eventType: string, object: string): Promise<unknown> {
  return eventually(`${eventType} about ${object}`, async () => {
    const { body } = await reader.call('GET', `${airline.url}/internal/notifications`);
    return list(at(body, 'api:hasItem')).find(
      (item) =>
        at(item, 'api:hasEventType', '@id') === `api:${eventType}` &&
        at(item, 'api:hasLogisticsObject', '@id') === object,
    );
  });
}

const accept = async (holder: Caller, request: string): Promise<void> => {
  expectStatus(await holder.call('PATCH', `${request}?status=REQUEST_ACCEPTED`), 204, 'the decision');
};

async function exchange(forwarderNode: Node, airlineNode: Node): Promise<void> {
  chapter('Two nodes start, each with a development identity provider, and trust each other');
  await Promise.all([forwarderNode.start(), airlineNode.start()]);
  const forwarder = await forwarderNode.caller('holder');
  const airline = await airlineNode.caller('holder');
  const handler = await airlineNode.caller('ground-handler');
  const home = forwarderNode.url;
  const info = expectStatus(await airline.call('GET', `${home}/`), 200, 'server information');
  step('the airline asks the forwarder who it is', `data holder ${String(at(info.body, 'api:hasDataHolder', '@id'))}`);

  chapter('The airline subscribes to the forwarder’s shipments');
  const subscribed = await airline.call('POST', `${home}/subscriptions`, subscription(airline.agent, 'Shipment'));
  const subscriptionRequest = header(expectStatus(subscribed, 201, 'the subscription'), 'location');
  await accept(forwarder, subscriptionRequest);
  step('the forwarder accepts', subscriptionRequest);

  chapter('The forwarder publishes a shipment with two pieces');
  const created = await forwarder.call('POST', `${home}/logistics-objects`, shipment);
  const shipmentUri = header(expectStatus(created, 201, 'the shipment'), 'location');
  const read = expectStatus(await forwarder.call('GET', `${shipmentUri}?embedded=true`), 200, 'the shipment');
  const pieces = list(at(read.body, 'cargo:pieces'));
  assert.equal(pieces.length, 2);
  const brochures = pieces.find((item) => at(item, 'cargo:goodsDescription') === 'Printed brochures');
  const piece = String(at(brochures, '@id'));
  step(
    'the nested pieces are objects of their own',
    shipmentUri,
    `revision ${header(read, 'revision')}, ETag ${header(read, 'etag')}`,
  );
  const told = await notified(airlineNode, airline, 'LOGISTICS_OBJECT_CREATED', shipmentUri);
  assert.equal(at(told, 'api:hasLogisticsObject', 'cargo:goodsDescription'), undefined);
  step('the airline hears of it, without the content: it may not read the shipment yet');

  chapter('Access is denied, asked for and given');
  expectStatus(await airline.call('GET', shipmentUri), 403, 'reading without access');
  step('the airline may not read the shipment (403)');
  const all = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'POST_LOGISTICS_EVENT'];
  const asked = await airline.call(
    'POST',
    `${home}/access-delegations`,
    accessDelegation([shipmentUri, piece], [airline.agent], all),
  );
  const delegation = header(expectStatus(asked, 201, 'the access delegation'), 'location');
  await accept(forwarder, delegation);
  const embedded = expectStatus(await airline.call('GET', `${shipmentUri}?embedded=true`), 200, 'the shipment');
  const weights = list(at(embedded.body, 'cargo:pieces')).map((item) =>
    at(item, 'cargo:grossWeight', 'cargo:numericalValue', '@value'),
  );
  step(
    'once the forwarder agrees, it reads the shipment with its pieces embedded',
    `gross weight of the piece it may read: ${weights.filter(Boolean).join(', ')} kg`,
  );

  chapter('The airline lets its ground handler in, and the forwarder takes everything back');
  const onward = await airline.call(
    'POST',
    `${home}/access-delegations`,
    accessDelegation([piece], [handler.agent], ['GET_LOGISTICS_OBJECT']),
  );
  const onwardRequest = header(expectStatus(onward, 201, 'the onward delegation'), 'location');
  await accept(forwarder, onwardRequest);
  expectStatus(await handler.call('GET', piece), 200, 'the handler’s read');
  step('the ground handler reads the piece');
  expectStatus(await forwarder.call('DELETE', delegation), 204, 'the withdrawal');
  expectStatus(await airline.call('GET', piece), 403, 'the airline after the withdrawal');
  expectStatus(await handler.call('GET', piece), 403, 'the handler after the withdrawal');
  const fallen = await handler.call('GET', onwardRequest);
  assert.equal(at(fallen.body, 'api:hasRequestStatus', '@id'), 'api:REQUEST_REVOKED');
  step('what hung on the withdrawn delegation has fallen with it (both 403, REQUEST_REVOKED)');
  const again = await airline.call(
    'POST',
    `${home}/access-delegations`,
    accessDelegation([shipmentUri, piece], [airline.agent], all),
  );
  await accept(forwarder, header(expectStatus(again, 201, 'the access delegation'), 'location'));
  step('the airline asks again, and gets it');

  chapter('The airline reports a departure');
  const posted = await airline.call('POST', `${shipmentUri}/logistics-events`, departure('2026-03-01T10:38:00Z'));
  const event = header(expectStatus(posted, 201, 'the event'), 'location');
  const events = expectStatus(
    await forwarder.call('GET', `${shipmentUri}/logistics-events?eventType=DEP`),
    200,
    'the events',
  );
  assert.equal(list(at(events.body, 'api:hasItem')).length, 1);
  step('the forwarder finds it in the list of events', event);
  await notified(airlineNode, airline, 'LOGISTICS_EVENT_RECEIVED', shipmentUri);
  step('the airline is notified of the event, as it subscribed to');

  chapter('The airline weighs a piece again and asks for a change');
  const before = expectStatus(await airline.call('GET', piece), 200, 'the piece');
  const weight = String(at(before.body, 'cargo:grossWeight', '@id'));
  const kilograms = (op: 'ADD' | 'DELETE', value: string): Parameters<typeof change>[3][number] => ({
    op,
    s: weight,
    p: cargo('numericalValue'),
    datatype: xsd('double'),
    value,
  });
  // `at` counts whole seconds, so the next revision must be of a later one.
  const madeAt = Date.parse(header(before, 'last-modified'));
  await eventually('the next second', () => Promise.resolve(Date.now() >= madeAt + 1000 || undefined));
  const correction = change(piece, 1, 'Weighed again at acceptance', [
    kilograms('DELETE', '20.0'),
    kilograms('ADD', '21.4'),
  ]);
  const proposed = await airline.call('PATCH', piece, correction);
  const changeRequest = header(expectStatus(proposed, 201, 'the change'), 'location');
  const rival = await airline.call(
    'PATCH',
    piece,
    change(piece, 1, 'A rival', [{ op: 'ADD', s: piece, p: cargo('upid'), datatype: xsd('string'), value: 'X1' }]),
  );
  await accept(forwarder, changeRequest);
  const after = expectStatus(await airline.call('GET', piece), 200, 'the piece');
  assert.equal(at(after.body, 'cargo:grossWeight', 'cargo:numericalValue', '@value'), '21.4');
  assert.equal(header(after, 'revision'), '2');
  step('accepted: revision 2 says 21.4 kg', changeRequest);
  const rejected = await airline.call('GET', header(rival, 'location'));
  assert.equal(at(rejected.body, 'api:hasRequestStatus', '@id'), 'api:REQUEST_REJECTED');
  step('a rival change on revision 1 was rejected in the same transaction (409)');
  await notified(airlineNode, airline, 'CHANGE_REQUEST_ACCEPTED', piece);
  step('the airline hears that its change was accepted');

  await versions(forwarder, airline, piece, shipmentUri);

  chapter('The forwarder’s node is stopped and started again: the history is all there');
  await forwarderNode.stop();
  await forwarderNode.start();
  const made = new Date(madeAt).toISOString().replace(/[-:]|\.\d+/g, '');
  const original = expectStatus(await airline.call('GET', `${piece}?at=${made}`), 200, 'the earlier revision');
  assert.equal(header(original, 'revision'), '1');
  assert.equal(at(original.body, 'cargo:grossWeight', 'cargo:numericalValue', '@value'), '20.0');
  step(`at ${made} the piece was at revision 1 and weighed 20.0 kg`);
  const trail = expectStatus(await airline.call('GET', `${piece}/audit-trail`), 200, 'the audit trail');
  const statuses = list(at(trail.body, 'api:hasChangeRequest')).map((item) =>
    String(at(item, 'api:hasRequestStatus', '@id')),
  );
  assert.deepEqual(statuses, ['api:REQUEST_ACCEPTED', 'api:REQUEST_REJECTED']);
  step('the audit trail tells who asked for what', statuses.join(', '));
  expectStatus(await airline.call('DELETE', subscriptionRequest), 204, 'unsubscribing');
  step('the airline unsubscribes');
}

/** The forwarder's node uses each partner's API version. */
async function versions(forwarder: Caller, airline: Caller, piece: string, shipmentUri: string): Promise<void> {
  chapter('The airline speaks 2.3.0 now, its customs system still 2.0.0');
  const [modern, old] = ['2.3.0', '2.0.0'];
  const inModern = expectStatus(await airline.call('GET', piece, undefined, modern), 200, 'the piece in 2.3.0');
  assert.equal(at(inModern.body, 'api:hasLatestRevision', '@value'), '2');
  const inOld = expectStatus(await airline.call('GET', piece, undefined, old), 200, 'the piece in 2.0.0');
  assert.equal(at(inOld.body, 'api:hasLatestRevision'), undefined);
  step('the same piece states its revision in 2.3.0, and as ever in 2.0.0', header(inModern, 'content-type'));
  const found = verification(piece, 2, 'grossWeight', 'the scale of the customs office says 21.6 kg');
  const reported = expectStatus(await airline.call('POST', piece, found, modern), 201, 'the verification');
  const request = header(reported, 'location');
  const acknowledged = await forwarder.call('PATCH', `${request}?status=REQUEST_ACKNOWLEDGED`);
  expectStatus(acknowledged, 204, 'the acknowledgement');
  const history = expectStatus(await airline.call('GET', request, undefined, modern), 200, 'the verification request');
  assert.equal(at(history.body, 'api:hasRequestStatusHistory', 'api:hasRequestStatus', '@id'), 'api:REQUEST_PENDING');
  step('the airline reports what looks wrong, the forwarder acknowledges', request);
  expectStatus(await airline.call('POST', piece, found, old), 405, 'a verification in 2.0.0');
  const trail = expectStatus(await airline.call('GET', `${piece}/audit-trail`, undefined, old), 200, 'the audit trail');
  assert.equal(list(at(trail.body, 'api:hasChangeRequest')).length, 2);
  step('in 2.0.0 there are no verifications: 405, and the audit trail has the two changes only');
  const both = { ...departure('2026-03-01T11:02:00Z'), 'cargo:eventFor': [{ '@id': piece }, { '@id': shipmentUri }] };
  const many = expectStatus(
    await airline.call('POST', new URL('/logistics-events', piece).href, both, modern),
    207,
    'one event for two objects',
  );
  step(
    'one event for the shipment and its piece, an answer for each (207)',
    list(at(many.body, 'api:hasCreationResult'))
      .map((result) => String(at(result, 'api:hasHTTPStatus', '@value')))
      .join(', '),
  );
}

const folder = await mkdtemp(join(tmpdir(), 'cargograph-demo-'));
const { Forwarder: forwarder, Airline: airline, Handler: handler, 'Second forwarder': second } = await nodes(folder);
try {
  await exchange(forwarder, airline);
  await mirror(handler, { node: forwarder, holder: await forwarder.caller('holder') }, second);
  await messages(airline, await airline.caller('holder'));
  console.log('\nEvery step held.');
} catch (error) {
  console.error(`\n  ✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await Promise.all([forwarder, airline, handler, second].map((node) => node.stop()));
  await rm(folder, { recursive: true, force: true });
}
