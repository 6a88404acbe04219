/** The program as it is shipped, compiled, for tests that start it: it is there in half the time that its sources take. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = fileURLToPath(new URL('compile.ts', import.meta.url));

/** The modules of `src` that were changed since they were compiled, or never were. */
function stale(): string[] {
  const changed = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => changed(`dist/${name}.js`) < changed(`src/${name}.ts`));
}

let compiled: string | undefined;

/** The file to start, of the sources as they were when it was first asked for. */
export function program(): string {
  if (compiled === undefined) {
    const names = stale();
    const options = { cwd: root, stdio: 'inherit' } as const;
    if (names.length > 0) execFileSync(process.execPath, ['--import', 'tsx', compiler, ...names], options);
    compiled = join(root, 'dist/main.js');
  }
  return compiled;
}
