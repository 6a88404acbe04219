/**
 * `build.cjs [--if-changed]`: compiles src to dist. With the option it does nothing when dist was built from the same
 * files. They are compared by content, because a checkout changes the times of files.
 */
require('./node-version.cjs');

const { spawnSync } = require('child_process');
const { createHash } = require('crypto');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('fs');
const { join } = require('path');

const root = join(__dirname, '..');
/** The digest of the files that dist was built from. A test that compiles single modules deletes it. */
const stamp = join(root, 'dist', '.build');

function digest() {
  const sources = readdirSync(join(root, 'src'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file));
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].concat(sources.sort())) {
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

const current = digest();
const isBuilt = existsSync(join(root, 'dist/main.js')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
if (!process.argv.includes('--if-changed') || !isBuilt) {
  const tsc = compiler();
  const start = Date.now();
  // On standard error: the first line on standard output is that of the node.
  process.stderr.write('building: compiling src to dist, which takes some seconds\n');
  rmSync(stamp, { force: true });
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status === null ? 1 : status);
  writeFileSync(stamp, current);
  process.stderr.write('built in ' + ((Date.now() - start) / 1000).toFixed(1) + ' s\n');
}
