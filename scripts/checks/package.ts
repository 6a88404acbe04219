/**
 * `npm run check:package`: packs the release, installs it into empty folders (unpacked, as a file, and as from a
 * registry), counts the packages installed with it, starts each, and requests its health. It needs the package
 * registry, so it is not part of `npm test`.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packClient } from '../pack-client.js';
import { run } from './tools.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packageJson = z.object({ name: z.string(), version: z.string() });
const { name, version } = packageJson.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const ATTW = '@arethetypeswrong/cli@0.18.5';
/** The limit of packages in an installation: each one has to be trusted, updated and downloaded. */
const MAX_PACKAGES = 130;

const bom = z.object({
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});

const installed = z.object({ packages: z.record(z.string(), z.unknown()) });

/** @throws Error if an installation in a folder has too many packages. */
function countPackages(folder: string): number {
  const lock: unknown = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const count = Object.keys(installed.parse(lock).packages).length;
  if (count > MAX_PACKAGES) throw new Error(`it installs ${count} packages, and ${MAX_PACKAGES} are the most`);
  return count;
}

function succeed(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run('env', ['-C', cwd, command, ...args]);
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${(stdout + stderr).slice(-2000)}`);
  return stdout;
}

/** Starts a program in an empty folder, requests its health and stops it. */
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
    // The package contains pages and data files, too: the API's page, the data model, the shapes.
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

/**
 * A registry that has the package, and redirects all other requests to the configured one. From a registry npm installs
 * by a package's lock file, which it ignores in a package file.
 */
async function serveRegistry(archive: string, unpacked: string): Promise<{ url: string; close: () => void }> {
  const registry = succeed(root, 'npm', 'config', 'get', 'registry').trim().replace(/\/$/, '');
  const content = readFileSync(archive);
  const manifest = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')));
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const server = createServer(({ url = '' }, response) => {
    if (url === `/${name}`) {
      const dist = { tarball: `${address}/archive.tgz`, integrity };
      const versions = { [version]: { ...manifest, _hasShrinkwrap: true, dist } };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (url === '/archive.tgz') response.end(content);
    else response.writeHead(302, { Location: registry + url }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: address, close: () => server.close() };
}

const folder = mkdtempSync(join(tmpdir(), 'package-'));
try {
  succeed(root, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder);
  const archive = join(folder, tarball);

  succeed(root, 'npx', '--no', '--', 'publint', '--strict', archive);
  // It includes a compiler, so it is not a development dependency.
  succeed(root, 'npx', '--yes', '--', ATTW, archive, '--profile', 'esm-only');
  const clientArchive = packClient(join(folder, 'client'));
  succeed(root, 'npx', '--no', '--', 'publint', '--strict', clientArchive);
  succeed(root, 'npx', '--yes', '--', ATTW, clientArchive, '--profile', 'esm-only');
  console.log('package: publint and arethetypeswrong have nothing to say, nor about the client alone');

  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  succeed(unpacked, 'tar', 'xzf', archive, '--strip-components=1');
  const { metadata, components } = bom.parse(JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')));
  if (metadata.component.name !== name || metadata.component.version !== version || components.length === 0)
    throw new Error('the bill of materials is of another package');
  const listed = new Set(components.map((component) => `${component.name}@${component.version}`));
  for (const bundle of ['bundled', 'console']) {
    const bundled = z
      .array(z.string())
      .nonempty()
      .parse(JSON.parse(readFileSync(join(unpacked, 'dist', bundle, 'packages.json'), 'utf8')));
    const licenses = readFileSync(join(unpacked, 'dist', bundle, 'LICENSES.txt'), 'utf8').split('\n');
    for (const id of bundled) {
      if (!listed.has(id)) throw new Error(`${id} is in dist/${bundle} and not in the bill of materials`);
      if (!licenses.some((line) => line.startsWith(`${id} (`))) throw new Error(`the licence of ${id} is missing`);
    }
  }
  console.log(`package: ${tarball}, with a bill of materials of ${components.length} packages`);

  // The package's lock file lists only runtime dependencies.
  succeed(unpacked, 'npm', 'pkg', 'delete', 'devDependencies');
  succeed(unpacked, 'npm', 'ci', '--silent', '--omit=dev', '--ignore-scripts', '--prefer-offline');
  const locked = countPackages(unpacked);
  await answersWhenStarted(folder, process.execPath, join(unpacked, 'dist/main.js'));
  console.log(`package: unpacked, with npm ci: ${locked} packages, starts, answers and stops`);

  const registry = await serveRegistry(archive, unpacked);
  try {
    const ways = { 'a file': [archive], 'a registry': [name, '--registry', registry.url] };
    for (const [way, source] of Object.entries(ways)) {
      const empty = mkdtempSync(join(folder, 'empty-'));
      // Not synchronous like the other commands, because this process is the registry.
      await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...source], {
        cwd: empty,
      });
      const count = countPackages(empty);
      const printed = succeed(empty, 'npx', '--no', '--', name, '--version').trim();
      if (printed !== version) throw new Error(`npx ${name} --version printed ${printed}`);
      await answersWhenStarted(folder, join(empty, 'node_modules/.bin', name));
      console.log(
        `package: from ${way} into an empty folder: ${count} packages, ${name} ${printed} (npx) starts, answers and stops`,
      );
    }
  } finally {
    registry.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}
