/** The notifications of a partner of a test: in order, or lost, doubled, late and out of order, as a test says. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { anyUri, partyFor } from '../../support/exchange.js';
import { context, type Party } from '../../support/node.js';
import type { JsonObject } from '../../support/world.js';
import type { PartnerObject, PartnerSubscription } from './partner-object.js';
import type { TestPartner } from './test-partner.js';

export type NotifiedEvent =
  | 'LOGISTICS_OBJECT_CREATED'
  | 'LOGISTICS_OBJECT_UPDATED'
  | 'LOGISTICS_EVENT_RECEIVED'
  | 'LOGISTICS_OBJECT_AVAILABLE'
  | 'LOGISTICS_OBJECT_ACCESS_GRANTED';

/** What a notification says, beyond its event and object. */
export interface NotificationOptions {
  readonly id?: string;
  /** The SubscriptionRequest. */
  readonly triggeredBy?: string;
  readonly more?: JsonObject;
}

export function notificationOf(
  object: string,
  event: NotifiedEvent,
  { id = `urn:uuid:${randomUUID()}`, triggeredBy, more = {} }: NotificationOptions = {},
): JsonObject {
  return {
    '@context': context,
    '@id': id,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': `api:${event}` },
    'api:hasLogisticsObject': { '@id': object },
    'api:hasLogisticsObjectType': anyUri('https://onerecord.iata.org/ns/cargo#Piece'),
    ...(triggeredBy !== undefined && { 'api:isTriggeredBy': { '@id': triggeredBy } }),
    ...more,
  };
}

/** Sends the notifications of a partner to one node, with tokens of that node's development identity provider. */
export class Notifier {
  private constructor(
    private readonly partner: TestPartner,
    private readonly node: string,
    private readonly sender: Party,
  ) {}

  static async of(partner: TestPartner, node: string): Promise<Notifier> {
    return new Notifier(partner, node, await partyFor(node, partner.holder));
  }

  /** The data holder of a partner as a caller of a node. */
  static partyOf(partner: TestPartner, node: string): Promise<Party> {
    return partyFor(node, partner.holder);
  }

  /** Another agent than the data holder, which any caller may be. */
  static async as(partner: TestPartner, node: string, agent: string): Promise<Notifier> {
    return new Notifier(partner, node, await partyFor(node, agent));
  }

  /** What the active subscriptions of the node are owed for an event. */
  owed({ uri }: PartnerObject, event: NotifiedEvent): JsonObject[] {
    const isFor = ({ topic, subscriber, eventTypes }: PartnerSubscription): boolean =>
      topic === uri && subscriber.startsWith(`${this.node}/`) && eventTypes.includes(event);
    return this.partner.subscriptions.active
      .filter(isFor)
      .map((subscription) => notificationOf(uri, event, { triggeredBy: subscription.uri }));
  }

  /** Sends notifications in this order. @throws AssertionError unless each is answered 204. */
  async send(...notifications: readonly JsonObject[]): Promise<void> {
    for (const notification of notifications) {
      const reply = await this.sender.post('/notifications', notification);
      expect(reply.status, reply.text).to.equal(204);
    }
  }

  /** Tells of an event as the subscriptions ask. */
  async tell(object: PartnerObject, event: NotifiedEvent = 'LOGISTICS_OBJECT_UPDATED'): Promise<void> {
    await this.send(...this.owed(object, event));
  }
}
