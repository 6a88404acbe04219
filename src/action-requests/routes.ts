/** Action requests over HTTP: read, decide, revoke, list (specification, /action-requests; D15, D18, D22, D71, V10, V35, V81). */
import type { Services } from '../services.js';
import { assertInternal } from '../http/caller.js';
import { hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import { collection } from '../http/collection.js';
import { stateOf } from '../http/conditions.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { invalidQuery, PAGE_PARAMETERS } from '../http/query-parameters.js';
import type { ErrorReport } from '../rdf/error-description.js';
import { PropertyReader } from '../rdf/property-reader.js';
import { graphOf } from '../rdf/graph.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import {
  type ActionRequest,
  type Decided,
  parseStatus,
  requestKinds,
  type RequestKind,
  requestStatuses,
  type RequestStatus,
  shortName,
} from './action-request.js';
import type { ActionRequests } from './action-requests.js';
import type { Decisions } from './decisions.js';
import { listRequests } from './list-requests.js';
import type { RequestLookups } from './lookups.js';
import { shownStatements } from './recorded-version.js';

/** What the holder decides by each status of `PATCH` (D18, V35). */
const decisionsByStatus: Partial<Record<RequestStatus, Decided>> = {
  REQUEST_ACCEPTED: 'accept',
  REQUEST_ACKNOWLEDGED: 'acknowledge',
  REQUEST_REJECTED: 'reject',
  REQUEST_FAILED: 'fail',
};

