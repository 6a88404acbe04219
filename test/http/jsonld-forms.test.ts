import { expect } from 'chai';
import rdf from 'rdf-ext';
import { type JsonLdData, readJsonLdDataset } from '../../src/rdf/jsonld/reader.js';
import { readNTriples, readTurtle } from '../support/turtle.js';
import { type BlankNode, factory, type Quad, type Term } from '../../src/rdf/terms.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import { add } from '../support/changes.js';
import { aclBody, delegationBody, eventBody, fastRetries, Receiver, subscribe, partyFor } from '../support/exchange.js';
import { api, cargo, type Json, list, member } from '../support/node.js';
import { TestContext } from '../support/world.js';

const ns = 'http://www.w3.org/ns/json-ld#';
const profiles = ['expanded', 'flattened', 'compacted', `expanded ${ns}flattened`] as const;
const accept = (profile: string): string => `application/ld+json;profile="${ns}${profile}"`;

const vocabulary = createVocabulary();

const statements = async (json: Json): Promise<JsonLdData['data']> =>
  (await readJsonLdDataset(json, { vocabulary, strict: true })).data;

/** Equal texts mean isomorphic graphs, literals by their lexical form. Some identifiers are new at each reading. */
const exact = (data: Iterable<Quad>): string => {
  const anonymous = <Kind extends Term>(term: Kind): Kind | BlankNode =>
    term.termType === 'NamedNode' && term.value.startsWith('internal:')
      ? factory.blankNode(term.value.slice('internal:'.length))
      : term;
  const quads = Array.from(data, ({ subject, predicate, object }) =>
    factory.quad(anonymous(subject), predicate, anonymous(object)),
  );
  return rdf.dataset(quads).toCanonical();
};

/** Every kind of resource that is described in RDF. */
async function resources(world: TestContext): Promise<Record<string, string>> {
  const shipment = await world.create({
    '@type': 'cargo:Shipment',
    'cargo:goodsDescription': 'Oranges',
    'cargo:totalGrossWeight': {
      '@type': 'cargo:Value',
      'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20' },
      'cargo:unit': { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
    },
    'cargo:pieces': [{ '@type': 'cargo:Piece', 'cargo:coload': true }],
  });
  const request = await world.submit(world.partner, shipment, [add(world.uri(shipment), 'goodsDescription', 'Lemons')]);
  const event = await world.holder.post(`${shipment}/logistics-events`, eventBody());
  const acl = await world.holder.put(
    `${shipment}/acl`,
    aclBody(world.uri(shipment), { 'acl:agent': { '@id': world.partner.agent } }),
  );
  expect([event.status, acl.status]).to.deep.equal([201, 204]);
  const delegation = await world.partner.post(
    '/access-delegations',
    delegationBody({ objects: [world.uri(shipment)], delegates: [world.otherPartner.agent] }),
  );
  const topic = encodeURIComponent(`${cargo}Piece`);
  return {
    'server information': '/',
    'an object': shipment,
    'an object with others embedded': `${shipment}?embedded=true`,
    'an audit trail': `${shipment}/audit-trail`,
    events: `${shipment}/logistics-events`,
    'an event': world.path(event.headers.get('location')),
    'an access control list': `${shipment}/acl`,
    'a change request': request,
    'a delegation request': world.path(delegation.headers.get('location')),
    'the objects': '/logistics-objects',
    'the requests': '/action-requests',
    'the notifications': '/internal/notifications',
    'the offered subscriptions': `/subscriptions?topicType=${encodeURIComponent(`${api}LOGISTICS_OBJECT_TYPE`)}&topic=${topic}`,
    'no offered subscription': `/subscriptions?topicType=${encodeURIComponent(`${api}LOGISTICS_OBJECT_TYPE`)}&topic=${encodeURIComponent(`${cargo}Waybill`)}`,
    'an ontology': '/ontology/api',
    'the SPARQL service': '/sparql',
  };
}

const SUBSCRIPTION_TOPICS = JSON.stringify([
  { topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_CREATED'] },
  { topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_UPDATED'] },
]);

/** Keys of a document's objects at any depth. */
function keys(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(keys);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '@context' ? [key] : [key, ...keys(inner)]));
}

