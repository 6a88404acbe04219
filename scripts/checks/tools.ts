/**
 * The independent tools of the checks. Each is installed once, from its package registry, into a folder outside of the
 * repository (`CHECKS_CACHE`, else a folder for temporary files); versions are fixed, so that results are comparable.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const cacheFolder = process.env['CHECKS_CACHE'] ?? join(tmpdir(), 'cargograph-checks');

/** An environment of Python with packages. */
export interface PythonEnvironment {
  readonly name: string;
  readonly packages: readonly string[];
}

const checks: PythonEnvironment = {
  name: 'python',
  packages: ['schemathesis==4.32.5', 'pyshacl==0.40.1', 'rdflib==7.6.0', 'pyoxigraph==0.5.13'],
};

/** A tool that cannot be installed here; the message gives the reason. */
export class ToolMissing extends Error {}

/** The result of a program. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program. @throws ToolMissing if the program does not exist. */
export function run(command: string, args: readonly string[], input = ''): Ended {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], {
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 30,
  });
  if (error !== undefined) throw new ToolMissing(`${command} cannot be run: ${error.message}`, { cause: error });
  return { status: status ?? 1, stdout, stderr };
}

function must(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = run(command, args);
  if (status !== 0) throw new ToolMissing(`${command} ${args.join(' ')}: ${(stderr || stdout).trim().slice(-500)}`);
}

/** A program of a Python environment, which the first call creates. */
export function pythonProgram(program: string, { name, packages }: PythonEnvironment = checks): string {
  const folder = join(cacheFolder, name);
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    mkdirSync(cacheFolder, { recursive: true });
    must('python3', ['-m', 'venv', folder]);
    must(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages]);
    writeFileSync(stamp, packages.join('\n'));
  }
  return join(folder, 'bin', program);
}

/** Runs one of the scripts in `python/`, which report errors on standard error. */
export function python(script: string, args: readonly string[], input = ''): string {
  return said(run(pythonProgram('python'), [ownFile(`python/${script}.py`), ...args], input), script);
}

/** Runs a check of `jena/Checks.java` with Apache Jena. */
export function jena(check: 'shapes' | 'queries' | 'graphs', args: readonly string[], input = ''): string {
  return java('jena', 'Checks', [check, ...args], input);
}

/** The result of `owlapi/Profile.java`, which uses OWL API, for these files. */
export function owlApi(files: readonly string[]): string {
  return java('owlapi', 'Profile', files);
}

/** Runs a Java class of a folder here with the libraries of its pom.xml, which Maven fetches at the first call. */
function java(name: string, main: string, args: readonly string[], input = ''): string {
  const folder = join(cacheFolder, name);
  const libraries = join(folder, 'lib');
  const classes = join(folder, 'classes');
  if (!existsSync(libraries)) {
    mkdirSync(folder, { recursive: true });
    copyFileSync(ownFile(`${name}/pom.xml`), join(folder, 'pom.xml'));
    must('mvn', [
      '--batch-mode',
      '--quiet',
      '--file',
      join(folder, 'pom.xml'),
      'dependency:copy-dependencies',
      '-DoutputDirectory=lib',
    ]);
  }
  must('javac', ['-cp', join(libraries, '*'), '-d', classes, ownFile(`${name}/${main}.java`)]);
  return said(run('java', ['-cp', `${classes}:${join(libraries, '*')}`, main, ...args], input), main);
}

function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function said({ status, stdout, stderr }: Ended, what: string): string {
  if (status !== 0) throw new Error(`${what} ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout;
}

/** Runs a check and sets the exit code: 1 if it found a fault, 0 if it did not or its tool is missing. */
export async function check(work: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await work()) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.log(`skipped: ${error.message}`);
  }
}

/** A number from the command line, as in `--name=12`. */
export function numberOption(name: string, usual: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? usual : Number(given.slice(name.length + 3));
}

/** Counts by name, and keeps the first examples of each (`--examples=1`). */
export class Tally {
  readonly #entries = new Map<string, { count: number; examples: string[] }>();

  add(name: string, example = ''): void {
    const entry = this.#entries.get(name) ?? { count: 0, examples: [] };
    this.#entries.set(name, entry);
    entry.count++;
    if (example !== '' && entry.examples.length < numberOption('examples', 1)) entry.examples.push(example);
  }

  get total(): number {
    return [...this.#entries.values()].reduce((sum, { count }) => sum + count, 0);
  }

  print(): void {
    const entries = [...this.#entries].sort(([, a], [, b]) => b.count - a.count);
    for (const [name, { count, examples }] of entries) {
      console.log(`${String(count).padStart(6)}  ${name}`);
      for (const example of examples) console.log(`          ${example.replaceAll('\n', '\n          ')}`);
    }
  }
}
