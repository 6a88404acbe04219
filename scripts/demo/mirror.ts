/** The act of the handler, who follows two forwarders and asks one question over both, while one of them is down. */
import { strict as assert } from 'node:assert';
import { type Caller, freePort, type Node } from './parties.js';
import { accessDelegation, cargo, change, shipment, xsd } from './payloads.js';
import { at, chapter, eventually, expectStatus, header, list, step } from './transcript.js';

const QUESTION = `SELECT ?description (xsd:decimal(?weight) AS ?kilograms) WHERE {
  ?shipment a cargo:Shipment ; cargo:pieces ?piece .
  ?piece cargo:goodsDescription ?description ; cargo:grossWeight/cargo:numericalValue ?weight
} ORDER BY ?description ?kilograms`;

/** The revisions of an object that are held, as one number each. */
const heldOf = (object: string): string => `SELECT ?number WHERE {
  GRAPH ?provenance { ?revision prov:specializationOf <${object}> ; api:hasRevision ?number }
} ORDER BY ?number`;

interface Forwarder {
  readonly node: Node;
  readonly holder: Caller;
}

interface Published {
  readonly shipment: string;
  readonly brochures: string;
}

/** A shipment of two pieces that the handler may read. */
async function publish({ node, holder }: Forwarder, handler: Caller): Promise<Published> {
  const created = await holder.call('POST', `${node.url}/logistics-objects`, shipment);
  const uri = header(expectStatus(created, 201, 'the shipment'), 'location');
  const read = expectStatus(await holder.call('GET', `${uri}?embedded=true`), 200, 'the shipment');
  const pieces = list(at(read.body, 'cargo:pieces'));
  const brochures = pieces.find((item) => at(item, 'cargo:goodsDescription') === 'Printed brochures');
  const objects = [uri, ...pieces.map((item) => String(at(item, '@id')))];
  const permissions = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'];
  const asked = await handler.call(
    'POST',
    `${node.url}/access-delegations`,
    accessDelegation(objects, [handler.agent], permissions),
  );
  const request = header(expectStatus(asked, 201, 'the access delegation'), 'location');
  expectStatus(await holder.call('PATCH', `${request}?status=REQUEST_ACCEPTED`), 204, 'the decision');
  return { shipment: uri, brochures: String(at(brochures, '@id')) };
}

/** Follows a shipment and what it links to, until all of it is held. @returns the address of the follow. */
async function follow(handlerNode: Node, handler: Caller, object: string): Promise<string> {
  const asked = await handler.call('POST', `${handlerNode.url}/internal/follows`, { object });
  const address = header(expectStatus(asked, 201, 'the follow'), 'location');
  await eventually(`three copies of ${object}`, async () => {
    const { body } = await handler.call('GET', address);
    return at(body, 'state') === 'following' && at(body, 'counts', 'revisions') === 3 ? true : undefined;
  });
  return address;
}

const stateIs = (handler: Caller, address: string, state: string): Promise<unknown> =>
  eventually(`the state ${state}`, async () => {
    const { body } = await handler.call('GET', address);
    return at(body, 'state') === state ? true : undefined;
  });

/** Weighs the brochures again. @param inside the address at which the forwarder's own people reach its node. */
async function weigh(
  { node, holder }: Forwarder,
  brochures: string,
  inside: string,
  weights: readonly [string, string],
) {
  const [before, after] = weights;
  const address = brochures.replace(node.url, inside);
  const { body, headers } = expectStatus(await holder.call('GET', address), 200, 'the piece');
  const weight = String(at(body, 'cargo:grossWeight', '@id'));
  const of = { s: weight, p: cargo('numericalValue'), datatype: xsd('double') };
  const proposed = await holder.call(
    'PATCH',
    address,
    change(brochures, Number(headers.get('revision')), 'Weighed again', [
      { ...of, op: 'DELETE', value: before },
      { ...of, op: 'ADD', value: after },
    ]),
  );
  const request = header(expectStatus(proposed, 201, 'the change'), 'location').replace(node.url, inside);
  expectStatus(await holder.call('PATCH', `${request}?status=REQUEST_ACCEPTED`), 204, 'the decision');
  const made = header(expectStatus(await holder.call('GET', address), 200, 'the piece'), 'last-modified');
  // `at` counts whole seconds, so the next revision must be of a later one.
  await eventually('the next second', () => Promise.resolve(Date.now() >= Date.parse(made) + 1000 || undefined));
}

export async function mirror(handlerNode: Node, first: Forwarder, secondNode: Node): Promise<void> {
  chapter('A handler follows two forwarders, and asks one question over both');
  await Promise.all([handlerNode.start(), secondNode.start()]);
  const handler = await handlerNode.caller('holder');
  const second = { node: secondNode, holder: await secondNode.caller('holder') };
  const published = [await publish(first, handler), await publish(second, handler)] as const;
  const [, { shipment: uri, brochures }] = published;
  await follow(handlerNode, handler, published[0].shipment);
  const address = await follow(handlerNode, handler, uri);
  step('it holds both shipments with their pieces, each revision as received', address);
  const ask = (parameters = {}): Promise<string[]> =>
    handler.select(handlerNode, QUESTION, { mirrored: 'true', ...parameters });
  const both = ['Display stand,25.5', 'Display stand,25.5', 'Printed brochures,20', 'Printed brochures,20'];
  assert.deepEqual(await ask(), both);
  assert.deepEqual(await handler.select(handlerNode, QUESTION, {}), []);
  step('one query over both: what do all pieces weigh? (mirrored=true)', ...both);

  chapter('The line of the second forwarder breaks, and work there goes on');
  await secondNode.stop();
  const port = await freePort();
  const inside = `http://localhost:${port}`;
  await secondNode.start(port);
  expectStatus(await handler.call('POST', `${address}/sweep`), 202, 'the check');
  await stateIs(handler, address, 'unreachable');
  await weigh(second, brochures, inside, ['20.0', '21.4']);
  await weigh(second, brochures, inside, ['21.4', '22.5']);
  assert.deepEqual(await ask(), both);
  const then = new Date();
  step('the handler’s question is answered as before, from what it holds; the partner is unreachable');

  await secondNode.stop();
  await secondNode.start();
  await eventually('every missed revision', async () => {
    const held = await handler.select(handlerNode, heldOf(brochures), { mirrored: 'true' });
    return held.join() === '1,2,3' ? true : undefined;
  });
  await stateIs(handler, address, 'following');
  const now = [...both.slice(0, 3), 'Printed brochures,22.5'];
  assert.deepEqual(await ask(), now);
  step('the line is back: both missed revisions are there, and the question has the new weight', ...now);
  const moment = then.toISOString().replace(/[-:]|\.\d+/g, '');
  assert.deepEqual(await ask({ at: moment }), both);
  step(`what the handler knew at ${moment} stays as it was`);
}
