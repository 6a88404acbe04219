/** Notifications over HTTP: received ones, and the outbox (specification, POST /notifications; D32). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { assertInternal } from '../access/access.js';
import { collection, PAGE_LIMIT, pageLinks } from '../http/collection.js';
import { jsonBody } from '../http/representation/json-body.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { requireAcceptable } from '../http/representation/media-ranges.js';
import { type Iri, namedNode } from '../rdf/terms.js';
import { serverBaseOf } from '../subscriptions/subscription.js';
import type { Delivery } from './delivery/delivery.js';
import type { Inbox } from './inbox.js';
import type { Outbox } from './outbox.js';
import type { OutboxEntry } from './outbox-entry.js';
import { ALL_NOTIFICATIONS } from './lookups.js';

export function notificationRoutes(
  services: ExchangeServices,
  inbox: Inbox,
  outbox: Outbox,
  delivery: Delivery,
): Resource[] {
  const { store, uris, vocabulary, representations } = services;
  const lookups = services.lookups.notifications;
  const { api } = vocabulary;

  async function receive(context: RequestContext): Promise<HandlerResult> {
    const document = await context.document({ isRootType: (types) => types.includes(api.Notification.value) });
    await inbox.receive(document, context.caller);
    return { kind: 'no-content' };
  }

  async function received(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const page = context.query.page(PAGE_LIMIT);
    const total = await store.count(lookups.inbox, ALL_NOTIFICATIONS);
    const entries = await store.lookup(lookups.inbox, ALL_NOTIFICATIONS, { ...page, reverse: true });
    const notifications = await Promise.all(
      entries.map(async ({ value }) => inbox.read(await store.read(value), value)),
    );
    const items = notifications.flatMap((notification) =>
      notification === undefined ? [] : [{ item: notification.root, statements: notification.data }],
    );
    const address = `${uris.base}/internal/notifications`;
    return representations.answer(collection(namedNode(address), items, total, vocabulary), context.form, {
      type: api.Collection.value,
      headers: pageLinks(address, context.query, page, total),
    });
  }

  /** Every notification received from now on, as Server-Sent Events. */
  function stream(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const { form } = context;
    return Promise.resolve({
      kind: 'event-stream',
      subscribe: (emit, fail) =>
        store.onCommit(({ sequence, written }) => {
          const emitEach = async (graph: Iri): Promise<void> => {
            const notification = inbox.read(await store.read(graph), graph);
            if (notification === undefined) return;
            const data = representations
              .write(notification, { ...form, syntax: 'jsonld' })
              .toString()
              .trimEnd();
            emit({ id: String(sequence), event: 'notification', data });
          };
          for (const graph of written.filter((name) => uris.isInboxEntry(name))) emitEach(graph).catch(fail);
        }),
    });
  }

  /** The address that an entry is sent to; without the query of the back end's, which may be secret. */
  function callbackOf({ received, receiver }: OutboxEntry): string | null {
    if (received === undefined) return `${serverBaseOf(receiver) ?? ''}/notifications`;
    return services.settings.inboxWebhook?.url.replace(/\?.*$/, '') ?? null;
  }

  /** The notifications that are not confirmed yet, and why. */
  async function deliveries(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const page = context.query.page(PAGE_LIMIT);
    const total = await store.count(lookups.outbox, ALL_NOTIFICATIONS);
    const listed = await store.lookup(lookups.outbox, ALL_NOTIFICATIONS, page);
    const entries = listed.map(({ value }) => value);
    // Unreadable entries are listed, too, with their URI and state.
    const read = await Promise.allSettled(entries.map(async (uri) => outbox.read(await store.read(uri))));
    const items = entries.flatMap((uri, index) => {
      const result = read[index];
      const entry = result?.status === 'fulfilled' ? result.value : undefined;
      if (result?.status === 'fulfilled' && entry === undefined) return [];
      const { attempts, nextAttempt, lastError, version } = delivery.state(uri, entry);
      return [
        {
          id: entry?.id ?? uri,
          eventType: entry?.eventType ?? null,
          logisticsObject: entry?.object ?? null,
          subscriber: entry?.receiver ?? null,
          callback: entry === undefined ? null : callbackOf(entry),
          topic: entry?.topic ?? null,
          createdAt: entry?.createdAt.toISOString() ?? null,
          attempts,
          apiVersion: version ?? null,
          nextAttempt: nextAttempt?.toISOString() ?? null,
          lastError: lastError ?? (entry === undefined ? 'the entry cannot be read' : null),
        },
      ];
    });
    return {
      kind: 'content',
      body: jsonBody({ total, items }),
      contentType: 'application/json',
      headers: pageLinks(`${uris.base}/internal/deliveries`, context.query, page, total),
    };
  }

  return [
    { path: '/notifications', methods: { POST: receive } },
    { path: '/internal/notifications', methods: { GET: received }, query: ['limit', 'skip'] },
    { path: '/internal/notifications/stream', methods: { GET: stream }, negotiatesItself: true },
    { path: '/internal/deliveries', methods: { GET: deliveries }, query: ['limit', 'skip'], negotiatesItself: true },
  ];
}
