import { expect } from 'chai';
import { describeQuestions } from '../sparql/analytics-document.js';
import { describeEngineQueries, engineReady } from '../sparql/engine/query-suite.js';
import { ask } from '../sparql/support.js';
import { TestContext } from '../support/world.js';
import { type RealEngine, type SparqlEngineName, sparqlEngines, startOrSkip } from './support/sparql-engine.js';

for (const name of Object.keys(sparqlEngines) as SparqlEngineName[]) {
  describe(`queries to ${name}`, () => {
    let engine: RealEngine;
    const started: RealEngine[] = [];

    before(async function () {
      engine = await startOrSkip(name, this);
      started.push(engine);
    });
    after(() => Promise.all(started.map((each) => each.stop())));

    /** Without data. */
    const opened = async (): Promise<{ env: RealEngine['env']; stop: () => Promise<void> }> => {
      await engine.kill();
      await engine.startEmpty();
      return { env: engine.env, stop: () => Promise.resolve() };
    };

    describeEngineQueries(name, opened);
    describeQuestions(name, opened);

    it('that take too long are answered with 503, and others continue', async () => {
      const { env } = await opened();
      const world = await TestContext.start({ env: { ...env, SPARQL_TIMEOUT_MS: '2000' } });
      try {
        await engineReady(world);
        const many = Array.from({ length: 400 }, (_, number) => String(number)).join(' ');
        const crossed = ['a', 'b', 'c', 'd'].map((variable) => `VALUES ?${variable} { ${many} }`).join(' ');
        const reply = await ask(world.holder, `SELECT (SUM(?a + ?b + ?c + ?d) AS ?n) { ${crossed} }`);
        expect(reply.status, reply.text).to.equal(503);
        expect((await ask(world.holder, 'ASK { ?s ?p ?o }')).status).to.equal(200);
      } finally {
        await world.stop();
      }
    });
  });
}
