/** The verification of a bundle, in the order of P20. */
import { type Bundle, type BundleStatement, isDisclosed } from './bundle.js';
import { type Checkpoint, parseCheckpoint } from './checkpoint.js';
import { fromBase64, type Hash, isEqual, readHash } from './encoding.js';
import { FormatError } from './format-error.js';
import {
  parseNote,
  parseVkey,
  type SignedNote,
  type VerifiedSignature,
  type VerifierKey,
  verifySignatures,
} from './note.js';
import { entryOf, type LogRecord, parseRecord } from './record.js';
import { contentOf, parseStatement, SALT_BYTES, statementHash } from './statements.js';
import { parseTlogProof } from './tlog-proof.js';
import { isIncluded, leafHash } from './tree.js';

/** What somebody trusts. */
export interface Trust {
  /** Keys of logs; one of them must have signed. Without any, the bundle's own keys are tried. */
  readonly keys: readonly VerifierKey[];
  /** Keys of witnesses; each of them must have cosigned. */
  readonly witnesses: readonly VerifierKey[];
}

/** What a bundle proves. */
export interface Proven {
  readonly record: LogRecord;
  /** The statements that it shows, as canonical N-Quads; undefined if it shows none of a state that is no more. */
  readonly disclosed: readonly string[] | undefined;
  readonly withheldCount: number;
  readonly index: number;
  readonly checkpoint: Checkpoint;
  /** The key of the log that signed. */
  readonly signer: VerifierKey;
  /** Whether the signer is one of the keys that the verifier brought. */
  readonly isTrusted: boolean;
  readonly cosignatures: readonly VerifiedSignature[];
  /** The names of further signatures, which were not verified. */
  readonly unverified: readonly string[];
  /** The entry of the erasure, if something was erased. */
  readonly erasure: Proven | undefined;
}

/** The steps of P20. */
export type Step = 1 | 2 | 3 | 4 | 5 | 6;

export type Verdict =
  | { readonly holds: true; readonly proven: Proven }
  | { readonly holds: false; readonly step: Step; readonly reason: string };

/** Something that does not hold. */
class Refuted extends Error {
  override readonly name = 'Refuted';

  constructor(
    readonly step: Step,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Verifies a bundle. Whatever is wrong with it is in the verdict; it never throws for a bundle. */
export function verifyBundle(bundle: Bundle, trust: Trust): Verdict {
  try {
    return { holds: true, proven: prove(bundle, trust) };
  } catch (error) {
    if (error instanceof Refuted) return { holds: false, step: error.step, reason: error.message };
    throw error;
  }
}

function prove(bundle: Bundle, trust: Trust): Proven {
  const record = step(1, () => parseRecord(bundle.record));
  const { statements, superseded, erased } = bundle;
  step(1, () => {
    if (statements === null && !superseded && erased === null)
      throw new FormatError('there are no statements, though nothing was superseded or erased');
    if (statements !== null && !commitsTo(record, statements))
      throw new FormatError('the statements are not those of the record');
  });
  const leaf = step(2, () => leafHash(entryOf(bundle.record)));
  const { index, note, checkpoint } = step(3, () => readProof(bundle.proof, leaf));
  const signer = step(4, () => signerOf(note, checkpoint, trust.keys, bundle.keys));
  const cosignatures = step(5, () => cosignaturesOf(note, trust.witnesses));
  const disclosed = step(6, () => disclosedOf(statements, record));
  const verified = [signer, ...cosignatures.map(({ key }) => key)];
  return {
    record,
    disclosed,
    withheldCount: (statements?.length ?? 0) - (disclosed?.length ?? 0),
    index,
    checkpoint,
    signer,
    isTrusted: trust.keys.length > 0,
    cosignatures,
    unverified: note.signatures
      .filter(({ name, id }) => !verified.some((key) => key.name === name && key.id === id))
      .map(({ name }) => name),
    erasure: erased === null ? undefined : proveErasure(erased, trust),
  };
}

/** The entry of an erasure may be younger than the last cosignature. */
function proveErasure(bundle: Bundle, { keys }: Trust): Proven {
  const proven = prove(bundle, { keys, witnesses: [] });
  if (proven.record.kind !== 'erasure') throw new Refuted(6, `the erasure is an entry of kind ${proven.record.kind}`);
  return proven;
}

/** Carries out a step; malformed input is what it finds. @throws Refuted */
function step<Result>(number: Step, carryOut: () => Result): Result {
  try {
    return carryOut();
  } catch (error) {
    if (error instanceof FormatError) throw new Refuted(number, error.message, { cause: error });
    throw error;
  }
}

/** Whether statements are those of a record. @throws FormatError for a malformed one. */
export const commitsTo = ({ content }: Pick<LogRecord, 'content'>, statements: readonly BundleStatement[]): boolean =>
  isEqual(contentOf(statements.map(hashOf)), content);

function hashOf(statement: BundleStatement, index: number): Hash {
  if (!isDisclosed(statement)) return readHash(statement.hash, `the hash of statement ${index + 1}`);
  const salt = fromBase64(statement.salt, `the salt of statement ${index + 1}`, SALT_BYTES);
  return statementHash(salt, statement.nquad);
}

function readProof(text: string, leaf: Hash): { index: number; note: SignedNote; checkpoint: Checkpoint } {
  const { index, hashes, checkpoint: signed } = parseTlogProof(text);
  const note = parseNote(signed);
  const checkpoint = parseCheckpoint(note.text);
  if (!isIncluded(leaf, index, checkpoint.size, hashes, checkpoint.root))
    throw new FormatError(`the record is not entry ${index} of the checkpoint's ${checkpoint.size}`);
  return { index, note, checkpoint };
}

function signerOf(
  note: SignedNote,
  { origin }: Checkpoint,
  trusted: readonly VerifierKey[],
  own: readonly string[],
): VerifierKey {
  const keys = trusted.length > 0 ? trusted : own.map(parseVkey);
  const { valid, invalid } = verifySignatures(note, keys);
  const [forged] = invalid;
  if (forged !== undefined) throw new FormatError(`the signature of ${forged.name} on the checkpoint does not hold`);
  const [signature] = valid;
  if (signature === undefined) throw new FormatError('the checkpoint is not signed with any of the keys');
  if (signature.key.name !== origin)
    throw new FormatError(`the checkpoint is of the log ${origin}, its signature of ${signature.key.name}`);
  return signature.key;
}

function cosignaturesOf(note: SignedNote, witnesses: readonly VerifierKey[]): readonly VerifiedSignature[] {
  const { valid } = verifySignatures(note, witnesses);
  const missing = witnesses.find(({ name, id }) => !valid.some(({ key }) => key.name === name && key.id === id));
  if (missing !== undefined) throw new FormatError(`${missing.name} has not cosigned the checkpoint`);
  return valid;
}

function disclosedOf(statements: Bundle['statements'], { graph }: LogRecord): string[] | undefined {
  if (statements === null) return undefined;
  return statements.filter(isDisclosed).map(({ nquad }) => {
    const { graph: named } = parseStatement(nquad);
    if (named !== graph && named !== `${graph}/provenance`)
      throw new FormatError(`a statement is of another graph: ${named}`);
    return nquad;
  });
}