describe('The profile of JSON-LD in Accept (D57; JSON-LD 1.1, appendix C)', () => {
  let world: TestContext;
  let paths: Record<string, string>;
  before(async () => {
    world = await TestContext.start({ env: { SUBSCRIPTION_TOPICS } });
    paths = await resources(world);
  });
  after(() => world.stop());

  const get = (
    path: string,
    type: string,
    headers: Record<string, string> = {},
  ): ReturnType<TestContext['holder']['get']> => world.holder.get(path, { headers: { Accept: type, ...headers } });

  it('is applied to every resource and named in Content-Type; all forms have the same statements', async () => {
    for (const [name, path] of Object.entries(paths)) {
      const lines = await get(path, 'application/n-triples');
      expect(lines.status, name).to.equal(200);
      const whole = exact(readNTriples(lines.text));
      expect(exact(readTurtle((await get(path, 'text/turtle')).text)), name).to.equal(whole);
      expect(exact(await statements((await get(path, 'application/ld+json')).json)), name).to.equal(whole);
      for (const profile of profiles) {
        const reply = await get(path, accept(profile));
        expect(reply.status, `${name} ${profile}`).to.equal(200);
        // The node's own addresses have the newest version by default (L9).
        expect(reply.headers.get('content-type')).to.match(/^application\/ld\+json; version=2\.[03]\.0; /);
        expect(reply.headers.get('content-type')).to.include(`; profile="${ns}${profile}"`);
        expect(exact(await statements(reply.json)), `${name} ${profile}`).to.equal(whole);
      }
    }
  });

  it('expanded has neither a context nor short names, flattened no node in another', async () => {
    for (const [name, path] of Object.entries(paths)) {
      const expanded = (await get(path, accept('expanded'))).json;
      expect(expanded, name).to.be.an('array');
      for (const key of keys(expanded)) expect(key, name).to.match(/^(@(?!context)|https?:)/);
      const flattened = (await get(path, accept('flattened'))).json;
      const nodes = list(member(flattened, '@graph'));
      for (const node of nodes) {
        for (const value of Object.values(Object(node) as Record<string, Json>).flatMap(list))
          if (member(value, '@id') !== undefined) expect(keys(value), name).to.deep.equal(['@id']);
      }
      if (path === paths['an object']) expect(member(nodes[0], '@id')).to.equal(world.uri(path));
    }
  });

  it('has its own entity tags, also for HEAD and 304', async () => {
    for (const name of ['an object', 'an object with others embedded', 'an audit trail', 'an event', 'events']) {
      const path = paths[name] ?? '';
      const tags = new Map<string, string>();
      for (const type of ['application/ld+json', ...['expanded', 'flattened', `expanded ${ns}flattened`].map(accept)]) {
        const { headers, text } = await get(path, type);
        const tag = headers.get('etag') ?? '';
        // One node alone reads the same in several forms.
        const known = tags.get(tag);
        if (known !== undefined) expect(text, `${name} ${type} ${tag}`).to.equal((await get(path, known)).text);
        tags.set(tag, type);
        const head = await world.holder.send('HEAD', path, { headers: { Accept: type } });
        for (const field of ['etag', 'content-type', 'content-length', 'vary'])
          expect(head.headers.get(field), `${name} ${type} ${field}`).to.equal(headers.get(field));
      }
      for (const [tag, type] of tags) {
        for (const [other, otherType] of tags) {
          const reply = await get(path, otherType, { 'If-None-Match': tag });
          expect(reply.status, `${name} ${type} ${otherType}`).to.equal(tag === other ? 304 : 200);
          expect(reply.headers.get('etag')).to.equal(other);
        }
      }
    }
  });

  it('that is unknown is ignored, and not in Content-Type', async () => {
    const path = paths['an object'] ?? '';
    const usual = await get(path, 'application/ld+json');
    const reply = await get(path, 'application/ld+json;profile="https://example.com/mine"');
    expect(reply.text).to.equal(usual.text);
    expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
  });

  it('of a change compares with the tag of any form', async () => {
    const path = await world.openPiece();
    const { headers } = await get(path, accept('expanded'));
    const body = { '@context': { api, cargo }, '@type': 'api:Change' };
    const reply = await world.partner.patch(path, body, { 'If-Match': headers.get('etag') ?? '' });
    expect(reply.status).to.equal(400);
    expect((await world.partner.patch(path, body, { 'If-Match': '"2.jsonld-expanded.2.0.0"' })).status).to.equal(412);
  });
});

