/**
 * The Merkle tree of RFC 9162, section 2.1 (that of RFC 6962): roots, proofs of inclusion and of consistency, and their
 * verification. Sizes may be beyond 32 bits, so there are no bitwise operators.
 */
import { type Hash, HASH_BYTES, isEqual, sha256 } from './encoding.js';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
/** What is hashed: a prefix and one hash, or two. In one piece, it takes half the time. */
const leafInput = Buffer.alloc(1 + HASH_BYTES, 0);
const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** The hash of a leaf (P5). */
export function leafHash(entry: Uint8Array): Hash {
  if (entry.length !== HASH_BYTES) return sha256(LEAF, entry);
  leafInput.set(entry, 1);
  return sha256(leafInput);
}

export function nodeHash(left: Hash, right: Hash): Hash {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) return sha256(NODE, left, right);
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_BYTES);
  return sha256(nodeInput);
}

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Hash = sha256();

/** A full subtree: the leaves from `index * 2 ** level` on, `2 ** level` of them. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Gives the hashes of full subtrees, in the same order. A proof asks once. */
export type HashReader = (subtrees: readonly Subtree[]) => Promise<readonly Hash[]>;

/** The leaves from `from` until before `until`; `from` is a multiple of the largest power of two below their number. */
interface Range {
  readonly from: number;
  readonly until: number;
}

/** The largest power of two that is smaller than `size`, which is at least 2. */
function split(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** The full subtrees that a range consists of, from left to right: at most one of each level. */
function subtreesOf({ from, until }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = from; at < until;) {
    let level = 0;
    while (at + 2 ** (level + 1) <= until && at % 2 ** (level + 1) === 0) level += 1;
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** The hash of a range from those of its subtrees. */
function joined(hashes: readonly Hash[]): Hash {
  return (
    hashes.reduceRight<Hash | undefined>(
      (right, left) => (right === undefined ? left : nodeHash(left, right)),
      undefined,
    ) ?? EMPTY_ROOT
  );
}

/** The hashes of some ranges, by one call of the reader. */
async function hashesOf(ranges: readonly Range[], read: HashReader): Promise<Hash[]> {
  const subtrees = ranges.map(subtreesOf);
  const all = subtrees.flat();
  const hashes = all.length === 0 ? [] : await read(all);
  if (hashes.length !== all.length) throw new RangeError('the reader of hashes gave another number of hashes');
  let at = 0;
  return subtrees.map(({ length }) => joined(hashes.slice(at, (at += length))));
}

/** The root of the tree with the first `size` leaves. */
export async function treeRoot(size: number, read: HashReader): Promise<Hash> {
  checkNumber(size, Number.MAX_SAFE_INTEGER, 'size');
  const [root = EMPTY_ROOT] = await hashesOf([{ from: 0, until: size }], read);
  return root;
}

/** The root of a tree in memory. @param leaves hashes of leaves. */
export function rootOfHashes(leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (first === undefined) return EMPTY_ROOT;
  let hashes = [...leaves];
  // A last hash without a neighbour rises as it is, which is the tree of the RFC.
  while (hashes.length > 1) {
    const parents: Hash[] = [];
    for (let at = 0; at < hashes.length; at += 2) {
      const [left = first, right] = hashes.slice(at, at + 2);
      parents.push(right === undefined ? left : nodeHash(left, right));
    }
    hashes = parents;
  }
  return hashes[0] ?? first;
}

/**
 * The proof that a leaf is in the tree (RFC 9162, section 2.1.3).
 *
 * @throws RangeError for a leaf beyond the tree.
 */
export async function inclusionProof(index: number, size: number, read: HashReader): Promise<Hash[]> {
  checkNumber(index, size - 1, 'index');
  const ranges: Range[] = [];
  let range: Range = { from: 0, until: size };
  while (range.until - range.from > 1) {
    const middle = range.from + split(range.until - range.from);
    const [left, right] = [
      { from: range.from, until: middle },
      { from: middle, until: range.until },
    ];
    ranges.unshift(index < middle ? right : left);
    range = index < middle ? left : right;
  }
  return hashesOf(ranges, read);
}

/**
 * The proof that the tree of size `to` is that of size `from` with more leaves (RFC 9162, section 2.1.4): empty if `from`
 * is 0 or `to`.
 *
 * @throws RangeError if `from` is larger.
 */
export async function consistencyProof(from: number, to: number, read: HashReader): Promise<Hash[]> {
  checkNumber(from, to, 'from');
  if (from === 0 || from === to) return [];
  const ranges: Range[] = [];
  let range: Range = { from: 0, until: to };
  // Until the range ends with the last leaf of the smaller tree.
  while (from !== range.until) {
    const middle = range.from + split(range.until - range.from);
    const [left, right] = [
      { from: range.from, until: middle },
      { from: middle, until: range.until },
    ];
    ranges.unshift(from <= middle ? right : left);
    range = from <= middle ? left : right;
  }
  // The verifier knows the root of the smaller tree.
  if (range.from > 0) ranges.unshift(range);
  return hashesOf(ranges, read);
}

/** The root that a proof of inclusion leads to; undefined for a proof of a wrong length and a leaf beyond the tree. */
export function rootFromInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined {
  if (!isNumber(index) || !isNumber(size) || index >= size) return undefined;
  let [hash, at, last] = [leaf, index, size - 1];
  for (const neighbour of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(neighbour, hash);
      // The last node of a level without a neighbour rises to where it has one.
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, half(last)];
    } else hash = nodeHash(hash, neighbour);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** Whether a proof shows that the tree has this leaf at this index. */
export function isIncluded(leaf: Hash, index: number, size: number, proof: readonly Hash[], root: Hash): boolean {
  const found = rootFromInclusion(leaf, index, size, proof);
  return found !== undefined && isEqual(found, root);
}

/** Whether a proof shows that the tree of size `to` is that of size `from` with more leaves. */
export function isConsistent(from: number, to: number, fromRoot: Hash, toRoot: Hash, proof: readonly Hash[]): boolean {
  if (!isNumber(from) || !isNumber(to) || from > to || proof.some(({ length }) => length !== HASH_BYTES)) return false;
  if (from === to) return proof.length === 0 && isEqual(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && isEqual(fromRoot, EMPTY_ROOT);
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // A smaller tree that is full is a node of the larger one: its root is the first hash.
  const [first, ...rest] = at === 0 ? [fromRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [older, newer] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = nodeHash(hash, older);
      newer = nodeHash(hash, newer);
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, half(last)];
    } else newer = nodeHash(newer, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(older, fromRoot) && isEqual(newer, toRoot);
}

const half = (number: number): number => Math.floor(number / 2);

const isNumber = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function checkNumber(value: number, max: number, name: string): void {
  if (!isNumber(value) || value > max) throw new RangeError(`${name} ${value} is beyond the tree`);
}
