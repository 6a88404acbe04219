/** Heads of the log that were handed out (P22): checkpoints, and the bundles that have one. */
import { parseBundle } from '../../proofs/format/bundle.js';
import { type Checkpoint, parseCheckpoint } from '../../proofs/format/checkpoint.js';
import { parseNote, type SignedNote } from '../../proofs/format/note.js';
import { parseTlogProof } from '../../proofs/format/tlog-proof.js';

export interface GivenHead {
  /** Where it comes from. */
  readonly name: string;
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
  /** The entry of a bundle. */
  readonly entry?: { readonly index: number; readonly record: string } | undefined;
}

/** Reads the text of a checkpoint or of a bundle, with that of an erasure in it. @throws FormatError */
export function readGivenHeads(name: string, text: string): GivenHead[] {
  if (!text.trimStart().startsWith('{')) return [headOf(name, text)];
  const bundle = parseBundle(text);
  return [bundle, ...(bundle.erased === null ? [] : [bundle.erased])].map(({ proof, record }) => {
    const { index, checkpoint } = parseTlogProof(proof);
    return { ...headOf(name, checkpoint), entry: { index, record } };
  });
}

function headOf(name: string, text: string): GivenHead {
  const note = parseNote(text);
  return { name, note, checkpoint: parseCheckpoint(note.text) };
}
