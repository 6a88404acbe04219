/**
 * The independent tools of the checks. Each is installed once, from its package registry, into a folder outside of the
 * repository (`CHECKS_CACHE`, else a folder for temporary files); versions are fixed, so that results are comparable.
 */
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const cacheFolder = process.env['CHECKS_CACHE'] ?? join(tmpdir(), 'cargograph-checks');

/** An environment of Python with packages. */
export interface PythonEnvironment {
  readonly name: string;
  readonly packages: readonly string[];
  /** Packages of which only files are read: without what they depend on. */
  readonly files?: readonly string[];
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
export function pythonProgram(program: string, { name, packages, files = [] }: PythonEnvironment = checks): string {
  const folder = join(cacheFolder, name);
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    mkdirSync(cacheFolder, { recursive: true });
    must('python3', ['-m', 'venv', folder]);
    const install = (more: readonly string[]): void => {
      must(join(folder, 'bin', 'pip'), ['install', '--quiet', ...more]);
    };
    install(packages);
    if (files.length > 0) install(['--no-deps', ...files]);
    writeFileSync(stamp, [...packages, ...files].join('\n'));
  }
  return join(folder, 'bin', program);
}

/** Runs one of the scripts in `python/`, which report errors on standard error. */
export function python(script: string, args: readonly string[], input = '', environment?: PythonEnvironment): string {
  return said(run(pythonProgram('python', environment), [ownFile(`python/${script}.py`), ...args], input), script);
}

/** As `python`, while this process goes on: for scripts that ask a node in it. */
export async function pythonBeside(
  script: string,
  args: readonly string[],
  environment: PythonEnvironment,
): Promise<string> {
  const program = pythonProgram('python', environment);
  return (await promisify(execFile)(program, [ownFile(`python/${script}.py`), ...args])).stdout;
}

/** Runs a check of `jena/Checks.java` with Apache Jena. */
export function jena(check: 'shapes' | 'queries' | 'graphs', args: readonly string[], input = ''): string {
  return java('jena', 'Checks', [check, ...args], input);
}

/** What `jena-commands/Patch.java` makes of statements by RDF Patches. */
export function jenaPatch(input: string): string {
  return java('jena-commands', 'Patch', [], input);
}

/** The result of `owlapi/Profile.java`, which uses OWL API, for these files. */
export function owlApi(files: readonly string[]): string {
  return java('owlapi', 'Profile', files);
}

/** Runs a Java class of a folder here with its libraries. */
function java(name: string, main: string, args: readonly string[], input = ''): string {
  const libraries = javaLibraries(name);
  const classes = join(cacheFolder, name, 'classes');
  must('javac', ['-cp', libraries, '-d', classes, ownFile(`${name}/${main}.java`)]);
  return said(run('java', ['-cp', `${classes}:${libraries}`, main, ...args], input), main);
}

/** Runs a command of Apache Jena: the class that its script of the same name starts. */
export function jenaCommand(main: string, args: readonly string[]): Ended {
  return run('java', ['-cp', javaLibraries('jena-commands'), main, ...args]);
}

/** The class path of the libraries of a pom.xml, which Maven fetches at the first call. */
function javaLibraries(name: string): string {
  const folder = join(cacheFolder, name);
  const libraries = join(folder, 'lib');
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
  return join(libraries, '*');
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
