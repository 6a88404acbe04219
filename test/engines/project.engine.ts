import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { EngineClient } from '../../src/sparql/engine/engine-client.js';
import { iri } from '../../src/rdf/terms.js';
import { ACCESS, agentName, OF, readableBy } from '../../src/sparql/engine/permission-graph.js';
import { readState } from '../../src/sparql/engine/projection-state.js';
import { EngineServer } from '../sparql/engine/engine-server.js';
import { silent } from '../store/support/open.js';
import { aclBody } from '../support/exchange.js';
import { context, Party, token } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

describe('project and check-engine', () => {
  let folder: string;
  let env: Record<string, string>;
  let server: EngineServer;
  let engine: EngineClient;
  const running: NodeProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'project-'));
    server = await EngineServer.start();
    engine = new EngineClient(server.settings, { log: silent });
    env = {
      PORT: String(await freePort()),
      STORE_URL: 'file:data',
      SPARQL_ENGINE_URL: server.settings.queryUrl,
      SPARQL_ENGINE_UPDATE_URL: server.settings.updateUrl,
    };
  });
  after(async () => {
    for (const each of running) each.kill('SIGKILL');
    await engine.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const start = (args: readonly string[] = [], more: Record<string, string> = {}): NodeProcess => {
    const started = spawnNode(folder, { ...env, ...more }, args);
    running.push(started);
    return started;
  };
  async function run(
    args: readonly string[],
    more: Record<string, string> = {},
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
    const command = start(args, more);
    const { code } = await command.ended;
    return { code, out: command.stdout(), err: command.stderr() };
  }
  const pieces = async (): Promise<boolean> =>
    engine.ask('{ ?s a <https://onerecord.iata.org/ns/cargo#Piece> }', 5_000);

  const isPermitted = async (): Promise<boolean> => {
    const agent = agentName(iri('https://partner.example/agent'));
    const named = `?graph <${OF}> ?group . ?group <${readableBy(Infinity)}> <${agent}>`;
    return engine.ask(`{ GRAPH <${ACCESS}> { ${named} } GRAPH ?graph { ?s ?p ?o } }`, 5_000);
  };

  it('feed an engine while a node runs, and while none does', async () => {
    const node = start();
    const url = await node.listening;
    const holder = new Party(url, '', await token(url, 'holder'));
    const created = await holder.post('/logistics-objects', {
      '@context': context,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'Books',
    });
    expect(created.status, created.text).to.equal(201);
    const piece = new URL(created.headers.get('location') ?? '').pathname;
    const list = aclBody(`${url}${piece}`, { 'acl:agent': { '@id': 'https://partner.example/agent' } });
    expect((await holder.put(`${piece}/acl`, list)).status).to.equal(204);
    const beside = await run(['project', '--from-empty']);
    expect(beside, beside.err).to.include({ code: 0 });
    const { sequence = 0 } = await readState(engine);
    expect(beside.out).to.match(/^the SPARQL engine is at commit \d+, after \d+ s\n$/);
    expect(await pieces()).to.equal(true);
    expect(await isPermitted()).to.equal(true);
    node.kill('SIGTERM');
    await node.ended;

    server.empty();
    const alone = await run(['project']);
    expect(alone, alone.err).to.include({ code: 0 });
    expect(alone.out).to.contain(`commit ${sequence},`);
    expect(await pieces()).to.equal(true);
    expect(await isPermitted()).to.equal(true);
  });

  it('delete data of another origin only with --from-empty', async () => {
    server.empty();
    server.update('INSERT DATA { <urn:a> <urn:b> <urn:c> }');
    const refused = await run(['project']);
    expect(refused.code).to.not.equal(0);
    expect(refused.err).to.contain('--from-empty');
    expect(await engine.ask('{ <urn:a> <urn:b> <urn:c> }', 5_000)).to.equal(true);
    expect((await run(['project', '--from-empty'])).code).to.equal(0);
    expect(await engine.ask('{ <urn:a> <urn:b> <urn:c> }', 5_000)).to.equal(false);
  });

  it('name the missing part in one line', async () => {
    const none = { SPARQL_ENGINE_URL: '', SPARQL_ENGINE_UPDATE_URL: '' };
    const away = {
      SPARQL_ENGINE_URL: 'http://127.0.0.1:1/query',
      SPARQL_ENGINE_UPDATE_URL: 'http://127.0.0.1:1/update',
    };
    for (const [args, more] of [
      [['project'], none],
      [['check-engine'], none],
      [['project'], away],
      [['check-engine'], away],
      [['project'], { STORE_URL: 'memory:' }],
    ] as const) {
      const { code, err } = await run(args, more);
      expect(code).to.not.equal(0);
      expect(err).to.match(/^[^\n]*(?:SPARQL_ENGINE_URL|STORE_URL)[^\n]*\n$/);
    }
  });

  it('distinguish a suitable engine from an unsuitable one', async () => {
    // This engine runs in the test's own thread: a query without end is not run.
    const isEndless = (text: string): boolean => text.includes('SUM(?a');
    server.interfere = (_kind, text) => isEndless(text);
    const good = await run(['check-engine']);
    expect(good, good.err).to.include({ code: 0 });
    expect(good.out).to.contain('this engine is suitable');
    const { length } = server.updates;
    // Half of a request is carried out, as Virtuoso does.
    server.interfere = (kind, text, response) => {
      const [first = '', second] = text.split(' ; LOAD');
      if (isEndless(text)) return true;
      if (kind === 'query' || second === undefined) return false;
      server.update(first);
      response.statusCode = 500;
      response.end();
      return true;
    };
    const bad = await run(['check-engine']);
    server.interfere = () => false;
    expect(bad.code).to.not.equal(0);
    expect(bad.err).to.contain('NO  one request is all or nothing').and.to.contain('this engine is not suitable');
    expect(server.updates.length).to.be.greaterThan(length);
    expect(await engine.ask('{ GRAPH ?g { ?s <urn:x-cargograph:check#p> ?o } }', 5_000)).to.equal(false);
  });
});
