import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody, eventBody, iriOf, subscribe, settled, Receiver, partyFor, valueOf } from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, messages, type Reply } from '../support/node.js';
import { readNTriples } from '../support/turtle.js';
import { accepting, verify } from '../support/verifications.js';
import { newNames, versions } from '../support/versions.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const types = ['application/ld+json', 'text/turtle', 'application/x-turtle', 'application/n-triples'];
const positive = 'http://www.w3.org/2001/XMLSchema#positiveInteger';
const number = (value: number): Json => ({ '@type': positive, '@value': String(value) });

const resources: Readonly<Record<string, (world: TestContext) => Promise<string>>> = {
  '/': () => Promise.resolve('/'),
  'an object': (world) => world.piece(),
  'an audit trail': async (world) => `${await world.piece()}/audit-trail`,
  'an event': async (world) => {
    const reply = await world.holder.post(`${await world.piece()}/logistics-events`, eventBody());
    return world.path(reply.headers.get('location'));
  },
  'the event list': async (world) => `${await world.piece()}/logistics-events`,
  'an action request': async (world) => {
    const piece = await world.piece();
    return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
  },
  '/subscriptions': () =>
    Promise.resolve(`/subscriptions?topicType=LOGISTICS_OBJECT_TYPE&topic=${encodeURIComponent(`${cargo}Piece`)}`),
};

/** Requests that are rejected, by the status. */
const rejections: Readonly<Record<string, (world: TestContext, headers: Record<string, string>) => Promise<Reply>>> = {
  400: (world, headers) => world.holder.get('/logistics-objects?limit=x', { headers }),
  401: (world, headers) => world.anonymous.get('/', { headers }),
  403: async (world, headers) => world.otherPartner.get(await world.piece(), { headers }),
  404: (world, headers) => world.holder.get('/logistics-objects/nothing-here', { headers }),
  405: (world, headers) => world.holder.send('PUT', '/subscriptions', { headers }),
  413: (world, headers) => world.holder.post('/logistics-objects', 'x'.repeat(2 ** 21), headers),
  415: (world, headers) => world.holder.post('/logistics-objects', 'x', { 'Content-Type': 'text/csv', ...headers }),
  422: async (world, headers) => {
    const piece = await world.piece();
    const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
    await world.accept(request);
    return world.holder.send('PATCH', `${request}?status=REQUEST_REJECTED`, { headers });
  },
};

/** The revisions that each object of an answer states. */
const revisionsIn = (json: Json): Json => [
  valueOf(member(json, 'api:hasRevision')),
  valueOf(member(json, 'api:hasLatestRevision')),
];

const unsupported = ['1.2', '2', '2.1', '2.3.1', '9.9.9', 'latest'];

