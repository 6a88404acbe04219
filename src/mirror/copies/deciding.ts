/** Decisions of internal agents about a partner's contradictions (M40). */
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { Transaction } from '../../store/store.js';
import type { MirrorContext } from '../mirror-services.js';
import { latestDisputes } from './contradictions.js';
import type { Copies } from './copies.js';
import type { CopyFacts, CopyHead, Decision } from './copy-facts.js';
import { changedHead, describeHead } from './head.js';
import { describeProvenance, readProvenance } from './provenance.js';
import { visibleOf, variantsIn } from './variants.js';
import { VisibleNames } from './visible-names.js';

export class Deciding {
  readonly #names: VisibleNames;

  constructor(
    private readonly context: MirrorContext,
    private readonly copies: Copies,
  ) {
    this.#names = new VisibleNames(context);
  }

  /**
   * Ends the contradictions of a copy.
   *
   * @throws ServiceError `not-found` without a copy, `unprocessable` without a contradiction.
   */
  async decide(object: Iri, decided: Pick<Decision, 'by' | 'take' | 'note'>): Promise<void> {
    const { store, uris, clock, ext } = this.context;
    const graph = uris.copyHead(object);
    await store.transact([graph], async (tx) => {
      const head = await this.copies.in(tx, object);
      if (head === undefined)
        throw new ServiceError('not-found', { message: 'this node has no copy of this object', resource: object });
      if (head.disputes.length === 0)
        throw new ServiceError('unprocessable', {
          message: 'the partner does not contradict itself about it',
          resource: object,
        });
      const decision: Decision = { ...decided, at: clock.now() };
      const names = decision.take === 'received' ? await this.#show(tx, head, decision) : {};
      const decidedDisputes = latestDisputes([
        ...head.decidedDisputes,
        ...head.disputes.map((dispute) => ({ ...dispute, decision })),
      ]);
      const change = { ...names, disputes: [], decidedDisputes };
      await tx.replace(graph, describeHead(graph, changedHead(head, change, decision.at), ext));
    });
  }

  /** Shows the newest variant of each revision that was changed in place. @returns what the head says of the newest one. */
  async #show(tx: Transaction, head: CopyHead, decision: Decision): Promise<Partial<CopyFacts>> {
    const { uris } = this.context;
    let change: Partial<CopyFacts> = {};
    for (const { kind, revision } of head.disputes) {
      if (kind !== 'changed-in-place' || revision === undefined) continue;
      const subject = uris.copyRevision(head.object, revision);
      const held = readProvenance(await tx.read(uris.provenance(subject)), subject, this.context);
      if (held === undefined || held.purgedAt !== undefined) continue;
      const variants = await variantsIn(tx, held, this.context);
      const newest = variants.at(-1);
      if (newest === undefined || newest === visibleOf(held, variants)) continue;
      const accepted = { ...newest, decision };
      await tx.replace(uris.provenance(newest.subject), describeProvenance(accepted, this.context));
      if (revision === head.held) change = { acceptedVariant: newest.subject, ...(await this.#names.in(tx, accepted)) };
    }
    return change;
  }
}
