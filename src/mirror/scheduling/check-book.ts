/**
 * Checks that have found nothing new: their times are written in one commit for many, for each copy at most once in five
 * minutes (M36). What is not written when the process ends is checked again.
 */
import { Wakeup } from '../../async/wakeup.js';
import type { Iri } from '../../rdf/terms.js';
import { changedHead, describeHead } from '../copies/head.js';
import type { Copies } from '../copies/copies.js';
import type { CopyHead, Due } from '../copies/copy-facts.js';
import { dueAfter } from '../copies/next-due.js';
import type { MirrorContext } from '../mirror-services.js';
import type { MirrorTime } from '../time.js';

/** The most checks in one commit; as many are written at once. */
const CHUNK = 500;
/** The time in which checks are collected. */
const COLLECT_MS = 5_000;
/** The shortest time between two writes about one copy. */
const APART_MS = 300_000;

interface Check {
  readonly server: Iri;
  readonly checkedAt: Date;
  /** What the check was made for, as it is stored. */
  readonly taken: Due;
  readonly next: Due | undefined;
  /** When it is written. */
  readonly writeAt: number;
}

export class CheckBook {
  readonly #checks = new Map<Iri, Check>();
  readonly #wakeup = new Wakeup();

  constructor(
    private readonly context: Pick<MirrorContext, 'store' | 'uris' | 'clock' | 'ext' | 'settings'>,
    private readonly parts: { readonly copies: Pick<Copies, 'inGraph'>; readonly time: Pick<MirrorTime, 'now'> },
  ) {}

  get size(): number {
    return this.#checks.size;
  }

  has(head: Iri): boolean {
    return this.#checks.has(head);
  }

  /** Notes a check. @param taken what it was made for. */
  note(head: CopyHead, taken: Due, { checkedAt, next }: Pick<Check, 'checkedAt' | 'next'>): void {
    const { context, parts } = this;
    const now = parts.time.now();
    const written = head.checkedAt?.getTime() ?? 0;
    const writeAt = Math.max(now + COLLECT_MS, written + APART_MS);
    this.#checks.set(context.uris.copyHead(head.object), { server: head.server, checkedAt, taken, next, writeAt });
    this.#wakeup.soon(this.#checks.size >= CHUNK ? 0 : COLLECT_MS);
  }

  /** Forgets a check that was not complete: the copy remains due. */
  forget(head: Iri): void {
    this.#checks.delete(head);
  }

  /** The noted copy of a server that is due first: its time is not in the store yet. */
  nextOf(server: Iri, taken: ReadonlySet<Iri>): { readonly head: Iri; readonly at: number } | undefined {
    let first: { readonly head: Iri; readonly at: number } | undefined;
    if (this.#isShort())
      for (const [head, { server: of, next }] of this.#checks) {
        const at = next?.at.getTime() ?? Infinity;
        if (of === server && !taken.has(head) && at < (first?.at ?? Infinity)) first = { head, at };
      }
    return first;
  }

  /** Writes what is to be written, until the lease is lost. @throws the errors of the store. */
  async run(lost: AbortSignal): Promise<void> {
    while (!lost.aborted) {
      await this.#write(lost);
      await this.#wakeup.wait(this.#checks.size === 0 ? Infinity : COLLECT_MS, lost);
    }
    this.#checks.clear();
  }

  /** Whether copies are checked again before their last check is written. */
  #isShort(): boolean {
    return this.context.settings.mirror.sweepSeconds * 1_000 < 2 * APART_MS;
  }

  async #write(lost: AbortSignal): Promise<void> {
    const now = this.parts.time.now();
    const due = [...this.#checks].filter(([, { writeAt }]) => writeAt <= now);
    for (let at = 0; at < due.length; at += CHUNK) {
      const written = due.slice(at, at + CHUNK);
      await this.#commit(written, lost);
      for (const [head, check] of written) if (this.#checks.get(head) === check) this.#checks.delete(head);
    }
  }

  async #commit(checks: readonly (readonly [Iri, Check])[], lost: AbortSignal): Promise<void> {
    const { store, clock, ext } = this.context;
    const heads = checks.map(([head]) => head);
    await store.transact(heads, async (tx) => {
      for (const [graph, { checkedAt, taken, next }] of checks) {
        const before = await this.parts.copies.inGraph(tx, graph);
        if (before === undefined || before.reaches.length === 0) continue;
        const change = { checkedAt, due: dueAfter(before.due, taken, next, clock.now()) };
        await tx.replace(graph, describeHead(graph, changedHead(before, change, clock.now()), ext));
      }
      lost.throwIfAborted();
    });
  }
}
