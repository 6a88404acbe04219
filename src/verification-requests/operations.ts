/** Verifications over HTTP (V9, V30, D73). */
import type { ErrorDetail } from '../errors.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { RequestContext } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, jsonLdBody, moved, requestLinks } from '../openapi/responses.js';
import { InputError, InvalidResourceError } from '../rdf/input-error.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { verificationExample } from './schemas.js';
import type { VerificationRequests } from './verification-requests.js';

export function requestVerification(
  { objects, access, uris, vocabulary: { api, namespaces } }: ExchangeServices,
  verifications: VerificationRequests,
  decisions: Decisions,
): DeclaredOperation {
  /** The body. A wrong property value is a fault of the Verification, not of the document (V78). */
  async function verificationIn(context: RequestContext): Promise<JsonLdDocument> {
    try {
      return await context.document({ isRootType: (types) => types.includes(api.Verification.value) });
    } catch (error) {
      const isOwnFault = ({ property }: ErrorDetail): boolean => property?.startsWith(namespaces.api) === true;
      if (!(error instanceof InputError) || !error.problems.every(isOwnFault)) throw error;
      throw new InvalidResourceError(error.problems, { cause: error });
    }
  }

  return operation({
    method: 'POST',
    path: '/logistics-objects/:id',
    feature: 'verificationRequests',
    id: 'requestVerification',
    summary: 'Report errors in a Logistics Object',
    description:
      'Creates a VerificationRequest, which the holder acknowledges or rejects; the object does not change. It fails at once for a revision other than the latest, or for a property outside the data model.',
    isIdempotent: true,
    accessLevel: 'authenticated',
    body: (node) => jsonLdBody(schemaRef('Verification'), verificationExample(node)),
    errors: [403],
    responses: () => ({ 201: created('The VerificationRequest', requestLinks), ...moved }),
    handle: async (context) => {
      const head = await objects.getOrThrow(pathObject(context, uris));
      const isReader = await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
      if (head.moved !== undefined && isReader) return { kind: 'redirect', ...head.moved };
      const document = await verificationIn(context);
      const request = await verifications.submit(document, head, context.requestor, () => context.assertUnchanged());
      await decisions.autoAccept(request, context.caller);
      return { kind: 'created', location: request.uri, type: api.VerificationRequest.value };
    },
  });
}
