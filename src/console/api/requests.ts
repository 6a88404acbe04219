/** Action requests for people: a list with counts, one request, and the preview of a decision. */
import { requestsFile } from '../list-exports.js';
import { exportOfList } from '../../openapi/exporting.js';
import {
  type ActionRequest,
  parseStatus,
  requestKinds,
  requestStatuses,
  shortName,
} from '../../action-requests/action-request.js';
import { ServiceError } from '../../errors.js';
import { assertInternal, type Caller } from '../../http/caller.js';
import { pageCursors, pageLinks } from '../../http/page-links.js';
import { invalidQuery } from '../../http/query-parameters.js';
import type { RequestContext } from '../../http/request-context.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation, PathParameter } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import type { Iri } from '../../rdf/terms.js';
import { type DecidedStatus, DecisionPreview, nothing, triggers } from '../decision-preview.js';
import { RequestItems } from '../request-items.js';
import { RequestList, requestOrders } from '../request-list.js';
import {
  decisionPreview,
  type PreviewAnswer,
  type RequestItem,
  requestItem,
  requestItems,
  type RequestsAnswer,
} from '../responses/requests.js';
import type { ConsoleServices } from '../services.js';
import { consolePage } from './page.js';

const decidedStatuses = Object.keys(triggers);

const oneOfDecided = `must be one of ${decidedStatuses.join(', ')}`;

const isDecided = (status: string | undefined): status is DecidedStatus =>
  status !== undefined && decidedStatuses.includes(status);

const id: PathParameter = {
  description: "The action request's id: the last part of its URI.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
};

function requestExample(node: DescriptionContext): RequestItem {
  const [at, airline, piece] = ['2026-03-01T10:00:00.400Z', node.uri(exampleIds.airline), node.uri(exampleIds.piece)];
  const goods = `${node.namespaces.cargo}goodsDescription`;
  return {
    uri: node.uri(exampleIds.changeRequest),
    kind: 'ChangeRequest',
    status: 'REQUEST_PENDING',
    since: at,
    requestedBy: airline,
    requestedByLabel: 'Example Air',
    requestedAt: at,
    history: [{ status: 'REQUEST_PENDING', since: at, by: airline }],
    object: piece,
    objectLabel: 'Oranges',
    objectType: `${node.namespaces.cargo}Piece`,
    builtOn: 1,
    latest: 1,
    operations: [{ op: 'ADD', s: piece, p: goods, o: { type: 'literal', value: 'Lemons' }, path: [goods] }],
    operationCount: 1,
    description: 'Add lemons',
    errors: [],
    rivals: [],
  };
}

/** @throws ServiceError `forbidden` if a partner asks for the requests of another agent. */
function requestorFor(caller: Caller, named: Iri | undefined): Iri | undefined {
  if (named === undefined) return caller.internal ? undefined : caller.agent;
  if (named !== caller.agent) assertInternal(caller);
  return named;
}

