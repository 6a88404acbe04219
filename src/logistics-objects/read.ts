/** `GET /logistics-objects/<id>`: a revision, now or at a past time (specification, Endpoints; D8 to D11). */
import type { TimeParameter } from '../http/query-parameters.js';
import { contentType, formName } from '../http/representation/negotiation.js';
import { digest } from '../http/representation/representation.js';
import type { RequestContext } from '../http/request-context.js';
import { optionalHeaders } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { acceptDatetime } from '../openapi/parameters.js';
import * as query from '../openapi/query.js';
import { moved, rdfResponse, seePage } from '../openapi/responses.js';
import { Embedding } from './embedding.js';
import type { ExchangeServices } from './exchange-services.js';
import { pathObject, revisionTag } from './path-object.js';
import { ACCEPT_DATETIME, type Mementos } from './mementos.js';
import { hasRevisions, type ObjectBodies } from './object-bodies.js';
import type { RevisionBody } from './revision-bodies.js';
import type { Revision } from './revisions.js';
import { readPiece } from './schemas.js';

interface Rendered extends RevisionBody {
  /** Distinguishes bodies of one revision in one form, since the embedded objects can change. */
  readonly digest?: string;
  /** The time of the newest revision in a body with embedded objects. */
  readonly lastModified?: Date;
}

/** With these in the query `Accept-Datetime` is ignored (W11). */
const IGNORING = ['at', 'embedded'] as const;

export function readLogisticsObject(
  services: ExchangeServices,
  { objectBodies, mementos }: { readonly objectBodies: ObjectBodies; readonly mementos: Mementos },
): DeclaredOperation {
  const { objects, access, uris, store, clock, dataHolder } = services;
  const { bodies } = objectBodies;
  // Where notifications for the data holder go (W28).
  const inbox = `<${uris.inbox}>; rel="http://www.w3.org/ns/ldp#inbox"`;
  const embedding = new Embedding(services);
  const renderedEmbedded = store.cache<Rendered>({ share: 'embeddedBodies', bytes: ({ body }) => body.length });

  /** A revision with the objects that it links to, as this caller may read them (D11). */
  function renderEmbedded(
    revision: Revision,
    { form, caller }: RequestContext,
    at: TimeParameter | undefined,
  ): Promise<Rendered> {
    // All internal agents get the same body.
    const key = `${revision.graph} ${objectBodies.keyOf(revision, form, at)} ${caller.internal ? '' : caller.agent}`;
    return renderedEmbedded.of(key, async (track) => {
      track.graph(revision.graph);
      const state = revisionTag(revision.number, await store.read(revision.graph));
      const { data, revisions } = await embedding.embed(revision, caller, at, track);
      const body = await objectBodies.write(revision, data, revisions, form, at);
      const lastModified = new Date(Math.max(...revisions.map(({ createdAt }) => createdAt.getTime())));
      return { body, type: bodies.typeAt(revision, data), state, digest: digest(body), lastModified };
    });
  }

  return operation({
    method: 'GET',
    path: '/logistics-objects/:id',
    id: 'getLogisticsObject',
    summary: 'Read a Logistics Object',
    description: 'The latest revision, or the one that was valid at a time. Needs GET_LOGISTICS_OBJECT.',
    accessLevel: 'permitted',
    query: {
      at: query.pastTime(clock, 'The revision valid at that time, `YYYYMMDDThhmmssZ`; links then include it.'),
      embedded: query.flag('embedded', {
        description: 'Embeds linked objects of this node that the caller may read.',
      }),
    },
    headers: [acceptDatetime],
    errors: [415],
    responses: (described) => {
      const { headers, ...others } = rdfResponse(
        'The Logistics Object; with `Accept-Datetime` the statements of the revision that was valid then, as at its own address.',
        schemaRef('LogisticsObject'),
        readPiece(described),
        ['Revision', 'Last-Modified', 'Link'],
      );
      const sometimes = optionalHeaders(['Latest-Revision', 'Memento-Datetime', 'Content-Location']);
      return { 200: { ...others, headers: { ...headers, ...sometimes } }, ...moved, ...seePage };
    },
    handle: async (context, asks) => {
      const object = pathObject(context, uris);
      const head = await objects.getOrThrow(object);
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object);
      if (head.moved !== undefined) return { kind: 'redirect', ...head.moved };
      context.requireReadableContentType();
      const { at, embedded } = asks();
      const memento = IGNORING.some((name) => context.query.text(name) !== undefined)
        ? undefined
        : await mementos.asked(head, context);
      if (memento !== undefined) return mementos.negotiated(memento, context.form);
      const revision = await objects.revision(head, at);
      const { form } = context;
      const rendered: Promise<Rendered> = embedded
        ? renderEmbedded(revision, context, at)
        : objectBodies.of(revision, form, at);
      const { body, type, state, lastModified, ...others } = await rendered;
      // The tag begins with the state, which If-Match on a change is compared with (D49).
      const isOld = hasRevisions(form) && revision.number !== head.latestRevision;
      const latest = isOld ? `of-${head.latestRevision}` : undefined;
      const tag = [state, formName(form), at?.compact, latest, others.digest].filter(Boolean).join('.');
      return {
        kind: 'content',
        body,
        contentType: contentType(form),
        etag: tag,
        type,
        lastModified: lastModified ?? revision.createdAt,
        // Access to an embedded object may change without a new date (D11, D70).
        // Neither has an erasure one (B9).
        ...((embedded || head.erasures.length > 0) && { ignoresModifiedSince: true }),
        // The body states the number of the latest revision (V14), which Last-Modified does not follow (D45).
        ...(isOld && !embedded && { changedAt: head.modified }),
        vary: ACCEPT_DATETIME,
        headers: {
          Revision: String(revision.number),
          'Latest-Revision': String(head.latestRevision),
          Link:
            head.object === dataHolder ? `${mementos.links.ofObject(head)}, ${inbox}` : mementos.links.ofObject(head),
        },
      };
    },
  });
}
