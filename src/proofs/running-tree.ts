/** The tree of a log that is read from its beginning: its root at each size, from a hash for each level (RFC 9162, 2.1). */
import type { Hash } from './format/encoding.js';
import { EMPTY_ROOT, nodeHash, type Subtree } from './format/tree.js';

/** A full subtree with its hash. */
export interface HashedSubtree extends Subtree {
  readonly hash: Hash;
}

export class RunningTree {
  /** The hashes of the full subtrees that the tree consists of, by level: those of the ones in the binary form of its size. */
  readonly #subtrees: (Hash | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Adds a leaf.
   *
   * @param completed is given each larger subtree that it completes, smallest first.
   */
  add(leaf: Hash, completed: (subtree: HashedSubtree) => void = () => undefined): void {
    let [hash, level, index] = [leaf, 0, this.#size];
    for (let left = this.#subtrees[0]; index % 2 === 1 && left !== undefined; left = this.#subtrees[level]) {
      hash = nodeHash(left, hash);
      this.#subtrees[level] = undefined;
      level += 1;
      index = (index - 1) / 2;
      completed({ level, index, hash });
    }
    this.#subtrees[level] = hash;
    this.#size += 1;
  }

  /** The root of the tree with the leaves until now. */
  root(): Hash {
    let root: Hash | undefined;
    for (const left of this.#subtrees) if (left !== undefined) root = root === undefined ? left : nodeHash(left, root);
    return root ?? EMPTY_ROOT;
  }
}
