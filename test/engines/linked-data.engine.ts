/** Programs of others read revisions, mementos and graphs: memento_client, RDFLib and Jena's riot, where they are here. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { add } from '../support/changes.js';
import { token } from '../support/node.js';
import { TestContext } from '../support/world.js';

const run = promisify(execFile);
/** With the packages of these tests: `pip install memento_client rdflib`. */
const PYTHON = process.env['PYTHON'] ?? 'python3';

const hasPackage = (name: string): boolean => spawnSync(PYTHON, ['-c', `import ${name}`]).status === 0;

describe('Programs of others', () => {
  let world: TestContext;
  let piece: string;
  let bearer: string;
  let first: Date;

  before(async () => {
    world = await TestContext.start();
    first = world.node.clock.now();
    piece = await world.openPiece({ 'cargo:goodsDescription': 'Äpfel & "Birnen"' });
    for (const name of ['coload', 'stackable']) {
      world.node.clock.advance(60);
      await world.change(piece, [add(world.uri(piece), name, 'true', 'xsd:boolean')]);
    }
    bearer = await token(world.node.url, 'partner');
  });
  after(() => world.stop());

  const python = async (lines: readonly string[]): Promise<string> => {
    const env = { ...process.env, TOKEN: bearer, NODE: world.node.url, PIECE: world.uri(piece) };
    return (await run(PYTHON, ['-c', lines.join('\n')], { env, timeout: 50_000 })).stdout.trim();
  };

  it('find mementos by the redirecting TimeGate: memento_client (W16)', async function () {
    if (!hasPackage('memento_client')) {
      process.stdout.write('skipped: memento_client is not installed here\n');
      this.skip();
    }
    const until = new Date(first.getTime() + 70_000).toISOString().slice(0, 19);
    const info = await python([
      'import os, json, requests, datetime',
      'from memento_client import MementoClient',
      'session = requests.Session()',
      'session.headers["Authorization"] = "Bearer " + os.environ["TOKEN"]',
      'client = MementoClient(timegate_uri=os.environ["NODE"] + "/timegate/", check_native_timegate=False, session=session)',
      `when = datetime.datetime.strptime("${until}", "%Y-%m-%dT%H:%M:%S")`,
      'info = client.get_memento_info(os.environ["PIECE"], when)',
      'print(json.dumps({name: found["uri"] for name, found in info["mementos"].items()}))',
    ]);
    const revision = (number: number): string[] => [world.uri(`${piece}/revisions/${number}`)];
    expect(JSON.parse(info)).to.include.deep.keys('closest', 'first', 'last');
    expect(JSON.parse(info)).to.deep.include({ closest: revision(2), first: revision(1), last: revision(3) });
  });

  it('read the same statements in each syntax: RDFLib (W2, W23)', async function () {
    if (!hasPackage('rdflib')) {
      process.stdout.write('skipped: RDFLib is not installed here\n');
      this.skip();
    }
    const said = await python([
      'import os, urllib.request, urllib.parse',
      'from rdflib import Graph',
      'from rdflib.compare import isomorphic',
      'def read(address, accept, format):',
      '    headers = {"Authorization": "Bearer " + os.environ["TOKEN"], "Accept": accept}',
      '    data = urllib.request.urlopen(urllib.request.Request(address, headers=headers)).read()',
      '    return Graph().parse(data=data, format=format)',
      'revision = os.environ["PIECE"] + "/revisions/2"',
      'store = os.environ["NODE"] + "/rdf-graph-store?graph=" + urllib.parse.quote(revision, safe="")',
      'graphs = [read(revision, accept, format) for accept, format in [("text/turtle", "turtle"), ("application/n-triples", "nt"), ("application/ld+json", "json-ld")]]',
      'graphs.append(read(store, "application/rdf+xml", "xml"))',
      'print(len(graphs[0]), all(isomorphic(graphs[0], other) for other in graphs[1:]))',
    ]);
    expect(said).to.equal('3 True');
  });

  it('find nothing wrong with a revision in any syntax: riot of Jena (W2, W23)', async function () {
    if (spawnSync('riot', ['--version']).error !== undefined) {
      process.stdout.write('skipped: there is no riot (Apache Jena) here\n');
      this.skip();
    }
    const folder = await mkdtemp(join(tmpdir(), 'riot-'));
    const store = `/rdf-graph-store?graph=${encodeURIComponent(world.uri(`${piece}/revisions/2`))}`;
    for (const [name, accept] of [
      ['graph.ttl', 'text/turtle'],
      ['graph.nt', 'application/n-triples'],
      ['graph.jsonld', 'application/ld+json'],
      ['graph.rdf', 'application/rdf+xml'],
    ] as const) {
      const { text } = await world.partner.get(store, { headers: { Accept: accept } });
      await writeFile(join(folder, name), text);
      const { stderr } = await run('riot', ['--validate', join(folder, name)], { timeout: 50_000 });
      expect(stderr, name).to.not.match(/ERROR|WARN/);
    }
    await rm(folder, { recursive: true, force: true });
  });
});
