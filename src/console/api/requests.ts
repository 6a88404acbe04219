/** Action requests for people: a list with counts, one request, and what a decision would do. */
import { assertInternal } from '../../http/caller.js';
import {
  parseStatus,
  requestKinds,
  type RequestKind,
  requestStatuses,
  type RequestStatus,
  shortName,
} from '../../action-requests/action-request.js';
import type { ActionRequest } from '../../action-requests/action-request.js';
import { ServiceError } from '../../errors.js';
import { numberedPageLinks, pageLinks } from '../../http/page-links.js';
import { assertNumbered, invalidQuery, PAGE_PARAMETERS } from '../../http/query-parameters.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { type DecidedStatus, DecisionPreview, triggers } from '../decision-preview.js';
import { RequestItems } from '../request-items.js';
import { type RequestFilter, RequestList, requestOrders } from '../request-list.js';
import type { RequestsAnswer } from '../responses.js';
import type { ConsoleServices } from '../services.js';
import { jsonAnswer } from './answer.js';
import { choice, pageOf } from './page.js';

export const decidedStatuses = Object.keys(triggers);

const isDecided = (status: RequestStatus | undefined): status is DecidedStatus =>
  status !== undefined && decidedStatuses.includes(status);

export function requestRoutes(services: ConsoleServices): Resource[] {
  const { requests, uris, vocabulary } = services;
  const items = new RequestItems(services);
  const requestList = new RequestList(services);
  const preview = new DecisionPreview(services, services.decisions);

  /** A URI in the query. @throws ServiceError `invalid-query` for a text that is none. */
  function uriIn({ query }: RequestContext, name: string): Iri | undefined {
    const text = query.text(name);
    if (text === undefined || isIri(text)) return text;
    throw invalidQuery(name, 'must be a URI');
  }

  /** @throws ServiceError `forbidden` for a partner that asks for the requests of another agent. */
  function requestor(context: RequestContext): Iri | undefined {
    const named = uriIn(context, 'by');
    const { agent, internal } = context.caller;
    if (named === undefined) return internal ? undefined : agent;
    if (named !== agent) assertInternal(context.caller);
    return named;
  }

  function filterIn(context: RequestContext): RequestFilter {
    return {
      statuses: context.query.list('status').map((text): RequestStatus => {
        const status = parseStatus(text, vocabulary);
        if (status !== undefined) return status;
        throw invalidQuery('status', `must be one or several of ${requestStatuses.join(', ')}`);
      }),
      kinds: context.query.list('type').map((text): RequestKind => {
        const kind = requestKinds.find((name) => name === shortName(text, vocabulary));
        if (kind !== undefined) return kind;
        throw invalidQuery('type', `must be one or several of ${requestKinds.join(', ')}`);
      }),
      object: uriIn(context, 'object'),
      by: requestor(context),
    };
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    const filter = filterIn(context);
    const order = choice(context.query, 'sort', requestOrders, 'pending');
    const page = pageOf(context.query);
    if (order === 'pending') assertNumbered(page, 'sort=pending');
    const { requests: listed, page: ofIndex, total, counts } = await requestList.list(filter, order, page);
    const answer: RequestsAnswer = {
      total,
      counts,
      items: await Promise.all(listed.map((request) => items.of(request, context.caller, true))),
    };
    const address = context.address(uris.base);
    return jsonAnswer(
      context,
      answer,
      ofIndex === undefined
        ? numberedPageLinks(address, context.query, page, total)
        : pageLinks(address, context.query, page, ofIndex),
    );
  }

  async function pathRequest(context: RequestContext): Promise<ActionRequest> {
    const uri = uris.findActionRequest(context.param('id'));
    if (uri === undefined) throw new ServiceError('not-found', 'there is no action request at this address');
    const request = await requests.getOrThrow(uri);
    requests.assertReader(request, context.caller);
    return request;
  }

  async function read(context: RequestContext): Promise<HandlerResult> {
    return jsonAnswer(context, await items.of(await pathRequest(context), context.caller, false));
  }

  async function decide(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const request = await pathRequest(context);
    const text = context.query.text('decision') ?? '';
    const status = parseStatus(text, vocabulary);
    if (!isDecided(status)) throw invalidQuery('decision', `must be one of ${decidedStatuses.join(', ')}`);
    const languages = context.header('accept-language');
    const { answer, language } = await preview.of(request, status, context.caller.agent, languages);
    return jsonAnswer(context, answer, { 'Content-Language': language });
  }

  return [
    {
      path: '/internal/requests',
      methods: { GET: list },
      query: ['status', 'type', 'object', 'by', 'sort', ...PAGE_PARAMETERS],
      negotiatesItself: true,
    },
    { path: '/internal/requests/:id', methods: { GET: read }, negotiatesItself: true },
    { path: '/internal/requests/:id/preview', methods: { GET: decide }, query: ['decision'], negotiatesItself: true },
  ];
}
