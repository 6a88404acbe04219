/** Access delegations over HTTP (specification, POST /access-delegations). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import type { AccessDelegations } from './access-delegations.js';

export function delegationRoutes(
  { vocabulary: { api } }: ExchangeServices,
  delegations: AccessDelegations,
  decisions: Decisions,
): Resource[] {
  async function submit(context: RequestContext): Promise<HandlerResult> {
    const document = await context.document({ isRootType: (types) => types.includes(api.AccessDelegation.value) });
    const request = await delegations.submit(document, context.requestor);
    await decisions.autoAccept(request, context.caller);
    return { kind: 'created', location: request.uri, type: api.AccessDelegationRequest.value };
  }

  return [{ path: '/access-delegations', methods: { POST: submit } }];
}
