/**
 * `npm run pack:client [-- folder]`: packs the client alone as `cargograph-client-<version>.tgz`, from the same files as
 * the package of the node, with its own dependencies only (T35).
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { run } from './checks/tools.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist/client');

const manifest = z.looseObject({
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  repository: z.unknown(),
  bugs: z.unknown(),
  engines: z.unknown(),
  dependencies: z.record(z.string(), z.string()),
});

/** The entries of the package, by the names of their files. */
const entries = { '.': 'index', './receiver': 'receiver', './cargo': 'cargo' } as const;

const DEPENDENCIES = ['jose', 'jsonld'] as const;

/** What package.json of the client says. */
function clientManifest(): object {
  const { version, license, homepage, repository, bugs, engines, dependencies } = manifest.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const existing = Object.entries(entries).filter(([, file]) => existsSync(join(built, `${file}.js`)));
  const exported = existing.map(
    ([name, file]) => [name, { types: `./${file}.d.ts`, default: `./${file}.js` }] as const,
  );
  return {
    name: 'cargograph-client',
    version,
    description: 'A typed client of any ONE Record server, for Node.js and browsers',
    license,
    keywords: ['one-record', 'iata', 'air-cargo', 'logistics', 'linked-data', 'client'],
    homepage,
    repository,
    bugs,
    type: 'module',
    sideEffects: false,
    engines,
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, dependencies[name]])),
  };
}

const README = `# cargograph-client

A typed client of any ONE Record server, for Node.js 20.19 or later and for browsers.

\`\`\`ts
import { createClient, clientCredentials } from 'cargograph-client';
import { cargo, type Piece } from 'cargograph-client/cargo';
\`\`\`

[How to use it](https://github.com/cargograph/cargograph/blob/main/docs/client.md): there it is \`cargograph/client\`, its name in the
package of the node.
`;

/**
 * Packs the client into a folder.
 *
 * @returns the file.
 * @throws Error where dist has no client.
 */
export function packClient(destination: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  try {
    const isShipped = (file: string): boolean => !file.endsWith('.map') && file !== join(built, 'package.json');
    cpSync(built, folder, { recursive: true, filter: isShipped });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(clientManifest(), undefined, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), README);
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    mkdirSync(destination, { recursive: true });
    const { status, stdout, stderr } = run('env', [
      '-C',
      folder,
      'npm',
      'pack',
      '--silent',
      '--pack-destination',
      resolve(destination),
    ]);
    if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
    return join(resolve(destination), stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${packClient(process.argv[2] ?? process.cwd())}\n`);
