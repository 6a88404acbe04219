/** Access delegations over HTTP (specification, POST /access-delegations). */
import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, jsonLdBody, requestLinks } from '../openapi/responses.js';
import type { AccessDelegations } from './access-delegations.js';
import { delegationExample } from './schemas.js';

export function requestDelegation(
  { vocabulary: { api } }: ExchangeServices,
  delegations: AccessDelegations,
  decisions: Decisions,
): DeclaredOperation {
  return operation({
    method: 'POST',
    path: '/access-delegations',
    id: 'requestAccessDelegation',
    summary: 'Request access',
    description:
      'For the caller or for others. Creates an AccessDelegationRequest, on which the holder decides. The access, and all access derived from it, ends at `api:expiresAt`. With API version 2.3.0 a delegation is for one agent.',
    isIdempotent: true,
    accessLevel: 'permitted',
    body: (node) => jsonLdBody(schemaRef('AccessDelegation'), delegationExample(node)),
    responses: () => ({ 201: created('The AccessDelegationRequest', requestLinks) }),
    handle: async (context) => {
      const document = await context.document({ isRootType: (types) => types.includes(api.AccessDelegation.value) });
      const request = await delegations.submit(document, context.requestor);
      await decisions.autoAccept(request, context.caller);
      return { kind: 'created', location: request.uri, type: api.AccessDelegationRequest.value };
    },
  });
}
