import { expect } from 'chai';
import jsonld from 'jsonld';
import { factory } from '../../src/rdf/terms.js';
import { readNTriples, readTurtle } from '../support/turtle.js';
import { startEngine } from '../../src/store/oxigraph/engine.js';
import { conformance, each, type Statement } from '../conformance/statement.js';
import { canonical } from '../support/isomorphic.js';
import { list, member, messages } from '../support/node.js';
import type { TestContext } from '../support/world.js';
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
  'application/sparql-results+json;q=0, */*;q=0.5': 'application/sparql-results+xml',
  'text/*;q=0.9, text/csv;q=0.1, application/sparql-results+xml;q=0.5': 'text/tab-separated-values; charset=utf-8',
  'text/*': 'text/csv; charset=utf-8',
  '*/*;q=0.1, text/*;q=0.1': 'text/csv; charset=utf-8',
  'text/csv;header="a, application/xml"': 'text/csv; charset=utf-8',
};

const graphTypes = {
  'text/turtle': 'text/turtle; charset=utf-8',
  'application/n-triples': 'application/n-triples',
  'application/ld+json': 'application/ld+json',
  '*/*': 'text/turtle; charset=utf-8',
  'application/sparql-results+json, application/ld+json;q=0.1': 'application/ld+json',
  'text/turtle;q=0,*/*': 'application/ld+json',
  'text/turtle;q=0, application/ld+json;q=0, */*': 'application/n-triples',
  'application/rdf+xml': 'application/rdf+xml',
  'application/n-quads': 'application/n-quads',
  'application/trig': 'application/trig',
};

