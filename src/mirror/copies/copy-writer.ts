/**
 * Writes what has been received (M30): a revision with its provenance and the head in one commit. Only the process that
 * mirrors writes here; it commits nothing after it has lost the lease (M46).
 */
import { parseApiVersion } from '../../api-versions.js';
import { type Iri, node } from '../../rdf/terms.js';
import type { Transaction } from '../../store/store.js';
import { Facts } from '../facts.js';
import type { ObjectAnswer } from '../fetching/fetch-object.js';
import type { ReceivedEvent, ReceivedGraph } from '../fetching/received.js';
import { withTruncated } from '../follows/reaching.js';
import type { MirrorContext } from '../mirror-services.js';
import type { MissedRevisions } from '../subscriptions/missed.js';
import { contradictionsOf, withDisputes } from './contradictions.js';
import type { Copies } from './copies.js';
import type { CopyFacts, CopyHead, Gap } from './copy-facts.js';
import { dueWithGaps, withMissing, withoutNumber } from './gaps.js';
import { changedHead, describeHead } from './head.js';
import { dueAfter, type Intervals, later, nextSweep } from './next-due.js';
import {
  type CopyProvenance,
  describeEventProvenance,
  describeProvenance,
  digestNow,
  type Finding,
  provenanceOf,
  readProvenance,
} from './provenance.js';
import { addVariant, changedInPlace, visibleOf, variantsIn } from './variants.js';

export interface Stored {
  /** `known`: the revision was held already; `ended`: nothing follows the object any more. */
  readonly kind: 'stored' | 'known' | 'variant' | 'ended';
  readonly head: CopyHead | undefined;
}

export class CopyWriter {
  constructor(
    private readonly context: MirrorContext,
    private readonly copies: Copies,
    private readonly intervals: Intervals,
    private readonly missed: Pick<MissedRevisions, 'note'>,
  ) {}

