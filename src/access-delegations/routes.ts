/** Access delegations over HTTP (specification, POST /access-delegations). */
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { AccessDelegations } from './access-delegations.js';

export function delegationRoutes({
  delegations,
  vocabulary: { api },
}: {
  delegations: AccessDelegations;
  vocabulary: Vocabulary;
}): Resource[] {
  async function submit(exchange: RequestContext): Promise<HandlerResult> {
    const document = await exchange.document({ isRootType: (types) => types.includes(api.AccessDelegation.value) });
    const request = await delegations.submit(document, exchange.caller);
    return { kind: 'created', location: request.uri, type: api.AccessDelegationRequest.value };
  }

  return [{ path: '/access-delegations', methods: { POST: submit } }];
}
