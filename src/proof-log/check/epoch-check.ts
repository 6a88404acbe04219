/** Compares the tree of an epoch with its signed heads: those that the store has, and those that were handed out (P22). */
import { type Checkpoint, parseCheckpoint } from '../../proofs/format/checkpoint.js';
import { type Hash, isEqual, toBase64 } from '../../proofs/format/encoding.js';
import { FormatError } from '../../proofs/format/format-error.js';
import {
  parseNote,
  parseSignatures,
  type SignedNote,
  type VerifierKey,
  verifySignatures,
} from '../../proofs/format/note.js';
import { TILE_WIDTH } from '../../proofs/format/tile.js';
import { EMPTY_ROOT } from '../../proofs/format/tree.js';
import { type HashedSubtree, RunningTree } from '../../proofs/running-tree.js';
import type { LogSource } from '../../store/log-source.js';
import { checkpointsOf, cosignaturesOf } from '../checkpoints.js';
import { subtreeKey } from '../tiles.js';
import type { LogFindings } from './findings.js';
import type { GivenHead } from './given-heads.js';

/** What the start of an epoch says of the log before it. */
export interface StatedHead {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
}

export interface EpochParts {
  readonly source: Pick<LogSource, 'values' | 'valuesOf'>;
  readonly findings: LogFindings;
  /** All that were handed out. */
  readonly given: readonly GivenHead[];
  readonly witnesses: readonly VerifierKey[];
}

/** A stored checkpoint. */
interface StoredCheckpoint {
  readonly key: string;
  readonly size: number;
  readonly value: string;
}

/** The levels of the tree from one level of tiles to the next. */
const TILE_HEIGHT = Math.log2(TILE_WIDTH);

export class EpochCheck {
  readonly #tree = new RunningTree();
  /** After a gap there is no tree. */
  #isBroken = false;
  #size = 0;
  readonly #keys: { readonly key: VerifierKey; readonly from: number }[] = [];
  /** A page of the stored checkpoints, as far as they were not reached. */
  #stored: readonly StoredCheckpoint[] = [];
  /** The last key that was read; `none` after the last page. */
  #after: { readonly key: string | undefined } | 'none' = { key: undefined };
  readonly #given: GivenHead[];
  /** Subtrees that are kept from the first checkpoint on that covers them. */
  #subtrees: HashedSubtree[] = [];
  #last: Checkpoint | undefined;
  #lastGood = 0;
  #checkpoints = 0;
  #otherRoots = 0;
  #subtreeCount = 0;

  /** @param start the position of its entry 0. */
  constructor(
    readonly number: number,
    readonly origin: string,
    readonly start: number,
    private readonly parts: EpochParts,
  ) {
    this.#given = parts.given
      .filter(({ checkpoint }) => checkpoint.origin === origin)
      .sort((a, b) => a.checkpoint.size - b.checkpoint.size);
    this.#compareGiven();
  }

  /** The number of its entries until now. */
  get size(): number {
    return this.#size;
  }

