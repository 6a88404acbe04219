import { expect } from 'chai';
import fc from 'fast-check';
import { sha256, type Hash } from '../../../src/proofs/format/encoding.js';
import {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  rootOfHashes,
  treeRoot,
} from '../../../src/proofs/format/tree.js';
import { readerOf } from './support.js';

const hex = (hash: Hash | undefined): string => Buffer.from(hash ?? []).toString('hex');

// The leaves, roots and proofs by which implementations of RFC 6962 are compared (Certificate Transparency).
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (text) => leafHash(Buffer.from(text, 'hex')),
);
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const [A, B, C, D] = [
  '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
];
const E = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';

/** MTH of RFC 9162, section 2.1.1, word for word. */
function mth(leaves: readonly Hash[]): Hash {
  const [first, second] = leaves;
  if (first === undefined) return sha256();
  if (second === undefined) return first;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}

const leavesOf = (count: number): Hash[] =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`${index}`)));

describe('the tree of RFC 9162 (P5)', () => {
  it('has the published roots', async () => {
    for (const [size, root] of ROOTS.entries()) {
      expect(hex(await treeRoot(size, readerOf(LEAVES))), `size ${size}`).to.equal(root);
      expect(hex(rootOfHashes(LEAVES.slice(0, size)))).to.equal(root);
    }
  });

  const inclusions: readonly [index: number, size: number, proof: readonly string[]][] = [
    [0, 1, []],
    [0, 8, [A, B, C]],
    [5, 8, [E, D, ROOTS[4] ?? '']],
    [2, 3, [ROOTS[2] ?? '']],
    [1, 5, [ROOTS[1] ?? '', B, E]],
  ];
  for (const [index, size, proof] of inclusions) {
    it(`has the published proof that leaf ${index} is in ${size}`, async () => {
      expect((await inclusionProof(index, size, readerOf(LEAVES))).map(hex)).to.deep.equal(proof);
    });
  }

  const consistencies: readonly [from: number, to: number, proof: readonly string[]][] = [
    [1, 1, []],
    [0, 5, []],
    [1, 8, [A, B, C]],
    [6, 8, ['0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a', D, ROOTS[4] ?? '']],
    [2, 5, [B, E]],
  ];
  for (const [from, to, proof] of consistencies) {
    it(`has the published proof that ${from} became ${to}`, async () => {
      expect((await consistencyProof(from, to, readerOf(LEAVES))).map(hex)).to.deep.equal(proof);
    });
  }

  it('proves each leaf of each size up to 40, and nothing else', async () => {
    const leaves = leavesOf(40);
    for (let size = 1; size <= 40; size += 1) {
      const root = mth(leaves.slice(0, size));
      for (const [index, leaf] of leaves.slice(0, size).entries()) {
        const proof = await inclusionProof(index, size, readerOf(leaves));
        expect(isIncluded(leaf, index, size, proof, root)).to.equal(true);
        expect(isIncluded(leaf, index + 1, size, proof, root)).to.equal(false);
        expect(isIncluded(leaf, index, size, [...proof, leaf], root)).to.equal(false);
        expect(isIncluded(leaf, index, size, proof.slice(1), root)).to.equal(size === 1);
        expect(isIncluded(nodeHash(leaf, leaf), index, size, proof, root)).to.equal(false);
      }
    }
  });

  it('proves that each size up to 40 became each larger one, and nothing else', async () => {
    const leaves = leavesOf(40);
    const roots = Array.from({ length: 41 }, (_, size) => mth(leaves.slice(0, size)));
    for (const [from, older = EMPTY_ROOT] of roots.entries()) {
      for (const [to, newer = EMPTY_ROOT] of roots.entries()) {
        if (to < from) continue;
        const proof = await consistencyProof(from, to, readerOf(leaves));
        expect(isConsistent(from, to, older, newer, proof), `${from} ${to}`).to.equal(true);
        const other = nodeHash(older, newer);
        expect(isConsistent(from, to, other, newer, proof)).to.equal(false);
        // Nothing is claimed of a larger tree by an empty one.
        expect(isConsistent(from, to, older, other, proof)).to.equal(from === 0 && to > 0);
        expect(isConsistent(from, to, older, newer, [...proof, other])).to.equal(false);
      }
    }
  });

  it('is that of the definition for any number of leaves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1200 }), fc.nat(), fc.nat(), async (size, one, other) => {
        const leaves = leavesOf(size);
        const read = readerOf(leaves);
        const root = mth(leaves);
        expect(hex(await treeRoot(size, read))).to.equal(hex(root));
        const [index, from] = [one % size, other % (size + 1)];
        const leaf = leaves[index] ?? EMPTY_ROOT;
        expect(isIncluded(leaf, index, size, await inclusionProof(index, size, read), root)).to.equal(true);
        const older = mth(leaves.slice(0, from));
        expect(isConsistent(from, size, older, root, await consistencyProof(from, size, read))).to.equal(true);
      }),
      { numRuns: 30 },
    );
  });

  it('reads at most two hashes a level, also in a tree of 2 ** 40 leaves', async () => {
    let count = 0;
    const hash = leafHash(Buffer.alloc(0));
    const size = 2 ** 40 + 12345;
    await inclusionProof(2 ** 39 + 1, size, (subtrees) => {
      count += subtrees.length;
      return Promise.resolve(subtrees.map(() => hash));
    });
    expect(count).to.be.within(40, 82);
  });

  it('refuses numbers beyond the tree', async () => {
    for (const attempt of [
      () => inclusionProof(8, 8, readerOf(LEAVES)),
      () => inclusionProof(-1, 8, readerOf(LEAVES)),
      () => consistencyProof(3, 2, readerOf(LEAVES)),
      () => treeRoot(1.5, readerOf(LEAVES)),
    ]) {
      let error: unknown;
      await attempt().catch((caught: unknown) => (error = caught));
      expect(error).to.be.instanceOf(RangeError);
    }
    expect(isIncluded(EMPTY_ROOT, 0, 0, [], EMPTY_ROOT)).to.equal(false);
    expect(isConsistent(NaN, 1, EMPTY_ROOT, EMPTY_ROOT, [])).to.equal(false);
  });
});
