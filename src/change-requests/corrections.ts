/** `POST /internal/objects/<id>/corrections`: the holder requests and accepts a Change in one act (K19). */
import { changeExample } from '../action-requests/schemas.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { headerRefs } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, jsonLdBody, requestLinks } from '../openapi/responses.js';
import type { ChangeRequests } from './change-requests.js';
import { latestState } from './latest-state.js';

export function correctObject(services: ExchangeServices, changes: ChangeRequests): DeclaredOperation {
  const {
    objects,
    uris,
    store,
    vocabulary: { api },
  } = services;
  return operation({
    method: 'POST',
    path: '/internal/objects/:id/corrections',
    id: 'correctLogisticsObject',
    summary: 'Correct a Logistics Object',
    description:
      'Creates a ChangeRequest and accepts it, in one transaction; other pending changes of the same revision are rejected. If the Change cannot be applied, nothing is stored: 409 for another revision than the latest, 422 for a missing value or a violation of the data model.',
    accessLevel: 'internal',
    isIdempotent: true,
    body: (node) => {
      const described = jsonLdBody(schemaRef('Change'), node.document(changeExample(node)));
      const [media = { schema: schemaRef('Change') }] = Object.values(described.content);
      return { ...described, content: { ...described.content, 'application/json': media } };
    },
    errors: [409, 422],
    responses: () => ({
      201: {
        ...created('The ChangeRequest', requestLinks),
        headers: headerRefs(['Location', 'Type', 'Revision']),
      },
    }),
    handle: async (context) => {
      const head = await objects.getOrThrow(pathObject(context, uris));
      const unchanged = context.isConditional
        ? context.preconditions(await latestState(services, head, store), (state) => state)
        : undefined;
      const document = await context.internalDocument({
        isRootType: (types) => types.includes(api.Change.value),
        uncheckedUris: new Set([api.p.value]),
      });
      const { request, revision } = await changes.correct(
        document,
        head,
        context.requestor,
        async (current, reader) => {
          unchanged?.(await latestState(services, current, reader));
        },
      );
      return {
        kind: 'created',
        location: request.uri,
        type: api.ChangeRequest.value,
        headers: { Revision: String(revision) },
      };
    },
  });
}
