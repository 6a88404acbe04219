/** The console's browser code, bundled like the build. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles the console if one of its files has changed; returns the folder of the result. */
export function buildConsole(): string {
  execFileSync(process.execPath, [`${root}/scripts/build.cjs`, '--if-changed', '--console'], { stdio: 'ignore' });
  return `${root}/dist/console`;
}
