/** Received notifications over HTTP (specification, POST /notifications; D32). */
import { collection } from '../http/collection.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import type { StreamEvent } from '../http/request-context.js';
import { collectionResponse } from '../openapi/collection.js';
import { schemaRef, string } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { content, jsonLdBody } from '../openapi/responses.js';
import { namedNode, node, triple } from '../rdf/terms.js';
import { rdfs } from '../rdf/vocabulary.js';
import { listPage, partitionsOf } from '../store/lookup-page.js';
import type { Inbox } from './inbox.js';
import { ALL_NOTIFICATIONS, type NotificationServices } from './lookups.js';
import { storedContext, storedNotification, sentNotification } from './schemas.js';

export function receiveNotification({ vocabulary: { api } }: NotificationServices, inbox: Inbox): DeclaredOperation {
  return operation({
    method: 'POST',
    path: '/notifications',
    id: 'receiveNotification',
    summary: 'Send a notification to this node',
    description: 'A repeated notification, with the same `@id` and from the same sender, is stored once.',
    accessLevel: 'authenticated',
    body: (described) => jsonLdBody(schemaRef('Notification'), described.document(sentNotification(described))),
    errors: [403, 404, 405],
    responses: () => ({ 204: { description: 'The notification is stored.' } }),
    handle: async (context) => {
      const document = await context.document({ isRootType: (types) => types.includes(api.Notification.value) });
      await inbox.receive(document, context.caller);
      return { kind: 'no-content' };
    },
  });
}

export function listReceivedNotifications(services: NotificationServices, inbox: Inbox): DeclaredOperation {
  const {
    store,
    lookups: { notifications: lookups },
    uris,
    vocabulary,
    representations,
  } = services;
  return operation({
    method: 'GET',
    path: '/internal/notifications',
    id: 'listReceivedNotifications',
    summary: 'List received notifications, newest first',
    accessLevel: 'internal',
    query: { page: query.page({ fallback: PAGE_LIMIT }) },
    responses: (described) => ({
      200: collectionResponse(
        described,
        'The notifications.',
        '/internal/notifications',
        {
          ...storedNotification(described),
          'rdfs:seeAlso': described.link('/inbox/33121ab9-2743-464b-96b5-fcaf3fec1eee'),
        },
        storedContext(described),
      ),
    }),
    handle: async (context, asks) => {
      const { page } = asks();
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
        type: vocabulary.api.Collection.value,
        headers: pageLinks(address, context.query, page, listed),
      });
    },
  });
}

/** All notifications from now on, as Server-Sent Events. */
export function streamReceivedNotifications(
  { store, uris, representations }: NotificationServices,
  inbox: Inbox,
): DeclaredOperation {
  return operation({
    method: 'GET',
    path: '/internal/notifications/stream',
    negotiatesItself: true,
    id: 'streamReceivedNotifications',
    summary: 'Stream notifications as they are received',
    description: 'Server-Sent Events named `notification`, each with the notification as JSON-LD.',
    accessLevel: 'internal',
    responses: (described) => {
      const data = JSON.stringify({ '@context': storedContext(described), ...storedNotification(described) });
      return {
        200: content(
          'The stream, until the caller closes the connection.',
          'text/event-stream',
          { schema: string, example: `id: 14\nevent: notification\ndata: ${data}\n\n` },
          ['Cache-Control'],
        ),
      };
    },
    handle: (context) => {
      const { form } = context;
      const follow = async (emit: (event: StreamEvent) => void, stopped: AbortSignal): Promise<void> => {
        for (let cursor = store.follow(); await cursor.wait(stopped);) {
          const changed = await cursor.changes();
          cursor = changed.next;
          // A reset is not reported: the stream contains only notifications from now on.
          for (const graph of changed.kind === 'gap' ? [] : changed.graphs) {
            const notification = uris.isOfKind(graph, 'inbox-entry')
              ? inbox.read(await store.read(graph), graph)
              : undefined;
            if (notification === undefined) continue;
            const data = representations
              .writeAtOnce(notification, { ...form, syntax: 'jsonld' })
              .toString()
              .trimEnd();
            emit({ id: String(cursor.sequence), event: 'notification', data });
          }
        }
      };
      return Promise.resolve({
        kind: 'event-stream',
        subscribe: (emit, fail) => {
          const stopping = new AbortController();
          follow(emit, stopping.signal).catch(fail);
          return () => {
            stopping.abort();
          };
        },
      });
    },
  });
}
