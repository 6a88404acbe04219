/** `POST /logistics-objects`, for internal agents (specification, Endpoints; D7 to D11). */
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, jsonLdBody, linksTo } from '../openapi/responses.js';
import type { ExchangeServices } from './exchange-services.js';
import { postedPiece } from './schemas.js';

export function createLogisticsObject({ objects, uris, model }: ExchangeServices): DeclaredOperation {
  return operation({
    method: 'POST',
    path: '/logistics-objects',
    id: 'createLogisticsObject',
    summary: 'Create a Logistics Object',
    description:
      'Nested Logistics Objects become separate objects, all in one transaction; other nested nodes become embedded objects with an `internal:` id. Without `@id` the server assigns one.',
    isIdempotent: true,
    accessLevel: 'internal',
    body: (node) => jsonLdBody(schemaRef('LogisticsObject'), postedPiece(node)),
    errors: [409],
    responses: () => ({
      201: created(
        'The Logistics Object',
        linksTo([
          'getLogisticsObject',
          'requestChange',
          'getAuditTrail',
          'getAccessControlList',
          'putAccessControlList',
          'listLogisticsEvents',
          'createLogisticsEvent',
          'relocateLogisticsObject',
          'getRelocation',
          'undoRelocation',
        ]),
      ),
    }),
    handle: async (context) => {
      const document = await context.document({ isRootType: (types) => model.isLogisticsObject(types) });
      const { uri, types } = await objects.create(
        document,
        context.caller,
        () => context.assertUnchanged(),
        // Creations without conditions do not wait for one another.
        context.isConditional ? [uris.objects] : [],
      );
      return { kind: 'created', location: uri, type: model.mostSpecific(types) };
    },
  });
}
