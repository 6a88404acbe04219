/** `PATCH` and `DELETE /action-requests/<id>`: decide on a request, or revoke it (specification, /action-requests; D18, D22, D71, V35). */
import { hasFeature } from '../api-versions.js';
import { assertInternal } from '../http/caller.js';
import { stateOf } from '../http/conditions.js';
import { invalidQuery } from '../http/query-parameters.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import { headerRefs } from '../openapi/headers.js';
import { namesIn, schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import type { Response } from '../openapi/types.js';
import type { ErrorReport } from '../rdf/error-description.js';
import { PropertyReader } from '../rdf/property-reader.js';
import { rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';
import {
  type ActionRequest,
  type Decided,
  parseStatus,
  requestStatuses,
  type RequestStatus,
} from './action-request.js';
import type { ActionRequests } from './action-requests.js';
import type { Decisions } from './decisions.js';
import { pathRequest, requestId } from './read.js';
import { reasonExample } from './schemas.js';

/** The decision for each status of `PATCH` (D18, V35). */
const decisionsByStatus: Partial<Record<RequestStatus, Decided>> = {
  REQUEST_ACCEPTED: 'accept',
  REQUEST_ACKNOWLEDGED: 'acknowledge',
  REQUEST_REJECTED: 'reject',
  REQUEST_FAILED: 'fail',
};

/**
 * The reason for a rejection or failure, if the body is an Error; any other body is ignored (D18, V35).
 *
 * @throws InputError for several severities or an unknown one (V22).
 */
async function reason(context: RequestContext, { api }: Vocabulary): Promise<ErrorReport | undefined> {
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

const doneResponse = (description: string): Response => ({ description, headers: headerRefs(['Location', 'Type']) });

export function decisionOperations(
  { requests, uris, vocabulary }: Services & { readonly requests: ActionRequests },
  decisions: Decisions,
): DeclaredOperation[] {
  const { api, namespaces } = vocabulary;

  /** The answer to a decision; a version without this kind of request has no name for it (V7). */
  function done({ uri, kind }: ActionRequest, { namedVersion }: RequestContext): HandlerResult {
    const hasKind =
      kind !== 'VerificationRequest' || namedVersion === undefined || hasFeature(namedVersion, 'verificationRequests');
    return { kind: 'no-content', headers: { Location: uri, ...(hasKind && { Type: api[kind].value }) } };
  }

  async function revokeFound(context: RequestContext, found: ActionRequest): Promise<HandlerResult> {
    await decisions.revoke(found.uri, context.caller, sameState(context, found));
    return done(found, context);
  }

  const decidable = requestStatuses.filter((status) => status !== 'REQUEST_PENDING');
  const decide = operation({
    method: 'PATCH',
    path: '/action-requests/:id',
    pathParameters: { id: requestId },
    id: 'decideActionRequest',
    summary: 'Accept, acknowledge, reject or revoke an action request',
    description:
      'Internal agents decide; the requestor may also revoke. Accepting a change applies it; if that fails, the status is REQUEST_FAILED and the request has an error. A verification can be acknowledged, rejected or failed, but not accepted; other requests cannot be acknowledged or failed.',
    isIdempotent: true,
    accessLevel: 'permitted',
    query: {
      statuses: query.every('status', {
        description: 'The decision, as short name or IRI; REQUEST_REVOKED is equivalent to DELETE.',
        schema: { type: 'string', enum: [...decidable, ...namesIn('api', namespaces.api, decidable)] },
        example: 'REQUEST_ACCEPTED',
      }),
    },
    body: (described) => ({
      description: 'An Error as the reason for a rejection or failure; any other body is ignored.',
      required: false,
      content: { 'application/ld+json': { schema: schemaRef('Error'), example: reasonExample(described) } },
    }),
    errors: [422],
    responses: () => ({ 204: doneResponse('The decision was made.') }),
    handle: async (context, asks) => {
      const found = await requests.getOrThrow(pathRequest(context, uris));
      const [text, ...others] = asks().statuses;
      const status = text === undefined ? undefined : parseStatus(text, vocabulary);
      // All agents that may DELETE it, its requestor included (D71).
      if (status === 'REQUEST_REVOKED' && others.length === 0) return revokeFound(context, found);
      assertInternal(context.caller);
      if (others.length > 0) throw invalidQuery('status', 'is given more than once');
      const decided = status && decisionsByStatus[status];
      if (decided === undefined) {
        throw invalidQuery('status', `must be one of ${Object.keys(decisionsByStatus).join(', ')}, REQUEST_REVOKED`);
      }
      const allow = sameState(context, found);
      const report = decided === 'reject' || decided === 'fail' ? await reason(context, vocabulary) : undefined;
      await decisions.decide(found.uri, decided, context.caller, allow, report);
      return done(found, context);
    },
  });

  const revoke = operation({
    method: 'DELETE',
    path: '/action-requests/:id',
    pathParameters: { id: requestId },
    id: 'revokeActionRequest',
    summary: 'Revoke an action request',
    description:
      'For its requestor and for internal agents. Revoking an accepted delegation also revokes the delegations derived from it; revoking a subscription ends it.',
    isIdempotent: true,
    accessLevel: 'permitted',
    errors: [422],
    responses: () => ({ 204: doneResponse('The request was revoked.') }),
    handle: async (context) => revokeFound(context, await requests.getOrThrow(pathRequest(context, uris))),
  });

  return [decide, revoke];
}
