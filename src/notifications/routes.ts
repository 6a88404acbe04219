/** Received notifications over HTTP (specification, POST /notifications; D32). */
import { assertInternal } from '../http/caller.js';
import { collection } from '../http/collection.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { PAGE_PARAMETERS } from '../http/query-parameters.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { type Iri, namedNode, node, triple } from '../rdf/terms.js';
import { rdfs } from '../rdf/vocabulary.js';
import type { Inbox } from './inbox.js';
import { listPage, partitionsOf } from '../store/lookup-page.js';
import { ALL_NOTIFICATIONS, type NotificationServices } from './lookups.js';

export function notificationRoutes(services: NotificationServices, inbox: Inbox): Resource[] {
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
    const sources = partitionsOf(lookups.inbox, [ALL_NOTIFICATIONS]);
    const listed = await listPage(store, sources, { ...page, reverse: true });
    const notifications = await Promise.all(
      listed.entries.map(async ({ value }) => ({ entry: value, read: inbox.read(await store.read(value), value) })),
    );
    const items = notifications.flatMap(({ entry, read }) =>
      read === undefined
        ? []
        : // Two senders may give their notifications the same `@id`; the entry tells them apart.
          [{ item: read.root, statements: [...read.data, triple(read.root, rdfs.seeAlso, node(entry))] }],
    );
    const address = `${uris.base}/internal/notifications`;
    const description = await collection(namedNode(address), items, listed.total, vocabulary);
    return representations.answer(description, context.form, {
      type: api.Collection.value,
      headers: pageLinks(address, context.query, page, listed),
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
              .writeAtOnce(notification, { ...form, syntax: 'jsonld' })
              .toString()
              .trimEnd();
            emit({ id: String(sequence), event: 'notification', data });
          };
          for (const graph of written.filter((name) => uris.isInboxEntry(name))) emitEach(graph).catch(fail);
        }),
    });
  }

  return [
    { path: '/notifications', methods: { POST: receive } },
    { path: '/internal/notifications', methods: { GET: received }, query: PAGE_PARAMETERS },
    { path: '/internal/notifications/stream', methods: { GET: stream }, negotiatesItself: true },
  ];
}
