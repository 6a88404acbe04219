/** The console's browser code, bundled as the build does. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles the console if a file of it has changed; gives the folder of the result. */
export function buildConsole(): string {
  execFileSync(process.execPath, [`${root}/scripts/build.cjs`, '--if-changed', '--console'], { stdio: 'ignore' });
  return `${root}/dist/console`;
}
