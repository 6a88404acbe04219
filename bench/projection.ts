/**
 * The speed of loading and querying a SPARQL engine: `npm run bench:projection -- [objects]` fills a store with copies
 * of a piece, runs
 * `project --from-empty` on it, and queries through the node. It deletes the data of the engine at SPARQL_ENGINE_URL.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/ports.js';
import { copyUri, fill } from './fill.js';
import { figure, MeasuredNode } from './node.js';
import { smallPiece } from './payloads.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const REPETITIONS = 200;

const count = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'projection-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const data = join(folder, 'data');
const env = { STORE_URL: `file:${data}`, PORT: String(port), BASE_URL: base, SPARQL_WARM: 'false', LOG_LEVEL: 'warn' };

const seconds = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

try {
  if (process.env['SPARQL_ENGINE_URL'] === undefined) throw new Error('SPARQL_ENGINE_URL names no engine');
  const { SPARQL_ENGINE_URL: queryUrl, SPARQL_ENGINE_UPDATE_URL: updateUrl = '' } = process.env;
  const { SPARQL_ENGINE_LOAD_URL: loadUrl = '' } = process.env;
  // A node without an engine creates the template.
  delete process.env['SPARQL_ENGINE_URL'];
  delete process.env['SPARQL_ENGINE_UPDATE_URL'];
  delete process.env['SPARQL_ENGINE_LOAD_URL'];
  const first = await MeasuredNode.start(env);
  const template = await first.create(smallPiece('Printed brochures', 20));
  await first.stop();
  await fill(data, base, template, count);
  const withEngine = {
    ...env,
    SPARQL_ENGINE_URL: queryUrl,
    SPARQL_ENGINE_UPDATE_URL: updateUrl,
    SPARQL_ENGINE_LOAD_URL: loadUrl,
  };
  const filled = await seconds(() =>
    execFileSync(process.execPath, [MAIN, 'project', '--from-empty'], {
      env: { ...process.env, ...withEngine },
      stdio: 'inherit',
    }),
  );
  const node = await MeasuredNode.start(withEngine);
  try {
    const statements = figure(await node.figures(), 'store_quads');
    console.log(
      `${statements} statements in named graphs in ${filled.toFixed(0)} s: ${(statements / filled).toFixed(0)} a second`,
    );
    const ask = (query: string): Promise<unknown> => node.send('GET', `/sparql?query=${encodeURIComponent(query)}`);
    await ask('ASK {}');
    const one = await seconds(async () => {
      for (let number = 0; number < REPETITIONS; number += 1) {
        await ask(`SELECT ?p ?o { <${copyUri(base, (number * 7919) % count)}> ?p ?o }`);
      }
    });
    console.log(`a query about one object: ${((one / REPETITIONS) * 1000).toFixed(1)} ms`);
    const scan = await seconds(() =>
      ask('SELECT ?d (COUNT(*) AS ?n) { ?piece a cargo:Piece ; cargo:goodsDescription ?d } GROUP BY ?d'),
    );
    console.log(`a scan over all pieces: ${scan.toFixed(1)} s`);
    const revisions = await seconds(() =>
      ask('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?revision prov:wasAttributedTo ?who } }'),
    );
    console.log(`a count over all provenance graphs: ${revisions.toFixed(1)} s`);
  } finally {
    await node.stop();
  }
} finally {
  rmSync(folder, { recursive: true });
}
