/** `POST /logistics-objects/query`: many objects in one request, each as GET gives it (W68 to W73). */
import { ahead } from '../async/ahead.js';
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { seenBy } from '../http/erased-resource.js';
import { asServiceError } from '../http/errors.js';
import type { TimeParameter } from '../http/query-parameters.js';
import { type CollectedItem, collectionChunks, gathered } from '../http/representation/collection-stream.js';
import { contentType, type RepresentationFormat } from '../http/representation/negotiation.js';
import type { RequestContext } from '../http/request-context.js';
import { ElsewhereError } from '../http/resource-paths.js';
import { headerRefs } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { jsonLdBody, rdfResponse } from '../openapi/responses.js';
import { describeError, reportOf } from '../rdf/error-description.js';
import { graphOf } from '../rdf/graph.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { type Iri, type NamedNode, namedNode, node } from '../rdf/terms.js';
import type { ExchangeServices } from './exchange-services.js';
import { type QueryResult, registerQueryMetrics } from './metrics.js';
import type { ObjectBodies } from './object-bodies.js';
import { queriedObjectsExample, queryExample } from './schemas.js';

/** The objects that are read before the caller has taken those before them. */
const AHEAD = 16;

/** For whom objects are read, and how. */
interface Reading {
  readonly caller: Caller;
  readonly form: RepresentationFormat;
  readonly at: TimeParameter | undefined;
  readonly requestId: string;
}

/** Why an object is not given. */
interface Refusal {
  readonly result: Exclude<QueryResult, 'given'>;
  readonly status: number;
  readonly title: string;
  readonly details: ServiceError['details'];
}

const RESULTS: Readonly<Partial<Record<ServiceError['kind'], Refusal['result']>>> = {
  'not-found': 'not-found',
  forbidden: 'forbidden',
};

