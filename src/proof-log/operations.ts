/** `…/proof`: the proof of the newest state of a revision, an event, a list or a request (P13 to P18). */
import { ServiceError } from '../errors.js';
import { assertInternal } from '../http/caller.js';
import { invalidQuery } from '../http/query-parameters.js';
import { type Offer, preferred } from '../http/representation/media-ranges.js';
import { jsonBody } from '../http/representation/json-body.js';
import { digest } from '../http/representation/representation.js';
import type { Content, RequestContext } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { headerRefs } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import { content } from '../openapi/responses.js';
import type { Iri } from '../rdf/terms.js';
import { assertMayProve } from './access.js';
import type { Bundles, ReadEntry } from './bundles.js';
import { CREDENTIAL_TYPE, type Credentials } from './credentials/credentials.js';
import { type ErasedServices, mayProveErased } from './erased.js';
import { namedProperties } from './disclosure.js';
import { propertyQuery } from './pages.js';
import { exampleBundle, exampleCredential } from './schemas.js';

const JSON_TYPE = 'application/json';

const id = { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' } as const;

interface Proven {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  /** Whether there is a credential, too. */
  readonly isRevision?: true;
  /** The graph whose entry is proven. @throws ServiceError `not-found`, `forbidden` */
  readonly graph: (context: RequestContext) => Promise<Iri>;
}

const offers = { bundle: { type: JSON_TYPE }, credential: { type: CREDENTIAL_TYPE } } as const satisfies Record<
  string,
  Offer
>;

export function proofOperations(
  services: ExchangeServices & ErasedServices,
  bundles: Bundles,
  credentials: Credentials,
): DeclaredOperation[] {
  const { uris, vocabulary, objects, access, requests, tombstones } = services;

  /** The graph, if it belonged to something erased whose readers the caller was among (C19e). */
  const ofErased = async (context: RequestContext, graph: Iri | undefined): Promise<Iri | undefined> =>
    graph !== undefined && (await mayProveErased(graph, context.caller, services)) ? graph : undefined;

  const mayRead = async (context: RequestContext): Promise<Awaited<ReturnType<typeof objects.getOrThrow>>> => {
    const head = await objects.getOrThrow(pathObject(context, uris));
    await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
    return head;
  };

  async function answer(
    context: RequestContext,
    {
      graph,
      names,
      isRevision,
    }: { readonly graph: Iri; readonly names: readonly string[]; readonly isRevision: boolean },
  ): Promise<Content> {
    const form = formOf(context.header('accept'), isRevision);
    const entry = await bundles.newest(graph);
    await assertMayProve(entry.record, context.caller, services);
    const made =
      form === 'credential'
        ? await credential(context, entry, names)
        : await bundles.bundle(entry, propertiesOf(names));
    const body = jsonBody(made);
    return {
      kind: 'content',
      body,
      contentType: offers[form].type,
      etag: digest(body),
      headers: { 'Cache-Control': 'private, no-cache' },
    };
  }

  const propertiesOf = (names: readonly string[]): Iri[] | undefined =>
    names.length === 0 ? undefined : namedProperties(names, vocabulary);

  /** A credential states something or nothing: of an erased object nothing (P18, P32). */
  async function credential(
    { caller }: RequestContext,
    entry: ReadEntry,
    names: readonly string[],
  ): ReturnType<Credentials['ofRevision']> {
    if (names.length > 0)
      throw invalidQuery('property', `is not allowed with ${CREDENTIAL_TYPE}: a credential has every property`);
    const kind = uris.graphKind(entry.record.graph);
    if (kind?.kind !== 'revision') throw new TypeError(`${entry.record.graph} is no revision`);
    await tombstones.assertNotErased(kind.object);
    return credentials.ofRevision(kind.object, entry, caller.agent);
  }

  const proof = ({ graph, isRevision, ...declared }: Proven): DeclaredOperation =>
    operation({
      method: 'GET',
      isNodeApi: true,
      negotiatesItself: true,
      ...declared,
      description:
        'A bundle that proves the newest entry of the log about it, to anybody and without this node: docs/verify.md says how it is verified.' +
        (isRevision === true
          ? ' As `application/vc`: a Verifiable Credential 2.0 with all properties, which the key of the log has signed (`eddsa-rdfc-2022`).'
          : ''),
      accessLevel: 'permitted',
      query: propertyQuery,
      errors: [422, 429, 503],
      responses: (described) => {
        const found = content('The bundle.', JSON_TYPE, {
          schema: schemaRef('ProofBundle'),
          example: exampleBundle(described.base),
        });
        const asCredential = {
          [CREDENTIAL_TYPE]: {
            schema: schemaRef('VerifiableCredential'),
            example: exampleCredential(described.base, vocabulary.namespaces.cargo),
          },
        };
        return {
          200: {
            ...found,
            content: { ...found.content, ...(isRevision && asCredential) },
            headers: headerRefs(['ETag', 'Cache-Control', 'Content-Language', 'Vary']),
          },
        };
      },
      handle: async (context, asks) =>
        answer(context, {
          graph: await graph(context),
          names: asks().properties,
          isRevision: isRevision === true,
        }),
    });

  return [
    proof({
      path: '/logistics-objects/:id/proof',
      id: 'proveObject',
      summary: 'Prove the latest revision of a Logistics Object',
      graph: async (context) => {
        const named = pathObject(context, uris);
        const last = (await tombstones.find(named))?.latestRevision;
        const erased = last === undefined ? undefined : await ofErased(context, uris.revision(named, last));
        if (erased !== undefined) return erased;
        const { object, latestRevision } = await mayRead(context);
        return uris.revision(object, latestRevision);
      },
    }),
    proof({
      path: '/logistics-objects/:id/revisions/:number/proof',
      id: 'proveRevision',
      isRevision: true,
      summary: 'Prove a revision of a Logistics Object',
      pathParameters: {
        number: { description: 'The number, from 1 on.', schema: { type: 'integer', minimum: 1 }, example: 1 },
      },
      graph: async (context) => {
        const named = pathObject(context, uris);
        const last = (await tombstones.find(named))?.latestRevision;
        const erased = last === undefined ? undefined : await ofErased(context, uris.revision(named, last));
        if (erased !== undefined) return erased;
        const { object, latestRevision } = await mayRead(context);
        const number = context.param('number');
        if (/^[1-9][0-9]{0,14}$/.test(number) && Number(number) <= latestRevision)
          return uris.revision(object, Number(number));
        const message = `the Logistics Object has no revision ${number}; the latest one is ${latestRevision}`;
        throw new ServiceError('not-found', { message, resource: object });
      },
    }),
    proof({
      path: '/logistics-objects/:id/logistics-events/:event/proof',
      id: 'proveEvent',
      summary: 'Prove a LogisticsEvent',
      pathParameters: { event: { description: "The event's id: the last part of its URI.", schema: id } },
      graph: async (context) => {
        const named = uris.findEvent(pathObject(context, uris), context.param('event'));
        const erased = await ofErased(context, named);
        if (erased !== undefined) return erased;
        const { object } = await objects.getOrThrow(pathObject(context, uris));
        await access.assertAllowed(context.caller, 'GET_LOGISTICS_EVENT', object);
        const event = uris.findEvent(object, context.param('event'));
        if (event === undefined) throw new ServiceError('not-found', 'there is no such event');
        return event;
      },
    }),
    proof({
      path: '/logistics-objects/:id/acl/proof',
      id: 'proveAccessList',
      summary: 'Prove the access control list of a Logistics Object',
      graph: async (context) => {
        const { object } = await objects.getOrThrow(pathObject(context, uris));
        assertInternal(context.caller);
        return uris.acl(object);
      },
    }),
    proof({
      path: '/action-requests/:id/proof',
      id: 'proveActionRequest',
      summary: 'Prove an action request as it is now',
      pathParameters: { id: { description: "The request's id: the last part of its URI.", schema: id } },
      graph: async (context) => {
        const request = uris.findActionRequest(context.param('id'));
        if (request === undefined) throw new ServiceError('not-found', 'there is no such action request');
        const erased = await ofErased(context, request);
        if (erased !== undefined) return erased;
        requests.assertReader(await requests.getOrThrow(request), context.caller);
        return request;
      },
    }),
  ];
}

/** @throws ServiceError `not-acceptable` */
function formOf(accept: string | undefined, isRevision: boolean): keyof typeof offers {
  const form = isRevision ? preferred(accept, offers) : preferred(accept, { bundle: offers.bundle });
  if (form !== undefined) return form;
  const types = (isRevision ? Object.values(offers) : [offers.bundle]).map(({ type }) => type);
  throw new ServiceError('not-acceptable', `the media types here are ${types.join(' and ')}, but Accept excludes them`);
}
