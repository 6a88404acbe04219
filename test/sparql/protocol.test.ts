import { expect } from 'chai';
import { conformance, each, type Statement } from '../conformance/statement.js';
import { list, member, messages } from '../support/node.js';
import type { World } from '../support/world.js';
import { ask, queryPath, resultsOf, rows, truth } from './support.js';

const SELECT = 'SELECT ?n { ?s a cargo:Organization ; cargo:name ?n }';
const FORM = 'application/x-www-form-urlencoded';
const QUERY = 'application/sparql-query';

const one = ['Example Data Holder'];

/** The queries by the form of their results, each about the one organization that is there. */
const kinds = {
  SELECT,
  ASK: 'ASK { ?s a cargo:Organization }',
  CONSTRUCT: 'CONSTRUCT { ?s cargo:name ?n } WHERE { ?s cargo:name ?n }',
  DESCRIBE: 'DESCRIBE ?s { ?s a cargo:Organization }',
} as const;

const resultTypes = {
  'application/sparql-results+json': 'application/sparql-results+json',
  'application/json': 'application/sparql-results+json',
  'application/sparql-results+xml': 'application/sparql-results+xml',
  'application/xml': 'application/sparql-results+xml',
  'text/csv': 'text/csv; charset=utf-8',
  'text/tab-separated-values': 'text/tab-separated-values; charset=utf-8',
  '*/*': 'application/sparql-results+json',
  'text/turtle, application/sparql-results+xml;q=0.5': 'application/sparql-results+xml',
  'text/csv;q=0.4, application/sparql-results+json;q=0.9': 'application/sparql-results+json',
};

const graphTypes = {
  'text/turtle': 'text/turtle; charset=utf-8',
  'application/n-triples': 'application/n-triples',
  'application/ld+json': 'application/ld+json',
  '*/*': 'text/turtle; charset=utf-8',
  'application/sparql-results+json, application/ld+json;q=0.1': 'application/ld+json',
};

async function refused(world: World, query: string, words: RegExp): Promise<void> {
  const reply = await ask(world.holder, query);
  expect(reply.status, reply.text).to.equal(400);
  expect(messages(reply).join(' ')).to.match(words);
}

const form = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();

const asking: Statement[] = [
  {
    section: '2.1.1',
    statement: 'a query comes by GET, percent-encoded',
    holds: async ({ holder }) => {
      expect(await rows(holder, SELECT)).to.deep.equal(one);
    },
  },
  {
    section: '2.1.2',
    statement: 'a query comes by POST as a form',
    holds: async ({ holder }) => {
      const reply = await holder.post('/sparql', form({ query: SELECT }), { 'Content-Type': FORM });
      expect(resultsOf(reply).results?.bindings).to.have.length(1);
    },
  },
  {
    section: '2.1.2',
    statement: 'a form names its dataset in the form',
    holds: async ({ holder, node }) => {
      const graph = `${node.url}/logistics-objects/_data-holder/revisions/1`;
      const text = form({ query: 'SELECT ?n { ?s cargo:name ?n }', 'default-graph-uri': graph });
      expect(resultsOf(await holder.post('/sparql', text, { 'Content-Type': FORM })).results?.bindings).to.have.length(
        1,
      );
      const empty = form({ query: 'SELECT ?n { ?s cargo:name ?n }', 'named-graph-uri': graph });
      expect(resultsOf(await holder.post('/sparql', empty, { 'Content-Type': FORM })).results?.bindings).to.have.length(
        0,
      );
    },
  },
  {
    section: '2.1.3',
    statement: 'a query comes by POST as it is, with the dataset in the address',
    holds: async ({ holder, node }) => {
      const headers = { 'Content-Type': `${QUERY}; charset=UTF-8` };
      expect(resultsOf(await holder.post('/sparql', SELECT, headers)).results?.bindings).to.have.length(1);
      const graph = encodeURIComponent(`${node.url}/nowhere`);
      const reply = await holder.post(`/sparql?default-graph-uri=${graph}`, SELECT, headers);
      expect(resultsOf(reply).results?.bindings).to.have.length(0);
    },
  },
  {
    section: '2.1',
    statement: 'HEAD goes with GET',
    holds: async ({ holder }) => {
      const reply = await holder.send('HEAD', queryPath(SELECT));
      expect(reply.status).to.equal(200);
      expect(reply.headers.get('content-type')).to.equal('application/sparql-results+json');
      expect(reply.text).to.equal('');
    },
  },
  {
    section: '2.1.4',
    statement: 'a dataset of the request takes the place of the one in the query',
    holds: async ({ holder, node }) => {
      const graph = `${node.url}/logistics-objects/_data-holder/revisions/1`;
      const query = `SELECT ?n FROM <${node.url}/nowhere> { ?s cargo:name ?n }`;
      expect(await rows(holder, query)).to.deep.equal([]);
      expect(await rows(holder, query, { defaultGraphs: [graph] })).to.deep.equal(one);
    },
  },
  {
    section: '2.1.4',
    statement: 'several default graphs are merged, and named graphs are those that are named',
    holds: async ({ holder, node }) => {
      const object = `${node.url}/logistics-objects/_data-holder`;
      const chosen = { defaultGraphs: [`${object}/revisions/1`, `${object}/head`], namedGraphs: [`${object}/head`] };
      const query = 'SELECT ?n ?m { ?s cargo:name ?n ; api:hasLatestRevision ?m }';
      expect(await rows(holder, query, chosen)).to.deep.equal(['1 Example Data Holder']);
      expect(await rows(holder, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }', chosen)).to.deep.equal([
        `${object}/head`,
      ]);
    },
  },
  ...each({ GET: 'GET', POST: 'POST' }, (method) => ({
    section: '2.1',
    statement: 'a request without a token is refused',
    holds: async ({ stranger }) => {
      const path = method === 'GET' ? queryPath(SELECT) : '/sparql';
      const sending = method === 'GET' ? {} : { body: SELECT, headers: { 'Content-Type': QUERY } };
      expect((await stranger.send(method, path, sending)).status).to.equal(401);
    },
  })),
];