export function queryLogisticsObjects(services: ExchangeServices, bodies: ObjectBodies): DeclaredOperation {
  const { objects, access, refusals, uris, vocabulary, representations, clock, ids, settings, log } = services;
  const { api } = vocabulary;
  const count = registerQueryMetrics(services.metrics);
  const fresh = (): NamedNode => namedNode(`internal:${ids.next()}`);

  /**
   * The distinct objects of a body, in its order.
   *
   * @throws ServiceError `invalid-resource` for another type, for no objects or too many, and for what is no URI.
   */
  function asked({ root, data }: JsonLdDocument): Iri[] {
    const { hasLogisticsObjects, hasLogisticsObjectRef } = api;
    const fields = new PropertyReader(data, root);
    const asked = new Set([...fields.iris(hasLogisticsObjects), ...fields.iris(hasLogisticsObjectRef)]);
    const most = settings.bulkLimit;
    if (asked.size === 0 && fields.problems.length === 0)
      fields.addError(hasLogisticsObjects, 'hasLogisticsObjects is missing');
    if (asked.size > most)
      fields.addError(hasLogisticsObjects, `at most ${most} objects may be asked for at once, not ${asked.size}`);
    fields.throwIfInvalid();
    return [...asked];
  }

  /**
   * The body, if it is a query.
   *
   * @throws ElsewhereError for a Verification, which is about the object whose id is `query`.
   * @throws ServiceError `invalid-resource` for any other type.
   */
  async function queryIn(context: RequestContext): Promise<JsonLdDocument> {
    const { LogisticsObjectsQuery, Verification } = api;
    const is = (types: readonly Iri[], { value }: NamedNode): boolean => types.some((type) => type === value);
    const document = await context.document({
      isRootType: (types) => is(types, LogisticsObjectsQuery) || is(types, Verification),
    });
    const types = document.data.types(document.root);
    if (is(types, LogisticsObjectsQuery)) return document;
    if (is(types, Verification)) throw new ElsewhereError();
    throw new ServiceError(
      'invalid-resource',
      'the body must be a LogisticsObjectsQuery (@type api:LogisticsObjectsQuery)',
    );
  }

  /** The body of GET at this moment, or why it has none. */
  async function read(object: Iri, { caller, form, at, requestId }: Reading): Promise<Buffer | Refusal> {
    try {
      if (uris.objectId(object) === undefined) throw notHere(object);
      const head = await objects.getOrThrow(object);
      await access.assertAllowed(caller, 'GET_LOGISTICS_OBJECT', object);
      if (head.moved !== undefined) {
        const message = `this Logistics Object has moved to ${head.moved.location}`;
        const status = head.moved.permanent ? 301 : 302;
        return { result: 'moved', status, title: 'Resource moved', details: [{ message, resource: object }] };
      }
      return (await bodies.of(await objects.revision(head, at), form, at)).body;
    } catch (thrown) {
      const { kind, status, title, details } = asServiceError(seenBy(thrown, caller), log, requestId);
      return { result: RESULTS[kind] ?? 'failed', status, title, details };
    }
  }

  /** An address of another server, even of an object that this node has a copy of (W70), or of something else here. */
  function notHere(resource: Iri): ServiceError {
    const message = uris.isOwn(resource)
      ? 'this node has no Logistics Object with this URI'
      : 'this Logistics Object is not of this node: ask its holder';
    return new ServiceError('not-found', { message, resource });
  }

  /** In the order of the query, so that the names of errors do not tell which object was read first. */
  async function* collect(asked: readonly Iri[], reading: Reading): AsyncGenerator<CollectedItem, void, undefined> {
    const { agent, internal } = reading.caller;
    const readings = ahead(asked, AHEAD, async (object) => {
      await turns.resume(agent);
      return { object, found: await read(object, reading) };
    });
    for await (const { object, found } of readings) {
      if (Buffer.isBuffer(found)) {
        count('given');
        yield { item: node(object), body: found };
        continue;
      }
      count(found.result);
      if (found.result === 'forbidden' && !internal) refusals.record(agent, 'read', object);
      // The object is the resource at fault, whatever resource a detail names.
      const details = found.details.map((detail) => ({ ...detail, resource: object }));
      const root = fresh();
      yield { error: { root, data: graphOf(describeError(reportOf({ ...found, details }), root, vocabulary, ids)) } };
    }
  }

  return operation({
    method: 'POST',
    path: '/logistics-objects/query',
    isShared: true,
    id: 'queryLogisticsObjects',
    summary: 'Read many Logistics Objects in one request',
    description: `Each as GET gives it, in the order of the query; an error takes the place of one that is not given. For at most \`BULK_LIMIT\` objects, only of this node, in all API versions: the names are those of a proposal to the standard (issue 388). With an \`api:Verification\` as its body the request is about the object whose id is \`query\`.`,
    accessLevel: 'authenticated',
    safe: true,
    query: {
      at: query.pastTime(clock, 'Each object as it was at that time, `YYYYMMDDThhmmssZ`; links then include it.'),
    },
    body: (described) => jsonLdBody(schemaRef('LogisticsObjectsQuery'), queryExample(described)),
    responses: (described) => ({
      200: {
        ...rdfResponse(
          'The objects, and an error for each that is not given. It is sent while it is made.',
          schemaRef('QueriedObjects'),
          queriedObjectsExample(described),
        ),
        headers: headerRefs(['Type', 'Cache-Control', 'Content-Language', 'Vary']),
      },
    }),
    handle: async (context, asks) => {
      const document = await queryIn(context);
      context.query.assertOnly(['at']);
      const { at } = asks();
      const { form, caller, requestId = '' } = context;
      const reading = { caller, form, at, requestId };
      const items = collect(asked(document), reading);
      return {
        kind: 'content-stream',
        chunks: gathered(collectionChunks(items, { root: fresh(), form, vocabulary, representations })),
        contentType: contentType(form),
        type: api.Collection.value,
      };
    },
  });
}
