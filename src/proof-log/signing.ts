/** Signs the log: on several nodes one does, under a lease (P50). */
import { retried } from '../async/retried.js';
import { sleep } from '../async/sleep.js';
import type { NoteSigner } from '../proofs/format/note.js';
import type { Services } from '../services.js';
import type { Checkpoints } from './checkpoints.js';
import type { Epoch } from './epochs.js';
import type { Witnesses } from './witnesses/witnesses.js';

const RETRY_MS = { min: 500, max: 10_000 };

export interface Signing {
  readonly checkpoints: Pick<Checkpoints, 'sign'>;
  readonly epoch: Epoch;
  readonly signers: readonly NoteSigner[];
  readonly witnesses: Pick<Witnesses, 'begin' | 'run' | 'isForked'>;
  /** The time for which writes are collected. */
  readonly collectMs: number;
}

/**
 * Signs a checkpoint after writes, until the node stops or a witness has seen another history (P24). Nothing is signed where
 * nothing is new. Never rejects.
 */
export async function keepSigning(
  { store, log, random, stopping }: Pick<Services, 'store' | 'log' | 'random' | 'stopping'>,
  { checkpoints, epoch, signers, witnesses, collectMs }: Signing,
): Promise<void> {
  const onFailure = (error: unknown, failures: number): void => {
    log.error({ err: error, failures }, 'the log of proofs could not be signed');
  };
  const sign = async (signal: AbortSignal): Promise<void> => {
    await witnesses.begin(signal);
    const posting = witnesses.run(signal);
    while (!signal.aborted && !witnesses.isForked) {
      const cursor = store.follow();
      await retried(
        async () => {
          if (!witnesses.isForked) await checkpoints.sign(epoch, signers);
        },
        { signal, retryMs: RETRY_MS, random, onFailure },
      );
      await cursor.wait(signal);
      await sleep(collectMs, signal);
    }
    await posting;
  };
  await retried(() => store.leases.run('proof-log', stopping, ({ lost }) => sign(lost)), {
    signal: stopping,
    retryMs: RETRY_MS,
    random,
    onFailure,
  });
}
