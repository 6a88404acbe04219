/** `conformance [server url]`: judges a ONE Record server (T1 to T24). It reads no setting of a node. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { type Config, parseConfig, readConfig } from '../conformance/config.js';
import { cleanRun } from '../conformance/clean-run.js';
import { reasonOf, UsageError } from '../conformance/errors.js';
import { parseListen } from '../conformance/receiver.js';
import { exitCode, type Report } from '../conformance/report.js';
import { earlReport } from '../conformance/reports/earl.js';
import { htmlReport } from '../conformance/reports/html.js';
import { jsonReport } from '../conformance/reports/json.js';
import { junitReport } from '../conformance/reports/junit.js';
import { terminalReport } from '../conformance/reports/terminal.js';
import { areaNames, areaOf, type Row } from '../conformance/row.js';
import { rows } from '../conformance/rows/index.js';
import { runKit } from '../conformance/run.js';
import { type ApiVersion, versions } from '../conformance/versions.js';
import { replaceFile, writeOut } from './output.js';

export interface ConformanceOptions {
  readonly config?: string;
  readonly apiVersion?: string;
  readonly only?: string;
  readonly out?: string;
  readonly readOnly?: boolean;
  readonly strict?: boolean;
  readonly known?: string;
  readonly rate?: string;
  readonly time?: string;
  readonly receiver?: string;
  readonly receiverUrl?: string;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly clean?: string;
}

const DEFAULT_RATE = 20;
const MAX_SECONDS = 170;

/** @returns the exit code (T2). */
export async function conformance(server: string | undefined, options: ConformanceOptions): Promise<0 | 1 | 2> {
  try {
    return await run(server, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`conformance: ${error.message}\n`);
    return 2;
  }
}

async function run(address: string | undefined, options: ConformanceOptions): Promise<0 | 1> {
  const selected = selectedRows(options.only);
  if (options.list === true) {
    await writeOut(selected.map(listed));
    return 0;
  }
  const config = configOf(address, options);
  const known = options.known === undefined ? undefined : readKnown(options.known);
  const seconds = numberOf('--time', options.time, MAX_SECONDS);
  const rate = numberOf('--rate', options.rate, Infinity) ?? (isLoopback(config.server) ? 0 : DEFAULT_RATE);
  if (options.clean !== undefined) {
    const { revoked, left } = await cleanRun(config, options.clean, rate);
    await writeOut([`${revoked} requests of run ${options.clean} are revoked\n`, ...left.map((line) => `${line}\n`)]);
    return left.length === 0 ? 0 : 1;
  }
  const listen = options.receiver ?? config.receiver.listen;
  const url = options.receiverUrl ?? config.receiver.url;
  const named = versionsOf(options.apiVersion);
  const { signal, dispose } = interruption();
  try {
    const { report, isWhole } = await runKit({
      config,
      rows: selected,
      rate,
      readOnly: options.readOnly === true,
      signal,
      receiver: {
        ...(listen !== undefined && { listen: parseListen(listen, '--receiver') }),
        ...(url !== undefined && { url }),
      },
      ...(named !== undefined && { versions: named }),
      ...(seconds !== undefined && { seconds }),
      ...(known !== undefined && { known }),
    });
    if (options.out !== undefined) await writeReports(options.out, report);
    await writeOut([options.json === true ? jsonReport(report) : terminalReport(report)]);
    return exitCode(report, options.strict === true, isWhole);
  } finally {
    dispose();
  }
}

/** T18: the first signal ends the run with its clean-up, a second one ends at once. */
function interruption(): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort('the run was interrupted');
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return { signal: controller.signal, dispose: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt) };
}

function configOf(address: string | undefined, { config: file }: ConformanceOptions): Config & { server: string } {
  const config = file === undefined ? parseConfig({}, {}) : readConfig(file, process.env);
  const server = address ?? config.server;
  if (server === undefined) throw new UsageError('the server is needed: as the argument, or in --config');
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new UsageError(`${server} is no http or https address`);
  return { ...config, server };
}

/** T1: areas or ids of checks. */
function selectedRows(only: string | undefined): readonly Row[] {
  if (only === undefined) return rows;
  const names = new Set(only.split(','));
  const unknown = [...names].find(
    (name) => !areaNames.some((area) => area === name) && !rows.some(({ id }) => id === name),
  );
  if (unknown !== undefined)
    throw new UsageError(`--only: ${unknown} is no area and no check; the areas are ${areaNames.join(', ')}`);
  return rows.filter((row) => names.has(row.id) || names.has(areaOf(row)));
}

function versionsOf(text: string | undefined): readonly ApiVersion[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'all') return versions;
  const names = text.split(',');
  const unknown = names.find((name) => !versions.some((version) => version === name));
  if (unknown !== undefined) throw new UsageError(`--api-version: ${unknown} is none of ${versions.join(', ')}, all`);
  return versions.filter((version) => names.includes(version));
}

function numberOf(option: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0 || value > max)
    throw new UsageError(`${option}: ${text} is no number from 0${max === Infinity ? '' : ` to ${max}`}`);
  return value;
}

const isLoopback = (server: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(server).hostname);

/** T14: ids of known failures, one a line, with a reason after `#`. */
function readKnown(file: string): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--known: ${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  const known = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [id = '', ...reason] = line.split('#');
    const name = id.trim();
    if (name === '') continue;
    if (!rows.some((row) => row.id === name)) throw new UsageError(`--known: there is no check ${name}`);
    known.set(name, reason.join('#').trim());
  }
  return known;
}

function listed({ id, level, versions: own, cites, sentence }: Row): string {
  return `${[id, level, own.join(','), `${cites.document}, "${cites.section}"`, sentence].join('\t')}\n`;
}

async function writeReports(folder: string, report: Report): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new UsageError(`--out: ${folder} cannot be made: ${reasonOf(cause)}`, { cause });
  }
  await replaceFile(join(folder, 'report.xml'), [junitReport(report)]);
  await replaceFile(join(folder, 'report.jsonld'), [earlReport(report)]);
  await replaceFile(join(folder, 'report.html'), [htmlReport(report)]);
}