const statements: Statement[] = [
  ...each(resources, (path) => ({
    section: 'V1',
    statement: 'is given in each version, in each syntax',
    holds: async (world) => {
      const address = await path(world);
      for (const version of versions) {
        for (const type of types) {
          const reply = await world.holder.get(address, { headers: accepting(version, type) });
          // V72: in 2.3.0 nothing is offered for this topic.
          const isDeclined = address.startsWith('/subscriptions') && version === '2.3.0';
          expect(reply.status, `${address} ${version}`).to.equal(isDeclined ? 422 : 200);
          const given = isDeclined ? 'application/ld+json' : type;
          expect(reply.headers.get('content-type')).to.equal(`${given}; version=${version}`);
        }
      }
    },
  })),
  {
    section: 'V2',
    statement: '/ lists the four versions, and the versioned IRIs of the vocabularies, in every version',
    holds: async (world) => {
      for (const version of versions) {
        const { json } = await world.holder.get('/', { headers: accepting(version) });
        expect(list(member(json, 'api:hasSupportedApiVersion'))).to.deep.equal([...versions]);
        const ontologies = list(member(json, 'api:hasSupportedOntology')).map(valueOf);
        expect(ontologies).to.have.members([api, cargo]);
        const versioned = list(member(json, 'api:hasSupportedOntologyVersion')).map(valueOf);
        expect(versioned).to.have.members([
          'https://onerecord.iata.org/ns/cargo/3.3',
          ...versions.map((each) => `https://onerecord.iata.org/ns/api/${each}`),
        ]);
      }
    },
  },
  ...each({ plain: '-dev', quoted: '' }, (suffix, name) => ({
    section: 'V3',
    statement: '`-dev` and quotes name the version itself',
    holds: async (world) => {
      for (const version of versions) {
        const named = name === 'quoted' ? `"${version}"` : `${version}${suffix}`;
        const reply = await world.holder.get('/', { headers: accepting(named) });
        expect(reply.headers.get('content-type')).to.equal(`application/ld+json; version=${version}`);
      }
    },
  })),
  ...each(Object.fromEntries(unsupported.map((version) => [version, version])), (version) => ({
    section: 'V3',
    statement: 'a version that is not spoken is 406 naming all four; a range that can be met wins',
    holds: async (world) => {
      const reply = await world.holder.get('/', { headers: accepting(version) });
      expect(reply.status).to.equal(406);
      for (const each of versions) expect(messages(reply).join()).to.include(each);
      const Accept = `application/ld+json; version=${version}, application/ld+json; version=2.1.0; q=0.1`;
      const other = await world.holder.get('/', { headers: { Accept } });
      expect(other.headers.get('content-type')).to.equal('application/ld+json; version=2.1.0');
    },
  })),
  {
    section: 'V4; L2',
    statement: 'a request that names no version gets the default, or the version of its body',
    holds: async (world) => {
      expect((await world.holder.get('/')).headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      const piece = await world.piece();
      const headers = { Accept: '*/*', 'Content-Type': 'application/ld+json; version=2.3.0' };
      const reply = await world.partner.post(piece, {}, headers);
      expect(reply.status).to.equal(400);
      expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.3.0');
      // L3: an unsupported version of a body is no reason to reject it.
      const content = { '@context': context, '@type': 'cargo:Piece' };
      const label = { 'Content-Type': 'application/ld+json; version=7.0.0' };
      expect((await world.holder.post('/logistics-objects', content, label)).status).to.equal(201);
    },
  },
  ...each(rejections, (send, status) => ({
    section: 'V5',
    statement: 'an Error is in the version that the request names, else in the default',
    holds: async (world) => {
      for (const version of [...versions, undefined]) {
        const reply = await send(world, version === undefined ? {} : accepting(version));
        expect(reply.status, reply.text).to.equal(Number(status));
        expect(reply.headers.get('content-type')).to.equal(`application/ld+json; version=${version ?? '2.0.0'}`);
        const [detail] = list(member(reply.json, 'api:hasErrorDetail'));
        const isOldest = (version ?? '2.0.0') === '2.0.0';
        expect(member(detail, '@type')).to.equal(isOldest ? 'api:ErrorDetails' : 'api:ErrorDetail');
        const severity = member(reply.json, 'api:hasSeverity');
        expect(severity).to.deep.equal(version === '2.3.0' ? { '@id': 'api:ERROR' } : undefined);
      }
    },
  })),
  {
    section: 'V5; L39',
    statement: 'a 406 is in the default version where the named one is not spoken, else in that one',
    holds: async (world) => {
      const unknown = await world.holder.get('/', { headers: accepting('9.9.9') });
      expect(unknown.headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      const other = await world.holder.get('/', { headers: accepting('2.2.0', 'text/html') });
      expect(other.status).to.equal(406);
      expect(other.headers.get('content-type')).to.equal('application/ld+json; version=2.2.0');
    },
  },
  ...each({ object: resources['an object'], list: resources['the event list'] }, (path) => ({
    section: 'V6',
    statement: 'each version has its own tag, which is never 304 in another',
    holds: async (world) => {
      const address = (await path?.(world)) ?? '';
      const tags = new Set<string>();
      for (const version of versions) {
        const { headers } = await world.holder.get(address, { headers: accepting(version) });
        expect(headers.get('vary')?.split(/, ?/)).to.include('Accept');
        const tag = headers.get('etag') ?? '';
        for (const other of versions) {
          const conditional = { ...accepting(other), 'If-None-Match': tag };
          const reply = await world.holder.get(address, { headers: conditional });
          expect(reply.status, `${version} ${other}`).to.equal(other === version ? 304 : 200);
        }
        tags.add(tag);
      }
      expect(tags.size).to.equal(versions.length);
    },
  })),
  {
    section: 'V9; L6; L39',
    statement: 'newer methods and addresses are not there for a request that names an older version',
    holds: async (world) => {
      const piece = await world.piece();
      const post = await world.partner.post(piece, {}, accepting('2.0.0'));
      expect(post.status).to.equal(405);
      expect(post.headers.get('allow')).to.equal('GET, HEAD, PATCH');
      const put = await world.partner.put(piece, {});
      expect(put.headers.get('allow')).to.equal('GET, HEAD, PATCH, POST');
      for (const version of ['2.0.0', '2.1.0', '2.2.0']) {
        for (const method of ['POST', 'GET', 'DELETE'])
          expect(
            (await world.holder.send(method, '/logistics-events', { headers: accepting(version) })).status,
          ).to.equal(404);
      }
    },
  },
  {
    section: 'V10; L5',
    statement: 'a VerificationRequest has no form in 2.0.0: 406 where that is named, else the oldest that it has',
    holds: async (world) => {
      const request = await verify(world, await world.piece());
      const named = await world.holder.get(request, { headers: accepting('2.0.0') });
      expect(named.status).to.equal(406);
      for (const version of ['2.1.0', '2.2.0', '2.3.0']) expect(messages(named).join()).to.include(version);
      const plain = await world.holder.get(request);
      expect(plain.headers.get('content-type')).to.equal('application/ld+json; version=2.1.0');
      const stranger = await world.otherPartner.get(request, { headers: accepting('2.0.0') });
      expect(stranger.status).to.equal(403);
    },
  },
  {
    section: 'V12, V14',
    statement: 'a body states its revision and the latest one from 2.1.0 on, in every syntax, as the headers do',
    holds: async (world) => {
      const piece = await world.piece();
      const at = `${world.node.clock.now().toISOString().slice(0, 19)}Z`;
      world.node.clock.advance(10);
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      for (const [path, revision] of [
        [piece, 2],
        [`${piece}?at=${at}`, 1],
      ] as const) {
        for (const version of versions) {
          const reply = await world.holder.get(path, { headers: accepting(version) });
          const [current, latest] = ['Revision', 'Latest-Revision'].map((name) => reply.headers.get(name));
          expect([current, latest]).to.deep.equal([String(revision), '2']);
          expect(member(reply.json, 'api:hasRevision')).to.deep.equal(
            version === '2.0.0' ? undefined : number(revision),
          );
          expect(member(reply.json, 'api:hasLatestRevision')).to.deep.equal(
            version === '2.0.0' ? undefined : number(2),
          );
          const { text } = await world.holder.get(path, { headers: accepting(version, 'application/n-triples') });
          const count = text.split(`#hasRevision> "${revision}"^^<${positive}>`).length - 1;
          expect(count, version).to.equal(version === '2.0.0' ? 0 : 1);
        }
      }
    },
  },
  {
    section: 'V13',
    statement: 'each embedded object states its own revisions; links and parts have none',
    holds: async (world) => {
      const part = {
        '@type': 'cargo:Value',
        'cargo:unit': { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
      };
      const inner = await world.piece({ 'cargo:grossWeight': part });
      await world.change(inner, [add(world.uri(inner), 'upid', 'x')]);
      const shipment = await world.create({ '@type': 'cargo:Shipment', 'cargo:pieces': { '@id': world.uri(inner) } });
      const { json } = await world.holder.get(`${shipment}?embedded=true`, { headers: accepting('2.1.0') });
      expect(revisionsIn(json)).to.deep.equal(['1', '1']);
      const piece = member(json, 'cargo:pieces');
      expect(revisionsIn(piece)).to.deep.equal(['2', '2']);
      expect(revisionsIn(member(piece, 'cargo:grossWeight'))).to.deep.equal([undefined, undefined]);
      const plain = await world.holder.get(shipment, { headers: accepting('2.1.0') });
      expect(revisionsIn(member(plain.json, 'cargo:pieces'))).to.deep.equal([undefined, undefined]);
    },
  },
  {
    section: 'V14',
    statement: 'a newer revision changes body and tag of an old one from 2.1.0 on, and not in 2.0.0',
    holds: async (world) => {
      const piece = await world.piece();
      const at = `${world.node.clock.now().toISOString().slice(0, 19)}Z`;
      world.node.clock.advance(10);
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      const read = async (version: string): Promise<Reply> =>
        world.holder.get(`${piece}?at=${at}`, { headers: accepting(version) });
      const before = await Promise.all(versions.map(read));
      world.node.clock.advance(10);
      await world.change(piece, [add(world.uri(piece), 'slac', '1', 'xsd:integer')]);
      const after = await Promise.all(versions.map(read));
      for (const [index, version] of versions.entries()) {
        const isSame = version === '2.0.0';
        expect(before[index]?.text === after[index]?.text, version).to.equal(isSame);
        expect(before[index]?.headers.get('etag') === after[index]?.headers.get('etag'), version).to.equal(isSame);
      }
      expect(member(after[3]?.json, 'api:hasLatestRevision')).to.deep.equal(number(3));
    },
  },
  {
    section: 'V14, D45',
    statement:
      'If-Modified-Since the Last-Modified of an old revision is 304 in 2.0.0 only once there is a newer revision',
    holds: async (world) => {
      const piece = await world.piece();
      const at = `${world.node.clock.now().toISOString().slice(0, 19)}Z`;
      world.node.clock.advance(10);
      const read = (version: string, headers = {}): Promise<Reply> =>
        world.holder.get(`${piece}?at=${at}`, { headers: { ...accepting(version), ...headers } });
      const since = (await read('2.0.0')).headers.get('last-modified') ?? '';
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      for (const version of versions) {
        const reply = await read(version, { 'If-Modified-Since': since });
        expect(reply.status, version).to.equal(version === '2.0.0' ? 304 : 200);
        expect(reply.headers.get('last-modified'), version).to.equal(since);
      }
    },
  },
  {
    section: 'V15',
    statement: 'a posted object that carries revisions is created with revision 1, and they are not kept',
    holds: async (world) => {
      const claimed: JsonObject = { 'api:hasRevision': number(7), 'api:hasLatestRevision': number(9) };
      const nested = { '@type': 'cargo:Piece', ...claimed };
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:pieces': [nested],
        ...claimed,
      });
      const piece = world.path(iriOf(member(await world.read(shipment), 'cargo:pieces')));
      for (const path of [shipment, piece]) {
        const reply = await world.holder.get(path, { headers: accepting('2.3.0') });
        expect(reply.headers.get('revision')).to.equal('1');
        expect(revisionsIn(reply.json)).to.deep.equal(['1', '1']);
        const { text } = await world.holder.get(path, { headers: accepting('2.0.0', 'application/n-triples') });
        expect(newNames(readNTriples(text), '2.0.0')).to.deep.equal([]);
        expect(text).not.to.include('hasRevision');
      }
    },
  },
  ...each({ hasRevision: 'hasRevision', hasLatestRevision: 'hasLatestRevision' }, (name) => ({
    section: 'V15',
    statement: 'a Change of a revision is 422',
    holds: async (world) => {
      const piece = await world.piece();
      const operation = add(world.uri(piece), `${api}${name}`, '5', 'xsd:positiveInteger');
      const reply = await world.send(world.partner, piece, [operation]);
      expect(reply.status, reply.text).to.equal(422);
    },
  })),
  {
    section: 'V16',
    statement: 'a notification with a body states the revision that is sent and the newest one, from 2.1.0 on',
    holds: async (world) => {
      for (const version of versions) {
        const receiver = await Receiver.start();
        try {
          const party = await partyFor(world.node.url, receiver.agent);
          const more = {
            'api:sendLogisticsObjectBody': true,
            'api:hasContentType': `application/ld+json; version=${version}`,
          };
          const piece = await world.piece();
          await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), { 'acl:agent': { '@id': receiver.agent } }));
          await subscribe(world.holder, party, { topic: world.uri(piece), more });
          await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
          const [notification] = await receiver.distinct(1);
          const object = member(notification?.body, 'api:hasLogisticsObject');
          expect(iriOf(object)).to.equal(world.uri(piece));
          const isNumbered = version !== '2.0.0';
          expect(revisionsIn(object)).to.deep.equal(isNumbered ? ['2', '2'] : [undefined, undefined]);
          await settled(world.holder);
        } finally {
          await receiver.close();
        }
      }
    },
  },
];

conformance('API versions', statements, { env: { DELIVERY_RETRY_MIN_MS: '10', DELIVERY_RETRY_MAX_MS: '20' } });
