/** The blocks of docs/client.md compile strictly, and run against a node (T37, T53). */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import ts from 'typescript';
import { startTestNode, type TestNode } from '../support/node.js';
import { compiled } from '../support/program.js';
import { blocksOf } from './documents.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the compiler says of a program that imports the client; every option of T37 is on. */
function problemsOf(folder: string, program: string): string[] {
  const file = join(folder, 'program.mts');
  writeFileSync(file, program);
  const source = (name: string): string[] => [join(root, 'src/client', name)];
  const compiler = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
    paths: { 'cargograph/client': source('index.ts'), 'cargograph/client/cargo': source('cargo.ts') },
  });
  return ts.getPreEmitDiagnostics(compiler).map(({ messageText, file: at, start = 0 }) => {
    const line = at === undefined ? '' : `${at.fileName}:${at.getLineAndCharacterOfPosition(start).line + 1} `;
    return line + ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}

describe('client: docs/client.md', () => {
  const program = blocksOf('client.md', 'ts').join('\n');
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-docs-'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('T37, T53: its blocks compile', function () {
    expect(problemsOf(folder, program)).to.deep.equal([]);
  });

  it('T37: a misspelt property does not compile', () => {
    const misspelt = `${program}\nawait client.create<Piece>({ '@type': 'Piece', goodDescription: 'x' });
await client.create<Piece>({ '@type': 'Piece', grossWeight: '20' });
await client.change(piece, (draft) => { draft.goodsDescription = 7; });
cargo.code('MeasurementUnits', 'KGM');`;
    expect(problemsOf(folder, misspelt)).to.have.length(4);
  });

  describe('with a node', () => {
    let node: TestNode;
    before(async () => {
      node = await startTestNode();
    });
    after(() => node.stop());

    it('T53: its blocks run', async () => {
      compiled('client/index');
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(root, join(folder, 'node_modules/cargograph'));
      const { outputText } = ts.transpileModule(program, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      });
      const file = join(folder, 'program.mjs');
      writeFileSync(file, outputText);
      const env = {
        PATH: process.env['PATH'] ?? '',
        SERVER: node.url,
        TOKEN_URL: `${node.url}/dev-idp/token`,
        SECRET: 'holder-secret',
      };
      const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env });
      const lines = stdout.trim().split('\n');
      expect(lines[0]).to.include('/logistics-objects/_data-holder');
      expect(lines[1]).to.equal('1 20');
      expect(stdout)
        .to.include('REQUEST_ACCEPTED\n2 Old books\n1 Books\n')
        .and.to.match(/^404 \S+/m);
    });
  });
});
