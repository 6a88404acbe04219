import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readArchive } from '../../bench/time-travel/archive-files.js';
import { rowOf } from '../../bench/time-travel/oracle.js';

const INTEGER = '<http://www.w3.org/2001/XMLSchema#integer>';

describe('the files of an archive (W49)', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'archive-files-'));
    mkdirSync(join(folder, 'ic'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, ...lines: string[]): void => {
    const text = lines.map((line) => `${line} .\n`).join('');
    writeFileSync(join(folder, 'ic', name), name.endsWith('.gz') ? gzipSync(text) : text);
  };

  it('are its versions in the order of their numbers, compressed or not', async () => {
    write('2.nt', '<urn:a> <urn:p> "one"', '<urn:b> <urn:p> <urn:c>');
    write('1.nt.gz', '<urn:a> <urn:p> "one"', '<urn:a> <urn:p> "two"@en');
    write('10.nt', '<urn:b> <urn:p> <urn:c>');
    const { first, changes, resources } = (await readArchive(folder, 24)).archive;
    expect(resources).to.equal(2);
    expect(first.map(rowOf)).to.have.members(['0 "one"', '0 "two"@en']);
    expect(changes.map(({ removed, added }) => [removed.map(rowOf), added.map(rowOf)])).to.deep.equal([
      [['0 "two"@en'], ['1 <urn:c>']],
      [['0 "one"'], []],
    ]);
  });

  it('have numbers in the form of the node, and nothing that it refuses', async () => {
    const wrong = '<urn:a> <urn:p> "31"^^<http://www.w3.org/2001/XMLSchema#date>';
    write('1.nt', `<urn:a> <urn:p> "01"^^${INTEGER}`, wrong, '<urn:a> <urn:q> _:b');
    const { archive, refused } = await readArchive(folder, 24);
    expect(archive.first.map(rowOf)).to.deep.equal([`0 "1"^^${INTEGER}`]);
    expect(refused).to.equal(2);
  });

  it('have the patterns of the query files, or the most frequent ones', async () => {
    write('1.nt', '<urn:a> <urn:p> "one"', '<urn:b> <urn:p> "one"', '<urn:b> <urn:q> "two"');
    const { patterns } = (await readArchive(folder, 24)).archive;
    expect(patterns[0]).to.deep.equal({ property: 'urn:p' });
    expect(patterns).to.deep.include({ property: 'urn:p', value: '"one"' });
    writeFileSync(join(folder, 'p.txt'), '?s <urn:q> ?o .\n');
    writeFileSync(join(folder, 'po.txt'), '?s <urn:p> "one" .\n');
    expect((await readArchive(folder, 24)).archive.patterns).to.deep.equal([
      { property: 'urn:q' },
      { property: 'urn:p', value: '"one"' },
    ]);
  });

  it('are needed', async () => {
    const error: unknown = await readArchive(folder, 24).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).to.contain('has no files of versions');
  });
});
