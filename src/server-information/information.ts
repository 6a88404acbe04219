/** The server information at `/` (specification, GET /). */
import { mediaTypes } from '../http/representation/negotiation.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { rdfResponse, seePage } from '../openapi/responses.js';
import { graphOf } from '../rdf/graph.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';
import { informationExample } from './schemas.js';

interface NodeInformation {
  readonly dataHolderType: Iri;
  readonly ontologyVersions: readonly string[];
  readonly startedAt: Date;
}

export function getServerInformation(
  { uris, dataHolder, vocabulary, representations, formDefaults, settings }: Services,
  { dataHolderType, ontologyVersions, startedAt }: NodeInformation,
): DeclaredOperation {
  const { api, namespaces } = vocabulary;
  const root = node(uris.root);
  const text = (value: string): ReturnType<typeof factory.literal> => factory.literal(value);
  const uri = (value: string): ReturnType<typeof factory.literal> => factory.literal(value, xsd.anyURI);
  const data = graphOf([
    triple(root, rdfTerms.type, api.ServerInformation),
    triple(root, api.hasDataHolder, node(dataHolder)),
    triple(node(dataHolder), rdfTerms.type, node(dataHolderType)),
    triple(root, api.hasServerEndpoint, uri(uris.base)),
    triple(root, api.hasSupportedLanguage, text('en-US')),
    ...formDefaults.versions.map((version) => triple(root, api.hasSupportedApiVersion, text(version))),
    ...[...new Set(Object.values(mediaTypes))].map((type) => triple(root, api.hasSupportedContentType, text(type))),
    ...[namespaces.cargo, namespaces.api].map((namespace) => triple(root, api.hasSupportedOntology, uri(namespace))),
    ...ontologyVersions.map((version) => triple(root, api.hasSupportedOntologyVersion, uri(version))),
  ]);

  // The description of the API, for programs and people (RFC 8631), the address for notifications (LDP), the
  // description of the data, and the feed (W28).
  const link = [
    `<${uris.base}/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json"`,
    `<${uris.base}/docs>; rel="service-doc"; type="text/html"`,
    `<${uris.inbox}>; rel="http://www.w3.org/ns/ldp#inbox"`,
    `<${uris.datasetDescription}>; rel="describedby"`,
    ...(settings.feed.isOn ? [`<${uris.feed}>; rel="https://w3id.org/ldes#EventStream"`] : []),
  ].join(', ');
  return operation({
    method: 'GET',
    path: '/',
    link,
    id: 'getServerInformation',
    summary: 'Read the server information',
    description: 'The data holder, and the supported API versions, media types and ontologies.',
    accessLevel: 'authenticated',
    responses: (described) => ({
      200: rdfResponse('The server information.', schemaRef('ServerInformation'), informationExample(described), [
        'Last-Modified',
        'Link',
      ]),
      ...seePage,
    }),
    handle: ({ form }) =>
      representations.answer({ root, data }, form, { type: api.ServerInformation.value, lastModified: startedAt }),
  });
}
