/** The Graph Store Protocol for reading: graphs by their name in a query (SPARQL 1.1 GSP, section 4.2; W20 to W23). */
import { turns } from '../async/turns.js';
import type { Content, HandlerResult, RequestContext } from '../http/request-context.js';
import { invalidQuery } from '../http/query-parameters.js';
import { type Offer, preferred } from '../http/representation/media-ranges.js';
import {
  contentType,
  formOfGraph,
  mediaTypes,
  negotiate,
  type RepresentationFormat,
} from '../http/representation/negotiation.js';
import { digest, entityTag, stateTag } from '../http/representation/representation.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { optionalHeaders } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { rdfResponse } from '../openapi/responses.js';
import { extended, type Iri, isIri } from '../rdf/terms.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { rdfXmlSteps } from '../rdf/rdf-xml.js';
import type { AnswerQuery } from '../sparql/answers.js';
import { datasetParameters } from '../sparql/parameters.js';
import type { PastTime } from '../sparql/worker/protocol.js';
import { graphNamed, type Graphs } from './graphs.js';
import { graphExample } from './schemas.js';

const PATH = '/rdf-graph-store';
const RDF_XML = 'application/rdf+xml';

/** All statements of the default graph. */
const EVERYTHING = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }';

const offers = {
  jsonld: { type: mediaTypes.jsonld, aliases: ['application/json'] },
  turtle: { type: mediaTypes.turtle },
  xturtle: { type: mediaTypes.xturtle },
  ntriples: { type: mediaTypes.ntriples },
  rdfxml: { type: RDF_XML },
} as const satisfies Record<string, Offer>;

/** The requested graph: a named graph, or the default graph, now or at a past time. */
type Asked = { readonly graph: Iri } | { readonly graph: undefined; readonly at: PastTime | undefined };

interface Parameters {
  readonly graph: string | undefined;
  readonly isDefault: string | undefined;
  readonly at: PastTime | undefined;
}

export function readGraphStore(
  services: ExchangeServices,
  graphs: Graphs,
  answerQuery: AnswerQuery,
): DeclaredOperation {
  const { uris, representations, formDefaults, settings, clock } = services;

  /** The format of the answer; undefined for RDF/XML. @throws ServiceError `not-acceptable`. */
  function formOf(context: RequestContext): RepresentationFormat | undefined {
    const accept = context.header('accept');
    if (preferred(accept, offers) === 'rdfxml') return undefined;
    return formOfGraph(negotiate(accept, formDefaults).form, formDefaults);
  }

  async function readGraph(name: Iri, context: RequestContext): Promise<Content> {
    const { graph, kind } = graphNamed(name, services);
    const of = 'object' in kind ? kind.object : kind.readers === 'request' ? graph : undefined;
    await graphs.assertReadable(kind.readers, of, context.caller);
    const form = formOf(context);
    const { data, roots, type, revision } = await graphs.read(graph, kind);
    const state = stateTag(data);
    const about = { type, ...(revision !== undefined && { lastModified: revision.createdAt }) };
    if (form === undefined) {
      const body = Buffer.from(await turns.run(rdfXmlSteps(data, prefixesOf(settings.namespaces))));
      return { kind: 'content', body, contentType: RDF_XML, etag: `${state}.rdfxml.${digest(body)}`, ...about };
    }
    const body = await representations.writeGraph(data, roots, form, 'copy' in kind);
    return { kind: 'content', body, contentType: contentType(form), etag: entityTag(body, form, state), ...about };
  }

  async function readDefault(at: PastTime | undefined, context: RequestContext): Promise<HandlerResult> {
    const form = formOf(context);
    const syntax = form?.syntax ?? 'rdfxml';
    const graph = syntax === 'xturtle' ? 'turtle' : syntax;
    const answer = await answerQuery(context, { text: EVERYTHING, dataset: undefined, at, results: undefined, graph });
    // The engine writes only one form of JSON-LD.
    const named = form && contentType({ syntax: form.syntax, version: form.version, jsonLd: form.jsonLd });
    return { ...answer, contentType: named ?? RDF_XML };
  }

  return operation({
    method: 'GET',
    path: PATH,
    isNodeApi: true,
    negotiatesItself: true,
    id: 'readGraphStore',
    summary: 'Read a graph by its name, or the default graph',
    description:
      'The SPARQL 1.1 Graph Store HTTP Protocol, for reading: data is changed through the API. A named graph is returned as stored, even if its address has a response of its own; the default graph is that of queries, with their limits.',
    accessLevel: 'permitted',
    query: {
      graph: query.text('graph', { description: 'The IRI of a graph; it may be relative to this address.' }),
      isDefault: query.text('default', { description: 'The default graph; without a value.' }),
      at: datasetParameters(clock).at,
    },
    errors: [404, 410, 507],
    responses: (described) => {
      const { headers, content, ...answer } = rdfResponse('The graph.', schemaRef('Graph'), graphExample(described));
      const sometimes = optionalHeaders([
        ...(['Type', 'ETag', 'Last-Modified'] as const),
        ...(['Truncated', 'Server-Timing', 'Dataset-Sequence', 'Dataset-Behind'] as const),
      ]);
      return {
        200: {
          ...answer,
          headers: { ...headers, ...sometimes },
          content: { ...content, [RDF_XML]: { schema: { type: 'string' } } },
        },
      };
    },
    handle: async (context, asks) => {
      const asked = askedFor(asks(), extended(uris.base, PATH));
      return asked.graph === undefined ? readDefault(asked.at, context) : readGraph(asked.graph, context);
    },
  });
}

/** @throws ServiceError `invalid-query` for both parameters, for neither, and for a named graph with a time. */
function askedFor({ graph, isDefault, at }: Parameters, address: Iri): Asked {
  if (graph !== undefined && isDefault !== undefined) throw invalidQuery('default', 'is given beside `graph`');
  if (graph !== undefined) {
    if (at !== undefined) throw invalidQuery('at', 'is for the default graph; a revision has a name of its own');
    return { graph: graphIri(graph, address) };
  }
  if (isDefault === undefined) throw invalidQuery('graph', 'is missing, and so is `default`');
  if (isDefault !== '') throw invalidQuery('default', 'has no value');
  return { graph: undefined, at };
}

/** The IRI of a graph, which may be relative to the address (GSP, section 4.2). */
function graphIri(text: string, address: Iri): Iri {
  if (isIri(text)) return text;
  const resolved = URL.canParse(text, address) ? new URL(text, address).href : '';
  if (isIri(resolved)) return resolved;
  throw invalidQuery('graph', 'must be an IRI');
}
