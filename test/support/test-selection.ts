/** The test files of each run. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('test', file))
  .sort();
const ending = (end: string): string[] => all.filter((file) => file.endsWith(end));

const isProcess = (file: string): boolean => file.endsWith('.process.test.ts');

/** `npm test`: those that start processes first, because they wait for most of their time. */
export function everydayFiles(): readonly string[] {
  const files = ending('.test.ts');
  return [...files.filter(isProcess), ...files.filter((file) => !isProcess(file))];
}

/** What finds soonest that something broke, in less than half a minute. */
const QUICK = ['async', 'log', 'metrics', 'outbound', 'rdf', 'settings', 'tracing'].map((folder) =>
  join('test', folder),
);

/** `npm run test:quick`. */
export function quickFiles(): readonly string[] {
  const isQuick = (file: string): boolean =>
    dirname(file) === 'test' || QUICK.some((folder) => file.startsWith(`${folder}/`));
  return everydayFiles().filter((file) => isQuick(file) && !isProcess(file));
}

/** The files that a file imports by a relative name. */
function importedBy(file: string): string[] {
  const names = readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g);
  return Array.from(names, ([, name = '']) => resolve(dirname(file), `${name}.ts`));
}

/** The files whose number of cases depends on TEST_SIZE, by themselves or by what they import. */
function sizedFiles(): string[] {
  const imports = new Map(all.map((file) => [file, importedBy(file)]));
  const found = new Set([resolve('test/support/size.ts')]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [file, names] of imports) if (names.some((name) => found.has(name))) found.add(resolve(file));
  }
  return ending('.test.ts').filter((file) => found.has(resolve(file)));
}

/**
 * `npm run test:thorough`: `*.thorough.ts` (a process that is killed again and again, seeded faults, large inputs), and once
 * more the tests with random cases, of which there are more.
 */
export function thoroughFiles(): readonly string[] {
  return [...ending('.thorough.ts'), ...sizedFiles()];
}
