/** `GET /logistics-objects/<id>`: a revision, now or as of a time (specification, Endpoints; D8 to D11). */
import { hasFeature } from '../api-versions.js';
import { invalidQuery, type TimeParameter } from '../http/query-parameters.js';
import { contentType, formName, type RepresentationFormat } from '../http/representation/negotiation.js';
import { digest } from '../http/representation/representation.js';
import type { RequestContext } from '../http/request-context.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { moved, rdfResponse, seePage } from '../openapi/responses.js';
import type { Graph } from '../rdf/graph.js';
import { detachString, type Iri, node } from '../rdf/terms.js';
import { addRevisions, addTimeToLinks, Embedding } from './embedding.js';
import type { ExchangeServices } from './exchange-services.js';
import { pathObject, revisionTag } from './path-object.js';
import type { Revision } from './revisions.js';
import { readPiece } from './schemas.js';

/** The body of a revision. */
interface Rendered {
  readonly body: Buffer;
  readonly type: Iri;
  /** The common prefix of the revision's tags (see `revisionTag`). */
  readonly state: string;
  /** Distinguishes bodies of one revision in one form, since the embedded objects can change. */
  readonly digest?: string;
  /** The time of the newest revision in a body with embedded objects. */
  readonly lastModified?: Date;
}

/** Whether a body states the object's revision and its latest one (V12). */
function hasRevisions({ version }: RepresentationFormat): boolean {
  return hasFeature(version, 'revisionsInBody');
}

export function readLogisticsObject(services: ExchangeServices): DeclaredOperation {
  const { objects, access, uris, store, model, vocabulary, representations, clock } = services;
  const embedding = new Embedding(services);
  const bytes = ({ body }: Rendered): number => body.length;
  const rendered = store.cache({ share: 'bodies', bytes });
  const renderedEmbedded = store.cache({ share: 'embeddedBodies', bytes });

  const keyOf = ({ graph, head }: Revision, form: RepresentationFormat, at: TimeParameter | undefined): string =>
    `${graph} ${formName(form)} ${at?.compact ?? ''} ${hasRevisions(form) ? head.latestRevision : ''}`;

  /** A revision in a form: cached, since it changes only with the number of the latest one. */
  function render(revision: Revision, form: RepresentationFormat, at: TimeParameter | undefined): Promise<Rendered> {
    return rendered.of(keyOf(revision, form, at), async (track) => {
      track.graph(revision.graph);
      const data = await store.read(revision.graph);
      const state = revisionTag(revision.number, data);
      return { body: await write(revision, data, [revision], form, at), type: typeAt(revision, data), state };
    });
  }

  /** A revision with the objects that it links to, as this caller may read them (D11). */
  function renderEmbedded(
    revision: Revision,
    { form, caller }: RequestContext,
    at: TimeParameter | undefined,
  ): Promise<Rendered> {
    // All internal agents get the same body.
    const key = `${keyOf(revision, form, at)} ${caller.internal ? '' : caller.agent}`;
    return renderedEmbedded.of(key, async (track) => {
      track.graph(revision.graph);
      const state = revisionTag(revision.number, await store.read(revision.graph));
      const { data, revisions } = await embedding.embed(revision, caller, at, track);
      const body = await write(revision, data, revisions, form, at);
      const lastModified = new Date(Math.max(...revisions.map(({ createdAt }) => createdAt.getTime())));
      return { body, type: typeAt(revision, data), state, digest: digest(body), lastModified };
    });
  }

  function write(
    { head: { object } }: Revision,
    data: Graph,
    revisions: readonly Revision[],
    form: RepresentationFormat,
    at: TimeParameter | undefined,
  ): Promise<Buffer> {
    const numbered = hasRevisions(form) ? addRevisions(data, revisions, vocabulary) : data;
    const statements = at === undefined ? numbered : addTimeToLinks(numbered, object, at.compact, model);
    return representations.write({ root: node(object), data: statements }, form);
  }

  /** The object's most specific type in that revision (D8). */
  function typeAt({ head }: Revision, data: Graph): Iri {
    const [first, ...others] = data.types(node(head.object));
    return detachString(first === undefined ? head.type : model.mostSpecific([first, ...others]));
  }

  return operation({
    method: 'GET',
    path: '/logistics-objects/:id',
    id: 'getLogisticsObject',
    summary: 'Read a Logistics Object',
    description: 'The latest revision, or the one that was valid at a time. Needs GET_LOGISTICS_OBJECT.',
    accessLevel: 'permitted',
    query: {
      // Not after the current second (specification, rules for `at`; D45).
      at: query.mapped(
        query.time('at', {
          description: 'The revision valid at that time, `YYYYMMDDThhmmssZ`; links then include it.',
        }),
        (at) => {
          if (at !== undefined && at.second > clock.now()) throw invalidQuery('at', 'must not be in the future');
          return at;
        },
      ),
      embedded: query.flag('embedded', {
        description: 'Replace linked objects of this node that the caller may read by their content.',
      }),
    },
    errors: [415],
    responses: (described) => ({
      200: rdfResponse('The Logistics Object.', schemaRef('LogisticsObject'), readPiece(described), [
        'Revision',
        'Latest-Revision',
        'Last-Modified',
      ]),
      ...moved,
      ...seePage,
    }),
    handle: async (context, asks) => {
      const object = pathObject(context, uris);
      const head = await objects.getOrThrow(object);
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object);
      if (head.moved !== undefined) return { kind: 'redirect', ...head.moved };
      context.requireReadableContentType();
      const { at, embedded } = asks();
      const revision = await objects.revision(head, at);
      const { form } = context;
      const { body, type, state, lastModified, ...others } = await (embedded
        ? renderEmbedded(revision, context, at)
        : render(revision, form, at));
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
        ...(embedded && { ignoresModifiedSince: true }),
        // The body states the number of the latest revision (V14), which Last-Modified does not follow (D45).
        ...(isOld && !embedded && { changedAt: head.modified }),
        headers: { Revision: String(revision.number), 'Latest-Revision': String(head.latestRevision) },
      };
    },
  });
}
