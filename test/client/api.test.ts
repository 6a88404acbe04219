/** The API of the client: documented, and in etc/client.api.md (T53, T55). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { z } from 'zod';
import { releases } from '../../scripts/changelog.js';
import { clientApi, reportFile } from '../../scripts/client-api.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const inRoot = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

describe('client: its API', function () {
  it('T55: etc/client.api.md is up to date: npm run client-api', () => {
    const { report, problems } = clientApi();
    expect(problems).to.deep.equal([]);
    expect(readFileSync(reportFile, 'utf8')).to.equal(report);
  });

  it('T55: where it differs from that of the last release, the changelog has a line about it', function () {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(inRoot('package.json')));
    const released = spawnSync('git', ['show', `v${version}:etc/client.api.md`], { cwd: root, encoding: 'utf8' });
    if (released.status !== 0) {
      process.stdout.write(`skipped: there is no release v${version} with an API of the client here\n`);
      this.skip();
    }
    const [unreleased] = releases(inRoot('CHANGELOG.md'));
    if (released.stdout !== inRoot('etc/client.api.md')) expect(unreleased?.text).to.match(/cargograph\/client/);
  });

  it('T53: every public name has a comment with @since', () => {
    const entry = `${root}src/client/index.ts`;
    const program = ts.createProgram([entry], {
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      skipLibCheck: true,
    });
    const checker = program.getTypeChecker();
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error('no module');
    const names = checker.getExportsOfModule(module).map((name) => checker.getAliasedSymbol(name));
    const methods = names
      .filter(({ name }) => name === 'Client' || name === 'List')
      .flatMap((symbol) => checker.getDeclaredTypeOfSymbol(symbol).getProperties())
      .filter(({ name, flags }) => !name.startsWith('__') && (flags & ts.SymbolFlags.Method) !== 0);
    const isDated = (symbol: ts.Symbol): boolean => symbol.getJsDocTags(checker).some(({ name }) => name === 'since');
    expect(names.length).to.be.greaterThan(50);
    expect(methods.length).to.be.greaterThan(20);
    expect([...names, ...methods].filter((symbol) => !isDated(symbol)).map(({ name }) => name)).to.deep.equal([]);
  });
});
