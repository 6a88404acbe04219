/** Verifications over HTTP (V9, V30, D73). */
import type { ErrorDetail } from '../errors.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { pathObject } from '../logistics-objects/routes.js';
import { InputError, InvalidResourceError } from '../rdf/input-error.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import type { VerificationRequests } from './verification-requests.js';

export function verificationRoutes(
  { objects, access, uris, vocabulary: { api, namespaces } }: ExchangeServices,
  verifications: VerificationRequests,
  decisions: Decisions,
): Resource[] {
  /** The body. What its properties may not hold is a fault of the Verification, and not of the document (V78). */
  async function verificationIn(context: RequestContext): Promise<JsonLdDocument> {
    try {
      return await context.document({ isRootType: (types) => types.includes(api.Verification.value) });
    } catch (error) {
      const isOwnFault = ({ property }: ErrorDetail): boolean => property?.startsWith(namespaces.api) === true;
      if (!(error instanceof InputError) || !error.problems.every(isOwnFault)) throw error;
      throw new InvalidResourceError(error.problems, { cause: error });
    }
  }

  async function submit(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    const isReader = await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
    if (head.moved !== undefined && isReader) return { kind: 'redirect', ...head.moved };
    const document = await verificationIn(context);
    const request = await verifications.submit(document, head, context.requestor, () => context.assertUnchanged());
    await decisions.autoAccept(request, context.caller);
    return { kind: 'created', location: request.uri, type: api.VerificationRequest.value };
  }

  return [{ path: '/logistics-objects/:id', methods: { POST: submit }, feature: 'verificationRequests' }];
}