const bad: Statement[] = [
  ...each(
    {
      'two queries': '/sparql?query=ASK%7B%7D&query=ASK%7B%7D',
      'a dataset and no query': '/sparql?default-graph-uri=http%3A%2F%2Fexample.org%2F',
      'an empty query': '/sparql?query=',
      'an update': '/sparql?update=CLEAR%20ALL',
      'a graph that is no IRI': '/sparql?query=ASK%7B%7D&default-graph-uri=relative',
      'an at that is no time': '/sparql?query=ASK%7B%7D&at=yesterday',
      'an at in the future': '/sparql?query=ASK%7B%7D&at=21000101T000000Z',
      'an at beside a dataset': '/sparql?query=ASK%7B%7D&at=20260101T000000Z&default-graph-uri=http%3A%2F%2Fa.b%2F',
    },
    (path) => ({
      section: '2.1.6',
      statement: 'a request that is none is refused with 400',
      holds: async ({ holder }) => {
        expect((await holder.get(path)).status).to.equal(400);
      },
    }),
  ),
  ...each(
    {
      'a form without a query': [FORM, 'x=y', 400],
      'a form with two queries': [FORM, 'query=ASK%7B%7D&query=ASK%7B%7D', 400],
      'a form with an update': [FORM, 'update=CLEAR%20ALL', 400],
      'a body that is an update': ['application/sparql-update', 'CLEAR ALL', 400],
      'an update called a query': [QUERY, 'CLEAR ALL', 400],
      'a body of another type': ['text/plain', 'ASK {}', 415],
      'a query in JSON': ['application/json', '"ASK {}"', 415],
      'a query in UTF-16': [`${QUERY}; charset=UTF-16`, 'ASK {}', 415],
      'bytes that are no UTF-8': [QUERY, Buffer.from([0x41, 0xff]), 400],
    } as const,
    ([type, body, status]) => ({
      section: '2.1.6',
      statement: 'a body that is no query is refused',
      holds: async ({ holder }) => {
        const reply = await holder.send('POST', '/sparql', { headers: { 'Content-Type': type }, body });
        expect(reply.status, reply.text).to.equal(status);
      },
    }),
  ),
  ...each({ PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' }, (method) => ({
    section: '2.1',
    statement: 'any other method is refused',
    holds: async ({ holder }) => {
      const reply = await holder.send(method, '/sparql');
      expect(reply.status).to.equal(405);
      expect(reply.headers.get('allow')).to.equal('GET, POST, HEAD');
    },
  })),
  {
    section: 'D37',
    statement: 'a query that does not parse is refused, and its place named',
    holds: (world) => refused(world, 'SELECT * {\n  ?s cargo:name\n}', /unexpected .*}.* after line 2, column 15/),
  },
  {
    section: 'D37',
    statement: 'an unknown prefix is named with its place',
    holds: (world) =>
      refused(world, 'SELECT * {\n  ?s nobody:knows ?o }', /unknown prefix nobody: after line 2, column 5/),
  },
  {
    section: 'D37',
    statement: 'an update is refused',
    holds: (world) => refused(world, 'DELETE WHERE { ?s ?p ?o }', /update/),
  },
  ...each(
    {
      plain: 'SELECT * { SERVICE <http://localhost:1/> { ?s ?p ?o } }',
      silent: 'SELECT * { SERVICE SILENT <http://localhost:1/> { ?s ?p ?o } }',
      'in EXISTS': 'ASK { FILTER EXISTS { SERVICE ?any { ?s ?p ?o } } }',
      'in a subquery': 'SELECT * { { SELECT * { OPTIONAL { SERVICE <http://localhost:1/> { ?s ?p ?o } } } } }',
    },
    (query) => ({
      section: 'D37',
      statement: 'SERVICE is refused',
      holds: (world) => refused(world, query, /SERVICE/),
    }),
  ),
  ...each(
    {
      'brackets without end': `SELECT * { FILTER(${'('.repeat(20_000)}1${')'.repeat(20_000)}) }`,
      'groups without end': `SELECT * ${'{'.repeat(5000)}${'}'.repeat(5000)}`,
    },
    (query) => ({
      section: 'D37',
      statement: 'a query that only means to keep the parser busy is refused at once',
      holds: async ({ holder }) => {
        const reply = await holder.post('/sparql', query, { 'Content-Type': QUERY });
        expect(reply.status, reply.text).to.equal(400);
      },
    }),
  ),
];

