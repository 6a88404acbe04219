/** Logistics Objects over HTTP: create, read, list (specification, Endpoints; D7 to D11). */
import type { ExchangeServices } from './exchange-services.js';
import { listPage, partitionsOf } from '../store/lookup-page.js';
import { z } from 'zod';
import { hasFeature } from '../api-versions.js';
import { assertInternal } from '../http/caller.js';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import { collection } from '../http/collection.js';
import { stateOf } from '../http/conditions.js';
import { jsonBody } from '../http/representation/json-body.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { requireAcceptable } from '../http/representation/media-ranges.js';
import { contentType, type RepresentationFormat, formName } from '../http/representation/negotiation.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { invalidQuery, PAGE_PARAMETERS, type TimeParameter } from '../http/query-parameters.js';
import { digest } from '../http/representation/representation.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, node, detachString, triple } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import { DependencyCache } from '../store/cache/dependency-cache.js';
import { addRevisions, Embedding, addTimeToLinks } from './embedding.js';
import { notRelocated } from './logistics-objects.js';
import { ALL_OBJECTS } from './lookups.js';
import { pathObject, revisionTag } from './path-object.js';
import type { Head, Revision } from './revisions.js';

const relocation = z.strictObject({
  location: z.string().refine((text) => isIri(text) && /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)),
  permanent: z.boolean(),
});

/** The body of a revision. */
interface Rendered {
  readonly body: Buffer;
  readonly type: Iri;
  /** What the tags of the revision begin with (see `revisionTag`). */
  readonly state: string;
  /** Distinguishes bodies of one revision in one form, since the embedded objects can change. */
  readonly digest?: string;
  /** Of the newest revision that a body with embedded objects shows. */
  readonly lastModified?: Date;
}

/** Whether a body states the object's revision and its latest one (V12). */
function hasRevisions({ version }: RepresentationFormat): boolean {
  return hasFeature(version, 'revisionsInBody');
}

/** The time of a read: not after the current second (specification, rules for `at`; D45). */
function readTime(context: RequestContext, clock: Clock): TimeParameter | undefined {
  const at = context.query.time('at');
  if (at !== undefined && at.second > clock.now()) throw invalidQuery('at', 'must not be in the future');
  return at;
}

export function objectRoutes(services: ExchangeServices): Resource[] {
  const { objects, lookups, access, uris, store, model, vocabulary, representations, clock, cacheBudget } = services;
  const embedding = new Embedding(services);
  const rendered = new DependencyCache<Rendered>(store, {
    maxBytes: cacheBudget.share('bodies'),
    bytesOf: ({ body }) => body.length,
    clock,
  });
  const renderedEmbedded = new DependencyCache<Rendered>(store, {
    maxBytes: cacheBudget.share('embeddedBodies'),
    bytesOf: ({ body }) => body.length,
    clock,
  });

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

  async function read(context: RequestContext): Promise<HandlerResult> {
    const object = pathObject(context, uris);
    const head = await objects.getOrThrow(object);
    await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object);
    if (head.moved !== undefined) return { kind: 'redirect', ...head.moved };
    context.requireReadableContentType();
    const at = readTime(context, clock);
    const embedded = context.query.boolean('embedded');
    const revision = await objects.revision(head, at);
    const { form } = context;
    const { body, type, state, lastModified, ...others } = await (embedded
      ? renderEmbedded(revision, context, at)
      : render(revision, form, at));
    // The tag begins with the state, which is what If-Match on a change compares (D49).
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
  }

  async function create(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const isRootType = (types: readonly Iri[]): boolean => model.isLogisticsObject(types);
    const document = await context.document({ isRootType });
    const { uri, types } = await objects.create(
      document,
      context.caller,
      () => context.assertUnchanged(),
      // Creations without conditions do not wait for one another.
      context.isConditional ? [uris.objects] : [],
    );
    return { kind: 'created', location: uri, type: model.mostSpecific(types) };
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const named = context.query.list('type').map((name) => {
      const type =
        name.includes(':') && !name.startsWith('cargo:')
          ? name
          : vocabulary.namespaces.cargo + name.replace(/^cargo:/, '');
      if (isIri(type)) return type;
      throw invalidQuery('type', `must be a type of Logistics Objects, not ${JSON.stringify(name)}`);
    });
    const types =
      named.length === 0 ? undefined : [...new Set(named.flatMap((type) => [type, ...model.descendants(type)]))];
    const page = context.query.page(PAGE_LIMIT);
    const listed = await listPage(store, partitionsOf(lookups.objects.byCreation, types ?? [ALL_OBJECTS]), page);
    const heads = await objects.readable(listed.entries.map(({ value }) => value));
    const address = node(uris.objects);
    const links = heads.map(({ object, type }) => ({
      item: node(object),
      statements: [triple(node(object), rdfTerms.type, node(type))],
    }));
    const description = await collection(address, links, listed.total, vocabulary);
    return representations.answer(description, context.form, {
      type: vocabulary.api.Collection.value,
      headers: pageLinks(uris.objects, context.query, page, listed),
    });
  }

  /** The object of the path, for internal agents. */
  async function relocated(context: RequestContext): Promise<Head> {
    assertInternal(context.caller);
    return objects.getOrThrow(pathObject(context, uris));
  }

  const relocationBody = (moved: NonNullable<Head['moved']>): Buffer =>
    jsonBody({ location: moved.location, permanent: moved.permanent });

  /** Compares conditions with the relocation. */
  const sameRelocation = (context: RequestContext, found: Head): ((current: Head) => void) =>
    context.preconditions(found, ({ moved }) => moved && stateOf(digest(relocationBody(moved))));

  async function readRelocation(context: RequestContext): Promise<HandlerResult> {
    const { object, moved } = await relocated(context);
    if (moved === undefined) throw notRelocated(object);
    requireAcceptable(context.header('accept'), 'application/json');
    const body = relocationBody(moved);
    return { kind: 'content', body, contentType: 'application/json', etag: digest(body) };
  }

  async function relocate(context: RequestContext): Promise<HandlerResult> {
    const head = await relocated(context);
    const allow = sameRelocation(context, head);
    const body = relocation.safeParse(await context.json());
    if (!body.success)
      throw new ServiceError(
        'invalid-body',
        'the body must be {"location": "<http(s) URL>", "permanent": true or false}',
      );
    await objects.relocate(head.object, { moved: body.data, agent: context.caller.agent }, allow);
    return { kind: 'no-content' };
  }

  async function undoRelocation(context: RequestContext): Promise<HandlerResult> {
    const head = await relocated(context);
    const allow = sameRelocation(context, head);
    await objects.relocate(head.object, { moved: undefined, agent: context.caller.agent }, allow);
    return { kind: 'no-content' };
  }

  return [
    { path: '/logistics-objects', methods: { GET: list }, query: ['type', ...PAGE_PARAMETERS] },
    { path: '/logistics-objects', methods: { POST: create } },
    { path: '/logistics-objects/:id', methods: { GET: read }, standardQuery: ['at', 'embedded'] },
    {
      path: '/internal/relocations/:id',
      methods: { GET: readRelocation, PUT: relocate, DELETE: undoRelocation },
      negotiatesItself: true,
    },
  ];
}
