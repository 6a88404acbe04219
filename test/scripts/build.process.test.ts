import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '../..');

describe('npm run build', () => {
  let folder: string;
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  /** The exit code, and what is on standard error. */
  const build = (...options: string[]): { status: number | null; stdout: string; stderr: string } => {
    const args = [join(folder, 'scripts/build.cjs'), ...options];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const built = /^building: compiling src to dist, which takes some seconds\nbuilt in \d+\.\d s\n$/;
  const nothing = { status: 0, stdout: '', stderr: '' };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'build-'));
    for (const file of [
      'scripts/build.cjs',
      'scripts/bundled.cjs',
      'scripts/console.cjs',
      'scripts/node-version.cjs',
      'scripts/third-party.cjs',
      'package.json',
      'package-lock.json',
    ])
      cpSync(join(root, file), join(folder, file));
    write('tsconfig.json', '{}');
    write('tsconfig.build.json', '{}');
    write('tsconfig.client.json', '{}');
    write('src/main.ts', '1;');
    // A library in CommonJS that requires a module of Node's.
    write('src/bundled/given.ts', "export { default } from 'given';");
    write('node_modules/given/package.json', '{ "name": "given", "version": "1.2.3", "license": "ISC" }');
    write('node_modules/given/index.js', "module.exports = `sep is ${require('node:path').posix.sep}`;");
    write('node_modules/given/LICENSE', 'Do what you like.');
    symlinkSync(join(root, 'node_modules/esbuild'), join(folder, 'node_modules/esbuild'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('reports missing dependencies', () => {
    const { status, stderr } = build();
    expect({ status, stderr }).to.deep.equal({
      status: 1,
      stderr: 'The dependencies are not installed: run npm ci first.\n',
    });
  });

  it('announces the compilation, and with --if-changed compiles changed files only', () => {
    // A compiler that fails on a source with the word "wrong".
    write(
      'node_modules/typescript/bin/tsc',
      `const { mkdirSync, readFileSync, writeFileSync } = require('fs');
       const source = readFileSync(${JSON.stringify(join(folder, 'src/main.ts'))}, 'utf8');
       if (source.includes('wrong')) process.exit(2);
       mkdirSync(${JSON.stringify(join(folder, 'dist/client'))}, { recursive: true });
       writeFileSync(${JSON.stringify(join(folder, 'dist/main.js'))}, source);`,
    );
    const first = build('--if-changed');
    expect(first.stderr).to.match(built);
    expect(first.stdout, 'the first line on standard output is that of the node').to.equal('');
    expect(build('--if-changed')).to.deep.equal(nothing);
    // The same content at another time, as after a checkout.
    write('src/main.ts', '1;');
    expect(build('--if-changed')).to.deep.equal(nothing);
    write('src/main.ts', '2;');
    expect(build('--if-changed').stderr).to.match(built);
    expect(readFileSync(join(folder, 'dist/main.js'), 'utf8')).to.equal('2;');
    write('src/other.ts', '1;');
    expect(build('--if-changed').stderr, 'a new file').to.match(built);
    rmSync(join(folder, 'dist/main.js'));
    expect(build('--if-changed').stderr, 'a deleted result').to.match(built);
    expect(build().stderr, 'without the option').to.match(built);
  });

  it('builds libraries in, and writes their names and licences down', async () => {
    expect(build().status).to.equal(0);
    const bundled = (file: string): string => readFileSync(join(folder, 'dist/bundled', file), 'utf8');
    expect(JSON.parse(bundled('packages.json'))).to.deep.equal(['given@1.2.3']);
    expect(bundled('LICENSES.txt')).to.equal('given@1.2.3 (ISC)\n\nDo what you like.\n');
    // Where there is no such package.
    rmSync(join(folder, 'node_modules/given/index.js'));
    expect(await import(join(folder, 'dist/bundled/given.js'))).to.have.property('default', 'sep is /');
  });

  it('refuses a library without a licence, and one that is not there', () => {
    write('node_modules/given/index.js', 'module.exports = 1;');
    rmSync(join(folder, 'node_modules/given/LICENSE'));
    expect(build().stderr).to.match(/^given@1\.2\.3 has no licence text$/m);
    write('node_modules/given/LICENSE', 'Do what you like.');
    write('node_modules/given/index.js', "module.exports = require('missing');");
    const { status, stderr } = build();
    expect(status).to.equal(1);
    expect(stderr).to.match(/Could not resolve "missing"/);
    write('node_modules/given/index.js', 'module.exports = 1;');
  });

  it('fails with the compiler, and compiles again', () => {
    write('src/main.ts', 'wrong');
    expect(build('--if-changed').status).to.equal(2);
    expect(build('--if-changed').status).to.equal(2);
    write('src/main.ts', '2;');
    expect(build('--if-changed').stderr, 'what was built before the failure').to.match(built);
  });
});
