/**
 * The outbox over HTTP, for internal agents: what waits, in which queues, and what an operator does about it. A partner may
 * have what waits for itself attempted.
 */
import { z } from 'zod';
import { assertInternal, type Caller } from '../../http/caller.js';
import type { DeliveryQueue, DeliveryQueuesAnswer, RetryAnswer } from '../../console/responses.js';
import { ServiceError } from '../../errors.js';
import { PAGE_LIMIT, pageLinks } from '../../http/page-links.js';
import { invalidQuery, MAX_LIMIT, PAGE_PARAMETERS } from '../../http/query-parameters.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import type { AccessTokenProvider } from '../../identity/access-token-provider.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { listPage, partitionsOf } from '../../store/lookup-page.js';
import { ALL_NOTIFICATIONS, type NotificationServices, queuePartition } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import type { Receipts } from '../receipts/receipts.js';
import type { DeliveryItems } from './delivery-items.js';
import type { QueuePauses, QueueSelection } from './pauses.js';
import type { QueueFilter, QueueList, StoredQueue } from './queue-list.js';
import { retryNow } from './retry.js';
import { RetryLimit } from './retry-limit.js';
import { skipDelivery } from './skip.js';

const MAX_REASON = 1000;

const resource = z
  .string()
  .max(2000)
  .refine((text): text is Iri => isIri(text));
const selection = z.strictObject({ subscriber: resource, topic: resource.optional() });
const skipping = z.strictObject({ notification: resource, reason: z.string().trim().min(1).max(MAX_REASON) });
const pausing = selection.extend({ paused: z.boolean(), reason: z.string().max(MAX_REASON).nullish() });

/** What an agent is called, as a caller may see it; null where that is not known. */
export type LabelOf = (agent: Iri, caller: Caller) => Promise<string | null>;

/** What the routes of queues are made of. */
export interface QueueParts {
  readonly outbox: Outbox;
  readonly items: DeliveryItems;
  readonly pauses: QueuePauses;
  readonly queues: QueueList;
  readonly receipts: Receipts;
  readonly ownToken: AccessTokenProvider | undefined;
  readonly labelOf: LabelOf;
}

/** @throws ServiceError `invalid-query` for a filter that is no IRI. */
function filterOf({ query }: RequestContext): QueueFilter {
  const read = (name: string): Iri | undefined => {
    const value = query.text(name);
    if (value === undefined || isIri(value)) return value;
    throw invalidQuery(name, 'must be an IRI');
  };
  return { receiver: read('subscriber'), topic: read('topic') };
}

async function bodyOf<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
  form: string,
): Promise<z.output<Schema>> {
  const { success, data } = schema.safeParse(await context.json());
  if (!success) throw new ServiceError('invalid-body', `the body must be ${form}`);
  return data;
}

const json = (value: unknown, more: { readonly headers?: Readonly<Record<string, string>> } = {}): HandlerResult => ({
  kind: 'content',
  body: jsonBody(value),
  contentType: 'application/json',
  ...more,
});

