/** Checkpoints: the text of a note that is the head of a log (C2SP tlog-checkpoint, P8). */
import { type Hash, readHash, readNumber, toBase64 } from './encoding.js';
import { FormatError } from './format-error.js';

export interface Checkpoint {
  /** The identity of the log. */
  readonly origin: string;
  /** The number of its entries. */
  readonly size: number;
  readonly root: Hash;
  /** Further lines; a checkpoint of this node has none. */
  readonly extensions?: readonly string[];
}

/** The text of a checkpoint, to be signed. */
export const writeCheckpoint = ({ origin, size, root, extensions = [] }: Checkpoint): string =>
  [origin, size, toBase64(root), ...extensions].map((line) => `${line}\n`).join('');

/** Reads the text of a checkpoint. @throws FormatError */
export function parseCheckpoint(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new FormatError('the checkpoint does not end with a line');
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n');
  if (origin === undefined || size === undefined || root === undefined)
    throw new FormatError('the checkpoint has less than three lines');
  if (origin === '' || extensions.includes('')) throw new FormatError('the checkpoint has an empty line');
  return {
    origin,
    size: readNumber(size, 'the size of the checkpoint'),
    root: readHash(root, 'the root of the checkpoint'),
    extensions,
  };
}
