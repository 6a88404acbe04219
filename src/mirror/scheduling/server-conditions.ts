/** Whether partners' servers answer, as their requests show it; the states of their follows change with it (M8). */
import type { Iri } from '../../rdf/terms.js';
import type { NothingFetched } from '../fetching/fetch-object.js';
import type { FollowStates } from '../follows/follow-states.js';
import type { Partners } from '../partners/partners.js';

export class ServerConditions {
  constructor(private readonly parts: { readonly partners: Partners; readonly states: FollowStates }) {}

  /** Records what a request has come to. */
  async observe(
    server: Iri,
    outcome: { readonly kind: string } | Extract<NothingFetched, { kind: 'silent' }>,
    lost: AbortSignal,
  ): Promise<void> {
    // One address with an error says nothing of the others.
    if (outcome.kind === 'failed') return;
    const { partners, states } = this.parts;
    const condition =
      'reason' in outcome ? ({ kind: 'unreachable', reason: outcome.reason } as const) : ({ kind: 'answering' } as const);
    if (await partners.observe(server, condition, lost)) await states.ofServer(server, lost);
  }
}
