import { expect } from 'chai';
import { sha256, toBase64 } from '../../src/proofs/format/encoding.js';
import { leafHash, rootOfHashes } from '../../src/proofs/format/tree.js';
import { type HashedSubtree, RunningTree } from '../../src/proofs/running-tree.js';

describe('A tree that is read from its beginning', () => {
  const leaves = Array.from({ length: 300 }, (_, index) => leafHash(sha256(String(index))));

  it('has the root of each size, and gives each subtree once', () => {
    const tree = new RunningTree();
    expect(toBase64(tree.root())).to.equal(toBase64(rootOfHashes([])));
    const subtrees: HashedSubtree[] = [];
    for (const [index, leaf] of leaves.entries()) {
      tree.add(leaf, (subtree) => subtrees.push(subtree));
      expect(tree.size).to.equal(index + 1);
      expect(toBase64(tree.root()), `of ${index + 1}`).to.equal(toBase64(rootOfHashes(leaves.slice(0, index + 1))));
    }
    // 150 + 75 + 37 + 18 + 9 + 4 + 2 + 1
    expect(subtrees).to.have.length(296);
    for (const { level, index, hash } of subtrees) {
      const part = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
      expect(toBase64(hash), `${level}/${index}`).to.equal(toBase64(rootOfHashes(part)));
    }
  });
});
