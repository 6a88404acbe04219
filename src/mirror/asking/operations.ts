/** Copies of partners' objects over HTTP, for internal agents (M48 to M51). */
import { numberedPageLinks } from '../../http/page-links.js';
import { invalidQuery, MAX_LIMIT } from '../../http/query-parameters.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { contentType, formOfGraph } from '../../http/representation/negotiation.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import { digest, entityTag, stateTag } from '../../http/representation/representation.js';
import type { Content, RequestContext } from '../../http/request-context.js';
import { readPiece } from '../../logistics-objects/schemas.js';
import { collectionResponse } from '../../openapi/collection.js';
import { optionalHeaders } from '../../openapi/headers.js';
import { schemaRef } from '../../openapi/json-ld.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import { referenceTo } from '../../openapi/json-schema.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { rdfResponse } from '../../openapi/responses.js';
import { type Iri, iri, node } from '../../rdf/terms.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { Copies } from '../copies/copies.js';
import { copyStates, stateOf } from '../copies/copy-state.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Partners } from '../partners/partners.js';
import { CopiedEvents } from './copied-events.js';
import { diffOf } from './copy-diff.js';
import { CopyList } from './copy-list.js';
import { CopyViews, highestKnown } from './copy-views.js';
import { diffExample, exampleObject, listExample, revisionsExample } from './examples.js';
import { HeldCopies, type HeldRevision } from './held-copies.js';
import { copiedDiff, copiedRevisions, copyItems } from './schemas.js';

const object = query.iri('object', { description: "The URI of the partner's object.", example: exampleObject });
const ofObject = query.required(object);
const page = query.page({ fallback: 100, maximum: MAX_LIMIT, isNumbered: true });

const revisionParameters = {
  revision: query.optionalInteger('revision', { description: 'The number of a revision.', minimum: 1 }),
  at: query.time('at', { description: 'The highest revision that this node held at the end of this second.' }),
  validAt: query.time('valid-at', {
    description:
      'The highest revision whose `Last-Modified` at the partner is not after this second, as it is known now.',
  }),
};
const listParameters = {
  server: query.iri('server', { description: 'Only copies of objects of this server.' }),
  state: query.optionalChoice('state', copyStates, { description: 'Only copies in this state.' }),
  type: query.iri('type', { description: 'Only copies of this class.' }),
  follow: query.iri('follow', { description: 'Only copies that this follow reaches.' }),
  text: query.text('q', { description: 'A part of the label or of the URI, in any case.' }),
};
/** The names of the parameters that are for one object, and of those for the list. */
const ofOne = ['revision', 'at', 'valid-at'] as const;
const ofList = ['server', 'state', 'type', 'follow', 'q', 'limit', 'skip'] as const;

type Asked = query.QueryValues<typeof revisionParameters>;

