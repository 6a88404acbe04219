/** `GET /action-requests`: the list of action requests (specification, /action-requests; D15). */
import { hasFeature } from '../api-versions.js';
import { assertInternal, type Caller } from '../http/caller.js';
import { collection } from '../http/collection.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { collectionResponse } from '../openapi/collection.js';
import { namesIn } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { type Iri, node } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { parseStatus, type RequestKind, requestKinds, requestStatuses, shortName } from './action-request.js';
import type { ActionRequests } from './action-requests.js';
import { listRequests } from './list-requests.js';
import type { RequestLookups } from './lookups.js';
import { visibleStatements } from './recorded-version.js';
import { changeRequestExample } from './schemas.js';

/**
 * The agent whose requests are listed. Only internal agents may name other agents; by default they list all requests.
 */
function requestorFor(caller: Caller, named: Iri | undefined): Iri | undefined {
  if (named === undefined) return caller.internal ? undefined : caller.agent;
  if (named !== caller.agent) assertInternal(caller);
  return named;
}

export function listActionRequests(
  services: Services & {
    readonly requests: ActionRequests;
    readonly lookups: { readonly requests: RequestLookups };
  },
): DeclaredOperation {
  const { uris, vocabulary, representations } = services;
  const { api, namespaces } = vocabulary;
  const inAnyForm = (names: readonly string[]): string[] => [...names, ...namesIn('api', namespaces.api, names)];
  return operation({
    method: 'GET',
    path: '/action-requests',
    isNodeApi: true,
    id: 'listActionRequests',
    summary: 'List action requests',
    description: 'Internal agents list all requests, any other caller its own. Oldest first.',
    accessLevel: 'authenticated',
    query: {
      statuses: query.names('status', {
        description: 'Only requests in one of these states, as short name or IRI.',
        values: inAnyForm(requestStatuses),
        known: requestStatuses,
        parse: (text) => parseStatus(text, vocabulary),
      }),
      kinds: query.names('type', {
        description: 'Only requests of these kinds, as short name or IRI.',
        values: inAnyForm(requestKinds),
        known: requestKinds,
        parse: (text) => requestKinds.find((name) => name === shortName(text, vocabulary)),
      }),
      object: query.iri(
        'logistics-object',
        { description: 'Only requests about this Logistics Object.' },
        'the URI of a Logistics Object',
      ),
      requestor: query.iri(
        'requested-by',
        { description: 'Only requests of this agent; the caller itself, unless it is an internal agent.' },
        'the URI of an agent',
      ),
      since: query.time('since', {
        description: 'Only requests submitted at this time or later.',
        example: '20260301T000000Z',
      }),
      page: query.page({ fallback: PAGE_LIMIT }),
    },
    errors: [403],
    responses: (described) => ({
      200: collectionResponse(described, 'The action requests.', '/action-requests', changeRequestExample(described)),
    }),
    handle: async ({ caller, form, query: asked }, asks) => {
      const { requestor, since, page, ...filter } = asks();
      const isListed = (kind: RequestKind): boolean =>
        kind !== 'VerificationRequest' || hasFeature(form.version, 'verificationRequests');
      const { items, listed } = await listRequests(
        services,
        { ...filter, since: since?.instant, requestedBy: requestorFor(caller, requestor) },
        isListed,
        page,
      );
      const description = await collection(
        node(uris.actionRequests),
        items.map((request) => ({ item: node(request.uri), statements: visibleStatements(request) })),
        listed.total,
        vocabulary,
      );
      return representations.answer(description, form, {
        type: api.Collection.value,
        headers: pageLinks(uris.actionRequests, asked, page, listed),
      });
    },
  });
}
