/** Random queries: what a node answers is what Oxigraph answers that is asked directly, on the same dataset. */
import { expect } from 'chai';
import { pino } from 'pino';
import { ServiceError } from '../../src/errors.js';
import { factory, iri, isIri, namedNode, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { QueryPool } from '../../src/sparql/query-pool.js';
import { type EngineStore, startEngine } from '../../src/store/oxigraph/engine.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { base, object, openMemory, revision } from '../store/support/open.js';
import { queryWorker } from '../support/program.js';
import { Random, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { TestContext } from '../support/world.js';
import type { Terms } from './random-expression.js';
import { QueryWriter, type RandomQuery } from './random-query.js';
import { ask, resultsOf } from './support.js';

const MAX_ROWS = 10_000_000;
const BASE = 'http://localhost:8080/';

/** The lines of an answer in an order of their own; blank nodes have no name, since each answer gives them others. */
const comparable = (answer: string): string[] =>
  answer
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/_:\w+/g, '_:'))
    .sort();

/** What the engine says itself; undefined where it refuses. */
function direct(store: EngineStore, { kind, plain }: RandomQuery): string[] | undefined {
  const isTable = kind === 'SELECT' || kind === 'ASK';
  try {
    const answer = store.query(plain, { results_format: isTable ? 'tsv' : 'nt', base_iri: BASE });
    if (typeof answer !== 'string') throw new TypeError('no text');
    return comparable(answer);
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return undefined;
    throw error;
  }
}

const terms = (graphs: readonly string[]): Terms => ({
  resources: ['<urn:r:1>', '<urn:r:2>', '<urn:r:3>', ':r', '<rel>'],
  predicates: ['<urn:p:knows>', '<urn:p:n>', ':name'],
  literals: ['1', '2.5', '"a"', '"a"@en', 'true'],
  graphs,
});

describe('Random queries', function () {
  describe('through the workers', () => {
    let store: GraphStore;
    let analytics: QueryPool;
    let engine: EngineStore;
    const random = new Random(seeded(20_261_121));
    const graphs = ['a', 'b', 'c'].flatMap((name) => [revision(name, 1), revision(name, 2)]);

    before(async () => {
      store = await openMemory();
      const { api } = createVocabulary();
      const resource = (): ReturnType<typeof namedNode> =>
        namedNode(random.one(['urn:r:1', 'urn:r:2', 'urn:r:3', 'urn:empty:r', 'urn:base/rel']));
      const literal = (): ReturnType<typeof factory.literal> =>
        random.one([
          factory.literal(String(random.below(5)), namedNode('http://www.w3.org/2001/XMLSchema#integer')),
          factory.literal(`${String(random.below(5))}.5`, namedNode('http://www.w3.org/2001/XMLSchema#decimal')),
          factory.literal(random.one(['a', 'b - c', ''])),
          factory.literal('a', 'en'),
        ]);
      for (const graph of graphs) {
        const statements = Array.from({ length: 6 }, () =>
          random.chance(0.5)
            ? triple(resource(), namedNode('urn:p:knows'), resource())
            : triple(resource(), namedNode(random.one(['urn:p:n', 'urn:empty:name'])), literal()),
        );
        await store.transact([base], (tx) => tx.replace(graph, statements));
      }
      for (const name of ['a', 'b', 'c']) {
        const latest = triple(namedNode(object(name)), api.hasLatestRevision, factory.literal('2'));
        await store.transact([base], (tx) => tx.insert(iri(`${object(name)}/head`), [latest]));
      }
      engine = startEngine().newStore();
      for await (const { graph, text } of store.graphs()) {
        engine.load(text, { format: 'application/n-triples', to_graph_name: node(graph) });
        if (graph.endsWith('/revisions/2')) engine.load(text, { format: 'application/n-triples' });
      }
      analytics = new QueryPool({
        store,
        setup: { base, namespaces: standardNamespaces, maxRows: MAX_ROWS },
        scopeOf: () => Promise.resolve({ kind: 'everything' }),
        timeoutMs: 600_000,
        patienceMs: 600_000,
        program: queryWorker,
        log: pino({ level: 'silent' }),
      });
    });
    after(async () => {
      await analytics.stop();
      await store.close();
    });

    const caller = { agent: iri('http://localhost:8080/logistics-objects/partner'), internal: true };
    async function asked({ written }: RandomQuery): Promise<string[] | undefined> {
      const question = { text: written, dataset: undefined, at: undefined, results: 'tsv', graph: 'ntriples' } as const;
      try {
        const { body, truncated } = await analytics.ask(question, caller, new AbortController().signal);
        expect(truncated).to.equal(false);
        return comparable(new TextDecoder().decode(body));
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'invalid-query') return undefined;
        throw error;
      }
    }

    it(`${String(scaled(100))} of them have the engine's own answers`, async () => {
      const writer = new QueryWriter(random, terms(graphs.map((graph) => `<${graph}>`)));
      let refused = 0;
      let empty = 0;
      for (let number = 0; number < scaled(100); number += 1) {
        const query = writer.query();
        const expected = direct(engine, query);
        const found = await asked(query);
        expect(found, `number ${String(number)}:\n${query.written}\n${query.plain}`).to.deep.equal(expected);
        if (expected === undefined) refused += 1;
        else if (expected.length <= 1 && query.kind !== 'ASK') empty += 1;
      }
      // Most of them say something.
      expect(refused).to.be.below(scaled(100) / 10);
      expect(empty).to.be.below(scaled(100) / 2);
    });
  });

  describe('over HTTP', () => {
    let world: TestContext;
    before(async () => {
      world = await TestContext.start();
      for (const goods of ['one', 'two']) await world.piece({ 'cargo:goodsDescription': goods });
    });
    after(() => world.stop());

    it(`${String(scaled(25))} of them have the engine's own answers`, async () => {
      const engine = startEngine().newStore();
      const statements = await ask(world.holder, 'CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }', {
        accept: 'application/n-triples',
      });
      engine.load(statements.text, { format: 'application/n-triples' });
      const { results } = resultsOf(await ask(world.holder, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }'));
      const graphs = (results?.bindings ?? []).map(({ g }) => g?.value ?? '').filter(isIri);
      for (const graph of graphs) {
        const query = `CONSTRUCT { ?s ?p ?o } { GRAPH <${graph}> { ?s ?p ?o } }`;
        const { text } = await ask(world.holder, query, { accept: 'application/n-triples' });
        engine.load(text, { format: 'application/n-triples', to_graph_name: node(graph) });
      }
      const { api, cargo } = standardNamespaces;
      const writer = new QueryWriter(new Random(seeded(7)), {
        resources: [`<${cargo}Piece>`, `<${world.node.url}/logistics-objects/_data-holder>`],
        predicates: [`<${cargo}goodsDescription>`, `<${cargo}name>`, `<${api}hasLatestRevision>`],
        literals: ['"one"', '1', '2.5'],
        graphs: graphs.map((graph) => `<${graph}>`),
      });
      for (let number = 0; number < scaled(25); number += 1) {
        const query = writer.query();
        const isTable = query.kind === 'SELECT' || query.kind === 'ASK';
        const reply = await ask(world.holder, query.written, {
          accept: isTable ? 'text/tab-separated-values' : 'application/n-triples',
        });
        const found = reply.status === 400 ? undefined : comparable(reply.text);
        const expected = direct(engine, query);
        expect(reply.status, reply.text).to.equal(expected === undefined ? 400 : 200);
        expect(found, `number ${String(number)}:\n${query.written}`).to.deep.equal(expected);
      }
    });
  });
});
