/** The compiled program as shipped: its processes and threads start in half the time of the sources. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = fileURLToPath(new URL('compile.ts', import.meta.url));

/** The modules of `src` that have never been compiled, or changed since. */
function stale(): string[] {
  const changed = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => changed(`dist/${name}.js`) < changed(`src/${name}.ts`));
}

let isUpToDate = false;

/** The file of a compiled module, such as `main`, as of the first call. */
export function compiled(name: string): string {
  if (!isUpToDate) {
    const names = stale();
    const options = { cwd: root, stdio: 'inherit' } as const;
    if (names.length > 0) execFileSync(process.execPath, ['--import', 'tsx', compiler, ...names], options);
    isUpToDate = true;
  }
  return join(root, 'dist', `${name}.js`);
}

/** The program of query workers. */
export const queryWorker = (): URL => pathToFileURL(compiled('sparql/worker/worker'));

/** The program of the threads that write large answers of an engine. */
export const answerThread = (): URL => pathToFileURL(compiled('sparql/engine/answer-thread'));

/** The program of the threads that read large documents. */
export const documentThread = (): URL => pathToFileURL(compiled('rdf/jsonld/large/thread'));

/** The program of the thread that reads partners' answers. */
export const mirrorReader = (): URL => pathToFileURL(compiled('mirror/fetching/reader-thread'));

/** The program of the thread that writes to a store's file. */
export const storeWriter = (): URL => pathToFileURL(compiled('store/lmdb/writer-worker'));

/** The program of the process that makes copies of a store for standbys. */
export const standbyCopier = (): URL => pathToFileURL(compiled('store/folder/copies-process'));

/** The program of the process that makes a new file of a store. */
export const storeCopier = (): URL => pathToFileURL(compiled('store/lmdb/purge/copy-process'));
