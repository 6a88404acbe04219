/** Changes over HTTP (specification, PATCH; D16, D49). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Decisions } from '../action-requests/decisions.js';
import { stateOf } from '../http/conditions.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { pathObject } from '../logistics-objects/routes.js';
import type { ChangeRequests } from './change-requests.js';

export function changeRoutes(services: ExchangeServices, changes: ChangeRequests, decisions: Decisions): Resource[] {
  const { objects, uris, vocabulary } = services;
  const { api } = vocabulary;

  async function submit(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    if (head.moved !== undefined) return { kind: 'redirect', ...head.moved };
    const allow = context.preconditions(head, ({ latestRevision, modified }) =>
      stateOf(String(latestRevision), modified),
    );
    const document = await context.document({
      isRootType: (types) => types.includes(api.Change.value),
      uncheckedUris: new Set([api.p.value]),
    });
    const request = await changes.submit(document, head, context.requestor, allow);
    await decisions.autoAccept(request, context.caller);
    return { kind: 'created', location: request.uri, type: api.ChangeRequest.value };
  }

  return [{ path: '/logistics-objects/:id', methods: { PATCH: submit } }];
}
