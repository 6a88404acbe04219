/**
 * Forwards received notifications to the operator's back end (`INBOX_WEBHOOK_URL`) through the outbox, so that they are
 * durable, retried and ordered like notifications to partners (D65).
 */
import { createHmac } from 'node:crypto';
import { contentType, type RepresentationFormat } from '../../http/representation/negotiation.js';
import type { OutboundClient } from '../../outbound/http-client.js';
import { traceHeaders } from '../../tracing/request-trace.js';
import type { Services } from '../../services.js';
import type { Draft, Outcome } from './delivery-options.js';
import { outcomeOf, outcomeOfError } from './outcome.js';
import type { Inbox } from '../inbox.js';
import type { OutboxEntry } from '../outbox-entry.js';

/** The signature of a body: the back end calculates the same from the bytes that it receives. */
export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export class Webhook {
  constructor(
    private readonly services: Pick<Services, 'store' | 'settings' | 'representations' | 'formDefaults' | 'ids'>,
    private readonly client: Pick<OutboundClient, 'request'>,
    private readonly inbox: Pick<Inbox, 'read'>,
  ) {}

  /** The body for a received notification; undefined if the notification or the back end's address has been removed. */
  async draft({ received }: Pick<OutboxEntry, 'received'>): Promise<Draft | undefined> {
    const { store, settings, representations } = this.services;
    if (settings.inboxWebhook === undefined || received === undefined) return undefined;
    const notification = this.inbox.read(await store.read(received), received);
    const form = this.#form;
    return notification && { version: form.version, body: await representations.write(notification, form) };
  }

  get #form(): RepresentationFormat {
    const { versions, version, jsonLd } = this.services.formDefaults;
    // The newest version can express all notifications (L34).
    return { syntax: 'jsonld', version: versions.at(-1) ?? version, jsonLd };
  }

  /** Sends a received notification; obsolete if the setting or the notification has been removed. */
  readonly attempt = async ({ received, trace }: OutboxEntry, signal: AbortSignal): Promise<Outcome> => {
    const { settings, ids } = this.services;
    const { inboxWebhook: webhook } = settings;
    const draft = await this.draft({ received });
    if (webhook === undefined || draft === undefined) return { kind: 'obsolete' };
    const { version, body } = draft;
    try {
      const { status } = await this.client.request({
        method: 'POST',
        url: webhook.url,
        headers: {
          'Content-Type': contentType(this.#form),
          'X-Signature': signatureOf(body, webhook.secret),
          ...(trace && traceHeaders(trace, ids)),
        },
        body,
        signal,
        ignoreBody: true,
      });
      return outcomeOf(status, 'back end', version);
    } catch (error) {
      return outcomeOfError(error, signal, version);
    }
  };
}