async function expectRejected(world: TestContext, query: string, words: RegExp): Promise<void> {
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
    section: '2.1.2',
    statement: 'what the address of a form says counts too: a time or a dataset is never passed over',
    holds: async ({ holder, node }) => {
      const nowhere = encodeURIComponent(`${node.url}/nowhere`);
      for (const parameter of ['at=20000101T000000Z', `default-graph-uri=${nowhere}`, `named-graph-uri=${nowhere}`]) {
        const reply = await holder.post(`/sparql?${parameter}`, form({ query: SELECT }), { 'Content-Type': FORM });
        expect(resultsOf(reply).results?.bindings, parameter).to.deep.equal([]);
      }
      const twice = await holder.post('/sparql?query=ASK%7B%7D', form({ query: SELECT }), { 'Content-Type': FORM });
      expect(twice.status).to.equal(400);
    },
  },
  ...each(
    {
      'the query first': (query: string, graph: string) => `query=${query}&default-graph-uri=${graph}`,
      'the query last': (query: string, graph: string) => `default-graph-uri=${graph}&query=${query}`,
      'others between': (query: string, graph: string) => `x=1&default-graph-uri=${graph}&y=%26&query=${query}&z`,
    },
    (parameters) => ({
      section: '2.1.1, 2.1.2',
      statement: 'parameters come in any order, percent-encoded, with & between them',
      holds: async ({ holder, node }) => {
        const graph = encodeURIComponent(`${node.url}/logistics-objects/_data-holder/revisions/1`);
        const text = parameters(
          encodeURIComponent('SELECT ?n { ?s cargo:name ?n FILTER("a&b=c+d%" = "a&b=c+d%") }'),
          graph,
        );
        for (const reply of [
          await holder.get(`/sparql?${text}`),
          await holder.post('/sparql', text, { 'Content-Type': FORM }),
        ]) {
          expect(resultsOf(reply).results?.bindings).to.have.length(1);
        }
      },
    }),
  ),
  {
    section: '2.1.3',
    statement: 'the body of a query is UTF-8, whether it says so or not, and percent signs in it are percent signs',
    holds: async ({ holder }) => {
      for (const type of [QUERY, `${QUERY}; charset=utf-8`, `${QUERY}; charset="UTF-8"`]) {
        const reply = await holder.post('/sparql', 'SELECT ("Zürich %41 東京" AS ?x) {}', { 'Content-Type': type });
        expect(resultsOf(reply).results?.bindings, type).to.deep.equal([
          { x: { type: 'literal', value: 'Zürich %41 東京' } },
        ]);
      }
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
    statement: 'a dataset may be in the query',
    holds: async ({ holder, node }) => {
      const object = `${node.url}/logistics-objects/_data-holder`;
      const query = (rest: string): string =>
        `SELECT ?n ?m FROM <${object}/revisions/1> FROM NAMED <${object}/head> { ${rest} }`;
      expect(await rows(holder, query('?s cargo:name ?n'))).to.deep.equal(one);
      expect(await rows(holder, query('GRAPH ?g { ?s api:hasLatestRevision ?m }'))).to.deep.equal(['1']);
      expect(await rows(holder, query('?s api:hasLatestRevision ?m'))).to.deep.equal([]);
    },
  },
  {
    section: '2.1.4',
    statement:
      'a dataset with named graphs only has an empty default graph, and one with default graphs only no others',
    holds: async ({ holder, node }) => {
      const graph = `${node.url}/logistics-objects/_data-holder/revisions/1`;
      const both = 'SELECT ?g ?n { { ?s cargo:name ?n } UNION { GRAPH ?g { ?s cargo:name ?n } } }';
      expect(await rows(holder, both, { namedGraphs: [graph] })).to.deep.equal([`${graph} Example Data Holder`]);
      expect(await rows(holder, both, { defaultGraphs: [graph] })).to.deep.equal(one);
    },
  },
  {
    section: '2.1.4, 4.1',
    statement: 'a graph that is not here is empty: nothing is fetched for a query',
    holds: async ({ holder, node }) => {
      // An address that would answer: with what anybody may read.
      const graph = `${node.url}/openapi.json`;
      expect(await rows(holder, 'SELECT * { ?s ?p ?o }', { defaultGraphs: [graph] })).to.deep.equal([]);
      expect(await rows(holder, `SELECT * FROM <${graph}> { ?s ?p ?o }`)).to.deep.equal([]);
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
  {
    section: '2.3',
    statement: "relative names are resolved against the query's BASE, or else the base URL of the node",
    holds: async ({ holder, node }) => {
      expect(await rows(holder, 'SELECT (<logistics-objects/a> AS ?x) {}')).to.deep.equal([
        `${node.url}/logistics-objects/a`,
      ]);
      expect(await rows(holder, 'BASE <http://a.b/c/> SELECT (<d> AS ?x) (IRI("e") AS ?y) {}')).to.deep.equal([
        'http://a.b/c/d http://a.b/c/e',
      ]);
    },
  },
  ...each({ GET: 'GET', POST: 'POST' }, (method) => ({
    section: '2.1',
    statement: 'a request without a token is refused',
    holds: async ({ anonymous }) => {
      const path = method === 'GET' ? queryPath(SELECT) : '/sparql';
      const sending = method === 'GET' ? {} : { body: SELECT, headers: { 'Content-Type': QUERY } };
      expect((await anonymous.send(method, path, sending)).status).to.equal(401);
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
      section: '2.1.7',
      statement: 'a request without a query is rejected with 400',
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
      section: '2.1.7',
      statement: 'a body that is no query is rejected',
      holds: async ({ holder }) => {
        const reply = await holder.send('POST', '/sparql', { headers: { 'Content-Type': type }, body });
        expect(reply.status, reply.text).to.equal(status);
      },
    }),
  ),
  ...each(
    {
      'in a form': [FORM, 'update=DELETE%20WHERE%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D', ''],
      'as it is': ['application/sparql-update', 'DELETE WHERE { ?s ?p ?o }', ''],
      'in the address of a query': [QUERY, SELECT, '?update=DELETE%20WHERE%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D'],
      'called a query': [QUERY, 'DELETE WHERE { ?s ?p ?o }', ''],
    } as const,
    ([type, body, address]) => ({
      section: '2.2',
      statement: 'the update operation is not offered: it is rejected in plain words, and nothing changes',
      holds: async ({ holder }) => {
        const before = await rows(holder, 'SELECT * { GRAPH ?g { ?s ?p ?o } }');
        const reply = await holder.send('POST', `/sparql${address}`, { headers: { 'Content-Type': type }, body });
        expect(reply.status).to.equal(400);
        expect(messages(reply).join(' '))
          .to.match(/update/)
          .and.to.match(/only queries are answered/);
        expect(await rows(holder, 'SELECT * { GRAPH ?g { ?s ?p ?o } }')).to.deep.equal(before);
      },
    }),
  ),
  ...each({ PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' }, (method) => ({
    section: '2.1',
    statement: 'any other method is rejected',
    holds: async ({ holder }) => {
      const reply = await holder.send(method, '/sparql');
      expect(reply.status).to.equal(405);
      expect(reply.headers.get('allow')).to.equal('GET, HEAD, POST');
    },
  })),
  {
    section: 'D37',
    statement: 'a query that does not parse is rejected, and its place named',
    holds: (world) =>
      expectRejected(world, 'SELECT * {\n  ?s cargo:name\n}', /unexpected .*}.* after line 2, column 15/),
  },
  {
    section: 'SPARQL 1.1 Query Results XML Format',
    statement: 'a character that XML cannot hold leaves the rest of an answer readable',
    holds: async (world) => {
      const reply = await ask(world.partner, 'SELECT ("a\u0001b\uffffc\\n\\r\u0085" AS ?x) {}', {
        accept: 'application/sparql-results+xml',
      });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.text).to.contain('<literal>a\ufffdb\ufffdc\n&#13;\u0085</literal>');
    },
  },
  {
    section: 'D37',
    statement: 'an unknown prefix is named with its place',
    holds: (world) =>
      expectRejected(world, 'SELECT * {\n  ?s nobody:knows ?o }', /unknown prefix nobody: after line 2, column 5/),
  },
  {
    section: 'D37',
    statement: 'an update is rejected',
    holds: (world) => expectRejected(world, 'DELETE WHERE { ?s ?p ?o }', /update/),
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
      statement: 'SERVICE is rejected',
      holds: (world) => expectRejected(world, query, /SERVICE/),
    }),
  ),
  ...each(
    {
      'brackets without end': `SELECT * { FILTER(${'('.repeat(20_000)}1${')'.repeat(20_000)}) }`,
      'groups without end': `SELECT * ${'{'.repeat(5000)}${'}'.repeat(5000)}`,
    },
    (query) => ({
      section: 'D37',
      statement: 'a query that only means to keep the parser busy is rejected at once',
      holds: async ({ holder }) => {
        const reply = await holder.post('/sparql', query, { 'Content-Type': QUERY });
        expect(reply.status, reply.text).to.equal(400);
      },
    }),
  ),
];

