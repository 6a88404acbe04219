/** The programs of `npm run check:deploy`: those of this machine, else unpacked from Debian's packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, run, ToolMissing } from '../tools.js';

const isHere = (program: string): boolean => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

/**
 * The path of a program. The package is unpacked and not installed, because an installation could start a server.
 *
 * @param path of the program in the package.
 * @throws ToolMissing if the program is neither here nor downloadable.
 */
export function programOf(debianPackage: string, path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (isHere(name)) return name;
  const folder = join(cacheFolder, 'debian', debianPackage);
  const program = join(folder, path);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const download = `apt-get download ${debianPackage} || (apt-get update && apt-get download ${debianPackage})`;
    const unpack = `cd '${folder}' && (${download}) && dpkg-deb -x ${debianPackage}_*.deb .`;
    const { status, stderr } = run('sh', ['-c', unpack]);
    if (status !== 0) throw new ToolMissing(`no ${name}, and it cannot be downloaded: ${stderr.trim().slice(-200)}`);
  }
  if (!isHere(program)) throw new ToolMissing(`${program} cannot be run`);
  return program;
}

/** Runs a program that must succeed. @throws Error with its output. */
export function succeed(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}
