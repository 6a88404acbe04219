/** Changes over HTTP (specification, PATCH; D16, D49, D73). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Decisions } from '../action-requests/decisions.js';
import { type Current, stateOf } from '../http/conditions.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import type { Head } from '../logistics-objects/revisions.js';
import { pathObject, revisionTag } from '../logistics-objects/routes.js';
import type { GraphReader } from '../store/store.js';
import type { ChangeRequests } from './change-requests.js';

export function changeRoutes(services: ExchangeServices, changes: ChangeRequests, decisions: Decisions): Resource[] {
  const { objects, access, uris, store, vocabulary } = services;
  const { api } = vocabulary;

  /** The state of an object that conditions are compared with. */
  async function stateIn(reader: GraphReader, { object, latestRevision, modified }: Head): Promise<Current> {
    const data = await reader.read(uris.revision(object, latestRevision));
    return stateOf(revisionTag(latestRevision, data), modified);
  }

  async function submit(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    const isReader = await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
    if (head.moved !== undefined && isReader) return { kind: 'redirect', ...head.moved };
    // To anybody else no condition may tell what there is (D73).
    const stateFor = (current: Head, reader: GraphReader): Promise<Current | undefined> =>
      isReader ? stateIn(reader, current) : Promise.resolve(undefined);
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
  }

  return [{ path: '/logistics-objects/:id', methods: { PATCH: submit } }];
}
