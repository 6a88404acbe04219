/**
 * Other systems with the same data, queries and run (W48): time-agnostic-library over Oxigraph's server, and the validity
 * of revisions (W39) in pyoxigraph on the node's own graphs. They are asked for some of the versions, since they take
 * longer; the product's figures beside theirs are those of the same versions.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type PythonEnvironment, pythonProgram, ToolMissing } from '../../scripts/checks/tools.js';
import { freePort } from '../../test/support/ports.js';
import { Table } from '../table.js';
import { type Kind, medianOfMeans, type Sample } from './answers.js';
import { type Archive, type Pattern, type Statement, versionsOf } from './archive.js';
import { type Bounds, median, shown, spreadOf } from './figures.js';
import type { LoadedArchive } from './loader.js';
import { difference, type Oracle, sameDifference, sameRows, sameValidity, type Validity } from './oracle.js';
import { publishedMedians } from './profiles.js';
import { allVersionsQuery, AnswerReader, type Binding, momentQuery, patternQuery } from './questioner.js';

const environment: PythonEnvironment = {
  name: 'time-travel',
  packages: ['time-agnostic-library==8.0.1', 'oxigraph==0.5.13', 'pyoxigraph==0.5.13'],
};

/** The most versions that rivals are asked for. */
const VERSIONS = 8;

/** What the rivals are compared with and on. */
export interface Compared {
  readonly archive: Archive;
  readonly loaded: LoadedArchive;
  readonly oracle: Oracle;
  readonly reader: AnswerReader;
  readonly folder: string;
  /** The versions that the product was asked for. */
  readonly askedVersions: readonly number[];
  /** The product's. */
  readonly samples: readonly Sample[];
}

interface Question {
  readonly kind: Kind;
  readonly pattern: Pattern;
  readonly version: number;
}

/** A rival's figures. */
interface Rival {
  readonly name: string;
  readonly samples: readonly Pick<Sample, 'kind' | 'version' | 'ms'>[];
  readonly wrong: number;
  readonly loadSeconds: number;
}

/** Prints the table of all, and checks that the product is faster than the library. */
export async function measureRivals(compared: Compared, bounds: Bounds): Promise<void> {
  const versions = spreadOf(compared.askedVersions, VERSIONS);
  const questions = compared.archive.patterns.flatMap((pattern): Question[] => [
    ...versions.map((version) => ({ kind: 'VM', pattern, version }) as const),
    ...versions.slice(1).map((version) => ({ kind: 'DM', pattern, version }) as const),
    { kind: 'VQ', pattern, version: 0 },
  ]);
  const own = compared.samples.filter(({ kind, version }) => kind === 'VQ' || versions.includes(version));
  const rivals: Rival[] = [{ name: 'this node, over HTTP', samples: own, wrong: 0, loadSeconds: NaN }];
  for (const [name, ask] of [
    ['time-agnostic-library 8.0.1, Oxigraph server 0.5.13', askLibrary],
    ['the pattern of W39 in pyoxigraph 0.5.13, in process', askPlain],
  ] as const) {
    try {
      rivals.push({ name, ...(await ask(compared, questions)) });
    } catch (error) {
      if (!(error instanceof ToolMissing)) throw error;
      console.log(`not measured: ${name}, which cannot be installed here: ${error.message}`);
    }
  }
  printRivals(rivals, bounds);
}

function printRivals(rivals: readonly Rival[], bounds: Bounds): void {
  const table = new Table(['ms, median (median of means)', 'VM', 'DM', 'VQ', 'wrong', 'loaded in s'], 16);
  console.log(`\n${table.head()}`);
  const medians = rivals.map(({ name, samples, wrong, loadSeconds }) => {
    const kinds = (['VM', 'DM', 'VQ'] as const).map((kind) => samples.filter((sample) => sample.kind === kind));
    const cells = kinds.map((all) => `${shown(median(all.map(({ ms }) => ms)))} (${shown(medianOfMeans(all))})`);
    console.log(table.row([name, ...cells, wrong, Number.isNaN(loadSeconds) ? '' : loadSeconds.toFixed(1)]));
    return kinds.map((all) => median(all.map(({ ms }) => ms)));
  });
  for (const [system, ...published] of publishedMedians)
    console.log(table.row([`published: ${system}`, ...published.map((ms) => `(${String(ms)})`), '', '']));
  const [[...own] = [], ...others] = medians;
  for (const [index, other] of others.entries()) {
    for (const [column, kind] of ['VM', 'DM', 'VQ'].entries()) {
      const [ms = NaN, otherMs = NaN] = [own[column], other[column]];
      const name = rivals[index + 1]?.name ?? '';
      const times =
        ms < otherMs
          ? `${(otherMs / ms).toFixed(1)} times as fast as`
          : `slower (${(ms / otherMs).toFixed(1)} times) than`;
      console.log(`${kind}: this node is ${times} ${name}`);
      if (index === 0) bounds.expect(`${kind}: faster than ${name}`, ms, otherMs);
    }
  }
}

type Asked = Omit<Rival, 'name'>;

