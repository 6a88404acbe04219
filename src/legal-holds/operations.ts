/** Legal holds over HTTP, for internal agents (P44). */
import { ServiceError } from '../errors.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { MAX_LIMIT } from '../http/query-parameters.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { jsonBodyOf, jsonOperation } from '../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { created } from '../openapi/responses.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { Hold } from './hold.js';
import type { LegalHolds } from './legal-holds.js';
import type { HoldServices } from './lookups.js';
import { type HoldAnswer, holdAnswer, holdBody, holdsAnswer } from './schemas.js';

const body = jsonBodyOf(holdBody, '{"reason": "<text of at most 500 characters>"}', () => ({ reason: 'claim 4711' }));

const example = (node: DescriptionContext): HoldAnswer => ({
  uri: node.uri('/internal/holds/piece-1'),
  held: node.uri(exampleIds.piece),
  reason: 'claim 4711',
  by: node.uri(exampleIds.holder),
  at: '2026-03-01T10:00:00.123Z',
});

/** What else than an object is held. */
const heldThing = {
  copy: query.iri('copy', { description: "The hold on the copy of this partner's object." }),
  message: query.iri('message', { description: 'The hold on this message.' }),
};

export function holdOperations(services: HoldServices, holds: LegalHolds): DeclaredOperation[] {
  const { uris, objects, store } = services;
  const type = erasureTerms(uris.extensions).Hold.value;
  const answerOf = ({ held, reason, by, at }: Hold): HoldAnswer => ({
    ...{ uri: uris.hold(held), held, reason, by, at: at.toISOString() },
  });

  /** @throws ServiceError `not-found`, ErasedResource for an object that is not here. */
  const objectIn = async (context: RequestContext): Promise<Iri> =>
    (await objects.getOrThrow(pathObject(context, uris))).object;

  /** @throws ServiceError `invalid-query` for none or both, `not-found` for what this node does not have. */
  async function thingIn({ copy, message }: { copy: Iri | undefined; message: Iri | undefined }): Promise<Iri> {
    const held = copy ?? message;
    if (held === undefined || (copy !== undefined && message !== undefined))
      throw new ServiceError('invalid-query', {
        message: 'one of `copy` and `message` must be given',
        property: 'copy',
      });
    const graph = copy === undefined ? held : uris.copyHead(copy);
    const isThere = (copy !== undefined || uris.isOfKind(graph, 'message')) && (await store.read(graph)).size > 0;
    if (!isThere)
      throw new ServiceError('not-found', { message: 'this node has nothing with this URI', resource: held });
    return held;
  }

  async function put(context: RequestContext, find: () => Promise<Iri>): Promise<HandlerResult> {
    const { reason } = await body.read(context);
    const held = await find();
    const isNew = await holds.put(held, reason, context.requestor, () => context.assertUnchanged());
    return isNew ? { kind: 'created', location: uris.hold(held), type } : { kind: 'no-content' };
  }

  async function end(context: RequestContext, find: () => Promise<Iri>): Promise<HandlerResult> {
    await context.assertUnchanged();
    const held = await find();
    await holds.end(held, context.requestor, () => context.assertUnchanged());
    return { kind: 'no-content' };
  }

  const common = { accessLevel: 'internal', negotiatesItself: true } as const;
  const putResponses = () => ({
    201: created('The legal hold', {}),
    204: { description: 'The reason of the legal hold is replaced.' },
  });
  const ended = { 204: { description: 'The legal hold has ended.' } };

  return [
    operation({
      method: 'PUT',
      path: '/internal/holds/:id',
      ...common,
      id: 'putLegalHold',
      summary: 'Put a legal hold on an object',
      description: 'What is held is neither erased nor purged, and does not expire.',
      body: body.describe,
      responses: putResponses,
      handle: async (context) => put(context, () => objectIn(context)),
    }),
    jsonOperation({
      method: 'GET',
      path: '/internal/holds/:id',
      accessLevel: 'internal',
      id: 'getLegalHold',
      summary: 'Read the legal hold on an object',
      answers: { description: 'The legal hold.', schema: holdAnswer, example },
      handle: async (context) => ({ answer: answerOf(await holds.getOrThrow(await objectIn(context))) }),
    }),
    operation({
      method: 'DELETE',
      path: '/internal/holds/:id',
      ...common,
      id: 'endLegalHold',
      summary: 'End the legal hold on an object',
      responses: () => ended,
      handle: async (context) => end(context, () => objectIn(context)),
    }),
    operation({
      method: 'PUT',
      path: '/internal/holds',
      ...common,
      id: 'putOtherLegalHold',
      summary: 'Put a legal hold on a copy or a message',
      query: heldThing,
      errors: [404],
      body: body.describe,
      responses: putResponses,
      handle: async (context, asks) => put(context, () => thingIn(asks())),
    }),
    operation({
      method: 'DELETE',
      path: '/internal/holds',
      ...common,
      id: 'endOtherLegalHold',
      summary: 'End the legal hold on a copy or a message',
      query: heldThing,
      errors: [404],
      responses: () => ended,
      handle: async (context, asks) => end(context, () => thingIn(asks())),
    }),
    jsonOperation({
      method: 'GET',
      path: '/internal/holds',
      accessLevel: 'internal',
      id: 'listLegalHolds',
      summary: 'List legal holds, newest first',
      query: { page: query.page({ fallback: PAGE_LIMIT, maximum: MAX_LIMIT }) },
      answers: {
        description: 'The legal holds in force.',
        schema: holdsAnswer,
        example: (node) => ({ items: [example(node)], total: 1 }),
        isPage: true,
      },
      handle: async (context, asks) => {
        const { page } = asks();
        const listed = await holds.list(page);
        return {
          answer: { items: listed.holds.map(answerOf), total: listed.total ?? listed.holds.length },
          headers: pageLinks(context.address(uris.base), context.query, page, listed),
        };
      },
    }),
  ];
}
