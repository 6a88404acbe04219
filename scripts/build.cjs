/**
 * `build.cjs [--if-changed] [--console]`: compiles src to dist, with the bundled libraries (bundled.cjs), and bundles
 * the console's browser code (console.cjs); with `--console` only the latter. With `--if-changed` it does nothing if
 * dist was built from the same files. It compares contents, because a checkout changes file times.
 */
require('./node-version.cjs');

const { spawnSync } = require('child_process');
const { createHash } = require('crypto');
const { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = require('fs');
const { join } = require('path');
const { bundleLibraries } = require('./bundled.cjs');
const { buildConsole, consoleSources } = require('./console.cjs');

const root = join(__dirname, '..');
/** The digest of the files that dist was built from. A test that compiles single modules deletes it. */
const stamp = join(root, 'dist', '.build');
const consoleStamp = join(root, 'dist', '.build-console');

/** The files that affect the bundled libraries, besides their versions. */
const bundlers = ['scripts/bundled.cjs', 'scripts/third-party.cjs'];

/** A file, or the files below a folder. */
function filesAt(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.json', ...files]) {
    hash
      .update(file + '\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function compiler() {
  try {
    return require.resolve('typescript/bin/tsc');
  } catch {
    process.stderr.write('The dependencies are not installed: run npm ci first.\n');
    return process.exit(1);
  }
}

const isCurrent = (result, file, current) =>
  process.argv.includes('--if-changed') &&
  existsSync(join(root, result)) &&
  existsSync(file) &&
  readFileSync(file, 'utf8') === current;

/**
 * Writes the declarations of the client, which programs of others import, and that its modules do nothing when they are
 * imported, so that bundlers leave out what is not used (T33).
 */
function declareClient(tsc) {
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.client.json')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status === null ? 1 : status);
  const manifest = { type: 'module', sideEffects: false };
  writeFileSync(join(root, 'dist', 'client', 'package.json'), `${JSON.stringify(manifest)}\n`);
}

async function build() {
  const sources = filesAt('src').filter((file) => file.endsWith('.ts'));
  const current = digest(['tsconfig.build.json', 'tsconfig.client.json', ...bundlers, ...sources]);
  const currentConsole = digest(consoleSources.flatMap(filesAt));
  const isBuilt = process.argv.includes('--console') || isCurrent('dist/main.js', stamp, current);
  const isConsoleBuilt =
    !existsSync(join(root, 'console')) || isCurrent('dist/console/page.html', consoleStamp, currentConsole);
  if (isBuilt && isConsoleBuilt) return;
  const tsc = compiler();
  const start = Date.now();
  // On standard error: the first line on standard output must be the node's.
  process.stderr.write('building: compiling src to dist, which takes some seconds\n');
  if (!isBuilt) {
    rmSync(stamp, { force: true });
    const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status === null ? 1 : status);
    declareClient(tsc);
    await bundleLibraries(root);
    writeFileSync(stamp, current);
  }
  if (!isConsoleBuilt) {
    rmSync(consoleStamp, { force: true });
    if (await buildConsole(root)) writeFileSync(consoleStamp, currentConsole);
  }
  process.stderr.write('built in ' + ((Date.now() - start) / 1000).toFixed(1) + ' s\n');
}

build().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
