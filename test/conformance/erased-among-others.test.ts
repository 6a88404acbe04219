/** Erased objects in answers about several, and in what links to them (P32). */
import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody, eventBody } from '../support/exchange.js';
import { context, list, member, type Party } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, type Statement } from './statement.js';

const json = { 'Content-Type': 'application/json' };

interface Scene {
  /** A piece that partner and data holder could read and append to, and the rival could not. */
  readonly erased: string;
  readonly open: string;
}

async function scene(world: TestContext): Promise<Scene> {
  const [erased, open] = [await world.piece(), await world.openPiece()];
  const agent: JsonObject = { 'acl:agent': { '@id': world.partner.agent } };
  const acl = aclBody(world.uri(erased), agent, ['acl:Read', 'acl:Append']);
  expect((await world.holder.put(`${erased}/acl`, acl)).status).to.equal(204);
  return { erased, open };
}

async function erase(world: TestContext, path: string): Promise<void> {
  const reply = await world.holder.post('/internal/erasures', { object: world.uri(path), reason: 'OTHER' }, json);
  expect(reply.status, reply.text).to.equal(201);
}

const statements: Statement[] = [
  {
    section: 'P32; W69',
    statement: 'in a query for many objects an erased one is 410 for who could read it, else 403',
    holds: async (world) => {
      const { erased, open } = await scene(world);
      await erase(world, erased);
      const query = {
        '@context': context,
        '@type': 'api:LogisticsObjectsQuery',
        'api:hasLogisticsObjects': [erased, open].map((path) => ({ '@id': world.uri(path) })),
      };
      const codeFor = async (party: Party): Promise<unknown> => {
        const reply = await party.post('/logistics-objects/query', query);
        expect(reply.status, reply.text).to.equal(200);
        const errors = list(member(reply.json, 'api:hasError') ?? null);
        expect(errors.length, reply.text).to.equal(1);
        const [detail] = list(member(errors[0] ?? null, 'api:hasErrorDetail'));
        return member(detail ?? null, 'api:hasCode');
      };
      expect(await codeFor(world.holder)).to.equal('410');
      expect(await codeFor(world.partner)).to.equal('410');
      expect(await codeFor(world.otherPartner)).to.equal('403');
    },
  },
  {
    section: 'P32; V57; V58',
    statement: 'in the results of an event for many objects an erased one is 410 for who could read it, else 403',
    holds: async (world) => {
      const { erased, open } = await scene(world);
      await erase(world, erased);
      const body = eventBody({ 'cargo:eventFor': [erased, open].map((path) => ({ '@id': world.uri(path) })) });
      const statusFor = async (party: Party): Promise<unknown> => {
        const reply = await party.post('/logistics-events', body, {
          'Content-Type': 'application/ld+json; version=2.3.0',
        });
        expect(reply.status, reply.text).to.be.within(200, 299);
        const results = list(member(reply.json, 'api:hasCreationResult'));
        const about = results.find((one) => JSON.stringify(member(one, 'api:hasLogisticsObject')).includes(erased));
        return member(about ?? null, 'api:hasHTTPStatus');
      };
      expect(JSON.stringify(await statusFor(world.holder))).to.include('410');
      expect(JSON.stringify(await statusFor(world.partner))).to.include('410');
      expect(JSON.stringify(await statusFor(world.otherPartner))).to.include('403');
    },
  },
  {
    section: 'P32; D11; D19',
    statement:
      'embedded leaves a link to an erased object, and a Change that adds one fails as for one that is not there',
    holds: async (world) => {
      const { erased, open } = await scene(world);
      const linking = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': [erased, open].map((path) => ({ '@id': world.uri(path), '@type': 'cargo:Piece' })),
      });
      await erase(world, erased);
      const embedded = await world.holder.get(`${linking}?embedded=true`);
      expect(embedded.status, embedded.text).to.equal(200);
      const pieces = list(member(embedded.json, 'cargo:shipmentOfPieces'));
      const other = pieces.find((piece) => member(piece, '@id') === world.uri(erased));
      const linked = JSON.stringify(other ?? null);
      expect(linked).to.include(world.uri(erased)).and.not.include('"cargo:goodsDescription"');
      expect(embedded.text).to.include('Oranges');
      for (const target of [world.uri(erased), world.uri('/logistics-objects/never-was')]) {
        const another = await world.create({ '@type': 'cargo:Shipment' });
        const link = add(world.uri(another), 'shipmentOfPieces', target, 'Piece');
        const request = await world.submit(world.holder, another, [link]);
        const decided = await world.accept(request);
        expect(decided.status, `${target} ${decided.text}`).to.equal(422);
        expect((await world.holder.get(request)).text).to.include('REQUEST_FAILED');
        expect((await world.holder.get(another)).headers.get('revision')).to.equal('1');
      }
    },
  },
];

conformance('erased objects among others', statements);
