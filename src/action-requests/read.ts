/** `GET /action-requests/<id>`, and an error of a request at the address of its own (specification, /action-requests; V10). */
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import { cutTo } from '../http/representation/version-cut.js';
import type { RequestContext } from '../http/request-context.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import { rdfResponse } from '../openapi/responses.js';
import { graphOf } from '../rdf/graph.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { Services } from '../services.js';
import type { UriScheme } from '../uris.js';
import type { ActionRequests } from './action-requests.js';
import { visibleStatements } from './recorded-version.js';
import { changeRequestExample, errorExample } from './schemas.js';

/** The parameter of the paths of a request. */
export const requestId: PathParameter = {
  description: "The action request's id: the last part of its URI.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
};

/**
 * The URI of the request that a path names.
 *
 * @throws ServiceError `not-found` for an id that no request can have.
 */
export function pathRequest(context: RequestContext, uris: UriScheme): Iri {
  const uri = uris.findActionRequest(context.param('id'));
  if (uri !== undefined) return uri;
  throw new ServiceError('not-found', 'there is no action request at this address');
}

export function readActionRequest({
  requests,
  uris,
  vocabulary: { api },
  representations,
}: Services & { readonly requests: ActionRequests }): DeclaredOperation {
  return operation({
    method: 'GET',
    path: '/action-requests/:id',
    pathParameters: { id: requestId },
    id: 'getActionRequest',
    summary: 'Read an action request',
    description:
      'For its requestor, internal agents and, for a delegation, the delegates. API version 2.0.0 has no VerificationRequests: with it, the response is 406. Version 2.3.0 has times and history of the status.',
    accessLevel: 'permitted',
    responses: (described) => ({
      200: rdfResponse(
        'The action request.',
        schemaRef('ActionRequest'),
        described.document(changeRequestExample(described)),
        ['Last-Modified'],
      ),
    }),
    handle: async (context) => {
      const request = await requests.getOrThrow(pathRequest(context, uris));
      requests.assertReader(request, context.caller);
      const { uri, kind, statusSince } = request;
      // V10: a version without this kind of request has no form of it.
      const form = kind === 'VerificationRequest' ? context.formWith('verificationRequests') : context.form;
      return representations.answer({ root: node(uri), data: visibleStatements(request) }, form, {
        type: api[kind].value,
        state: request.status,
        lastModified: statusSince,
      });
    },
  });
}

/** An error of a request, at the address that `hasError` gives (specification, Errors, rule 3). */
export function readRequestError({
  requests,
  uris,
  vocabulary,
  representations,
}: Services & { readonly requests: ActionRequests }): DeclaredOperation {
  const { api } = vocabulary;
  return operation({
    method: 'GET',
    path: '/action-requests/:id/errors/:error',
    pathParameters: {
      id: requestId,
      error: { description: "The error's id: the last part of its URI.", schema: { type: 'string' } },
    },
    id: 'getActionRequestError',
    summary: 'Read an error of an action request',
    description:
      "The reason for a rejection or failure, at the address in the request's `hasError`. For agents that may read the request.",
    accessLevel: 'permitted',
    responses: (described) => ({
      200: rdfResponse('The error.', schemaRef('Error'), errorExample(described), ['Last-Modified']),
    }),
    handle: async (context) => {
      const request = await requests.getOrThrow(pathRequest(context, uris));
      requests.assertReader(request, context.caller);
      const address = `${request.uri}/errors/${context.param('error')}`;
      // A version that does not show the error of the request has no resource at its address (D76).
      const statements = await turns.run(cutTo(context.form.version, vocabulary)(request.data));
      const error = statements.objects(node(request.uri), api.hasError).find(({ value }) => value === address);
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
    },
  });
}