export function askingOperations(
  context: MirrorContext,
  { copies, partners }: { readonly copies: Copies; readonly partners: Pick<Partners, 'find'> },
): DeclaredOperation[] {
  const { uris, representations, formDefaults, model, vocabulary } = context;
  const held = new HeldCopies(context, copies);
  const views = new CopyViews(context, { copies, partners });
  const copyList = new CopyList(context, copies);
  const events = new CopiedEvents(context, held);

  function askedRevision(head: CopyHead, { revision, at, validAt }: Asked): Promise<HeldRevision> {
    if ([revision, at, validAt].filter((value) => value !== undefined).length > 1)
      throw invalidQuery(at === undefined ? 'valid-at' : 'at', 'must not be given together with another of the three');
    if (revision !== undefined) return held.numbered(head, revision);
    if (at !== undefined) return held.heldAt(head, at.until);
    return validAt === undefined ? held.latest(head) : held.validAt(head, validAt.until);
  }

  async function readCopy(of: Iri, asked: Asked, request: RequestContext): Promise<Content> {
    const head = await held.headOrThrow(of);
    const { provenance, decidedAt } = await askedRevision(head, asked);
    const data = await held.received(provenance);
    const root = held.rootOf(provenance, data);
    const { erasedAt } = provenance;
    const changedAt =
      erasedAt === undefined || (decidedAt !== undefined && decidedAt > erasedAt) ? decidedAt : erasedAt;
    const form = formOfGraph(request.form, formDefaults);
    const body = await representations.writeGraph(data, [node(root)], form, true);
    const [first, ...others] = data.types(node(root));
    return {
      kind: 'content',
      body,
      contentType: contentType(form),
      etag: entityTag(body, form, stateTag(data)),
      ...(first !== undefined && { type: model.mostSpecific([first, ...others]) }),
      ...(provenance.validAt !== undefined && { lastModified: provenance.validAt }),
      // The variant may be older than the revision in whose place it is shown, and may have lost statements since.
      ...(changedAt !== undefined && { changedAt }),
      headers: {
        Revision: String(provenance.number),
        'Latest-Revision': String(highestKnown(head)),
        'Content-Location': provenance.subject,
        'Mirror-State': stateOf(head).state,
        'Mirror-Received': provenance.receivedAt.toUTCString(),
        ...(head.checkedAt !== undefined && { 'Mirror-Checked': head.checkedAt.toUTCString() }),
      },
    };
  }

  const read = operation({
    method: 'GET',
    path: '/internal/mirror',
    id: 'readCopy',
    summary: "Read the copy of a partner's object, or list all copies",
    description:
      'With `object` a revision as RDF, as it was received: the latest one held, or that of `revision`, `at` or `valid-at`. Without it the copies as JSON, the newest first; those of a follow in the order of the links from the followed objects.',
    accessLevel: 'internal',
    query: { object, ...revisionParameters, ...listParameters, page },
    errors: [404],
    responses: (described) => {
      const { content, ...others } = rdfResponse(
        'The copy, or the list of copies.',
        schemaRef('LogisticsObject'),
        readPiece(described),
      );
      return {
        200: {
          ...others,
          headers: optionalHeaders([
            ...(['Type', 'ETag', 'Cache-Control', 'Content-Language', 'Vary', 'Last-Modified', 'Link'] as const),
            ...(['Revision', 'Latest-Revision', 'Content-Location'] as const),
            ...(['Mirror-State', 'Mirror-Received', 'Mirror-Checked'] as const),
          ]),
          content: {
            ...content,
            'application/json': { schema: referenceTo(copyItems), example: listExample(described) },
          },
        },
      };
    },
    handle: async (request, asks) => {
      const { object: of, page: asked, ...others } = asks();
      const misplaced = (of === undefined ? ofOne : ofList).find((name) => request.query.text(name) !== undefined);
      if (misplaced !== undefined)
        throw invalidQuery(misplaced, of === undefined ? 'is for one `object`' : 'is for the list, without `object`');
      if (of !== undefined) return readCopy(of, others, request);
      requireAcceptable(request.header('accept'), 'application/json');
      const { heads, total } = await copyList.page(others, asked);
      const items = await Promise.all(heads.map((head) => views.item(head)));
      const body = jsonBody({ items, total });
      return {
        kind: 'content',
        body,
        contentType: 'application/json',
        etag: digest(body),
        headers: numberedPageLinks(request.address(uris.base), request.query, asked, total),
      };
    },
  });

  const revisions = jsonOperation({
    method: 'GET',
    path: '/internal/mirror/revisions',
    id: 'listCopiedRevisions',
    summary: 'List the revisions of a copy, newest first',
    description: 'Those that are or were held, and ranges of missing ones with the reason.',
    accessLevel: 'internal',
    query: { object: ofObject, page },
    errors: [404],
    answers: { description: 'The revisions.', schema: copiedRevisions, example: revisionsExample, isPage: true },
    handle: async (request, asks) => {
      const { object: of, page: asked } = asks();
      const answer = await views.revisions(await held.headOrThrow(of), asked);
      return {
        answer,
        headers: numberedPageLinks(request.address(uris.base), request.query, asked, answer.total),
      };
    },
  });

  const diff = jsonOperation({
    method: 'GET',
    path: '/internal/mirror/diff',
    id: 'compareCopiedRevisions',
    summary: 'Compare two revisions of a copy',
    description:
      'The statements that are in only one of them, with the names that embedded nodes have in graphs. By default the latest revision and its predecessor among those held.',
    accessLevel: 'internal',
    query: {
      object: ofObject,
      from: query.optionalInteger('from', { description: 'The first revision; it may be the later one.', minimum: 1 }),
      to: query.optionalInteger('to', { description: 'The second revision.', minimum: 1 }),
    },
    errors: [404],
    answers: { description: 'The difference.', schema: copiedDiff, example: diffExample },
    handle: async (_request, asks) => {
      const { object: of, ...asked } = asks();
      return { answer: await diffOf(held, await held.headOrThrow(of), asked) };
    },
  });

  const listEvents = operation({
    method: 'GET',
    path: '/internal/mirror/logistics-events',
    id: 'listCopiedEvents',
    summary: 'List the events of a copy',
    description: 'All that are held, as they were received, in the order of their creation.',
    accessLevel: 'internal',
    query: { object: ofObject, page },
    errors: [404],
    responses: (described) => ({
      200: collectionResponse(
        described,
        'The events. `Last-Modified` is when the newest one was received.',
        `/internal/mirror/logistics-events?object=${encodeURIComponent(exampleObject)}`,
        { '@id': `${exampleObject}/logistics-events/1`, '@type': 'cargo:LogisticsEvent' },
        described.context,
        ['Last-Modified'],
      ),
    }),
    handle: async (request, asks) => {
      const { object: of, page: asked } = asks();
      const head = await held.headOrThrow(of);
      const address = `${uris.base}/internal/mirror/logistics-events`;
      const found = await events.page(head, iri(`${address}?object=${encodeURIComponent(of)}`), asked);
      const { root, data } = found.collection;
      const form = formOfGraph(request.form, formDefaults);
      const body = await representations.writeGraph(data, [root], form, true);
      return {
        kind: 'content',
        body,
        contentType: contentType(form),
        etag: entityTag(body, form),
        type: vocabulary.api.Collection.value,
        ...(found.receivedAt !== undefined && { lastModified: found.receivedAt }),
        headers: numberedPageLinks(address, request.query, asked, found.total),
      };
    },
  });

  return [read, revisions, diff, listEvents];
}