export function requestRoutes(
  services: Services & {
    readonly requests: ActionRequests;
    readonly lookups: { readonly requests: RequestLookups };
  },
  decisions: Decisions,
): Resource[] {
  const { requests, uris, vocabulary, representations } = services;
  const { api } = vocabulary;

  function pathRequest(context: RequestContext): Iri {
    const uri = uris.findActionRequest(context.param('id'));
    if (uri !== undefined) return uri;
    throw new ServiceError('not-found', 'there is no action request at this address');
  }

  async function read(context: RequestContext): Promise<HandlerResult> {
    const request = await requests.getOrThrow(pathRequest(context));
    requests.assertReader(request, context.caller);
    const { uri, kind, statusSince } = request;
    // V10: a version without this kind of request has no form of it.
    const form = kind === 'VerificationRequest' ? context.formWith('verificationRequests') : context.form;
    return representations.answer({ root: node(uri), data: shownStatements(request) }, form, {
      type: api[kind].value,
      state: request.status,
      lastModified: statusSince,
    });
  }

  /** An error of a request, at the address that `hasError` gives (specification, Errors, rule 3); for the request's readers. */
  async function readError(context: RequestContext): Promise<HandlerResult> {
    const request = await requests.getOrThrow(pathRequest(context));
    requests.assertReader(request, context.caller);
    const address = `${request.uri}/errors/${context.param('error')}`;
    const error = request.data.objects(node(request.uri), api.hasError).find(({ value }) => value === address);
    if (error === undefined || !isIri(error.value))
      throw new ServiceError('not-found', {
        message: 'this action request has no error at this address',
        resource: request.uri,
      });
    const root = node(error.value);
    const details = request.data.objects(root, api.hasErrorDetail);
    const data = graphOf([root, ...details].flatMap((term) => [...request.data.about(term)]));
    return representations.answer({ root, data }, context.form, {
      type: api.Error.value,
      lastModified: request.statusSince,
    });
  }

  /**
   * Why a request is rejected or has failed, if the body is an Error; any other body is ignored (D18, V35).
   *
   * @throws InputError for several severities, or one that there is not (V22).
   */
  async function reason(context: RequestContext): Promise<ErrorReport | undefined> {
    const document = await context.optionalDocument();
    if (document === undefined || document.data.match(document.root, rdfTerms.type, api.Error).size === 0)
      return undefined;
    const fields = new PropertyReader(document.data, document.root);
    const severities = new PropertyReader(document.data, document.root);
    const [severity] = severities.names(api.hasSeverity, ['ERROR', 'WARNING'], api, { min: 0, max: 1 });
    severities.throwIfInvalid();
    const title = fields.optionalText(api.hasTitle) ?? 'Rejected';
    const details = fields.terms(api.hasErrorDetail).map((term) => {
      const detail = fields.of(term);
      return {
        code: detail.optionalText(api.hasCode),
        message: detail.optionalText(api.hasMessage) ?? title,
        property: detail.iris(api.hasProperty)[0],
        resource: detail.iris(api.hasResource)[0],
      };
    });
    return { title, severity, details: details.length > 0 ? details : [{ message: title }] };
  }

  /** Compares conditions with the request's status, which it never has twice. */
  const sameState = (context: RequestContext, found: ActionRequest): ((current: ActionRequest) => void) =>
    context.preconditions(found, ({ status, statusSince }) => stateOf(status, statusSince));

  /** The answer to a decision; a version without this kind of request has no name for it (V7). */
  function done({ uri, kind }: ActionRequest, { namedVersion }: RequestContext): HandlerResult {
    const hasKind =
      kind !== 'VerificationRequest' || namedVersion === undefined || hasFeature(namedVersion, 'verificationRequests');
    return { kind: 'no-content', headers: { Location: uri, ...(hasKind && { Type: api[kind].value }) } };
  }

  async function decide(context: RequestContext): Promise<HandlerResult> {
    const uri = pathRequest(context);
    const found = await requests.getOrThrow(uri);
    const texts = context.query.all('status');
    const status = texts[0] === undefined ? undefined : parseStatus(texts[0], vocabulary);
    // Whoever may DELETE it, its requestor too (D71).
    if (status === 'REQUEST_REVOKED' && texts.length === 1) return revoke(context);
    assertInternal(context.caller);
    if (texts.length > 1) throw invalidQuery('status', 'is given more than once');
    const decided = status && decisionsByStatus[status];
    if (decided === undefined) {
      throw invalidQuery('status', `must be one of ${Object.keys(decisionsByStatus).join(', ')}, REQUEST_REVOKED`);
    }
    const allow = sameState(context, found);
    const report = decided === 'reject' || decided === 'fail' ? await reason(context) : undefined;
    await decisions.decide(uri, decided, context.caller, allow, report);
    return done(found, context);
  }

  async function revoke(context: RequestContext): Promise<HandlerResult> {
    const uri = pathRequest(context);
    const found = await requests.getOrThrow(uri);
    await decisions.revoke(uri, context.caller, sameState(context, found));
    return done(found, context);
  }

  /** The agent whose requests are listed: another agent than the caller for internal agents only, who see all by default. */
  function listedRequestor({ query, caller }: RequestContext): Iri | undefined {
    const named = query.text('requested-by');
    if (named === undefined) return caller.internal ? undefined : caller.agent;
    if (!isIri(named)) throw invalidQuery('requested-by', 'must be the URI of an agent');
    if (named !== caller.agent) assertInternal(caller);
    return named;
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    const { query } = context;
    const object = query.text('logistics-object');
    if (object !== undefined && !isIri(object))
      throw invalidQuery('logistics-object', 'must be the URI of a Logistics Object');
    const filter = {
      object,
      requestedBy: listedRequestor(context),
      since: query.time('since')?.instant,
      statuses: query.list('status').map((text): RequestStatus => {
        const status = parseStatus(text, vocabulary);
        if (status !== undefined) return status;
        throw invalidQuery('status', `must be one or several of ${requestStatuses.join(', ')}`);
      }),
      kinds: query.list('type').map((text): RequestKind => {
        const kind = requestKinds.find((name) => name === shortName(text, vocabulary));
        if (kind !== undefined) return kind;
        throw invalidQuery('type', `must be one or several of ${requestKinds.join(', ')}`);
      }),
    };
    const page = query.page(PAGE_LIMIT);
    const isListed = (kind: RequestKind): boolean =>
      kind !== 'VerificationRequest' || hasFeature(context.form.version, 'verificationRequests');
    const { items, listed } = await listRequests(services, filter, isListed, page);
    const description = collection(
      node(uris.actionRequests),
      items.map((request) => ({ item: node(request.uri), statements: shownStatements(request) })),
      listed.total,
      vocabulary,
    );
    return representations.answer(description, context.form, {
      type: api.Collection.value,
      headers: pageLinks(uris.actionRequests, query, page, listed),
    });
  }

  return [
    {
      path: '/action-requests',
      methods: { GET: list },
      isOwn: true,
      query: ['status', 'type', 'logistics-object', 'requested-by', 'since', ...PAGE_PARAMETERS],
    },
    { path: '/action-requests/:id', methods: { GET: read, PATCH: decide, DELETE: revoke }, standardQuery: ['status'] },
    { path: '/action-requests/:id/errors/:error', methods: { GET: readError } },
  ];
}
