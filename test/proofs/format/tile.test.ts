import { expect } from 'chai';
import fc from 'fast-check';
import { type Hash } from '../../../src/proofs/format/encoding.js';
import { FormatError } from '../../../src/proofs/format/format-error.js';
import {
  hashesFromTiles,
  hashOfTile,
  parseTilePath,
  type Tile,
  tilesBetween,
  tileWidth,
  writeTilePath,
} from '../../../src/proofs/format/tile.js';
import { inclusionProof, isIncluded, leafHash, rootOfHashes, treeRoot } from '../../../src/proofs/format/tree.js';

describe('tiles (P9, C2SP tlog-tiles)', () => {
  it('have the paths of the specification', () => {
    expect(writeTilePath({ level: 0, index: 1234067, width: 256 })).to.equal('0/x001/x234/067');
    expect(writeTilePath({ level: 'entries', index: 5, width: 17 })).to.equal('entries/005.p/17');
    expect(writeTilePath({ level: 2, index: 0, width: 1 })).to.equal('2/000.p/1');
    expect(writeTilePath({ level: 1, index: 1000, width: 256 })).to.equal('1/x001/000');
  });

  it('have paths that are read back', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
        fc.integer({ min: 0, max: 2 ** 40 }),
        fc.integer({ min: 1, max: 256 }),
        (level, index, width) => {
          const tile: Tile = { level, index, width };
          expect(parseTilePath(writeTilePath(tile))).to.deep.equal(tile);
        },
      ),
    );
  });

  for (const path of [
    '',
    '0',
    '0/',
    '0/0',
    '0/1234',
    '00/000',
    '64/000',
    '-1/000',
    '0/x000/001',
    '0/001/002',
    '0/x001/x002',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/257',
    '0/000.p/01',
    '0/000.p/',
    '0/000/',
    '/0/000',
    'entry/000',
    '0/x999/x999/x999/x999/x999/999',
  ]) {
    it(`have no path ${JSON.stringify(path)}`, () => {
      expect(() => parseTilePath(path)).to.throw(FormatError);
    });
  }

  it('have the widths of the example with 70,000 leaves', () => {
    expect(tileWidth(0, 272, 70_000)).to.equal(256);
    expect(tileWidth(0, 273, 70_000)).to.equal(112);
    expect(tileWidth('entries', 273, 70_000)).to.equal(112);
    expect(tileWidth(0, 274, 70_000)).to.equal(0);
    expect(tileWidth(1, 0, 70_000)).to.equal(256);
    expect(tileWidth(1, 1, 70_000)).to.equal(17);
    expect(tileWidth(2, 0, 70_000)).to.equal(1);
    expect(tileWidth(1, 0, 256)).to.equal(1);
    expect(tileWidth(3, 0, 70_000)).to.equal(0);
  });

  it('grow with the log', () => {
    expect(tilesBetween(0, 1).map(writeTilePath)).to.deep.equal(['0/000.p/1']);
    expect(tilesBetween(250, 260).map(writeTilePath)).to.deep.equal(['0/000', '0/001.p/4', '1/000.p/1']);
    expect(tilesBetween(260, 260)).to.deep.equal([]);
    expect(tilesBetween(0, 70_000)).to.have.length(273 + 1 + 1 + 1 + 1);
  });

  it('are enough for each proof', async () => {
    const leaves = Array.from({ length: 70_000 }, (_, index) => leafHash(Buffer.from(String(index))));
    const tiles = new Map<string, Uint8Array>();
    const hashesOf = ({ level, index, width }: Tile): Hash[] =>
      level === 0 || level === 'entries'
        ? leaves.slice(index * 256, index * 256 + width)
        : Array.from({ length: width }, (_, at) =>
            hashOfTile(
              tiles.get(writeTilePath({ level: level - 1, index: index * 256 + at, width: 256 })) ?? new Uint8Array(),
            ),
          );
    for (const tile of tilesBetween(0, leaves.length)) tiles.set(writeTilePath(tile), Buffer.concat(hashesOf(tile)));
    let calls = 0;
    const read = hashesFromTiles(leaves.length, (wanted) => {
      calls += 1;
      return Promise.resolve(wanted.map((tile) => tiles.get(writeTilePath(tile)) ?? new Uint8Array()));
    });
    const root = rootOfHashes(leaves);
    expect(await treeRoot(leaves.length, read)).to.deep.equal(root);
    for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999]) {
      const proof = await inclusionProof(index, leaves.length, read);
      expect(isIncluded(leaves[index] ?? root, index, leaves.length, proof, root), `${index}`).to.equal(true);
    }
    expect(calls).to.equal(9);
  });
});
