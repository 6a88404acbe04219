/** The server information at `/` (specification, GET /). */
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { mediaTypes } from '../http/representation/negotiation.js';
import { graphOf } from '../rdf/graph.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';

interface NodeInformation {
  readonly dataHolderType: Iri;
  readonly ontologyVersions: readonly string[];
  readonly startedAt: Date;
}

export function serverInformationRoutes(
  { uris, dataHolder, vocabulary, representations, formDefaults }: Services,
  { dataHolderType, ontologyVersions, startedAt }: NodeInformation,
): Resource[] {
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

  const read = ({ form }: RequestContext): Promise<HandlerResult> =>
    representations.answer({ root, data }, form, { type: api.ServerInformation.value, lastModified: startedAt });

  // The description of the API, for programs and people (RFC 8631).
  const link = [
    `<${uris.base}/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json"`,
    `<${uris.base}/docs>; rel="service-doc"; type="text/html"`,
  ].join(', ');
  return [{ path: '/', methods: { GET: read }, link }];
}