const answers: Statement[] = [
  ...each(resultTypes, (type, accept) => ({
    section: '2.1.5',
    statement: 'solutions come in the form that was asked for',
    holds: async ({ holder }) => {
      const reply = await ask(holder, SELECT, { accept });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.headers.get('content-type')).to.equal(type);
      expect(reply.text).to.contain('Example Data Holder');
    },
  })),
  ...each(graphTypes, (type, accept) => ({
    section: '2.1.5',
    statement: 'a graph comes in the form that was asked for',
    holds: async ({ holder }) => {
      for (const query of [kinds.CONSTRUCT, kinds.DESCRIBE]) {
        const reply = await ask(holder, query, { accept });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.get('content-type')).to.equal(type);
        expect(reply.text).to.contain('Example Data Holder');
      }
    },
  })),
  {
    section: '2.1.5',
    statement: 'a truth value comes in every form of results',
    holds: async ({ holder }) => {
      expect(await truth(holder, kinds.ASK)).to.equal(true);
      for (const accept of Object.keys(resultTypes)) {
        expect((await ask(holder, kinds.ASK, { accept })).text, accept).to.contain('true');
      }
    },
  },
  ...each(
    { SELECT: 'text/turtle', ASK: 'application/ld+json', CONSTRUCT: 'text/csv', DESCRIBE: 'image/png' },
    (accept, kind) => ({
      section: 'D4',
      statement: 'what cannot be given is refused with what can',
      holds: async ({ holder }) => {
        const reply = await ask(holder, kinds[kind as keyof typeof kinds], { accept });
        expect(reply.status).to.equal(406);
        expect(messages(reply).join(' ')).to.match(/available: /);
      },
    }),
  ),
  {
    section: 'SPARQL 1.1 CSV and TSV results',
    statement: 'CSV has the values, TSV the terms',
    holds: async ({ holder }) => {
      const query = 'SELECT ?a ?b { VALUES (?a ?b) { ("say ""\\"hi\\", so" 1) } }'.replace('"say ""', '"say ');
      expect((await ask(holder, query, { accept: 'text/csv' })).text).to.equal('a,b\r\n"say ""hi"", so",1\r\n');
      expect((await ask(holder, query, { accept: 'text/tab-separated-values' })).text).to.equal(
        '?a\t?b\n"say \\"hi\\", so"\t1\n',
      );
    },
  },
];

const description: Statement[] = [
  ...each(
    {
      'text/turtle': 'text/turtle',
      'application/ld+json': 'application/ld+json',
      'application/n-triples': 'application/n-triples',
    },
    (accept) => ({
      section: 'SPARQL 1.1 Service Description, 2',
      statement: 'GET without parameters gives the description of the service',
      holds: async ({ partner }) => {
        const reply = await partner.get('/sparql', { headers: { Accept: accept } });
        expect(reply.status).to.equal(200);
        expect(reply.headers.get('content-type')).to.match(new RegExp(`^${accept.replace('+', '.')}`));
        expect(reply.text).to.contain('sparql-service-description#Service').and.to.contain('SPARQL11Query');
      },
    }),
  ),
  {
    section: 'SPARQL 1.1 Service Description, 3.2',
    statement: 'it names the endpoint, the language and the result formats',
    holds: async ({ partner, node }) => {
      const { json } = await partner.get('/sparql');
      expect(member(json, '@id')).to.equal(`${node.url}/sparql`);
      const formats = list(member(json, 'http://www.w3.org/ns/sparql-service-description#resultFormat'));
      expect(formats).to.have.length(7);
    },
  },
];

conformance('SPARQL 1.1 Protocol', [...asking, ...bad, ...answers, ...description]);
