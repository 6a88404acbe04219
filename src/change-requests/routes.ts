/** Changes over HTTP: submitting one, and the audit trail (specification, PATCH and GET …/audit-trail; D12, D16, D49). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { parseFilterStatus, requestStatuses } from '../action-requests/action-request.js';
import type { Decisions } from '../action-requests/decisions.js';
import { stateOf } from '../http/conditions.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { invalidQuery, type TimeParameter } from '../http/query-parameters.js';
import { pathObject, redirect } from '../logistics-objects/routes.js';
import { graphOf } from '../rdf/graph.js';
import { factory, node, triple } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { LookupPage } from '../store/lookup.js';
import type { ChangeRequests } from './change-requests.js';

/** The requests whose last status change is between two times, both inclusive and in either order (D12). */
function window(from: TimeParameter | undefined, to: TimeParameter | undefined): Pick<LookupPage, 'from' | 'until'> {
  const [early, late] = from && to && from.instant > to.instant ? [to, from] : [from, to];
  return {
    ...(early !== undefined && { from: early.instant.getTime() }),
    ...(late !== undefined && { until: late.until.getTime() }),
  };
}

export function changeRoutes(services: ExchangeServices, changes: ChangeRequests, decisions: Decisions): Resource[] {
  const { objects, requests, store, lookups, access, uris, vocabulary, representations } = services;
  const { api } = vocabulary;

  async function submit(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    if (head.moved !== undefined) return { kind: 'redirect', ...head.moved };
    const allow = context.preconditions(head, ({ latestRevision, modified }) =>
      stateOf(String(latestRevision), modified),
    );
    const document = await context.document({
      isRootType: (types) => types.includes(api.Change.value),
      uncheckedUris: new Set([api.p.value]),
    });
    const request = await changes.submit(document, head, context.caller.agent, allow);
    await decisions.autoAccept(request);
    return { kind: 'created', location: request.uri, type: api.ChangeRequest.value };
  }

  async function auditTrail(context: RequestContext): Promise<HandlerResult> {
    const object = pathObject(context, uris);
    const head = await objects.getOrThrow(object);
    await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object);
    const elsewhere = redirect(head, '/audit-trail');
    if (elsewhere !== undefined) return elsewhere;
    context.requireReadableContentType();
    const from = context.query.time('updated-from', 'updatedFrom');
    const to = context.query.time('updated-to', 'updatedTo');
    const statuses = context.query.list('status').map((text) => {
      const status = parseFilterStatus(text, vocabulary);
      if (status !== undefined) return status;
      throw invalidQuery(
        'status',
        `must be one or several of ${requestStatuses.join(', ')}, PENDING, ACCEPTED, REJECTED, not ${JSON.stringify(text)}`,
      );
    });

    const entries = store.lookup(lookups.updatedChanges, object, window(from, to));
    const found = await requests.readable(entries.map(({ value }) => value));
    // The index has them in the order of their last status change, which one acceptance gives to several at once.
    const listed = found
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
      .sort((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime() || (a.uri < b.uri ? -1 : 1));
    const trail = node(uris.auditTrail(object));
    const latest = factory.literal(String(head.latestRevision), xsd.positiveInteger);
    const data = graphOf([
      triple(trail, rdfTerms.type, api.AuditTrail),
      triple(trail, api.hasLatestRevision, latest),
      ...listed.flatMap((request) => [triple(trail, api.hasChangeRequest, node(request.uri)), ...request.data]),
    ]);
    const [last] = store.lookup(lookups.updatedChanges, object, { limit: 1, reverse: true });
    return representations.answer({ root: trail, data }, context.form, {
      type: api.AuditTrail.value,
      lastModified: new Date(Math.max(head.modified.getTime(), last?.order ?? 0)),
    });
  }

  return [
    { path: '/logistics-objects/:id', methods: { PATCH: submit } },
    { path: '/logistics-objects/:id/audit-trail', methods: { GET: auditTrail } },
  ];
}
