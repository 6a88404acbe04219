/**
 * The witnesses of this log (P23): the signing node posts its checkpoints to them, and adds their cosignatures. What they
 * say of an altered log ends the signing (P24).
 */
import { backoffDelay } from '../../async/backoff.js';
import { sleep } from '../../async/sleep.js';
import { withAnySignal } from '../../async/with-any-signal.js';
import type { OutboundClient } from '../../outbound/http-client.js';
import type { VerifierKey } from '../../proofs/format/note.js';
import { consistencyProof } from '../../proofs/format/tree.js';
import type { Services } from '../../services.js';
import type { Checkpoints, Cosigned, SignedCheckpoint } from '../checkpoints.js';
import type { Epoch } from '../epochs.js';
import { Tiles } from '../tiles.js';
import { askWitness, type Witness } from './witness-client.js';

type WitnessServices = Pick<Services, 'store' | 'uris' | 'clock' | 'log' | 'random' | 'degradations' | 'settings'>;

const DEGRADATION = 'proof-log';
const REASON = 'a witness of the log of proofs says that it was rolled back or altered: nothing more is signed';
/** The time between two lines in the log about it. */
const REMINDER_MS = 60_000;
/** The time after which a witness is passed over at the start. */
const MAX_BEGIN_MS = 10_000;
/** The number of questions to a witness about one checkpoint: it may name another size once or twice. */
const MAX_QUESTIONS = 3;

/** The value that says that this epoch is over, since a witness has seen another history. */
const forkKey = (epoch: number): string => `forked/${epoch}`;

/** A witness as Health shows it. */
export interface WitnessState {
  readonly name: string;
  readonly url: string;
  readonly cosigned: Cosigned | undefined;
  readonly failure: { readonly at: Date; readonly message: string } | undefined;
}

/** What is known of a witness. */
interface Progress {
  /** The size of the checkpoint that it cosigned last. */
  size: number;
  cosignedAt: Date | undefined;
  /** Its last answer, if that was no cosignature. */
  failure?: { readonly at: Date; readonly message: string } | undefined;
}

export class Witnesses {
  readonly #progress = new Map<Witness, Progress>();
  #fork: string | undefined;

  constructor(
    private readonly services: WitnessServices,
    private readonly client: Pick<OutboundClient, 'request'>,
    private readonly log: { readonly checkpoints: Checkpoints; readonly epoch: Epoch },
  ) {
    for (const witness of services.settings.proofs.witnesses)
      this.#progress.set(witness, { size: 0, cosignedAt: undefined });
  }

  /** Whether a witness has seen another history of this epoch; then nothing more is signed. */
  get isForked(): boolean {
    return this.#fork !== undefined;
  }

  /** What a witness has said of another history; undefined while there is none. */
  get fork(): string | undefined {
    return this.#fork;
  }

