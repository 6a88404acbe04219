/** One entry of the outbox or the inbox over HTTP, for internal agents. */
import { assertInternal } from '../../http/caller.js';
import { ServiceError } from '../../errors.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import { digest } from '../../http/representation/representation.js';
import type { Content, RequestContext, Resource } from '../../http/request-context.js';
import type { NotificationServices } from '../lookups.js';
import type { Inbox } from '../inbox.js';
import { inboxEntryView } from './inbox-view.js';
import { type EntryParts, outboxEntryView } from './outbox-view.js';

function answer(context: RequestContext, found: object | undefined, message: string): Content {
  requireAcceptable(context.header('accept'), 'application/json');
  if (found === undefined) throw new ServiceError('not-found', message);
  const body = jsonBody(found);
  return { kind: 'content', body, contentType: 'application/json', etag: digest(body) };
}

export function entryRoutes(services: NotificationServices, parts: EntryParts & { readonly inbox: Inbox }): Resource[] {
  const { uris } = services;

  async function outgoing(context: RequestContext): Promise<Content> {
    assertInternal(context.caller);
    const uri = uris.findOutboxEntry(`${uris.base}/outbox/${context.param('id')}`);
    const found = uri && (await outboxEntryView(uri, services, parts));
    return answer(context, found, 'no such notification waits for delivery, and there is no receipt of it');
  }

  async function received(context: RequestContext): Promise<Content> {
    assertInternal(context.caller);
    const uri = uris.findInboxEntry(`${uris.base}/inbox/${context.param('id')}`);
    const found = uri && (await inboxEntryView(uri, services, parts));
    return answer(context, found, 'this node has received no such notification');
  }

  return [
    { path: '/internal/outbox/:id', methods: { GET: outgoing }, negotiatesItself: true },
    { path: '/internal/inbox/:id', methods: { GET: received }, negotiatesItself: true },
  ];
}