  /** The number of stored checkpoints, and the last one that was read. */
  get checkpoints(): { readonly count: number; readonly last: Checkpoint | undefined } {
    return { count: this.#checkpoints, last: this.#last };
  }

  /** The number of hashes of subtrees that are stored. */
  get subtreeCount(): number {
    return this.#subtreeCount;
  }

  /** Oldest first. */
  get keys(): readonly VerifierKey[] {
    return this.#keys.map(({ key }) => key);
  }

  /** A key that signs the next entry, and those after it. */
  addKey(key: VerifierKey): void {
    this.#keys.push({ key, from: this.#size });
  }

  /** Entries are missing before the next one. */
  skip(count: number): void {
    this.#isBroken = true;
    this.#size += count;
  }

  /** The next entry. */
  async add(leaf: Hash, record: string): Promise<void> {
    for (const { name, entry } of this.#given)
      if (entry?.index === this.#size && entry.record !== record)
        this.parts.findings.add('given', `${name}: entry ${this.#size} of ${this.origin} has another record now`);
    this.#size += 1;
    if (!this.#isBroken)
      this.#tree.add(leaf, (subtree) => {
        if (subtree.level % TILE_HEIGHT === 0) this.#subtrees.push(subtree);
      });
    if (this.#stored.length === 0 && this.#after !== 'none') await this.#load();
    if (this.#isReached()) await this.#compareStored();
    this.#compareGiven();
  }

  /** The log goes on in another epoch, or ends. @param stated what the next epoch says of this one. */
  async end(stated?: StatedHead): Promise<void> {
    const { findings } = this.parts;
    if (this.#otherRoots > 1)
      findings.add(
        'checkpoint',
        `and ${this.#otherRoots - 1} later checkpoints of ${this.origin} have another root, too`,
      );
    for (const { checkpoint, name } of this.#given)
      findings.add(
        'given',
        `${name}: ${this.origin} has ${this.#size} entries here, ${checkpoint.size} in this checkpoint: its end is missing`,
      );
    await this.#load();
    while (this.#stored.length > 0) {
      for (const { key } of this.#stored)
        findings.add('checkpoint', `the stored checkpoint ${key} is of more than the ${this.#size} entries of its log`);
      this.#stored = [];
      await this.#load();
    }
    if (stated?.origin !== this.origin) return;
    const { size = 0, root = EMPTY_ROOT } = this.#last ?? {};
    if (size !== stated.size || toBase64(root) !== stated.root)
      findings.add(
        'epoch',
        `the last checkpoint of ${this.origin} is not that of ${stated.size} entries which the next log names`,
      );
  }

  /** The root of the entries until now; undefined after a gap. */
  #root(): Hash | undefined {
    return this.#isBroken ? undefined : this.#tree.root();
  }

  /** Whether a stored checkpoint is to be compared now, also one whose size is none. */
  #isReached(): boolean {
    const [next] = this.#stored;
    return next !== undefined && !(next.size > this.#size);
  }

  async #load(): Promise<void> {
    if (this.#stored.length > 0 || this.#after === 'none') return;
    const prefix = checkpointsOf(this.number);
    const page = await this.parts.source.values(prefix, this.#after.key);
    const last = page.at(-1);
    this.#after = last === undefined ? 'none' : { key: last.key };
    this.#stored = page.map(({ key, value }) => ({ key, value, size: Number(key.slice(prefix.length)) }));
  }

  async #compareStored(): Promise<void> {
    const { findings } = this.parts;
    while (this.#isReached()) {
      const [next, ...rest] = this.#stored;
      this.#stored = rest;
      if (next === undefined) break;
      const { key, size, value } = next;
      this.#checkpoints += 1;
      const name = `the checkpoint of ${size} entries of ${this.origin}`;
      const read = readNote(value);
      if (typeof read === 'string') findings.add('checkpoint', `the stored checkpoint ${key}: ${read}`);
      else if (read.checkpoint.origin !== this.origin || read.checkpoint.size !== size)
        findings.add('checkpoint', `${key} is a checkpoint of ${read.checkpoint.size} of ${read.checkpoint.origin}`);
      else {
        this.#compareRoot(name, read.checkpoint);
        this.#verify(name, read.note, 'signature');
        await this.#cosignatures(name, read.note, size);
        this.#last = read.checkpoint;
      }
      await this.#load();
    }
    await this.#compareSubtrees();
  }

  /** All later checkpoints differ from the first on that does: they are counted. */
  #compareRoot(name: string, { root, size }: Checkpoint): void {
    const found = size === this.#size ? this.#root() : undefined;
    if (found !== undefined && isEqual(found, root)) {
      this.#lastGood = size;
      return;
    }
    this.#otherRoots += 1;
    if (this.#otherRoots > 1) return;
    const entries =
      this.#lastGood === size - 1 ? `entry ${size - 1}` : `one of the entries ${this.#lastGood} to ${size - 1}`;
    this.parts.findings.add('checkpoint', `${name} has another root: ${entries} is not what was signed`);
  }

  #compareGiven(): void {
    while (this.#given[0]?.checkpoint.size === this.#size) {
      const head = this.#given.shift();
      if (head === undefined) return;
      const { name, checkpoint, note } = head;
      const root = this.#root();
      if (root === undefined || !isEqual(root, checkpoint.root))
        this.parts.findings.add(
          'given',
          `${name}: the first ${checkpoint.size} entries of ${this.origin} are not those of this checkpoint`,
        );
      if (checkpoint.size > 0) this.#verify(name, note, 'given');
    }
  }

  /** The signature of the key that signed at that size must be there; none of another key may be wrong. */
  #verify(name: string, note: SignedNote, kind: 'signature' | 'given'): void {
    const signing = this.#keys.findLast(({ from }) => from < this.#size)?.key;
    const { valid, invalid } = verifySignatures(note, this.keys);
    if (invalid.length > 0)
      this.parts.findings.add(kind, `${name} has a signature that does not hold: ${invalid[0]?.name ?? ''}`);
    else if (signing === undefined || !valid.some(({ key }) => key.id === signing.id))
      this.parts.findings.add(kind, `${name} is not signed with the key of this log`);
  }

  async #cosignatures(name: string, { text }: SignedNote, size: number): Promise<void> {
    const { source, witnesses, findings } = this.parts;
    for (const { value } of await source.values(cosignaturesOf(this.number, size), undefined)) {
      const problem = problemOf(() => {
        const { invalid } = verifySignatures({ text, signatures: parseSignatures(value) }, witnesses);
        return invalid[0] === undefined ? undefined : `the cosignature of ${invalid[0].name} does not hold`;
      });
      if (problem !== undefined) findings.add('signature', `${name}: ${problem}`);
    }
  }

  async #compareSubtrees(): Promise<void> {
    const { source, findings } = this.parts;
    const subtrees = this.#subtrees;
    if (subtrees.length === 0) return;
    this.#subtrees = [];
    const keys = subtrees.map(({ level, index }) => subtreeKey(this.number, level / TILE_HEIGHT, index));
    const stored = await source.valuesOf(keys);
    for (const [at, { level, index, hash }] of subtrees.entries()) {
      const value = stored[at];
      if (value !== undefined) this.#subtreeCount += 1;
      if (value === toBase64(hash)) continue;
      const first = index * 2 ** level;
      const name = `the stored hash of the entries ${first} to ${first + 2 ** level - 1} of ${this.origin}`;
      findings.add('subtree', value === undefined ? `${name} is missing` : `${name} is another one`);
    }
  }
}

function readNote(value: string): { note: SignedNote; checkpoint: Checkpoint } | string {
  try {
    const note = parseNote(value);
    return { note, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
}

function problemOf(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
}