  /** Each witness with its last cosignature, also for another node, and its failure since, as this node has seen it. */
  async states(): Promise<readonly WitnessState[]> {
    return Promise.all(
      Array.from(this.#progress, async ([{ key, url }, { failure }]) => ({
        name: key.name,
        url,
        cosigned: await this.log.checkpoints.cosignatureOf(this.log.epoch, key.name),
        failure,
      })),
    );
  }

  /** When each witness last cosigned. */
  ages(): readonly { readonly key: VerifierKey; readonly seconds: number | undefined }[] {
    return Array.from(this.#progress, ([{ key }, { cosignedAt }]) => ({
      key,
      seconds: cosignedAt && (this.services.clock.now().getTime() - cosignedAt.getTime()) / 1000,
    }));
  }

  /**
   * Asks all witnesses about the newest checkpoint, before anything is signed: each once; one that does not answer is
   * passed over.
   */
  async begin(signal: AbortSignal): Promise<void> {
    const { store } = this.services;
    await store.refresh();
    const known = await store.proofLog.value(forkKey(this.log.epoch.number));
    if (known !== undefined) this.#report(known);
    if (this.isForked) return;
    const checkpoint = await this.log.checkpoints.newest(this.log.epoch);
    if (checkpoint === undefined) return;
    await Promise.all(
      Array.from(this.#progress.keys(), async (witness) => {
        try {
          // A witness may be asked several times, each of which has its own limit.
          await withAnySignal([signal, AbortSignal.timeout(MAX_BEGIN_MS)], (limited) =>
            this.#submit(witness, checkpoint, limited),
          );
        } catch (error) {
          this.#failed(witness, error, 1);
        }
      }),
    );
  }

  /** Posts new checkpoints until the signal is aborted, or a witness has seen another history. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    await withAnySignal([signal, ended.signal], async (either) => {
      await Promise.all(
        Array.from(this.#progress.keys(), async (witness) => {
          await this.#keepPosting(witness, either);
          if (this.isForked) ended.abort();
        }),
      );
    });
    const isOver = (): boolean => signal.aborted;
    while (this.isForked && !isOver()) {
      await sleep(REMINDER_MS, signal);
      if (!isOver()) this.services.log.error({ reason: this.#fork }, REASON);
    }
  }

  async #keepPosting(witness: Witness, signal: AbortSignal): Promise<void> {
    const { random, settings } = this.services;
    const isOver = (): boolean => signal.aborted;
    for (let failures = 0; !isOver() && !this.isForked;) {
      try {
        const checkpoint = await this.log.checkpoints.newest(this.log.epoch);
        const isNew = checkpoint !== undefined && checkpoint.size > (this.#progress.get(witness)?.size ?? 0);
        if (isNew) await this.#submit(witness, checkpoint, signal);
        failures = 0;
      } catch (error) {
        if (isOver()) return;
        failures += 1;
        this.#failed(witness, error, failures);
      }
      const delay = failures === 0 ? 0 : backoffDelay(settings.deliveryRetryMs, failures, random());
      await sleep(Math.max(settings.proofs.witnessMs, delay), signal);
    }
  }

  /** @throws WitnessError, OutboundError */
  async #submit(witness: Witness, newest: SignedCheckpoint, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.services;
    const { checkpoints, epoch } = this.log;
    const progress = this.#progress.get(witness) ?? { size: 0, cosignedAt: undefined };
    let checkpoint = newest;
    for (let question = 1; question <= MAX_QUESTIONS; question += 1) {
      const oldSize = progress.size;
      const tiles = new Tiles(store.proofLog, epoch);
      const proof = await consistencyProof(oldSize, checkpoint.size, tiles.hashes(checkpoint.size));
      const request = { oldSize, proof, checkpoint: checkpoint.note };
      const answer = await askWitness(this.client, witness, request, signal);
      if (answer.kind === 'cosigned') {
        await checkpoints.cosign(checkpoint, witness.key.name, answer.signature.line);
        progress.size = checkpoint.size;
        progress.cosignedAt = answer.signature.time ?? clock.now();
        progress.failure = undefined;
        return;
      }
      if (answer.kind === 'inconsistent') {
        await this.#forked(`${witness.key.name} says that size ${checkpoint.size} does not continue size ${oldSize}`);
        return;
      }
      // Another node may have signed, and posted, since the checkpoint was read.
      await store.refresh();
      checkpoint = (await checkpoints.newest(epoch)) ?? checkpoint;
      const isReached = answer.size <= checkpoint.size;
      const isRival = answer.size === oldSize;
      if (!isReached || isRival) {
        const rival = isReached ? 'another root at' : 'the larger';
        await this.#forked(`${witness.key.name} has cosigned ${rival} size ${answer.size}`);
        return;
      }
      progress.size = answer.size;
    }
  }

  /** Ends the signing of this epoch, also after the next start. */
  async #forked(reason: string): Promise<void> {
    const { store, uris } = this.services;
    this.#report(reason);
    const value = { key: forkKey(this.log.epoch.number), value: reason };
    while (!(await store.putLogValues([value], uris.logLock, store.sequence))) await store.refresh();
  }

  #report(reason: string): void {
    this.#fork = reason;
    this.services.log.error({ reason }, REASON);
    this.services.degradations.report(DEGRADATION, REASON, 1);
  }

  #failed(witness: Witness, err: unknown, failures: number): void {
    const { key, url } = witness;
    const progress = this.#progress.get(witness);
    const message = err instanceof Error ? err.message : String(err);
    if (progress !== undefined) progress.failure = { at: this.services.clock.now(), message };
    this.services.log.warn({ err, witness: key.name, url, failures }, 'a witness did not cosign the log of proofs');
  }
}
