/** Changes over HTTP (specification, PATCH; D16, D49, D73). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Decisions } from '../action-requests/decisions.js';
import { changeExample } from '../action-requests/schemas.js';
import type { Current } from '../http/conditions.js';
import type { Head } from '../logistics-objects/revisions.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, jsonLdBody, moved, requestLinks } from '../openapi/responses.js';
import type { GraphReader } from '../store/store.js';
import type { ChangeRequests } from './change-requests.js';
import { latestState } from './latest-state.js';

export function requestChange(
  services: ExchangeServices,
  changes: ChangeRequests,
  decisions: Decisions,
): DeclaredOperation {
  const {
    objects,
    access,
    uris,
    store,
    vocabulary: { api },
  } = services;
  return operation({
    method: 'PATCH',
    path: '/logistics-objects/:id',
    id: 'requestChange',
    summary: 'Request a change',
    description:
      'Creates a ChangeRequest, on which the holder decides. All DELETE operations are applied, then all ADD operations, or nothing. The response to a Change with a name outside the data model is 422. A Change that does not fit this revision (it deletes a missing value, or adds a second value of a single property) gets 201, and its pending request has the reason in `hasError`.',
    isIdempotent: true,
    accessLevel: 'authenticated',
    body: (node) => jsonLdBody(schemaRef('Change'), node.document(changeExample(node))),
    errors: [403, 422],
    responses: () => ({ 201: created('The ChangeRequest', requestLinks), ...moved }),
    handle: async (context) => {
      const head = await objects.getOrThrow(pathObject(context, uris));
      const isReader = await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
      if (head.moved !== undefined && isReader) return { kind: 'redirect', ...head.moved };
      // For other callers, conditions must not reveal whether the object exists (D73).
      const stateFor = (current: Head, reader: GraphReader): Promise<Current | undefined> =>
        isReader ? latestState(services, current, reader) : Promise.resolve(undefined);
      const compare = context.isConditional
        ? context.preconditions(await stateFor(head, store), (state) => state)
        : undefined;
      const allow = async (current: Head, reader: GraphReader): Promise<void> => {
        compare?.(await stateFor(current, reader));
      };
      const document = await context.document({
        isRootType: (types) => types.includes(api.Change.value),
        uncheckedUris: new Set([api.p.value]),
      });
      const request = await changes.submit(document, head, context.requestor, allow);
      await decisions.autoAccept(request, context.caller);
      return { kind: 'created', location: request.uri, type: api.ChangeRequest.value };
    },
  });
}
