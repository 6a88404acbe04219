/** Proofs of an entry: its index, the proof of inclusion, and a signed checkpoint (C2SP tlog-proof, P15). */
import { fromBase64, type Hash, readHash, readNumber, toBase64 } from './encoding.js';
import { FormatError } from './format-error.js';

export interface TlogProof {
  readonly index: number;
  /** The proof of inclusion in the tree of the checkpoint. */
  readonly hashes: readonly Hash[];
  /** The signed note of the checkpoint. */
  readonly checkpoint: string;
  /** Data of an application, which nothing proves. */
  readonly extra?: Uint8Array | undefined;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** A tree of so many levels has more leaves than there can be. */
const MAX_HASHES = 63;

/** The text of a proof. */
export function writeTlogProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  const lines = [FIRST_LINE];
  if (extra !== undefined) lines.push(`extra ${toBase64(extra)}`);
  lines.push(`index ${index}`, ...hashes.map(toBase64));
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Reads the text of a proof; its checkpoint is not read. @throws FormatError */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  if (end === -1) throw new FormatError('the proof has no checkpoint after a blank line');
  const lines = text.slice(0, end).split('\n');
  if (lines.shift() !== FIRST_LINE) throw new FormatError(`the proof does not begin with '${FIRST_LINE}'`);
  const extra = lines[0]?.startsWith('extra ') === true ? lines.shift()?.slice('extra '.length) : undefined;
  const index = lines.shift();
  if (index?.startsWith('index ') !== true) throw new FormatError('the proof has no index');
  if (lines.length > MAX_HASHES) throw new FormatError(`the proof has more than ${MAX_HASHES} hashes`);
  return {
    index: readNumber(index.slice('index '.length), 'the index of the proof'),
    hashes: lines.map((line) => readHash(line, 'a hash of the proof')),
    checkpoint: text.slice(end + 2),
    extra: extra === undefined ? undefined : fromBase64(extra, 'the extra data of the proof'),
  };
}