export function queueRoutes(services: NotificationServices, parts: QueueParts): Resource[] {
  const { store, uris, clock } = services;
  const { items: described, pauses, queues, receipts, ownToken, labelOf } = parts;
  const lookups = services.lookups.notifications;
  const retryLimit = new RetryLimit();

  /** The notifications that are not confirmed yet, and why. */
  async function deliveries(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const page = context.query.page(PAGE_LIMIT, MAX_LIMIT);
    const filter = filterOf(context);
    const { receiver, topic } = filter;
    const isAll = receiver === undefined && topic === undefined;
    const partitions = isAll
      ? [ALL_NOTIFICATIONS]
      : (await queues.find(filter)).queues.map((queue) => queuePartition(queue.receiver, queue.topic));
    const listed = await listPage(store, partitionsOf(lookups.outbox, partitions), page);
    const items = await Promise.all(listed.entries.map(async ({ value }) => (await described.describe(value))?.item));
    return json(
      { total: listed.total, items: items.filter((item) => item !== undefined) },
      { headers: pageLinks(`${uris.base}/internal/deliveries`, context.query, page, listed) },
    );
  }

  function stateOf({ waiting, first, failure }: StoredQueue): DeliveryQueue['state'] {
    const now = clock.now();
    if (waiting === 0) return 'idle';
    if (failure !== undefined && failure.nextAttempt > now) return 'backing-off';
    return first?.notBefore !== undefined && first.notBefore > now ? 'waiting' : 'sending';
  }

  async function row(queue: StoredQueue, caller: Caller): Promise<DeliveryQueue> {
    const { receiver, topic, subscription, waiting, first, failure } = queue;
    const pause = pauses.of(queue);
    const { lastConfirmed, latencyMs } = await receipts.historyOf(queue);
    return {
      subscriber: receiver,
      label: await labelOf(receiver, caller),
      callback: described.callbackOf(receiver),
      topic,
      subscription: subscription ?? null,
      waiting,
      oldest: first?.createdAt.toISOString() ?? null,
      state: pause === undefined ? stateOf(queue) : 'paused',
      attempts: failure?.attempts ?? 0,
      failingSince: failure?.since.toISOString() ?? null,
      nextAttempt: failure?.nextAttempt.toISOString() ?? null,
      lastError: failure?.lastError ?? null,
      lastConfirmed: lastConfirmed?.toISOString() ?? null,
      paused: pause === undefined ? null : { by: pause.by, at: pause.at.toISOString(), reason: pause.reason ?? null },
      latencyMs: latencyMs ?? null,
    };
  }

  /** The queues of deliveries: those that wait for something first. */
  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const { queues: found, truncated } = await queues.find(filterOf(context));
    const noToken =
      ownToken === undefined ? 'this node has no credentials for calls to partners (IDP_TOKEN_URL)' : null;
    const lastError = noToken ?? ownToken?.lastError ?? null;
    const answer: DeliveryQueuesAnswer = {
      token: { ok: lastError === null, lastError },
      items: await Promise.all(found.map((queue) => row(queue, context.caller))),
      truncated,
    };
    return json(answer);
  }

  /** A partner that was away asks for what waits for it, and for nothing of others. */
  async function retry(context: RequestContext): Promise<HandlerResult> {
    const { caller } = context;
    requireAcceptable(context.header('accept'), 'application/json');
    const { subscriber, topic } = await bodyOf(
      context,
      selection,
      '{"subscriber": "<IRI>", "topic": "<IRI>" (optional)}',
    );
    if (!caller.internal) {
      if (subscriber !== caller.agent)
        throw new ServiceError('forbidden', 'other agents than internal ones may ask for their own deliveries only');
      await retryLimit.charge(caller.agent);
    }
    const answer: RetryAnswer = { queues: await retryNow(services, { receiver: subscriber, topic }) };
    return { kind: 'content', status: 202, body: jsonBody(answer), contentType: 'application/json' };
  }

  async function pause(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const form = `{"subscriber": "<IRI>", "topic": "<IRI>" (optional), "paused": true or false, "reason": "<at most ${MAX_REASON} characters>"}`;
    const { subscriber, topic, paused, reason } = await bodyOf(context, pausing, form);
    const queue: QueueSelection = { receiver: subscriber, topic };
    if (paused) await pauses.pause(queue, context.caller.agent, reason ?? undefined);
    else await pauses.resume(queue, context.caller.agent);
    return { kind: 'no-content' };
  }

  async function skip(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const form = `{"notification": "<its id>", "reason": "<1 to ${MAX_REASON} characters>"}`;
    const { notification, reason } = await bodyOf(context, skipping, form);
    await skipDelivery(services, parts, { notification, by: context.caller.agent, reason });
    return { kind: 'no-content' };
  }

  const filtered = ['subscriber', 'topic'];
  return [
    {
      path: '/internal/deliveries',
      methods: { GET: deliveries },
      query: [...PAGE_PARAMETERS, ...filtered],
      negotiatesItself: true,
    },
    { path: '/internal/deliveries/skip', methods: { POST: skip } },
    { path: '/internal/delivery-queues', methods: { GET: list }, query: filtered, negotiatesItself: true },
    { path: '/internal/delivery-queues/retry', methods: { POST: retry }, negotiatesItself: true },
    { path: '/internal/delivery-queues/pause', methods: { PUT: pause } },
  ];
}
