/** Verifications over HTTP (V9, V30, D73). */
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { pathObject } from '../logistics-objects/routes.js';
import type { VerificationRequests } from './verification-requests.js';

export function verificationRoutes(
  { objects, access, uris, vocabulary: { api } }: ExchangeServices,
  verifications: VerificationRequests,
  decisions: Decisions,
): Resource[] {
  async function submit(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    const isReader = await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
    if (head.moved !== undefined && isReader) return { kind: 'redirect', ...head.moved };
    const document = await context.document({ isRootType: (types) => types.includes(api.Verification.value) });
    const request = await verifications.submit(document, head, context.requestor);
    await decisions.autoAccept(request, context.caller);
    return { kind: 'created', location: request.uri, type: api.VerificationRequest.value };
  }

  return [{ path: '/logistics-objects/:id', methods: { POST: submit }, feature: 'verificationRequests' }];
}