describe('JSONLD_FORM', () => {
  const started: TestContext[] = [];
  const start = async (form: string): Promise<TestContext> => {
    const world = await TestContext.start({ env: { JSONLD_FORM: form, ...fastRetries } });
    started.push(world);
    return world;
  };
  after(() => Promise.all(started.map((world) => world.stop())));

  it('vocab writes the data model’s names without a prefix, unless a profile is named', async () => {
    const world = await start('vocab');
    const piece = await world.piece({ 'cargo:coload': true });
    const reply = await world.holder.get(piece);
    expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
    expect(reply.json).to.deep.equal({
      '@context': { '@vocab': cargo },
      '@id': world.uri(piece),
      '@type': 'Piece',
      coload: true,
      goodsDescription: 'Oranges',
    });
    const compacted = await world.holder.get(piece, { headers: { Accept: accept('compacted') } });
    expect(member(compacted.json, 'cargo:goodsDescription')).to.equal('Oranges');
    const missing = await world.holder.get('/logistics-objects/missing');
    expect([missing.status, member(missing.json, '@type')]).to.deep.equal([404, `${api}Error`]);
  });

  it('vocab writes codes, enumeration values and names of the API as whole IRIs, without any prefix', async () => {
    const world = await start('vocab');
    const code = 'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode#VAL';
    const waybill = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillType': { '@id': 'cargo:MASTER' } });
    const piece = await world.create({ '@type': 'cargo:Piece', 'cargo:specialHandlingCodes': { '@id': code } });
    const context = { '@vocab': cargo };
    expect((await world.holder.get(waybill)).json).to.deep.equal({
      '@context': context,
      '@id': world.uri(waybill),
      '@type': 'Waybill',
      waybillType: { '@id': `${cargo}MASTER` },
    });
    expect(member((await world.holder.get(piece)).json, 'specialHandlingCodes')).to.deep.equal({ '@id': code });
    const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
    for (const path of [`${piece}/audit-trail`, request]) {
      const reply = await world.holder.get(path);
      expect(reply.status).to.equal(200);
      expect(reply.text, path)
        .to.contain(`"${api}hasRequestStatus"`)
        .and.not.match(/"(?:api|cargo|xsd):/);
    }
  });

  for (const form of ['expanded', 'flattened']) {
    it(`${form} is the form for requests without a profile, errors included`, async () => {
      const world = await start(form);
      const piece = await world.piece();
      const reply = await world.holder.get(piece);
      const asked = await world.holder.get(piece, { headers: { Accept: accept(form) } });
      expect(reply.text).to.equal(asked.text);
      expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      const missing = await world.holder.get('/logistics-objects/missing');
      expect(missing.status).to.equal(404);
      expect(missing.text).to.include(form === 'expanded' ? `"@type":["${api}Error"]` : '"@graph":[');
      const turtle = await world.holder.get(piece, { headers: { Accept: 'text/turtle' } });
      expect(turtle.headers.get('content-type')).to.equal('text/turtle; version=2.0.0');
    });
  }

  it('is the form of notifications, too', async () => {
    const world = await start('vocab');
    const receiver = await Receiver.start();
    try {
      const party = await partyFor(world.node.url, receiver.agent);
      const acl = { 'acl:agent': { '@id': receiver.agent } };
      await subscribe(world.holder, party, {
        topic: `${cargo}Piece`,
        more: { 'api:sendLogisticsObjectBody': true },
      });
      const piece = await world.piece();
      const put = await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), acl));
      expect(put.status).to.equal(204);
      await world.change(piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
      const notifications = await receiver.until((all) =>
        all.some(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED'),
      );
      const update = notifications.find(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED');
      expect(update?.headers['content-type']).to.equal('application/ld+json; version=2.0.0');
      const object = member(update?.body, `${api}hasLogisticsObject`);
      expect([member(object, '@type'), member(object, 'goodsDescription')]).to.deep.equal(['Piece', 'Oranges']);
    } finally {
      await receiver.close();
    }
  });

  it('that is invalid is an error at the start', async () => {
    let refusal: unknown;
    try {
      await start('compact');
    } catch (error) {
      refusal = error;
    }
    expect(String(refusal)).to.include('JSONLD_FORM: must be one of compacted, expanded, flattened, vocab');
  });
});
