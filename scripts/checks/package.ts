/**
 * `npm run check:package`: packs the release, installs it into empty folders in the two ways that docs/deploy names, starts
 * each, and asks for its health. It needs the package registry, so it is no part of `npm test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { run } from './tools.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packageJson = z.object({ name: z.string(), version: z.string() });
const { name, version } = packageJson.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const ATTW = '@arethetypeswrong/cli@0.18.5';

const bom = z.object({
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});

function succeed(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run('env', ['-C', cwd, command, ...args]);
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${(stdout + stderr).slice(-2000)}`);
  return stdout;
}

/** Starts a program in an empty folder, asks for its health and stops it. */
async function answersWhenStarted(folder: string, command: string, ...args: readonly string[]): Promise<void> {
  const data = mkdtempSync(join(folder, 'run-'));
  const child = spawn(command, args, {
    cwd: data,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const found = /listening on (\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
      void ended.then(([code]) => {
        reject(new Error(`the node ended with ${String(code)}`));
      });
    });
    // Pages and data files are in the package, too: the page of the API, the model, the shapes.
    for (const path of ['/health/live', '/health/ready', '/docs', '/openapi.json']) {
      const { status } = await fetch(url + path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    }
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`it stopped with ${String(code)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'package-'));
try {
  succeed(root, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder);
  const archive = join(folder, tarball);

  succeed(root, 'npx', '--no', '--', 'publint', '--strict', archive);
  // It brings a compiler of its own, so it is no development dependency.
  succeed(root, 'npx', '--yes', '--', ATTW, archive, '--profile', 'esm-only');
  console.log('package: publint and arethetypeswrong have nothing to say');

  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  succeed(unpacked, 'tar', 'xzf', archive, '--strip-components=1');
  const { metadata, components } = bom.parse(JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')));
  if (metadata.component.name !== name || metadata.component.version !== version || components.length === 0)
    throw new Error('the bill of materials is of another package');
  console.log(`package: ${tarball}, with a bill of materials of ${components.length} packages`);

  succeed(unpacked, 'npm', 'ci', '--silent', '--omit=dev', '--ignore-scripts', '--prefer-offline');
  await answersWhenStarted(folder, process.execPath, join(unpacked, 'dist/main.js'));
  console.log('package: unpacked, with npm ci: starts, answers and stops');

  const installed = join(folder, 'installed');
  mkdirSync(installed);
  succeed(installed, 'npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', archive);
  const program = join(installed, 'node_modules/.bin', name);
  const printed = succeed(installed, 'npx', '--no', '--', name, '--version').trim();
  if (printed !== version) throw new Error(`npx ${name} --version printed ${printed}`);
  await answersWhenStarted(folder, program);
  console.log(`package: npm install into an empty folder: ${name} ${printed} (npx) starts, answers and stops`);
} finally {
  rmSync(folder, { recursive: true });
}
