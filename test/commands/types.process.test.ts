/** The command `types`, as a developer runs it (T50 to T52). */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { shippedFiles } from '../../src/model/files.js';
import { spawnNode } from '../support/process.js';
import { cargoTypes } from '../../scripts/cargo-types.js';

const EXTENSION = `
  @prefix net: <https://network.example/ns/ext#> .
  @prefix cargo: <https://onerecord.iata.org/ns/cargo#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  cargo:LogisticsObject a owl:Class .
  net:Piece a owl:Class ; rdfs:subClassOf cargo:Piece .`;

describe('The command types', () => {
  let folder: string;
  async function run(...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
    const program = spawnNode(folder, {}, ['types', ...args]);
    const { code } = await program.ended;
    return { code, out: program.stdout(), err: program.stderr() };
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'types-'));
    await writeFile(join(folder, 'ext.ttl'), EXTENSION);
    await writeFile(join(folder, 'broken.ttl'), 'ex:a ex:b');
    await writeFile(join(folder, 'data.ttl'), '<https://a.example/1> <https://a.example/p> "no ontology" .');
    await writeFile(join(folder, 'here.ts'), 'what was here');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('writes the data model of this version without files, the same each time (T50)', async () => {
    const [one, other] = await Promise.all([run(), run('--out', 'cargo.ts')]);
    expect([one.code, one.err, other.code, other.out, other.err]).to.deep.equal([0, '', 0, '', '']);
    expect(await readFile(join(folder, 'cargo.ts'), 'utf8')).to.equal(one.out);
    // The file of this package says since when each name is there.
    expect(one.out.length).to.be.lessThan(cargoTypes().length);
    const files = [shippedFiles.codeLists, shippedFiles.cargo].map(({ pathname }) => pathname);
    expect((await run(...files)).out).to.equal(one.out);
  });
  it('extends it by files of another namespace, with the prefix of the file or of --namespace (T51)', async () => {
    const { out } = await run('ext.ttl');
    expect(out).to.contain('export interface net_Piece<').and.to.contain('export interface Waybill<');
    const named = await run('ext.ttl', '--namespace', 'own=https://network.example/ns/ext#');
    expect(named.out).to.contain('export interface own_Piece<');
  });

  const refused: Readonly<Record<string, readonly [args: readonly string[], line: RegExp]>> = {
    'a file that is not there': [['none.ttl'], /^none\.ttl cannot be read as Turtle: ENOENT.*\n$/],
    'a file that is not Turtle': [['ext.ttl', 'broken.ttl'], /^broken\.ttl cannot be read as Turtle: .*\n$/],
    'a file that is no ontology': [['data.ttl'], /^data\.ttl is no ontology.*\n$/],
    'a folder': [['.'], /^\. cannot be read as Turtle: EISDIR.*\n$/],
    'a namespace without a prefix': [['--namespace', 'https://a.example/'], /^--namespace: .*\n$/],
    'an unknown option': [['--prefix', 'x'], /^types: unknown option '--prefix' .*\n$/],
  };
  for (const [name, [args, line]] of Object.entries(refused)) {
    it(`refuses ${name} in one line, with exit code 1, and writes nothing (T51)`, async () => {
      const before = await readdir(folder);
      const { code, out, err } = await run(...args, '--out', 'here.ts');
      expect([code, out]).to.deep.equal([1, '']);
      expect(err).to.match(line);
      expect(await readFile(join(folder, 'here.ts'), 'utf8')).to.equal('what was here');
      expect(await readdir(folder)).to.deep.equal(before);
    });
  }
  it('says in one line that a file cannot be written', async () => {
    const { code, err } = await run('--out', 'none/cargo.ts');
    expect([code, err.split('\n').length]).to.deep.equal([1, 2]);
    expect(existsSync(join(folder, 'none'))).to.equal(false);
  });
});
