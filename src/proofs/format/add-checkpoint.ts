/** The body of `add-checkpoint`: a checkpoint with the proof that the log has only grown (C2SP tlog-witness). */
import { type Hash, readHash, readNumber, toBase64 } from './encoding.js';
import { FormatError } from './format-error.js';

export interface AddCheckpoint {
  /** The size of the checkpoint that the witness cosigned last; 0 before the first. */
  readonly oldSize: number;
  /** The proof of consistency; empty from 0. */
  readonly proof: readonly Hash[];
  /** The signed note. */
  readonly checkpoint: string;
}

/** A proof between trees of any size has no more hashes. */
const MAX_HASHES = 63;

/** The text of a body. */
export const writeAddCheckpoint = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  `${[`old ${oldSize}`, ...proof.map(toBase64)].join('\n')}\n\n${checkpoint}`;

/** Reads a body; its checkpoint is not read. @throws FormatError */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n');
  if (end === -1) throw new FormatError('there is no checkpoint after a blank line');
  const [first = '', ...lines] = text.slice(0, end).split('\n');
  if (!first.startsWith('old ')) throw new FormatError("the first line is not 'old <size>'");
  if (lines.length > MAX_HASHES) throw new FormatError(`the proof has more than ${MAX_HASHES} hashes`);
  return {
    oldSize: readNumber(first.slice('old '.length), 'the old size'),
    proof: lines.map((line) => readHash(line, 'a hash of the proof')),
    checkpoint: text.slice(end + 2),
  };
}
