import { expect } from 'chai';
import { Parser } from 'n3';
import { graphOf, type Graph } from '../../src/rdf/graph.js';
import { factory, namedNode, triple } from '../../src/rdf/terms.js';
import { eventBody } from '../support/exchange.js';
import { cargo, list, member, type Party } from '../support/node.js';
import { type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const PATH = '/.well-known/void';
const VOID = 'http://rdfs.org/ns/void#';
const DCAT = 'http://www.w3.org/ns/dcat#';
const DCTERMS = 'http://purl.org/dc/terms/';
const FOAF = 'http://xmlns.com/foaf/0.1/';
const RDF_TYPE = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');

async function description(party: Party): Promise<Graph> {
  const reply = await party.get(PATH, { headers: { Accept: 'application/n-triples' } });
  expect(reply.status, reply.text).to.equal(200);
  const quads = new Parser({ factory }).parse(reply.text);
  return graphOf(quads.map(({ subject, predicate, object }) => triple(subject, predicate, object)));
}

/** A count as the party itself would ask for it. */
async function count(party: Party, pattern: string, what = '*'): Promise<number> {
  const query = `SELECT (COUNT(${what}) AS ?count) ${pattern}`;
  const reply = await party.get(`/sparql?query=${encodeURIComponent(query)}`);
  expect(reply.status, reply.text).to.equal(200);
  const [row] = list(member(member(reply.json, 'results'), 'bindings'));
  return Number(member(member(row, 'count'), 'value'));
}

/** What the holder has, of which the partner may read one piece. */
async function filled(world: TestContext): Promise<string> {
  const open = await world.openPiece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 20 } });
  await world.piece();
  await world.create({ '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'Secret' });
  const posted = await world.holder.post(`${open}/logistics-events`, eventBody());
  expect(posted.status, posted.text).to.equal(201);
  return open;
}

const parties: Readonly<Record<string, (world: TestContext) => Party>> = {
  'an internal agent': ({ holder }) => holder,
  'a partner': ({ partner }) => partner,
};

const statements: readonly Statement[] = [
  {
    section: 'W24',
    statement: 'a dataset and its catalog, in the forms of D4, asked for again each time, not without a token',
    holds: async (world) => {
      const data = await description(world.partner);
      const [dataset, catalog] = ['#dataset', '#catalog'].map((name) => namedNode(world.uri(PATH) + name));
      expect(data.types(dataset ?? RDF_TYPE)).to.have.members([`${VOID}Dataset`, `${DCAT}Dataset`]);
      expect(data.objects(catalog ?? RDF_TYPE, namedNode(`${DCAT}dataset`)).map(({ value }) => value)).to.deep.equal([
        dataset?.value,
      ]);
      for (const accept of ['application/ld+json', 'text/turtle']) {
        const { status, headers } = await world.partner.get(PATH, { headers: { Accept: accept } });
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'private, no-cache']);
        expect(headers.get('content-type')).to.match(new RegExp(`^${accept.replace('+', '\\+')}`));
      }
      expect((await world.anonymous.get(PATH)).status).to.equal(401);
    },
  },
  {
    section: 'W25',
    statement:
      'the dataset has title, description, publisher with a name, dates, endpoint, vocabularies and an example',
    holds: async (world) => {
      const piece = await filled(world);
      const data = await description(world.partner);
      const dataset = namedNode(`${world.uri(PATH)}#dataset`);
      const value = (property: string): string | undefined => data.object(dataset, namedNode(property))?.value;
      for (const name of ['title', 'description', 'issued', 'modified'])
        expect(value(DCTERMS + name), name)
          .to.be.a('string')
          .and.not.equal('');
      const publisher = namedNode(value(`${DCTERMS}publisher`) ?? '');
      expect(data.types(publisher)).to.deep.equal([`${FOAF}Agent`]);
      expect(data.object(publisher, namedNode(`${FOAF}name`))?.value).to.not.equal('');
      expect(value(`${VOID}sparqlEndpoint`)).to.equal(world.uri('/sparql'));
      expect(value(`${VOID}uriSpace`)).to.equal(world.uri('/'));
      expect(data.objects(dataset, namedNode(`${VOID}vocabulary`)).map((term) => term.value)).to.include(cargo);
      const example = world.path(value(`${VOID}exampleResource`) ?? '');
      expect((await world.partner.get(example)).status, `${example} besides ${piece}`).to.equal(200);
    },
  },
  ...each(parties, (of, who) => ({
    section: 'W26',
    statement: 'each count is what the same caller gets by the query that it stands for',
    holds: async (world) => {
      await filled(world);
      const party = of(world);
      const data = await description(party);
      const dataset = namedNode(`${world.uri(PATH)}#dataset`);
      const counted = (subject: typeof dataset, property: string): number =>
        Number(data.object(subject, namedNode(VOID + property))?.value);
      expect(counted(dataset, 'triples')).to.equal(await count(party, '{ ?s ?p ?o }'));
      const heads = '{ GRAPH ?head { ?object <https://onerecord.iata.org/ns/api#hasLatestRevision> ?revision } }';
      expect(counted(dataset, 'entities'), who).to.equal(await count(party, heads, 'DISTINCT ?object'));
      const partitions = data.objects(dataset, namedNode(`${VOID}classPartition`));
      expect(partitions).to.not.be.empty;
      for (const { value } of partitions) {
        const partition = namedNode(value);
        const type = data.object(partition, namedNode(`${VOID}class`))?.value ?? '';
        expect(counted(partition, 'entities'), type).to.equal(await count(party, `{ ?s a <${type}> }`, 'DISTINCT ?s'));
      }
    },
  })),
  {
    section: 'W26',
    statement: 'what the caller may not read changes nothing of it',
    holds: async (world) => {
      await filled(world);
      const before = [...(await description(world.partner))].map(String);
      world.node.clock.advance(10);
      await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillPrefix': '020' });
      expect([...(await description(world.partner))].map(String)).to.deep.equal(before);
    },
  },
  {
    section: 'W27',
    statement: 'the services on it have a title, an address, a description, and say which dataset they serve',
    holds: async (world) => {
      const data = await description(world.partner);
      const services = data.match(null, RDF_TYPE, namedNode(`${DCAT}DataService`)).subjects();
      const addresses = services.map((service) => data.object(service, namedNode(`${DCAT}endpointURL`))?.value);
      expect(addresses).to.have.members([world.uri('/sparql'), world.uri('/rdf-graph-store'), world.uri('')]);
      for (const service of services) {
        expect(data.object(service, namedNode(`${DCTERMS}title`))?.value).to.be.a('string');
        expect(data.object(service, namedNode(`${DCAT}endpointDescription`))?.value).to.include(world.uri('/'));
        expect(data.object(service, namedNode(`${DCAT}servesDataset`))?.value).to.equal(`${world.uri(PATH)}#dataset`);
      }
    },
  },
];

conformance('GET /.well-known/void', statements);
