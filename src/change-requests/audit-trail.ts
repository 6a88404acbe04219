/** The audit trail of an object: its requests for changes and verifications (specification, GET …/audit-trail; D12, V17 to V19). */
import { turns } from '../async/turns.js';
import { type ApiVersion, hasFeature } from '../api-versions.js';
import {
  type ActionRequest,
  parseFilterStatus,
  type RequestStatus,
  requestStatuses,
} from '../action-requests/action-request.js';
import { updatedPartition } from '../action-requests/lookups.js';
import { visibleStatements } from '../action-requests/recorded-version.js';
import { pageLinks } from '../http/page-links.js';
import { MAX_LIMIT, type TimeParameter } from '../http/query-parameters.js';
import type { Head } from '../logistics-objects/revisions.js';
import { pathObject, redirect } from '../logistics-objects/path-object.js';
import { namesIn, schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { moved, rdfResponse } from '../openapi/responses.js';
import type { StoredTombstone } from '../access/tombstones.js';
import type { RepresentationFormat } from '../http/representation/negotiation.js';
import type { Content } from '../http/request-context.js';
import { activityStreams, erasureTerms } from '../rdf/erasure-terms.js';
import { graphOf, graphSteps } from '../rdf/graph.js';
import { compareTexts } from '../rdf/order.js';
import { factory, node, type Quad, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupPage } from '../store/lookup.js';
import { listPage, type LookupSource, partitionsOf } from '../store/lookup-page.js';
import type { VerificationLookups } from '../verification-requests/lookups.js';
import type { ChangeServices } from './lookups.js';
import { trailExample } from './schemas.js';

/** The trail lists verification requests and change requests. */
export type AuditTrailServices = ChangeServices & {
  readonly lookups: { readonly verifications: VerificationLookups };
};

/** The requests whose last status change is between two times, both inclusive and in either order (D12). */
function window(from: TimeParameter | undefined, to: TimeParameter | undefined): Pick<LookupPage, 'from' | 'until'> {
  const [early, late] = from && to && from.instant > to.instant ? [to, from] : [from, to];
  return {
    ...(early !== undefined && { from: early.instant.getTime() }),
    ...(late !== undefined && { until: late.until.getTime() }),
  };
}

/** In the order of creation, which also orders requests whose status changed with the same acceptance. */
function byCreation(a: ActionRequest, b: ActionRequest): number {
  return a.requestedAt.getTime() - b.requestedAt.getTime() || compareTexts(a.uri, b.uri);
}

/** In the order of their last status change (V17). */
function byStatusChange(a: ActionRequest, b: ActionRequest): number {
  return a.statusSince.getTime() - b.statusSince.getTime() || byCreation(a, b);
}

export function readAuditTrail(services: AuditTrailServices): DeclaredOperation {
  const { objects, tombstones, requests, store, lookups, access, uris, vocabulary, representations } = services;
  const { api } = vocabulary;

  /**
   * The indexes of the request kinds that a version lists, and its order within a page. Pages of all versions follow
   * the last change of status.
   */
  function listingOf(version: ApiVersion): {
    readonly indexes: readonly IndexedLookup[];
    readonly compare: (a: ActionRequest, b: ActionRequest) => number;
  } {
    return hasFeature(version, 'verificationRequests')
      ? { indexes: [lookups.changes.updated, lookups.verifications.updated], compare: byStatusChange }
      : { indexes: [lookups.changes.updated], compare: byCreation };
  }

  /** The trail of an erased object has no requests, and says when and why it was erased (P33). */
  function trailOfErased(
    { resource, erasure, deletedAt, reason, latestRevision }: StoredTombstone,
    form: RepresentationFormat,
  ): Promise<Content> {
    const ext = erasureTerms(uris.extensions);
    const trail = node(uris.auditTrail(resource));
    const revision = factory.literal(String(latestRevision ?? 1), xsd.positiveInteger);
    const data = graphOf([
      triple(trail, rdfTerms.type, api.AuditTrail),
      triple(trail, api.hasLatestRevision, revision),
      triple(trail, ext.hasErasure, node(erasure)),
      triple(node(erasure), ext.hasReason, node(reason)),
      triple(node(erasure), activityStreams.deleted, factory.literal(deletedAt.toISOString(), xsd.dateTime)),
    ]);
    const about = { type: api.AuditTrail.value, lastModified: deletedAt };
    return representations.answer({ root: trail, data }, form, about);
  }

  /** The erasures of properties stand beside the requests (P33). */
  async function erasuresOf({ erasures }: Head): Promise<Quad[]> {
    const ext = erasureTerms(uris.extensions);
    const found = await Promise.all(erasures.map(async (erasure) => ({ erasure, data: await store.read(erasure) })));
    return found.flatMap(({ erasure, data }) => {
      const root = node(erasure);
      return [
        ...data.match(root, ext.hasReason),
        ...data.objects(root, ext.hasProperty).map((property) => triple(root, api.hasChangedProperty, property)),
        ...data.objects(root, prov.generatedAtTime).map((at) => triple(root, activityStreams.deleted, at)),
      ];
    });
  }

  const skip = [...requestStatuses, 'PENDING', 'ACCEPTED', 'REJECTED'];
  return operation({
    method: 'GET',
    path: '/logistics-objects/:id/audit-trail',
    id: 'getAuditTrail',
    summary: 'Read the audit trail',
    description:
      'The ChangeRequests of a Logistics Object and, from API version 2.1.0 on, its VerificationRequests, newest last, in pages in the order of the last status change. The bounds are inclusive, in either order, and apply to the time of the last status change. Needs GET_LOGISTICS_OBJECT.',
    accessLevel: 'permitted',
    query: {
      from: query.time(['updated-from', 'updatedFrom'], {
        description: 'From this time; by default from the creation. `updatedFrom` is a synonym.',
      }),
      to: query.time(['updated-to', 'updatedTo'], {
        description: 'Until this time; by default until now. `updatedTo` is a synonym.',
      }),
      statuses: query.names('status', {
        description: 'Only requests in one of these states, as short name or IRI.',
        values: [...skip, ...namesIn('api', vocabulary.namespaces.api, requestStatuses)],
        known: skip,
        parse: (text) => parseFilterStatus(text, vocabulary),
      }),
      page: query.page({ fallback: MAX_LIMIT }),
    },
    errors: [415],
    responses: (described) => ({
      200: rdfResponse('The audit trail.', schemaRef('AuditTrail'), trailExample(described), ['Last-Modified', 'Link']),
      ...moved,
    }),
    handle: async (context, asks) => {
      const object = pathObject(context, uris);
      const tombstone = await tombstones.find(object);
      if (tombstone !== undefined && tombstones.wasReader(tombstone, object, context.caller))
        return trailOfErased(tombstone, context.form);
      const head = await objects.getOrThrow(object);
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object);
      const elsewhere = redirect(head, '/audit-trail');
      if (elsewhere !== undefined) return elsewhere;
      context.requireReadableContentType();
      const { from, to, statuses, page } = asks();
      const { form } = context;
      const { indexes, compare } = listingOf(form.version);
      const sourcesOf = (status?: RequestStatus): LookupSource[] =>
        indexes.flatMap((index) => partitionsOf(index, [updatedPartition(object, status)]));
      const sources = statuses.length === 0 ? sourcesOf() : [...new Set(statuses)].flatMap(sourcesOf);
      const listed = await listPage(store, sources, { ...page, ...window(from, to) });
      const { entries: last } = await listPage(store, sourcesOf(), { limit: 1, reverse: true });
      const visible = (await requests.readable(listed.entries.map(({ value }) => value))).sort(compare);
      const erased = await erasuresOf(head);
      const trail = node(uris.auditTrail(object));
      const latest = factory.literal(String(head.latestRevision), xsd.positiveInteger);
      function* described(): Generator<Quad> {
        yield triple(trail, rdfTerms.type, api.AuditTrail);
        yield triple(trail, api.hasLatestRevision, latest);
        for (const erasure of head.erasures)
          yield triple(trail, erasureTerms(uris.extensions).hasErasure, node(erasure));
        yield* erased;
        for (const request of visible) {
          yield triple(trail, api.hasActionRequest, node(request.uri));
          yield* visibleStatements(request);
        }
      }
      const data = await turns.run(graphSteps(described()));
      const answer = await representations.answer({ root: trail, data }, form, {
        type: api.AuditTrail.value,
        lastModified: new Date(Math.max(head.modified.getTime(), ...last.map(({ order }) => order))),
        headers: pageLinks(trail.value, context.query, page, listed),
      });
      return head.erasures.length === 0 ? answer : { ...answer, ignoresModifiedSince: true };
    },
  });
}