/** Runs a script with a task, and judges its answers. */
async function askScript(
  script: string,
  { folder }: Compared,
  task: object,
  questions: readonly Question[],
  isRight: (question: Question, answer: unknown) => boolean,
): Promise<Asked> {
  const file = join(folder, `${script}.json`);
  await writeFile(file, JSON.stringify(task));
  const program = fileURLToPath(new URL(`python/${script}.py`, import.meta.url));
  const child = spawn(pythonProgram('python', environment), [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const samples: Rival['samples'][number][] = [];
  let [wrong, loadSeconds] = [0, NaN];
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const reply = JSON.parse(line) as { loadSeconds?: number; ms?: number; answer?: unknown };
    if (reply.loadSeconds !== undefined) loadSeconds = reply.loadSeconds;
    const question = questions[samples.length];
    if (reply.ms === undefined || question === undefined) continue;
    samples.push({ kind: question.kind, version: question.version, ms: reply.ms });
    if (!isRight(question, reply.answer)) wrong += 1;
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0 || samples.length < questions.length) throw new Error(`${script} ended with ${String(code)}`);
  return { samples, wrong, loadSeconds };
}

async function askLibrary(compared: Compared, questions: readonly Question[]): Promise<Asked> {
  const { archive, loaded, folder, oracle } = compared;
  // It sends the names of all resources in the head of a request, for which the server has 8 kB.
  const nameOf = (resource: number): string => `urn:r:${String(resource)}`;
  const names = Array.from({ length: archive.resources }, (_, resource) => nameOf(resource));
  const reader = new AnswerReader(names, loaded.clock, versionsOf(archive));
  const time = (version: number): string =>
    new Date(loaded.clock.timeOf(version)).toISOString().replace('.000Z', '+00:00');
  const lines = (statements: readonly Statement[]): string =>
    statements.map(({ resource, property, value }) => `<${nameOf(resource)}> <${property}> ${value} .\n`).join('');
  const write = async (name: string, statements: readonly Statement[]): Promise<string> => {
    const file = join(folder, `${name}.nt`);
    await writeFile(file, lines(statements));
    return file;
  };
  const changes: string[][] = [];
  for (const [index, { added, removed }] of archive.changes.entries())
    changes.push([await write(`added-${String(index)}`, added), await write(`deleted-${String(index)}`, removed)]);
  const task = {
    folder,
    first: await write('first', archive.first),
    changes,
    times: Array.from({ length: versionsOf(archive) }, (_, version) => time(version)),
    oxigraph: pythonProgram('oxigraph', environment),
    port: await freePort(),
    questions: questions.map(({ kind, pattern, version }) => ({
      kind,
      query: patternQuery(pattern),
      time: time(version),
      other: time(0),
    })),
  };
  const asBindings = (answer: unknown): readonly Binding[] => answer as readonly Binding[];
  return askScript('time_agnostic', compared, task, questions, ({ kind, pattern, version }, answer) => {
    if (kind === 'VM') return sameRows(reader.rows(pattern, asBindings(answer)), oracle.atVersion(pattern, version));
    if (kind === 'DM') {
      const { added, removed } = answer as { added: Binding[]; removed: Binding[] };
      const found = { added: reader.rows(pattern, added), removed: reader.rows(pattern, removed) };
      return sameDifference(found, oracle.between(pattern, 0, version));
    }
    const states = Object.entries(answer as Record<string, Binding[]>).map(
      ([since, bindings]) => [loaded.clock.versionAt(Date.parse(since)), reader.rows(pattern, bindings)] as const,
    );
    const sorted = states.sort(([one], [other]) => one - other);
    return Array.from({ length: versionsOf(archive) }, (_, at) => at).every((at) =>
      sameRows(sorted.findLast(([since]) => since <= at)?.[1] ?? new Set(), oracle.atVersion(pattern, at)),
    );
  });
}

async function askPlain(compared: Compared, questions: readonly Question[]): Promise<Asked> {
  const { loaded, oracle, reader } = compared;
  const moment = (version: number): string => new Date(loaded.clock.momentOf(version)).toISOString();
  const task = {
    graphs: loaded.graphs,
    questions: questions.map(({ kind, pattern, version }) => ({
      kind,
      queries:
        kind === 'VQ'
          ? [allVersionsQuery(pattern)]
          : (kind === 'VM' ? [version] : [0, version]).map((each) => momentQuery(pattern, moment(each))),
    })),
  };
  return askScript('plain_oxigraph', compared, task, questions, ({ kind, pattern, version }, answer) => {
    const all = answer as Binding[][];
    const [first = [], second = []] = all;
    if (kind === 'VM') return sameRows(reader.rows(pattern, first), oracle.atVersion(pattern, version));
    if (kind === 'DM')
      return sameDifference(
        difference(reader.rows(pattern, first), reader.rows(pattern, second)),
        oracle.between(pattern, 0, version),
      );
    const found: Validity = reader.validity(pattern, first);
    return sameValidity(found, oracle.ofAllVersions(pattern));
  });
}
