/** The package of the client alone (T33, T35): installed as it is published, and used by its name. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { packClient } from '../../scripts/pack-client.js';
import { compiled } from '../support/program.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('client: its package', () => {
  let folder: string;
  let unpacked: string;
  before(() => {
    compiled('client/index');
    folder = mkdtempSync(join(tmpdir(), 'client-package-test-'));
    unpacked = join(folder, 'node_modules/cargograph-client');
    mkdirSync(unpacked, { recursive: true });
    execFileSync('tar', ['xzf', packClient(folder), '-C', unpacked, '--strip-components=1']);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('T35: it depends on jsonld and jose alone, and has no side effects', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
    expect(manifest).to.deep.include({ name: 'cargograph-client', type: 'module', sideEffects: false });
    expect(manifest).to.have.property('dependencies').that.has.all.keys('jose', 'jsonld');
    expect(manifest).to.have.property('exports').that.includes.keys('.', './package.json');
    expect(readdirSync(unpacked)).to.include.members(['index.js', 'LICENSE', 'README.md']);
    expect(readdirSync(unpacked).filter((file) => file.endsWith('.map'))).to.deep.equal([]);
  });

  it('T33: it is imported by its name, and loads no package then', () => {
    const program = `import * as client from 'cargograph-client';
const token = () => 't';
process.stdout.write(Object.keys(client).filter((name) => !name.endsWith('Error')).join(' ') + ' ');
process.stdout.write(typeof client.createClient({ server: 'https://a.example', token }).read);`;
    writeFileSync(join(folder, 'program.mjs'), program);
    const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(printed).to.equal('clientCredentials createClient function');
  });

  it('T34: it reads JSON-LD with the packages that it names', () => {
    symlinkSync(join(root, 'node_modules/jsonld'), join(folder, 'node_modules/jsonld'));
    const program = `import { createClient } from 'cargograph-client';
const body = JSON.stringify({ '@id': 'https://a.example/1', '@type': 'https://x.example/Piece', 'https://x.example/p': 'v' });
const client = createClient({ server: 'https://a.example', token: () => 't', fetch: async () => new Response(body) });
process.stdout.write(JSON.stringify((await client.read('https://a.example/1')).value));`;
    writeFileSync(join(folder, 'reading.mjs'), program);
    const printed = execFileSync(process.execPath, ['reading.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(printed)).to.deep.equal({
      '@id': 'https://a.example/1',
      '@type': 'https://x.example/Piece',
      'https://x.example/p': 'v',
    });
  });
});
