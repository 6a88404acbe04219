import { expect } from 'chai';
import { messages } from '../../support/node.js';
import { TestContext } from '../../support/world.js';
import type { QueryPlan } from '../../../src/sparql/explain/schema.js';
import { ask, queryPath, rows } from '../support.js';
import { EngineServer } from './engine-server.js';
import { describeEngineQueries, engineReady } from './query-suite.js';

const envOf = ({ settings }: EngineServer): Record<string, string> => ({
  SPARQL_ENGINE_URL: settings.queryUrl,
  SPARQL_ENGINE_UPDATE_URL: settings.updateUrl,
});

describeEngineQueries('in this process', async () => {
  const server = await EngineServer.start();
  return { env: envOf(server), stop: () => server.stop() };
});

describe('a SPARQL engine beside a node', () => {
  let server: EngineServer;
  let world: TestContext;

  const startWorld = async (env: Record<string, string> = {}): Promise<void> => {
    const credentials = { SPARQL_ENGINE_USER: 'node', SPARQL_ENGINE_PASSWORD: 'pass' };
    world = await TestContext.start({ env: { ...envOf(server), ...credentials, ...env } });
    await engineReady(world);
  };

  beforeEach(async () => {
    server = await EngineServer.start();
  });
  afterEach(async () => {
    await world.stop();
    await server.stop();
  });

  it('is named by explain, as where a query would run, and with its position', async () => {
    await startWorld();
    const explained = async (more = ''): Promise<QueryPlan> => {
      const reply = await world.holder.get(`${queryPath('SELECT ?s { ?s ?p ?o }')}&explain=true${more}`);
      expect(reply.status, reply.text).to.equal(200);
      return JSON.parse(reply.text) as QueryPlan;
    };
    const own = await explained();
    expect(own).to.include({ runsIn: 'engine' });
    expect(own.engine).to.include({ behind: 0 }).and.not.have.property('plan');
    const past = await explained('&at=20260301T100000Z');
    expect(past).to.include({ runsIn: 'worker' }).and.not.have.property('engine');
    // Copies of partners' objects are not projected (M56): the worker reads them from the record.
    const mirrored = await explained('&mirrored=true');
    expect(mirrored).to.include({ runsIn: 'worker' }).and.not.have.property('engine');
    expect((await ask(world.holder, 'ASK { ?s ?p ?o }', { mirrored: 'true' })).headers.has('dataset-behind')).to.equal(
      false,
    );
    const agent = `&agent=${encodeURIComponent(world.partner.agent)}`;
    expect(await explained(agent)).to.deep.include({
      runsIn: 'worker',
      because: 'a worker can soon fill the dataset of the caller',
    });
    const answer = await ask(world.partner, 'ASK { ?s ?p ?o }');
    expect(answer.status, answer.text).to.equal(200);
    expect(await explained(agent)).to.include({ because: 'a worker holds the dataset of the caller' });
  });

  it('gets the credentials and the time limit of the settings, and no query of a partner', async () => {
    await startWorld({ SPARQL_TIMEOUT_MS: '1500' });
    server.queries.length = 0;
    await ask(world.holder, 'ASK { ?s ?p "internal" }');
    await ask(world.partner, 'ASK { ?s ?p "foreign" }');
    const asked = server.queries.find(({ text }) => text.includes('"internal"'));
    expect(asked).to.include({ authorization: `Basic ${Buffer.from('node:pass').toString('base64')}`, timeout: '2' });
    expect(server.queries.some(({ text }) => text.includes('"foreign"'))).to.equal(false);
  });

  it('that is down leaves the exchange and the queries of partners alone', async () => {
    await startWorld();
    server.interfere = (_kind, _text, response) => {
      response.destroy();
      return true;
    };
    const piece = await world.piece();
    expect((await world.holder.get(piece)).status).to.equal(200);
    const reply = await ask(world.holder, 'ASK { ?s ?p ?o }');
    expect(reply.status).to.equal(503);
    expect(reply.headers.get('retry-after')).to.equal('5');
    expect(messages(reply).join()).to.not.contain('127.0.0.1');
    expect(await rows(world.partner, 'SELECT ?s { ?s a cargo:Piece }')).to.deep.equal([]);
    const { json } = await world.anonymous.get('/health/ready');
    expect(JSON.stringify(json)).to.contain('sparql-engine');
    const metrics = await world.anonymous.get('/metrics');
    expect(metrics.text).to.match(/cargograph_sparql_engine_failures [1-9]/);
  });

  it('that is late is reported to be behind, after a limit', async () => {
    await startWorld({ SPARQL_TIMEOUT_MS: '1500' });
    server.interfere = (kind, _text, response) => {
      if (kind === 'query') return false;
      response.statusCode = 500;
      response.end('no');
      return true;
    };
    await world.piece();
    const reply = await ask(world.holder, 'ASK {}');
    expect(reply.status).to.equal(200);
    expect(Number(reply.headers.get('dataset-behind'))).to.be.greaterThan(0);
  });

  it('that breaks off, is too slow, or sends an invalid result gives 503', async () => {
    await startWorld({ SPARQL_TIMEOUT_MS: '1500' });
    const answers: readonly ((response: { end(text?: string): void }) => void)[] = [
      (response) => {
        response.end(
          '{"head":{"vars":["s"]},"results":{"bindings":[{"s":{"type":"uri","value":"a:b"}}, The SPARQL operation has been cancelled',
        );
      },
      (response) => {
        response.end('{"head":{"vars":["s"]},"results":{"bindings":[{"s":{"type":"triple","value":{}}}]}}');
      },
      (response) => {
        response.end('<html>proxy</html>');
      },
      () => undefined,
    ];
    for (const answer of answers) {
      server.interfere = (kind, text, response) => {
        if (kind === 'update' || !text.includes('?slow')) return false;
        answer(response);
        return true;
      };
      const reply = await ask(world.holder, 'SELECT ?s { ?s ?p ?slow }');
      expect(reply.status, reply.text).to.equal(503);
      expect(messages(reply).join()).to.not.match(/proxy|cancelled/);
    }
  });

  it('writes a large answer without delaying the exchange', async () => {
    await startWorld();
    // 30,000 solutions of a short query: a long one would go to a worker.
    const values = Array.from({ length: 100 }, (_, number) => `"value ${number}"`).join(' ');
    const query = `SELECT ?a ?b ?c { VALUES ?a { ${values} } VALUES ?b { ${values} } VALUES ?c { 1 2 3 } }`;
    const reply = await ask(world.holder, query);
    expect(reply.status, reply.text.slice(0, 500)).to.equal(200);
    const { results } = JSON.parse(reply.text) as { results: { bindings: unknown[] } };
    expect(results.bindings).to.have.length(30_000);
    expect(reply.text).to.contain('"value 99"');
  });
});
