/** Outgoing notifications for internal agents. */
import type { DeliveryItem } from './schemas.js';
import { ServiceError } from '../../errors.js';
import type { ExchangeServices } from '../../logistics-objects/exchange-services.js';
import type { Iri } from '../../rdf/terms.js';
import { serverBaseOf } from '../../subscriptions/subscription.js';
import type { Delivery } from '../delivery/delivery.js';
import type { Outbox } from '../outbox.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { QueueList } from './queue-list.js';

export interface DeliveryItemParts {
  readonly outbox: Pick<Outbox, 'read'>;
  readonly delivery: Delivery;
  readonly queues: QueueList;
}

/** The readable parts of an entry, with its progress. */
export interface DescribedEntry {
  /** Undefined for a damaged entry. */
  readonly entry: OutboxEntry | undefined;
  readonly item: DeliveryItem;
}

export class DeliveryItems {
  constructor(
    private readonly services: Pick<ExchangeServices, 'store' | 'uris' | 'settings'>,
    private readonly parts: DeliveryItemParts,
  ) {}

  /** The destination of an entry. The query of the back end's address is omitted, since it may be secret. */
  callbackOf(receiver: Iri): string | null {
    const { uris, settings } = this.services;
    if (receiver !== uris.receivedNotifications) return `${serverBaseOf(receiver) ?? ''}/notifications`;
    return settings.inboxWebhook?.url.replace(/\?.*$/, '') ?? null;
  }

  /** An entry of the outbox; undefined for a deleted one. */
  async describe(uri: Iri): Promise<DescribedEntry | undefined> {
    const { outbox, delivery, queues } = this.parts;
    let entry: OutboxEntry | undefined;
    let isDamaged = false;
    try {
      entry = outbox.read(await this.services.store.read(uri));
      if (entry === undefined) return undefined;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // A damaged entry is listed with its URI and state.
      isDamaged = true;
    }
    const stored = entry && (await queues.failureOf(entry));
    // Another process may deliver: its state of the queue is in the store.
    const state = delivery.state(uri, entry);
    const progress = state ?? (stored?.entry === uri ? stored : undefined);
    const item: DeliveryItem = {
      id: entry?.id ?? uri,
      entry: uri,
      eventType: entry?.eventType ?? null,
      logisticsObject: entry?.object ?? null,
      subscriber: entry?.receiver ?? null,
      callback: entry === undefined ? null : this.callbackOf(entry.receiver),
      topic: entry?.topic ?? null,
      createdAt: entry?.createdAt.toISOString() ?? null,
      attempts: progress?.attempts ?? 0,
      apiVersion: progress?.version ?? null,
      nextAttempt: progress?.nextAttempt?.toISOString() ?? null,
      confirmedAt: state?.confirmedAt?.toISOString() ?? null,
      lastError: progress?.lastError ?? (isDamaged ? 'the entry cannot be read' : null),
    };
    return { entry, item };
  }
}
