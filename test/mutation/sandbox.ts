/** A compiled copy of the sources and tests in which mutants are switched on by their number. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build, transformSync } from 'esbuild';
import { type Area, DECLARATIONS } from './areas.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Mutant {
  readonly id: string;
  readonly area: string;
  /** `src/access/access.ts:12:5` */
  readonly place: string;
  /** What was changed into what, on one line. */
  readonly change: string;
}

export interface Sandbox {
  readonly folder: string;
  readonly mutants: readonly Mutant[];
}

const nothing = (): void => undefined;
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => file.endsWith('.ts'))
    .sort();
}

const onOneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text between two positions, whose lines and columns count from 0. */
function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const [first = '', ...rest] = lines.slice(start.line, end.line + 1);
  if (rest.length === 0) return first.slice(start.column, end.column);
  return [first.slice(start.column), ...rest.slice(0, -1), (rest.at(-1) ?? '').slice(0, end.column)].join(' ');
}

/** Everything but `src` and `test` is that of the repository itself: the ontology, the documents, the packages. */
function linkTheRest(folder: string): void {
  for (const name of readdirSync(root))
    if (name !== 'src' && name !== 'test' && name !== '.git') symlinkSync(join(root, name), join(folder, name));
}

/** Compiles all sources and tests; those of the areas hold all their mutants, none of which is active. */
export async function makeSandbox(areas: readonly Area[]): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'cargograph-mutation-'));
  linkTheRest(folder);
  for (const part of ['src', 'test'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (source) => !source.endsWith('.ts') });
  const entryPoints = [...filesBelow('src'), ...filesBelow('test')].filter((file) => !file.endsWith('.d.ts'));
  await build({
    entryPoints: entryPoints.map((file) => join(root, file)),
    outbase: root,
    outdir: folder,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });

  const areaOf = new Map(
    areas.flatMap(({ name, sources }) =>
      sources
        .flatMap((path) => filesBelow(join('src', path)))
        .filter((file) => !DECLARATIONS.test(file))
        .map((file) => [file, name]),
    ),
  );
  const files = [...areaOf.keys()].map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(root, name), 'utf8'),
  }));
  const result = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  for (const { name, content } of result.files) {
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transformSync(content, { loader: 'ts', format: 'esm', target: 'es2022' }).code);
  }

  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return {
    folder,
    mutants: result.mutants.map(({ id, fileName, location: { start, end }, replacement }) => ({
      id,
      area: areaOf.get(fileName) ?? '',
      place: `${fileName}:${start.line + 1}:${start.column + 1}`,
      change: `${onOneLine(textBetween(lines.get(fileName) ?? [], start, end))} → ${onOneLine(replacement)}`,
    })),
  };
}
