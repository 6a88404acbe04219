/**
 * Whether partners' servers answer, as their requests show it. The copies of a server become stale with it (M33), and
 * the states of its follows change (M8): in parts, which go on after a restart.
 */
import { KeyedMutex } from '../../async/keyed-mutex.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Copies } from '../copies/copies.js';
import { changedHead, describeHead } from '../copies/head.js';
import type { NothingFetched } from '../fetching/fetch-object.js';
import type { FollowStates } from '../follows/follow-states.js';
import { serverPartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Paces } from '../partners/partner-pace.js';
import type { Partners } from '../partners/partners.js';
import type { UnreachableReason } from '../partners/unreachable.js';

/** The copies in one commit. */
const CHUNK = 500;

export interface ServerConditionsParts {
  readonly copies: Copies;
  readonly partners: Partners;
  readonly states: FollowStates;
  readonly paces: Pick<Paces, 'asked' | 'resume'>;
}

export class ServerConditions {
  /** The servers whose copies are being told. */
  readonly #applying = new KeyedMutex<Iri>();

  constructor(
    private readonly context: MirrorContext,
    private readonly parts: ServerConditionsParts,
  ) {}

  /** Records what a request has come to. */
  async observe(
    server: Iri,
    outcome: { readonly kind: string } | Extract<NothingFetched, { kind: 'silent' }>,
    lost: AbortSignal,
  ): Promise<void> {
    // One address with an error says nothing of the others.
    if (outcome.kind === 'failed') return;
    const { partners, paces } = this.parts;
    // An answer to an earlier request does not end the time that the server has asked to wait for.
    const waiting = paces.asked(server);
    const reason = 'reason' in outcome ? outcome.reason : waiting?.reason;
    const condition =
      reason === undefined ? ({ kind: 'answering' } as const) : ({ kind: 'unreachable', reason } as const);
    const notBefore = waiting && new Date(this.context.clock.now().getTime() + waiting.ms);
    if (await partners.observe(server, condition, notBefore, lost)) await this.#apply(server, lost);
  }

  /** Goes on where the process stopped that mirrored before (M45). */
  async resume(server: Iri, lost: AbortSignal): Promise<void> {
    const partner = await this.parts.partners.find(server);
    if (partner === undefined) return;
    const { condition, notBefore } = partner;
    const ms = (notBefore?.getTime() ?? 0) - this.context.clock.now().getTime();
    if (condition.kind === 'unreachable' && ms > 0) this.parts.paces.resume(server, { reason: condition.reason, ms });
    if (!partner.isApplied) await this.#apply(server, lost);
  }

  /** Tells the copies and follows of a server of its condition, until it is the same: one pass at a time. */
  #apply(server: Iri, lost: AbortSignal): Promise<void> {
    return this.#applying.run([server], () => this.#passes(server, lost));
  }

  async #passes(server: Iri, lost: AbortSignal): Promise<void> {
    const { partners, states } = this.parts;
    for (;;) {
      const partner = await partners.find(server);
      if (partner === undefined || partner.isApplied) return;
      const { condition } = partner;
      await this.#silence(server, condition.kind === 'unreachable' ? condition.reason : undefined, lost);
      await states.ofServer(server, lost);
      await partners.applied(server, condition, lost);
    }
  }

  async #silence(server: Iri, silence: UnreachableReason | undefined, lost: AbortSignal): Promise<void> {
    const { store, lookups, clock, ext } = this.context;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.copies, serverPartition(server), {
        limit: CHUNK,
        ...(after && { after }),
      });
      after = page.at(-1);
      const heads = page.map(({ value }) => value);
      await store.transact(heads, async (tx) => {
        for (const graph of heads) {
          const before = await this.parts.copies.inGraph(tx, graph);
          if (before === undefined || before.reaches.length === 0 || before.silence === silence) continue;
          await tx.replace(graph, describeHead(graph, changedHead(before, { silence }, clock.now()), ext));
        }
        lost.throwIfAborted();
      });
    } while (after !== undefined);
  }
}