/** Terms of every kind, with everything that a format has to escape; the second row leaves one unbound. */
const TERMS = `SELECT ?text ?term ?number {
  VALUES (?text ?term ?number) { ("a<b>&\\"q\\",\\n\\tz \u6771" "x"@en 1.50) (UNDEF <http://a.b/c?d&e> true) }
}`;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const written = {
  'application/sparql-results+json': `${JSON.stringify({
    head: { vars: ['text', 'term', 'number'] },
    results: {
      bindings: [
        {
          text: { type: 'literal', value: 'a<b>&"q",\n\tz \u6771' },
          term: { type: 'literal', value: 'x', 'xml:lang': 'en' },
          number: { type: 'literal', value: '1.5', datatype: `${XSD}decimal` },
        },
        {
          term: { type: 'uri', value: 'http://a.b/c?d&e' },
          number: { type: 'literal', value: 'true', datatype: `${XSD}boolean` },
        },
      ],
    },
  })}\n`,
  'application/sparql-results+xml':
    '<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">' +
    '<head><variable name="text"/><variable name="term"/><variable name="number"/></head><results>' +
    '<result><binding name="text"><literal>a&lt;b&gt;&amp;&quot;q&quot;,\n\tz \u6771</literal></binding>' +
    '<binding name="term"><literal xml:lang="en">x</literal></binding>' +
    `<binding name="number"><literal datatype="${XSD}decimal">1.5</literal></binding></result>` +
    '<result><binding name="term"><uri>http://a.b/c?d&amp;e</uri></binding>' +
    `<binding name="number"><literal datatype="${XSD}boolean">true</literal></binding></result>` +
    '</results></sparql>\n',
  'text/csv': 'text,term,number\r\n"a<b>&""q"",\n\tz \u6771",x,1.5\r\n,http://a.b/c?d&e,true\r\n',
  'text/tab-separated-values':
    '?text\t?term\t?number\n"a<b>&\\"q\\",\\n\\tz \u6771"\t"x"@en\t1.5\n\t<http://a.b/c?d&e>\ttrue\n',
};

