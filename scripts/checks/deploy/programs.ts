/** The programs of `npm run check:deploy`: found on this machine, or installed in CI. */
import { spawnSync } from 'node:child_process';
import { run, ToolMissing } from '../tools.js';

const has = (program: string): boolean => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

let isUpdated = false;

/** Installs a Debian package, if this is CI. @throws ToolMissing elsewhere, and when it cannot be installed. */
function install(program: string, debianPackage: string): void {
  if (process.env['CI'] !== 'true') throw new ToolMissing(`there is no ${program} (Debian's package ${debianPackage})`);
  if (!isUpdated) run('apt-get', ['update', '-qq']);
  isUpdated = true;
  const { status, stderr } = run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage]);
  if (status !== 0 || !has(program))
    throw new ToolMissing(`${debianPackage} cannot be installed: ${stderr.slice(-300)}`);
}

/** Makes sure that a program is there. @throws ToolMissing when it is not, and cannot be installed. */
export function need(program: string, debianPackage: string): void {
  if (!has(program)) install(program, debianPackage);
}

/** Runs a program that must succeed. @throws Error with what it printed. */
export function succeed(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}
