/** A TimeGate that redirects, for clients that support only this kind (RFC 7089, section 4.2.1; W16). */
import { ServiceError } from '../errors.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { ACCEPT_DATETIME, type Mementos } from '../logistics-objects/mementos.js';
import { headerRefs } from '../openapi/headers.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { acceptDatetime } from '../openapi/parameters.js';
import type { Iri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';

/**
 * The object whose URI follows in a path, plain or percent-encoded.
 *
 * @throws ServiceError `not-found` for any other URI.
 */
function objectNamed(text: string, uris: UriScheme): Iri {
  for (const uri of [text, decoded(text)]) {
    const id = uris.objectId(withSlashes(uri));
    if (id !== undefined) return uris.object(id);
  }
  throw new ServiceError('not-found', 'what follows in the path is not the URI of a Logistics Object of this node');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Proxies merge double slashes in a path. */
const withSlashes = (uri: string): string => uri.replace(/^(https?:)\/+(?=[^/])/i, '$1//');

export function redirectingTimeGate(services: ExchangeServices, mementos: Mementos): DeclaredOperation {
  const { uris, objects, access, revisions } = services;
  return operation({
    method: 'GET',
    path: '/timegate/*uri',
    pathParameters: {
      uri: {
        description: 'The URI of a Logistics Object of this node, as it is or percent-encoded.',
        schema: { type: 'string', format: 'uri' },
      },
    },
    isNodeApi: true,
    negotiatesItself: true,
    id: 'getMemento',
    summary: 'Find the revision that was valid at a time',
    description:
      'Redirects to the memento for `Accept-Datetime`, or to the latest one (RFC 7089, pattern 2.1). The object itself negotiates in the same way without a redirect. Needs GET_LOGISTICS_OBJECT.',
    accessLevel: 'permitted',
    headers: [acceptDatetime],
    responses: () => ({
      302: {
        description: 'The address of the revision.',
        headers: headerRefs(['Location', 'Cache-Control', 'Vary', 'Link']),
      },
    }),
    handle: async (context) => {
      const head = await objects.getOrThrow(objectNamed(context.param('uri'), uris));
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
      const revision = (await mementos.asked(head, context)) ?? revisions.latest(head);
      return {
        kind: 'redirect',
        location: revision.graph,
        permanent: false,
        vary: ACCEPT_DATETIME,
        headers: { Link: await mementos.links.ofMemento(revision) },
      };
    },
  });
}