const answers: Statement[] = [
  ...each(written, (body, accept) => ({
    section: '2.1.6',
    statement: 'solutions are a document of the type that the answer names',
    holds: async ({ holder }) => {
      const reply = await ask(holder, TERMS, { accept });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.text).to.equal(body);
    },
  })),
  ...each(
    {
      'text/turtle': (text: string) => readTurtle(text),
      'application/trig': (text: string) => readTurtle(text),
      'application/n-triples': (text: string) => readNTriples(text),
      'application/n-quads': (text: string) => readNTriples(text),
      'application/rdf+xml': (text: string) => {
        const store = startEngine().newStore();
        store.load(text, { format: 'application/rdf+xml' });
        return readNTriples(store.dump({ format: 'application/n-triples', from_graph_name: factory.defaultGraph() }));
      },
      'application/ld+json': async (text: string) => {
        const quads: unknown = await jsonld.toRDF(JSON.parse(text) as object, { format: 'application/n-quads' });
        return readNTriples(typeof quads === 'string' ? quads : '');
      },
    },
    (read, accept) => ({
      section: '2.1.6',
      statement: 'a graph is a document of the type that the answer names',
      holds: async ({ holder }) => {
        const lines = [
          '<http://a.b/c?d&e> <http://a.b/p> "a<b>&\\"q\\",\\n\\tz \u6771" .',
          '<http://a.b/c?d&e> <http://a.b/p> "x"@en .',
          `<http://a.b/c?d&e> <http://a.b/p> "1"^^<${XSD}integer> .`,
          '<http://a.b/c?d&e> <http://a.b/q> _:one .',
          '_:one <http://a.b/q> _:other .',
          '_:other <http://a.b/q> <http://a.b/c?d&e> .',
        ];
        const reply = await ask(holder, `CONSTRUCT { ${lines.join(' ')} } WHERE {}`, { accept });
        expect(reply.status, reply.text).to.equal(200);
        expect(canonical(await read(reply.text))).to.equal(canonical(readNTriples(lines.join('\n'))));
      },
    }),
  ),
  ...each(
    Object.fromEntries(
      ['text/turtle', 'application/trig', 'application/n-triples', 'application/n-quads', 'application/ld+json'].map(
        (type) => [type, type],
      ),
    ),
    (accept) => ({
      section: 'D3',
      statement: 'a number of a graph has the lexical form that it has in every other answer',
      holds: async ({ holder }) => {
        const query = `CONSTRUCT { <urn:a> <urn:p> 2e1, "<urn:b> \\"20" } WHERE {}`;
        const reply = await ask(holder, query, { accept });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.text).to.match(/["'>]20\.0["'<]/);
        expect(reply.text).not.to.match(/["'>]20["'<]\^/);
      },
    }),
  ),
  {
    section: 'RDF 1.1 XML Syntax',
    statement: 'what RDF/XML cannot hold is rejected, or replaced where the rest can be read',
    holds: async ({ holder }) => {
      const accept = 'application/rdf+xml';
      for (const property of ['http://a.b/c/1/', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#li']) {
        const reply = await ask(holder, `CONSTRUCT { <http://a.b/s> <${property}> 1 } {}`, { accept });
        expect(reply.status, reply.text).to.equal(406);
        expect(messages(reply).join(' ')).to.contain(property);
      }
      const reply = await ask(holder, 'CONSTRUCT { <http://a.b/s> <http://a.b/p> "a\\u0001\\rb" } {}', { accept });
      expect(reply.text).to.contain('>a\ufffd&#13;b<');
    },
  },
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
      statement: 'what cannot be given is rejected with what can',
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
      expect(formats).to.have.length(10);
    },
  },
];

conformance('SPARQL 1.1 Protocol', [...asking, ...bad, ...answers, ...description]);
