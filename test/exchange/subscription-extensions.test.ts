/** Extensions of subscriptions (docs/extensions.md; D66). */
import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { aclBody, createPiece, partyFor, Receiver, settled, subscribe, unsubscribeAll } from '../support/exchange.js';
import { cargo, type Json, list, member, messages, type Party } from '../support/node.js';
import { idIn, type JsonObject, TestContext } from '../support/world.js';

const heavy = 'ASK { <> cargo:grossWeight/cargo:numericalValue ?kilograms FILTER(?kilograms > 100) }';
/** Takes longer than any limit. */
const names = Array.from({ length: 20 }, (_, index) => `${index}`);
const slow = `ASK { ${names.map((name) => `?s${name} ?p${name} ?o${name} .`).join(' ')} FILTER(STRLEN(CONCAT(STR(?s0), STR(?s19))) < 0) }`;

describe('Extensions of subscriptions (D66)', () => {
  let world: TestContext;
  let receiver: Receiver;
  let party: Party;

  const extension = (name: string, value: Json): JsonObject => ({ [`${world.node.url}/ns/extensions#${name}`]: value });
  const subscribeTo = (topic: string, more: JsonObject, events = ['LOGISTICS_OBJECT_UPDATED']): Promise<string> =>
    subscribe(world.holder, party, { topic, events, more });
  const piece = async (more: JsonObject = {}): Promise<string> => world.path(await createPiece(world.holder, more));
  const describedAs = (path: string, before: string, after: string): Promise<string> =>
    world.change(path, [
      remove(world.uri(path), 'goodsDescription', before),
      add(world.uri(path), 'goodsDescription', after),
    ]);
  const mayRead = async (path: string): Promise<void> => {
    const body = aclBody(world.uri(path), { 'acl:agent': { '@id': party.agent } });
    expect((await world.holder.send('PUT', `${path}/acl`, { body })).status).to.equal(204);
  };
  const rejected = async (more: JsonObject): Promise<string> => {
    const reply = await party.post('/subscriptions', {
      '@context': { api: 'https://onerecord.iata.org/ns/api#' },
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': party.agent },
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
      'api:hasTopic': `${cargo}Piece`,
      'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      ...more,
    });
    expect(reply.status, reply.text).to.equal(400);
    return messages(reply).join(' ');
  };

  before(async () => {
    world = await TestContext.start({ env: { DELIVERY_RETRY_MIN_MS: '10', DELIVERY_RETRY_MAX_MS: '20' } });
    receiver = await Receiver.start();
    party = await partyFor(world.node.url, receiver.agent);
    // A worker is there before the conditions, which have two seconds.
    expect((await world.holder.get('/sparql?query=ASK%20%7B%7D')).status).to.equal(200);
  });
  after(async () => {
    await receiver.close();
    await world.stop();
  });
  afterEach(async () => {
    await unsubscribeAll(world.holder);
    receiver.received.length = 0;
  });

  it('send updates of the properties of interest only', async () => {
    const path = await piece({ 'cargo:goodsDescription': 'Pears' });
    await subscribeTo(world.uri(path), extension('hasPropertyOfInterest', { '@id': `${cargo}goodsDescription` }));
    await world.change(path, [add(world.uri(path), 'upid', '1')]);
    await describedAs(path, 'Pears', 'Plums');
    await settled(world.holder);
    expect(receiver.received).to.have.length(1);
    expect(JSON.stringify(receiver.received[0]?.body)).to.include('goodsDescription').and.not.include('extensions');
  });

  it('send notifications whose revision satisfies the condition', async () => {
    const path = await piece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 20 } });
    await mayRead(path);
    await subscribeTo(world.uri(path), extension('hasCondition', heavy));
    const weight = idIn(member(await world.read(path), 'cargo:grossWeight'));
    await world.change(path, [add(world.uri(path), 'upid', '1')]);
    await world.change(path, [
      remove(weight, 'numericalValue', '20', 'xsd:double'),
      add(weight, 'numericalValue', '120', 'xsd:double'),
    ]);
    await settled(world.holder);
    expect(receiver.received).to.have.length(1);
    expect(JSON.stringify(receiver.received[0]?.body)).to.include('grossWeight');
  });

  it('send nothing by a condition on an object that the subscriber may not read', async () => {
    const path = await piece();
    await subscribeTo(world.uri(path), extension('hasCondition', 'ASK {}'));
    await world.change(path, [add(world.uri(path), 'upid', '1')]);
    await settled(world.holder);
    expect(receiver.received).to.have.length(0);
  });

  it('coalesce the updates of an object into one notification with the last body', async () => {
    const [path, other] = [await piece({ 'cargo:goodsDescription': 'Pears' }), await piece()];
    await mayRead(path);
    const collecting = await subscribeTo(`${cargo}Piece`, {
      ...extension('coalescesFor', 1),
      'api:sendLogisticsObjectBody': true,
    });
    // All are written before the first is sent, also on a machine where this takes longer than the second.
    const pause = async (paused: boolean): Promise<void> => {
      const body = { subscriber: party.agent, topic: collecting, paused };
      const reply = await world.holder.put('/internal/delivery-queues/pause', body, {
        'Content-Type': 'application/json',
      });
      expect(reply.status, reply.text).to.equal(204);
    };
    await pause(true);
    const request = await subscribe(world.holder, party, {
      topic: world.uri(path),
      events: ['LOGISTICS_OBJECT_UPDATED'],
    });
    await describedAs(path, 'Pears', 'Plums');
    await world.change(path, [add(world.uri(path), 'upid', '1')]);
    await world.change(other, [add(world.uri(other), 'upid', '2')]);
    await describedAs(path, 'Plums', 'Figs');
    // The subscription of the plain standard does not wait.
    await receiver.until((notifications) => notifications.length === 3);
    expect(receiver.received.map(({ triggeredBy }) => triggeredBy)).to.deep.equal([request, request, request]);
    await pause(false);
    await settled(world.holder);
    const [first, second, ...others] = receiver.received.slice(3);
    expect(others).to.deep.equal([]);
    expect([first?.object, second?.object]).to.deep.equal([world.uri(path), world.uri(other)]);
    const changed = list(member(first?.body ?? null, 'api:hasChangedProperty')).map((value) => member(value, '@value'));
    expect(changed.sort()).to.deep.equal([`${cargo}goodsDescription`, `${cargo}upid`]);
    expect(JSON.stringify(first?.body)).to.include('Figs').and.not.include('Plums');
  });

  it('are 400 with a reason where they are invalid', async () => {
    expect(await rejected(extension('hasCondition', 'ASK { ?s ?p '))).to.include('hasCondition cannot be used');
    expect(await rejected(extension('hasCondition', 'SELECT * { ?s ?p ?o }'))).to.include('must be an ASK query');
    expect(await rejected(extension('hasCondition', 'ASK { GRAPH ?g { ?s ?p ?o } }'))).to.include('GRAPH');
    expect(await rejected(extension('hasCondition', 'ASK FROM <urn:x> { ?s ?p ?o }'))).to.include('FROM');
    const service = 'ASK { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }';
    expect(await rejected(extension('hasCondition', service))).to.include('SERVICE');
    expect(await rejected(extension('hasCondition', 'DROP ALL'))).to.include('update');
    expect(await rejected(extension('hasCondition', `ASK { ${'?s ?p ?o . '.repeat(500)} }`))).to.include('characters');
    expect(await rejected(extension('hasCondition', ['ASK {}', 'ASK { }']))).to.include('at most 1');
    expect(await rejected(extension('coalescesFor', 3601))).to.include('at most 3600');
    expect(await rejected(extension('coalescesFor', 0))).to.include('positive integer');
    expect(await rejected(extension('hasPropertyOfInterest', 'weight'))).to.include('must be an IRI');
  });

  it('do not stop the exchange with a slow condition, which is then sent', async () => {
    const path = await piece({ 'cargo:upid': 'x' });
    await mayRead(path);
    await subscribeTo(world.uri(path), extension('hasCondition', slow));
    const plain = await subscribe(world.holder, party, {
      topic: world.uri(path),
      events: ['LOGISTICS_OBJECT_UPDATED'],
    });
    await world.change(path, [add(world.uri(path), 'coload', 'true', 'xsd:boolean')]);
    await settled(world.holder);
    expect(receiver.received.map(({ triggeredBy }) => triggeredBy)).to.include(plain);
    expect(receiver.received).to.have.length(2);
  });

  it('are described at the address of their terms', async () => {
    const reply = await world.partner.get('/ns/extensions', { headers: { Accept: 'text/turtle' } });
    expect(reply.status).to.equal(200);
    for (const name of ['hasPropertyOfInterest', 'hasCondition', 'coalescesFor']) expect(reply.text).to.include(name);
  });
});

it('A condition that cannot be checked in time is 503, and no subscription', async () => {
  const world = await TestContext.start({ env: { SPARQL_TIMEOUT_MS: '1' } });
  try {
    const numbers = Array.from({ length: 100 }, (_, number) => String(number)).join(' ');
    const crossed = ['a', 'b', 'c', 'd', 'e'].map((name) => `VALUES ?${name} { ${numbers} }`).join(' ');
    const reply = await world.partner.post('/subscriptions', {
      '@context': { api: 'https://onerecord.iata.org/ns/api#' },
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': world.partner.agent },
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
      'api:hasTopic': `${cargo}Piece`,
      'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      [`${world.node.url}/ns/extensions#hasCondition`]: `ASK { ${crossed} FILTER(?a + ?b + ?c + ?d + ?e < 0) }`,
    });
    expect(reply.status, reply.text).to.equal(503);
    // On a busy machine it does not even begin in time.
    expect(messages(reply).join()).to.match(/took longer than 0\.001 s|other queries are being answered/);
    const { json } = await world.holder.get('/action-requests?type=SubscriptionRequest');
    expect(list(member(json, 'api:hasItem'))).to.deep.equal([]);
  } finally {
    await world.stop();
  }
});
