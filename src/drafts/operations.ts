/** Drafts and templates over HTTP, each agent's own (K14). */
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';
import { jsonBody } from '../http/representation/json-body.js';
import { digest } from '../http/representation/representation.js';
import { headerRefs, headers as headerDescriptions } from '../openapi/headers.js';
import { jsonBodyOf, jsonOperation } from '../openapi/json-operation.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { CREATED_ID, created, linksTo } from '../openapi/responses.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { Draft } from './draft.js';
import { MAX_DRAFTS, type Drafts } from './drafts.js';
import {
  draft,
  type DraftAnswer,
  draftBody,
  type DraftBody,
  type DraftItem,
  draftItems,
  draftKinds,
} from './schemas.js';

/** The most bytes of a body. */
const MAX_BYTES = 256 * 1024;

const pathParameters: Readonly<Record<string, PathParameter>> = {
  draft: { description: 'The last part of the URI of the draft.', schema: { type: 'string' } },
};

const itemOf = (found: Draft): DraftItem => {
  const { uri, id, owner, kind, form, title, visibility, created: createdAt, modified } = found;
  const times = { created: createdAt.toISOString(), modified: modified.toISOString(), copyOf: found.copyOf ?? null };
  return { uri, id, owner, kind, form, title, visibility, ...times };
};

const answerOf = (found: Draft, values: DraftBody['values']): DraftAnswer => ({ ...itemOf(found), values });

/** The tag of a draft as it is read, for the next `If-Match`. */
const tagOf = (found: Draft, values: DraftBody['values']): Readonly<Record<string, string>> => ({
  ETag: `"${digest(jsonBody(answerOf(found, values)))}"`,
});

const typed: DraftBody = {
  ...({ kind: 'draft', form: 'Shipment', title: '020-12345675', visibility: 'own' } as const),
  values: { goodsDescription: 'Exhibition materials' },
};

const example = (node: DescriptionContext): DraftAnswer => ({
  uri: node.uri('/internal/drafts/2c1f'),
  id: '2c1f',
  owner: node.uri(exampleIds.holder),
  created: '2026-03-01T10:00:00.000Z',
  modified: '2026-03-01T10:05:00.000Z',
  ...typed,
  copyOf: node.uri(exampleIds.piece),
});

const body = jsonBodyOf(
  draftBody,
  '{"kind": "draft" or "template", "form": "<class>", "title": "<text>", "visibility": "own" or "internal", "values": {…}, "copyOf": "<object>"}, without `copyOf` for what is no copy',
  () => z.json().parse(typed),
);

/** @throws ServiceError `too-large` beyond 256 KiB. */
async function bodyOf(context: RequestContext): Promise<DraftBody> {
  const read = await body.read(context);
  if (Buffer.byteLength(JSON.stringify(read)) <= MAX_BYTES) return read;
  throw new ServiceError('too-large', `a draft has at most ${MAX_BYTES / 1024} KiB`);
}

/** The tag of a new draft; the answer to a repeated request has none: the draft may have changed. */
const tag = { ...headerDescriptions.ETag, required: false };

export function draftOperations(drafts: Drafts): DeclaredOperation[] {
  const assertOwn = (context: RequestContext): Promise<void> =>
    drafts.assertOwn(context.param('draft'), context.caller, context.isConditional);

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/drafts',
    id: 'listDrafts',
    summary: 'List your drafts and templates, the last change first',
    description: `At most ${MAX_DRAFTS} of the caller's own. Internal agents also see the templates that others share.`,
    accessLevel: 'authenticated',
    query: { kind: query.optionalChoice('kind', draftKinds, { description: 'Only drafts, or only templates.' }) },
    answers: {
      description: 'The drafts, without what was typed.',
      schema: draftItems,
      example: (node) => {
        const { values: _values, ...item } = example(node);
        return { items: [item], truncated: false };
      },
    },
    handle: async ({ caller }, asks) => {
      const { drafts: found, isWhole } = await drafts.list(caller, asks().kind);
      return { answer: { items: found.map(itemOf), truncated: !isWhole } };
    },
  });

  const create = operation({
    method: 'POST',
    path: '/internal/drafts',
    id: 'createDraft',
    summary: 'Keep a draft or a template',
    description:
      'Kept for the caller, and no part of the exchange. A draft ends `DRAFT_DAYS` after its last change; a template stays.',
    accessLevel: 'authenticated',
    isIdempotent: true,
    negotiatesItself: true,
    body: body.describe,
    errors: [403, 404, 410, 413, 422],
    responses: () => {
      const response = created('The draft', linksTo(['getDraft', 'replaceDraft', 'endDraft'], { draft: CREATED_ID }));
      return { 201: { ...response, headers: { ...response.headers, ETag: tag } } };
    },
    handle: async (context) => {
      const asked = await bodyOf(context);
      const written = await drafts.create(asked, context.requestor, () => context.assertUnchanged());
      return { kind: 'created', location: written.uri, type: drafts.type, headers: tagOf(written, asked.values) };
    },
  });

  const get = jsonOperation({
    method: 'GET',
    path: '/internal/drafts/:draft',
    pathParameters,
    id: 'getDraft',
    summary: 'Read a draft or a template',
    description: 'Those of other agents are not found, but for the templates that internal agents share.',
    accessLevel: 'authenticated',
    answers: { description: 'The draft.', schema: draft, example },
    handle: async (context) => {
      const found = await drafts.getOrThrow(context.param('draft'), context.caller);
      return { answer: answerOf(found, await drafts.values(found)) };
    },
  });

  const replace = operation({
    method: 'PUT',
    path: '/internal/drafts/:draft',
    pathParameters,
    negotiatesItself: true,
    id: 'replaceDraft',
    summary: 'Replace a draft or a template',
    description: 'With `If-Match` of its last state: who has changed it at another desk meanwhile is not overwritten.',
    accessLevel: 'authenticated',
    requires: assertOwn,
    body: body.describe,
    errors: [403, 404, 410, 413],
    responses: () => ({ 204: { description: 'The draft is replaced.', headers: headerRefs(['ETag']) } }),
    handle: async (context) => {
      const asked = await bodyOf(context);
      const written = await drafts.replace(context.param('draft'), asked, context.requestor, () =>
        context.assertUnchanged(),
      );
      return { kind: 'no-content', headers: tagOf(written, asked.values) };
    },
  });

  const end = operation({
    method: 'DELETE',
    path: '/internal/drafts/:draft',
    pathParameters,
    id: 'endDraft',
    summary: 'Delete a draft or a template',
    accessLevel: 'authenticated',
    requires: assertOwn,
    errors: [403],
    responses: () => ({ 204: { description: 'The draft is deleted.' } }),
    handle: async (context) => {
      await drafts.end(context.param('draft'), context.requestor, () => context.assertUnchanged());
      return { kind: 'no-content' };
    },
  });

  return [list, create, get, replace, end];
}