  /** Stores the revision of an answer. */
  async store(object: Iri, answer: ObjectAnswer, finding: Finding, lost: AbortSignal): Promise<Stored> {
    const stored = await this.#transact(object, lost, async (tx, before): Promise<Stored> => {
      const { uris, model, clock } = this.context;
      const now = clock.now();
      const number = answer.revision ?? (await this.#countedNumber(tx, before, answer.object));
      const revision = uris.copyRevision(object, number);
      const held = readProvenance(await tx.read(uris.provenance(revision)), revision, this.context);
      const type = model.mostSpecific(answer.object.types);
      const { label, identifiers } = answer.object;
      const { isNewest, taken } = finding;
      const isHeld = held !== undefined && held.purgedAt === undefined;
      const variants = isHeld ? await variantsIn(tx, held, this.context) : [];
      const isVariant = held !== undefined && digestNow(visibleOf(held, variants)) !== answer.object.digest;
      const isKnown = isHeld && !isVariant;
      const disputes = contradictionsOf(before, answer, { number, type, isNewest, now });
      const describe = (subject: Iri) => provenanceOf(subject, object, number, { answer, finding, now });
      if (isVariant) {
        disputes.push(changedInPlace(visibleOf(held, variants), answer.object, now));
        await addVariant(tx, { held, variants, object: answer.object }, describe, this.context);
      } else if (!isKnown) await this.#write(tx, describe(revision), answer.object);
      const isHigher = number > before.held && !isVariant;
      const gaps = this.#gaps(before, number, isNewest ? (answer.latest ?? number) : number);
      const sweep = nextSweep(now, this.intervals);
      const next = isNewest ? dueWithGaps(dueAfter(before.due, taken, sweep, now), gaps, now) : before.due;
      const change: Partial<CopyFacts> = {
        heardAt: later(before.heardAt, finding.heardAt),
        ...{ access: { kind: 'granted' }, poison: undefined, silence: undefined, checkedAt: now, due: next },
        disputes: withDisputes(before, disputes),
        seen: Math.max(before.seen, number, answer.latest ?? 0),
        ...(isNewest && {
          ...{ etag: answer.etag, version: parseApiVersion(answer.version ?? ''), timeMap: answer.timeMap },
        }),
        gaps,
        ...(answer.revision === undefined && { isCounted: true }),
        ...(!isKnown && !isVariant && { found: { ...before.found, [finding.by]: before.found[finding.by] + 1 } }),
        ...(isHigher && { type, label, identifiers, held: number, acceptedVariant: undefined }),
        // A revision without links has nothing to follow.
        ...(isHigher &&
          answer.object.links.length === 0 && {
            linksFollowed: number,
            reaches: withTruncated(before.reaches, new Map()),
          }),
      };
      const head = changedHead(before, change, now);
      await this.#writeHead(tx, head);
      return { kind: isVariant ? 'variant' : isKnown ? 'known' : 'stored', head };
    });
    if (stored?.kind === 'stored') {
      const isChecked = finding.by === 'sweep' || finding.by === 'repair';
      this.context.mirrorMetrics.received(finding.by);
      if (isChecked && answer.modified !== undefined) this.missed.note(object, answer.modified);
    }
    return stored ?? { kind: 'ended', head: undefined };
  }

  /**
   * Changes what is known about a copy.
   *
   * @param change undefined for nothing to change.
   * @returns the head afterwards; undefined for a copy that does not exist or that nothing follows.
   */
  change(
    object: Iri,
    change: (head: CopyHead, now: Date) => Partial<CopyFacts> | undefined,
    lost: AbortSignal,
  ): Promise<CopyHead | undefined> {
    return this.#transact(object, lost, async (tx, before) => {
      const now = this.context.clock.now();
      const changed = change(before, now);
      if (changed === undefined) return before;
      const head = changedHead(before, changed, now);
      await this.#writeHead(tx, head);
      return head;
    });
  }

  /** Stores the events that are not held. @returns their number. */
  async events(object: Iri, events: readonly ReceivedEvent[], lost: AbortSignal): Promise<number> {
    const { uris, clock } = this.context;
    const added = await this.#transact(object, lost, async (tx, before) => {
      const now = clock.now();
      let count = 0;
      let newest = before.newestEvent?.getTime() ?? 0;
      for (const event of events) {
        const graph = uris.copyEvent(object, event.event);
        const provenance = uris.provenance(graph);
        const known = await tx.read(provenance);
        // A purged event that is still in the list is received anew.
        const isPurged = known.object(node(graph), this.context.ext.purged) !== undefined;
        if (known.size > 0 && !isPurged) continue;
        await tx.write(graph, event.main);
        await tx.replace(provenance, describeEventProvenance(graph, object, event, now, this.context.ext));
        newest = Math.max(newest, event.createdAt ?? 0);
        count += 1;
      }
      if (count === 0) return 0;
      const newestEvent = newest === 0 ? undefined : new Date(newest);
      await this.#writeHead(tx, changedHead(before, { events: before.events + count, newestEvent }, now));
      return count;
    });
    return added ?? 0;
  }

  /** Marks an event that is no longer in the list of events, or takes the mark away (M38). */
  async withdrawn(object: Iri, graph: Iri, isWithdrawn: boolean, lost: AbortSignal): Promise<void> {
    const { uris, clock, ext } = this.context;
    await this.#transact(object, lost, async (tx) => {
      const provenance = uris.provenance(graph);
      const others = Array.from(await tx.read(provenance)).filter(({ predicate }) => !predicate.equals(ext.withdrawn));
      const marks = new Facts(node(graph)).date(ext.withdrawn, isWithdrawn ? clock.now() : undefined);
      await tx.replace(provenance, [...others, ...marks.statements]);
    });
  }

  /** Runs work on a followed copy, under its lock. */
  async #transact<Result>(
    object: Iri,
    lost: AbortSignal,
    work: (tx: Transaction, before: CopyHead) => Promise<Result>,
  ): Promise<Result | undefined> {
    const graph = this.context.uris.copyHead(object);
    return this.context.store.transact([graph], async (tx) => {
      const before = await this.copies.in(tx, object);
      const result = before === undefined || before.reaches.length === 0 ? undefined : await work(tx, before);
      lost.throwIfAborted();
      return result;
    });
  }

  async #writeHead(tx: Transaction, head: CopyHead): Promise<void> {
    const graph = this.context.uris.copyHead(head.object);
    await tx.replace(graph, describeHead(graph, head, this.context.ext));
  }

  /** The number of a revision whose answer has none: another one for each new digest (M41). */
  async #countedNumber(tx: Transaction, { object, held }: CopyHead, { digest }: ReceivedGraph): Promise<number> {
    if (held === 0) return 1;
    const { uris } = this.context;
    const revision = uris.copyRevision(object, held);
    const newest = readProvenance(await tx.read(uris.provenance(revision)), revision, this.context);
    return newest?.digest === digest ? held : held + 1;
  }

  /** The gaps after an answer: the numbers between it and what is held are missing, and those that it names as later. */
  #gaps({ gaps, held }: CopyHead, number: number, latest: number): readonly Gap[] {
    return withMissing(
      withMissing(withoutNumber(gaps, number), held + 1, number - 1),
      Math.max(held, number) + 1,
      latest,
    );
  }

  async #write(tx: Transaction, provenance: CopyProvenance, { main, beside }: ReceivedGraph): Promise<void> {
    const { uris } = this.context;
    const { subject } = provenance;
    await tx.write(subject, main);
    if (beside !== '') await tx.write(uris.copyBeside(subject), beside);
    await tx.replace(uris.provenance(subject), describeProvenance(provenance, this.context));
  }
}
