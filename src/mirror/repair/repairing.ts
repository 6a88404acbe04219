/** Repairs a copy when it is due (M34, M35): what is missing is fetched, and what cannot be had is a gap with its reason. */
import { backoffDelay } from '../../async/backoff.js';
import type { Copies } from '../copies/copies.js';
import type { CopyFacts, CopyHead, Due, Gap } from '../copies/copy-facts.js';
import type { CopyWriter } from '../copies/copy-writer.js';
import type { ErasedProperties } from '../copies/erased-properties.js';
import { dueGaps, dueWithGaps, withMisses } from '../copies/gaps.js';
import { afterPoison, dueAfter, type Intervals, nextSweep } from '../copies/next-due.js';
import type { ObjectFetcher } from '../fetching/fetch-object.js';
import { ReaderEnded } from '../fetching/reader.js';
import type { MirrorContext } from '../mirror-services.js';
import type { ServerConditions } from '../scheduling/server-conditions.js';
import { Repair, type Repaired } from './repair.js';

const DAY_MS = 86_400_000;

export class Repairing {
  constructor(
    private readonly context: Pick<MirrorContext, 'clock'>,
    private readonly parts: {
      readonly copies: Copies;
      readonly fetcher: ObjectFetcher;
      readonly writer: CopyWriter;
      readonly erased: ErasedProperties;
      readonly conditions: ServerConditions;
      readonly intervals: Intervals;
    },
  ) {}

  /** @param taken the request that is due. @returns the head afterwards. */
  async run(head: CopyHead, taken: Due, lost: AbortSignal): Promise<CopyHead | undefined> {
    const { writer, conditions } = this.parts;
    const tried = head.isCounted ? [] : dueGaps(head.gaps, this.context.clock.now());
    const repaired = await this.#repair(head, tried, lost);
    if (tried.length > 0) await conditions.observe(head.server, repaired.end, lost);
    return writer.change(head.object, (now, at) => this.#change(now, { taken, repaired, at }), lost);
  }

  async #repair(head: CopyHead, gaps: readonly Gap[], lost: AbortSignal): Promise<Repaired> {
    const { clock } = this.context;
    try {
      return await new Repair({ ...this.parts, now: () => clock.now().getTime() }, head, gaps, lost).run();
    } catch (error) {
      if (error instanceof ReaderEnded) return { end: { kind: 'failed', status: 0 }, misses: [] };
      throw error;
    }
  }

  #change(
    head: CopyHead,
    { taken, repaired, at }: { readonly taken: Due; readonly repaired: Repaired; readonly at: Date },
  ): Partial<CopyFacts> {
    const { intervals } = this.parts;
    const { end, misses } = repaired;
    const left = withMisses(head.gaps, misses, at);
    // What was not tried remains due: while the server is silent, its loop waits.
    if (end.kind === 'silent') return { gaps: left };
    const gaps = end.kind === 'failed' ? this.#delayed(left, at) : left;
    // What could not be read of the events is tried again, also without regular checks.
    const next = head.unreadEvents === undefined ? nextSweep(at, intervals) : afterPoison(at, undefined, intervals);
    return { gaps, due: dueWithGaps(dueAfter(head.due, taken, next, at), gaps, at) };
  }

  /** An error for this object alone delays it (M43). */
  #delayed(gaps: readonly Gap[], at: Date): readonly Gap[] {
    const { retryMs, random } = this.parts.intervals;
    const due = new Set(dueGaps(gaps, at));
    return gaps.map((gap) => {
      if (!due.has(gap)) return gap;
      const tried = gap.tried + 1;
      const delay = Math.min(DAY_MS, backoffDelay(retryMs, tried, random()));
      return { ...gap, tried, next: new Date(at.getTime() + delay) };
    });
  }
}