export function requestOperations(services: ConsoleServices): DeclaredOperation[] {
  const { requests, uris, vocabulary } = services;
  const items = new RequestItems(services);
  const requestList = new RequestList(services);
  const preview = new DecisionPreview(services, services.decisions);

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/requests',
    id: 'listRequests',
    summary: 'List action requests with counts, pending ones first',
    description:
      'Internal agents list all, any other caller its own. Each with its object, the operations of its Change (at most 20) and its history. `total` is null with `from` or `to`, unless all are on the page.',
    accessLevel: 'authenticated',
    query: {
      statuses: query.names('status', {
        description: 'Only requests in one of these states, as short name or IRI.',
        known: requestStatuses,
        parse: (text) => parseStatus(text, vocabulary),
      }),
      kinds: query.names('type', {
        description: 'Only requests of these kinds, as short name or IRI.',
        known: requestKinds,
        parse: (text) => requestKinds.find((name) => name === shortName(text, vocabulary)),
      }),
      object: query.iri(
        'object',
        { description: 'Only requests about this Logistics Object: the newest 500 of them.' },
        'a URI',
      ),
      requestor: query.iri(
        'by',
        { description: 'Only requests of this agent; the caller itself, unless it is an internal agent.' },
        'a URI',
      ),
      order: query.choice('sort', requestOrders, {
        description:
          '`pending`: the pending ones, oldest first, then the others, newest first; with `from` or `to`: all, newest first.',
      }),
      from: query.time('from', { description: 'Only requests that were made at this time or later.' }),
      to: query.time('to', { description: 'Only requests that were made at this time or earlier.' }),
      page: consolePage(),
    },
    errors: [403],
    answers: {
      description: 'The requests.',
      schema: requestItems,
      isPage: true,
      example: (node): RequestsAnswer => ({
        total: 1,
        counts: { REQUEST_PENDING: 1 },
        items: [requestExample(node)],
        ...{ next: null, previous: null },
      }),
    },
    exports: exportOfList(requestsFile),
    handle: async (context, asks) => {
      const { requestor, order, page, from, to, ...named } = asks();
      const by = requestorFor(context.caller, requestor);
      const filter = { ...named, by, from: from?.instant, until: to?.until };
      const { requests: listed, page: place, total = null, counts } = await requestList.list(filter, order, page);
      const address = context.address(uris.base);
      return {
        answer: {
          total,
          counts,
          items: await Promise.all(listed.map((request) => items.of(request, context.caller, true))),
          ...pageCursors(context.query, page, place),
        },
        headers: pageLinks(address, context.query, page, place),
      };
    },
  });

  async function pathRequest(context: RequestContext): Promise<ActionRequest> {
    const uri = uris.findActionRequest(context.param('id'));
    if (uri === undefined) throw new ServiceError('not-found', 'there is no action request at this address');
    const request = await requests.getOrThrow(uri);
    requests.assertReader(request, context.caller);
    return request;
  }

  const read = jsonOperation({
    method: 'GET',
    path: '/internal/requests/:id',
    pathParameters: { id },
    id: 'getRequest',
    summary: 'Read an action request with its operations and rivals',
    description: 'For its requestor, internal agents and, for a delegation, the delegates.',
    accessLevel: 'permitted',
    answers: { description: 'The request.', schema: requestItem, example: requestExample },
    handle: async (context) => ({ answer: await items.of(await pathRequest(context), context.caller, false) }),
  });

  const previewDecision = jsonOperation({
    method: 'GET',
    path: '/internal/requests/:id/preview',
    pathParameters: { id },
    id: 'previewDecision',
    summary: 'Preview a decision',
    description:
      'The decision runs in a transaction that is rolled back. The preview has its changes, violations, rejected requests, access gained or lost, and notifications.',
    accessLevel: 'internal',
    query: {
      status: query.mapped(
        query.required(
          query.text('decision', {
            description: 'The decision, as short name or IRI.',
            schema: { type: 'string', enum: decidedStatuses },
            example: 'REQUEST_ACCEPTED',
          }),
          oneOfDecided,
        ),
        (text) => {
          const status = parseStatus(text, vocabulary);
          if (isDecided(status)) return status;
          throw invalidQuery('decision', oneOfDecided);
        },
      ),
    },
    answers: {
      description: 'The preview.',
      schema: decisionPreview,
      example: (node): PreviewAnswer => ({
        ...nothing('REQUEST_ACCEPTED', 'REQUEST_ACCEPTED'),
        nextRevision: 2,
        tells: [{ subscriber: node.uri(exampleIds.airline), event: 'LOGISTICS_OBJECT_UPDATED', count: 1 }],
      }),
    },
    handle: async (context, asks) => {
      const request = await pathRequest(context);
      const languages = context.header('accept-language');
      const { answer, language } = await preview.of(request, asks().status, context.caller.agent, languages);
      return { answer, headers: { 'Content-Language': language } };
    },
  });

  return [list, read, previewDecision];
}
