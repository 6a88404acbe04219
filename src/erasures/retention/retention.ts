/** Erases what is old enough by `RETENTION` (P45): a run each day, of at most so many objects and messages. */
import { isOutage } from '../../errors.js';
import type { Erasures, PlannedErasure } from '../erasures.js';
import type { ErasureServices } from '../lookups.js';
import { Overtaken } from '../overtaken.js';
import type { Outdated, RetentionCandidates } from './candidates.js';
import { describeMark, readMark, type RunMark } from './run-mark.js';
import type { RetentionRules } from './rules.js';
import type { EventTransaction } from '../../transactions.js';

/** What one run erases at most, and one transaction. */
export const MAX_IN_RUN = 1_000;
export const MAX_IN_TRANSACTION = 50;
/** A transaction with so many revisions takes no further object. */
const MAX_REVISIONS = 500;
/** Attempts at what others write about meanwhile. */
const MAX_ATTEMPTS = 3;

const order = { reason: 'RETENTION', comment: undefined, isNotified: true } as const;

/** Another node has gone on with the run. */
class OtherRun extends Error {
  override readonly name = 'OtherRun';

  constructor() {
    super('another node has gone on with this run');
  }
}

export class Retention {
  readonly #rules: string;

  constructor(
    private readonly services: ErasureServices,
    rules: RetentionRules,
    private readonly candidates: RetentionCandidates,
    private readonly erasures: Pick<Erasures, 'planObject' | 'planGraph'>,
  ) {
    this.#rules = rules.toString();
  }

  /**
   * Carries out the run of a time of day, or what is left of it.
   *
   * With rules that no run had yet, nothing is erased before the next time: who has set them can still look at what would go.
   *
   * @param signal ends it after the transaction that is under way.
   * @returns the number of erasures.
   * @throws the errors of an unavailable store.
   */
  async run(at: Date, signal: AbortSignal): Promise<number> {
    const { store, uris } = this.services;
    const last = readMark(await store.read(uris.retention), uris.retention);
    if (last?.rules !== this.#rules) {
      await this.#end(last, { at: at.getTime(), rules: this.#rules, left: 0 });
      return 0;
    }
    const isNew = last.at < at.getTime();
    if (!isNew && last.left === 0) return 0;
    const begun: Run = { mark: last, left: isNew ? MAX_IN_RUN : last.left, at: new Date(isNew ? at : last.at) };
    const count = await this.#erase(begun, signal);
    if (!signal.aborted) await this.#end(begun.mark, { at: begun.at.getTime(), rules: this.#rules, left: 0 });
    return count;
  }

  async #erase(run: Run, signal: AbortSignal): Promise<number> {
    const before = run.left;
    let batch: Outdated[] = [];
    let revisions = 0;
    const flush = async (): Promise<void> => {
      await this.#eraseTogether(batch, run);
      [batch, revisions] = [[], 0];
    };
    for await (const found of this.candidates.at(run.at)) {
      if (signal.aborted) return before - run.left;
      if (await this.candidates.isHeld(found)) continue;
      batch.push(found);
      revisions += found.kind === 'object' ? found.head.latestRevision : 1;
      if (batch.length >= Math.min(MAX_IN_TRANSACTION, run.left) || revisions >= MAX_REVISIONS) await flush();
      if (run.left === 0) break;
    }
    if (batch.length > 0 && !signal.aborted) await flush();
    return before - run.left;
  }

  /** In one transaction; what cannot go with the others is tried alone, and left where it cannot. */
  async #eraseTogether(batch: readonly Outdated[], run: Run): Promise<void> {
    for (let attempt = 1; ; attempt += 1)
      try {
        await this.#transact(batch, run);
        return;
      } catch (error) {
        if (error instanceof OtherRun || (!(error instanceof Overtaken) && isOutage(error))) throw error;
        if (error instanceof Overtaken && attempt < MAX_ATTEMPTS) continue;
        const [first, second] = batch;
        if (second !== undefined) break;
        this.services.log.warn({ err: error, resource: first?.uri }, 'what is old enough could not be erased');
        return;
      }
    for (const one of batch) await this.#eraseTogether([one], run);
  }

  async #transact(batch: readonly Outdated[], run: Run): Promise<void> {
    const { transactions, uris, dataHolder } = this.services;
    const plans: { readonly found: Outdated; readonly plan: PlannedErasure }[] = [];
    for (const found of batch) {
      const plan =
        found.kind === 'object'
          ? await this.erasures.planObject(found.head, order, dataHolder)
          : await this.erasures.planGraph('message', found.uri, order, dataHolder);
      plans.push({ found, plan });
    }
    const locks = new Set([uris.retention, ...plans.flatMap(({ plan }) => [...plan.locks])]);
    const mark = await transactions.transact([...locks], async (tx) => {
      let { left } = run;
      for (const { found, plan } of plans) {
        if (!(await this.#isStillDue(found, run.at))) continue;
        await plan.carryOut(tx, locks);
        left -= 1;
      }
      return this.#write(tx, run.mark, { at: run.at.getTime(), rules: this.#rules, left });
    });
    run.mark = mark;
    run.left = mark.left;
  }

  /** The locks of a transaction are held: neither revisions, nor events, nor holds come meanwhile. */
  async #isStillDue(found: Outdated, at: Date): Promise<boolean> {
    const again =
      found.kind === 'object'
        ? await this.candidates.object(found.uri, at)
        : await this.candidates.message(found.uri, found);
    return again !== undefined && !(await this.candidates.isHeld(again));
  }

  async #end(last: RunMark | undefined, next: RunMark): Promise<void> {
    const { store, uris } = this.services;
    await store.transact([uris.retention], async (tx) => {
      await this.#write(tx, last, next);
    });
  }

  /** @throws OtherRun if the mark is not the one that this process has left or found. */
  async #write(
    tx: Pick<EventTransaction, 'read' | 'replace'>,
    last: RunMark | undefined,
    next: RunMark,
  ): Promise<RunMark> {
    const { retention: graph } = this.services.uris;
    const current = readMark(await tx.read(graph), graph);
    const isSame = current?.at === last?.at && current?.left === last?.left && current?.rules === last?.rules;
    if (!isSame) throw new OtherRun();
    await tx.replace(graph, describeMark(graph, next));
    return next;
  }
}

interface Run {
  /** What the record says of it. */
  mark: RunMark;
  left: number;
  readonly at: Date;
}
