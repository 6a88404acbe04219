/** A witness of this log, over HTTP (C2SP tlog-witness). */
import type { OutboundClient } from '../../outbound/http-client.js';
import { type AddCheckpoint, writeAddCheckpoint } from '../../proofs/format/add-checkpoint.js';
import { FormatError } from '../../proofs/format/format-error.js';
import {
  parseNote,
  parseSignatures,
  type VerifiedSignature,
  type VerifierKey,
  verifySignatures,
} from '../../proofs/format/note.js';

/** A witness of the settings (`PROOF_WITNESSES`). */
export interface Witness {
  /** Ends with a slash. */
  readonly url: string;
  readonly key: VerifierKey;
}

/** What a witness answers. */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signature: VerifiedSignature }
  /** It has cosigned a checkpoint of this size. */
  | { readonly kind: 'conflict'; readonly size: number }
  /** It holds that the log has been altered. */
  | { readonly kind: 'inconsistent' };

/** An answer that is none: the witness is asked again. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
}

/**
 * Asks a witness for its cosignature.
 *
 * @param client does not follow redirects, and limits time and size.
 * @throws WitnessError for another answer, OutboundError without one.
 */
export async function askWitness(
  client: Pick<OutboundClient, 'request'>,
  { url, key }: Witness,
  request: AddCheckpoint,
  signal: AbortSignal,
): Promise<WitnessAnswer> {
  const { status, body } = await client.request({
    method: 'POST',
    url: `${url}add-checkpoint`,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: writeAddCheckpoint(request),
    signal,
  });
  if (status === 422) return { kind: 'inconsistent' };
  const text = body.toString('utf8');
  if (status === 409) {
    if (!/^(?:0|[1-9][0-9]{0,14})\n?$/.test(text)) throw new WitnessError('its answer 409 has no size');
    return { kind: 'conflict', size: Number(text) };
  }
  if (status !== 200) throw new WitnessError(`it answered ${status}`);
  return { kind: 'cosigned', signature: signatureIn(text, request.checkpoint, key) };
}

function signatureIn(lines: string, checkpoint: string, key: VerifierKey): VerifiedSignature {
  try {
    const { text } = parseNote(checkpoint);
    const [signature] = verifySignatures({ text, signatures: parseSignatures(lines) }, [key]).valid;
    if (signature !== undefined) return signature;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new WitnessError(`its answer is not a cosignature: ${error.message}`, { cause: error });
  }
  throw new WitnessError('its answer has no cosignature with its key');
}
