/** Queries of partners: whatever is asked, the engine's answer is the one of the worker that has nothing else. */
import { expect } from 'chai';
import { factory, namedNode, type Quad, triple } from '../../../src/rdf/terms.js';
import { EngineClient } from '../../../src/sparql/engine/engine-client.js';
import { object, revision, silent } from '../../store/support/open.js';
import { movedTo } from '../../../src/sparql/engine/projection-state.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { type Part, type Terms, VARIABLES } from '../random-expression.js';
import { QueryWriter } from '../random-query.js';
import { escapingQueries } from './escaping-queries.js';
import { type Grant, PartnerBench } from './partner-bench.js';
import { changeAtRandom, fillAtRandom, RANDOM_TERMS } from './partner-random.js';

type EngineSettings = ConstructorParameters<typeof EngineClient>[0];

export interface OpenedEngineAt {
  readonly settings: EngineSettings;
  stop(): Promise<void>;
}

const READ: Grant = { to: 'agent', modes: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'] };

const said = (subject: string, property: string, text: string): Quad =>
  triple(namedNode(subject), namedNode(property), factory.literal(text));

/** Queries without the steps of paths that cannot be limited, most of the time. */
class LimitedQueryWriter extends QueryWriter {
  constructor(
    random: Random,
    terms: Terms,
    private readonly isExact: boolean,
  ) {
    super(random, terms);
  }

  protected override dataset(): string {
    return this.random.chance(0.1) ? super.dataset() : '';
  }

  /**
   * Other engines calculate in their own ways: for them, expressions that need no calculation. No `=` and sameTerm: Fuseki
   * 5.6.0 gives a solution twice that meets both sides of `BOUND(?a) || sameTerm(?a, <urn:r:2>)`.
   */
  protected override expression(depth: number): Part {
    if (this.isExact) return super.expression(depth);
    const one = this.random.one(VARIABLES);
    const text = this.random.one([`BOUND(${one})`, `isLITERAL(${one})`, `isIRI(${one})`, `!BOUND(${one})`]);
    return [text, text];
  }

  protected override call(depth: number): Part {
    return this.isExact ? super.call(depth) : this.expression(0);
  }

  /** Fuseki writes statements about texts, which no graph can hold. */
  protected override template(key: string): Part {
    if (this.isExact) return super.template(key);
    const text = `${this.random.one(this.terms.resources)} <made> ?b , ${key} .`;
    return [text, text];
  }

  /** At the end of a query, engines join it with different parts of the query. */
  protected override values(probability: number): string {
    return this.isExact || probability === 1 ? super.values(probability) : '';
  }

  /** Of nothing, the workers' engine makes one group where the variable of GROUP BY is nowhere in the pattern. */
  protected override aggregate(dataset: string): Part {
    for (;;) {
      const part = super.aggregate(dataset);
      const [, pattern = '', key] = /^[^{]*(\{.*\}) GROUP BY (\?\w+)/s.exec(part[1]) ?? [];
      if (this.isExact || key === undefined || pattern.includes(key)) return part;
    }
  }

  protected override aggregateExpression(key: string): Part {
    return this.isExact ? super.aggregateExpression(key) : ['COUNT(*)', 'COUNT(*)'];
  }

  protected override path(depth: number): string {
    const one = this.random.one(this.terms.predicates);
    if (depth === 0) return one;
    const inner = (): string => this.path(depth - 1);
    return this.random.one([
      () => one,
      () => `(${inner()})/(${inner()})`,
      () => `^(${inner()})`,
      // Not both properties of two resources: Oxigraph gives that once.
      () => `(:name|<urn:p:knows>)`,
      () => `!${one}`,
    ])();
  }
}

/**
 * @param isExact whether the engine is the workers' one, so that it answers everything as they do.
 * @param datasets the number of datasets at random.
 */
export function describePartnerQueries(
  name: string,
  open: (context: Mocha.Context) => Promise<OpenedEngineAt>,
  isExact: boolean,
  datasets: number,
): void {
  describe(`queries of partners to an engine with everything (${name})`, function () {
    this.timeout(1_800_000);
    let engine: OpenedEngineAt;
    let client: EngineClient;
    const closers: (() => Promise<void>)[] = [];

    before(async function () {
      engine = await open(this);
      client = new EngineClient(engine.settings, { log: silent });
      closers.push(
        () => engine.stop(),
        () => client.close(),
      );
    });
    after(async () => {
      for (const close of closers.reverse()) await close();
    });

    async function withBench(use: (bench: PartnerBench) => Promise<void>): Promise<void> {
      await client.update('DROP ALL');
      const bench = await PartnerBench.open(client);
      try {
        await use(bench);
      } finally {
        await bench.close();
      }
    }

    it('at random have the answers of the worker', async () => {
      const random = new Random(seeded(SEED));
      let limited = 0;
      let full = 0;
      for (let dataset = 0; dataset < scaled(datasets); dataset += 1) {
        await withBench(async (bench) => {
          await fillAtRandom(bench, random);
          const writer = new LimitedQueryWriter(random, RANDOM_TERMS, isExact);
          for (let number = 0; number < 60; number += 1) {
            if (random.chance(0.2)) await changeAtRandom(bench, random);
            await bench.feed();
            const { written, kind } = writer.query();
            const found = await bench.limited(written);
            if (found === undefined) continue;
            const expected = await bench.copied(written);
            if (!isExact && typeof expected === 'string') continue;
            expect(found, `seed ${SEED}, dataset ${dataset}, number ${number}:\n${written}`).to.deep.equal(expected);
            limited += 1;
            if (kind !== 'ASK' && expected.length > 1) full += 1;
          }
        });
      }
      expect(limited).to.be.above(scaled(datasets) * 8);
      expect(full).to.be.above(limited / 8);
    });

    const secret = [said('urn:s:hidden', 'urn:p:secret', 'hidden'), said('urn:s:both', 'urn:p:n', 'both')];
    const open1 = [said('urn:s:open', 'urn:p:n', 'open'), said('urn:s:both', 'urn:p:n', 'both')];

    /** One object that the partner may read, in two revisions, and one that it may not. */
    async function twoObjects(bench: PartnerBench): Promise<void> {
      await bench.revise('mine', [said('urn:s:open', 'urn:p:old', 'old')]);
      await bench.revise('mine', open1);
      await bench.revise('hidden', secret);
      await bench.addEvent('hidden', 'e', [said('urn:e:hidden', 'urn:p:n', 'event')]);
      await bench.addEvent('mine', 'e', [said('urn:e:mine', 'urn:p:n', 'event')]);
      await bench.grant('mine', [READ]);
      await bench.grant('hidden', [{ ...READ, to: 'other' }]);
      await bench.request('other', object('other'));
      await bench.feed();
    }

    it('see no unreadable graph, in any form', async () => {
      await withBench(async (bench) => {
        await twoObjects(bench);
        const hidden = `<${revision('hidden', 1)}>`;
        for (const query of [
          'SELECT ?s ?p ?o { ?s ?p ?o }',
          'SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }',
          'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g',
          `SELECT * { GRAPH ${hidden} { ?s ?p ?o } }`,
          'SELECT * { GRAPH <urn:x-cargograph:access> { ?s ?p ?o } }',
          'SELECT * { GRAPH ?v1 { ?v1 ?v2 ?v3 } ?v4 ?v5 ?v6 }',
          'SELECT * { VALUES ?g { <urn:x-cargograph:access> <urn:x-cargograph:current> <urn:x-cargograph:projection> } GRAPH ?g { ?s ?p ?o } }',
          'ASK { ?s <urn:p:secret> ?o }',
          'ASK { GRAPH ?g { ?s <urn:p:secret> ?o } }',
          'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
          'SELECT (COUNT(DISTINCT ?o) AS ?n) (MAX(?o) AS ?max) (GROUP_CONCAT(DISTINCT STR(?p)) AS ?all) { ?s ?p ?o }',
          'SELECT ?s { ?s <urn:p:n> ?n FILTER EXISTS { ?x <urn:p:secret> ?y } }',
          'SELECT ?s { ?s <urn:p:n> ?n FILTER NOT EXISTS { ?x <urn:p:secret> ?y } }',
          `SELECT ?s { ?s <urn:p:n> ?n FILTER EXISTS { GRAPH ${hidden} { ?x ?q ?y } } }`,
          'SELECT ?s { ?s <urn:p:n> ?n FILTER EXISTS { GRAPH ?g { ?x ?q ?y } FILTER(?g = <urn:x-cargograph:access>) } }',
          'SELECT (EXISTS { ?x <urn:p:secret> ?y } AS ?is) { }',
          'SELECT ?s { ?s <urn:p:n> ?n } ORDER BY (EXISTS { ?s <urn:p:secret> ?y })',
          'SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?n } GROUP BY ?s HAVING (EXISTS { ?s <urn:p:secret> ?y }) (COUNT(*) > 0)',
          'SELECT ?s { ?s <urn:p:n> ?n MINUS { ?x <urn:p:n> ?n . ?y <urn:p:secret> ?z } }',
          `SELECT ?s { ?s <urn:p:n> ?n MINUS { GRAPH ${hidden} { ?s <urn:p:n> ?n } } }`,
          'SELECT ?s ?x { ?s <urn:p:n> ?n OPTIONAL { ?x <urn:p:secret> ?y } }',
          'SELECT ?s ?x { ?s <urn:p:n> ?n OPTIONAL { GRAPH ?g { ?x <urn:p:secret> ?y } } }',
          'SELECT * { { SELECT ?s (COUNT(?x) AS ?c) { ?s <urn:p:n> ?n . ?x ?q ?n } GROUP BY ?s } }',
          'SELECT ?s { { SELECT ?s { GRAPH ?g { ?s ?p ?o } } LIMIT 100 } }',
          'SELECT ?s { BIND(EXISTS { ?x <urn:p:secret> ?y } AS ?is) ?s <urn:p:n> ?n FILTER(?is) }',
          'SELECT ?s ?o { ?s (<urn:p:secret>|<urn:p:n>) ?o }',
          'SELECT ?o { <urn:s:hidden> <urn:p:secret>/^<urn:p:secret> ?o }',
          'SELECT ?s { ?s <urn:p:n> [] . [] <urn:p:secret> ?o }',
          'SELECT ?s { GRAPH ?g { ?s <urn:p:secret>/^<urn:p:secret>|<urn:p:n> ?o } }',
          'SELECT ?s { GRAPH ?g { ?s ?p ?o FILTER NOT EXISTS { ?s <urn:p:n> ?u } } }',
          'CONSTRUCT { ?s ?p ?o } WHERE { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }',
          'CONSTRUCT WHERE { ?s ?p ?o }',
          'SELECT ?s ?o { ?s <urn:p:n> ?o } VALUES ?s { <urn:s:hidden> <urn:s:both> <urn:e:hidden> }',
          'SELECT * { ?s ?p "a } UNION { ?s ?p ?o" }',
          `SELECT ?s { ?s ?p ?o FILTER(?o IN ("hidden", "both", "event")) }`,
        ]) {
          const found = await bench.limited(query);
          expect(found, query).to.deep.equal(await bench.copied(query));
          const text = typeof found === 'string' ? found : (found ?? []).join();
          expect(text, query).to.not.match(/hidden|secret|cargograph|anyone/);
        }
      });
    });

    it('do not escape from GRAPH by an inner scope or an unbound name', async () => {
      await withBench(async (bench) => {
        await twoObjects(bench);
        const terms = {
          readable: revision('mine', 2),
          hidden: revision('hidden', 1),
          subject: 'urn:s:hidden',
          property: 'urn:p:secret',
          value: '"hidden"',
        };
        let limited = 0;
        for (const query of escapingQueries(terms)) {
          const found = await bench.limited(query);
          if (found === undefined) continue;
          limited += 1;
          expect(found, query).to.deep.equal(await bench.copied(query));
        }
        expect(limited).to.be.above(8);
      });
    });

    it('that cannot be limited are answered by a worker', async () => {
      await withBench(async (bench) => {
        await twoObjects(bench);
        for (const query of [
          'DESCRIBE ?s { ?s ?p ?o }',
          'SELECT ?g { GRAPH ?g { } }',
          'SELECT ?s { GRAPH ?g { ?s <urn:p:secret>* ?o } }',
          'SELECT ?s { GRAPH ?g { SELECT ?s { ?s ?p ?o } } }',
          'SELECT * { ?s <urn:p:n>+ ?o }',
          'SELECT * { ?s !<urn:p:n> ?o }',
          'SELECT ?s { ?s <urn:p:n> ?n FILTER(1 = 1 && NOT EXISTS { { SELECT ?x { ?x <urn:p:secret> ?y } } }) }',
          'SELECT * { ?s <urn:p:n> [] }',
          'SELECT (COUNT(DISTINCT *) AS ?n) { ?s <urn:p:n> [] }',
          `SELECT * FROM <${revision('hidden', 1)}> { ?s ?p ?o }`,
          `SELECT * FROM NAMED <${revision('hidden', 1)}> { GRAPH ?g { ?s ?p ?o } }`,
          'SELECT * { ?s ?p ?o FILTER((?o = "open") IN (true)) }',
          'SELECT * { ?s ?p "\\u0022 } UNION { ?s ?p ?o } #" }',
          'SELECT * { GRAPH ?g { GRAPH ?h { ?s ?p ?o } } }',
          'SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }',
          'ASK { ?s ?p ?o } GROUP BY ?s HAVING (EXISTS { ?s <urn:p:secret> ?o })',
          'SELECT',
          'DELETE WHERE { ?s ?p ?o }',
        ]) {
          expect(await bench.limited(query), query).to.equal(undefined);
          const copied = await bench.copied(query);
          expect(String(copied), query).to.not.match(/hidden|cargograph/);
        }
      });
    });

    it('follow every change of access, with the next query', async () => {
      await withBench(async (bench) => {
        await twoObjects(bench);
        const query = 'SELECT ?o { ?s <urn:p:n> ?o }';
        const own = ['"both"', '"event"', '"open"', '?o'];
        expect(await bench.limited(query)).to.deep.equal(own);
        const none = ['?o'];
        for (const [grants, expected] of [
          [[], none],
          [[{ ...READ, to: 'group' }], own],
          // Out of the group.
          [[{ ...READ, to: 'other' }], none],
          [[{ ...READ, to: 'everyone' }], own],
          [[{ ...READ, modes: ['GET_LOGISTICS_EVENT'] }], ['"event"', '?o']],
          [[{ ...READ, modes: ['GET_LOGISTICS_OBJECT'] }], ['"both"', '"open"', '?o']],
          [[{ ...READ, until: '2026-05-01T00:00:00Z' }], none],
          [[{ ...READ, until: '2026-07-01T00:00:00Z' }], own],
        ] as const) {
          await bench.grant('mine', grants);
          // The engine does not have it yet: it is not asked.
          expect(await bench.limited(query)).to.equal(undefined);
          await bench.feed();
          expect(await bench.limited(query), JSON.stringify(grants)).to.deep.equal(expected);
        }
        bench.now = new Date('2026-07-01T00:00:01Z');
        expect(await bench.limited(query)).to.deep.equal(none);
      });
    });

    it('do not see writes after a withdrawal of access, in any order of the engine', async () => {
      await withBench(async (bench) => {
        await twoObjects(bench);
        const query = 'SELECT ?o { ?s <urn:p:n> ?o }';
        // Withdrawn while the engine answers, whose permissions do not follow.
        let isCopied = false;
        let asked = 0;
        const queries = bench.queries(
          () => {
            isCopied = true;
          },
          {
            query: async (asking) => {
              if (asking.text.includes('urn:p:n')) {
                asked += 1;
                if (asked === 1) {
                  await bench.grant('mine', []);
                  await bench.revise('mine', [said('urn:s:open', 'urn:p:n', 'later')]);
                  await client.update('INSERT DATA { <urn:s:open> <urn:p:n> "later" }');
                  await client.update(
                    `INSERT DATA { GRAPH <${revision('mine', 2)}> { <urn:s:open> <urn:p:n> "later" } }`,
                  );
                }
              }
              return client.query(asking);
            },
          },
        );
        const found = await bench.answer(queries, query);
        expect(asked).to.equal(1);
        expect(isCopied, 'by the worker, since the engine does not follow').to.equal(true);
        expect(found).to.deep.equal(['?o']);
      });
    });

    it('have no answer of an engine whose position was taken back', async () => {
      await withBench(async (bench) => {
        await twoObjects(bench);
        const query = 'SELECT ?o { ?s <urn:p:n> ?o }';
        let taken = false;
        let isCopied = false;
        const onCopied = (): void => {
          isCopied = true;
        };
        const queries = bench.queries(onCopied, {
          query: async (asking) => {
            // A request of a process that no longer feeds the engine, between the question for the position and the query.
            if (asking.text.includes('urn:p:n')) {
              taken = true;
              await client.update(movedTo(1).join(' ;\n'));
            }
            return client.query(asking);
          },
        });
        expect(await bench.answer(queries, query)).to.deep.equal(await bench.copied(query));
        expect(isCopied).to.equal(true);
        expect(taken).to.equal(true);
      });
    });
  });
}
