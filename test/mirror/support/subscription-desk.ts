/** The subscriptions that a partner of a test was asked for. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../src/clock.js';
import type { Graph } from '../../../src/rdf/graph.js';
import { readJsonLd } from '../../../src/rdf/jsonld/reader.js';
import { createVocabulary, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { api, type Json } from '../../support/node.js';
import type { Version } from '../../support/versions.js';
import { errorAnswer, type PartnerAnswer, subscriptionAnswer } from './partner-answers.js';
import type { PartnerSubscription } from './partner-object.js';

const vocabulary = createVocabulary(standardNamespaces);
const shortName = (name: string): string => name.replace(/^.*[#/]/, '');

/** The parts of a subscription that make it equal to another (V74). */
type Wanted = Pick<PartnerSubscription, 'subscriber' | 'topicType' | 'topic' | 'eventTypes' | 'sendsBody'>;
const wantedIn = ({ subscriber, topicType, topic, eventTypes, sendsBody }: PartnerSubscription): Wanted => ({
  ...{ subscriber, topicType, topic, sendsBody },
  eventTypes: eventTypes.toSorted(),
});

export class SubscriptionDesk {
  /** All requests, in the order of arrival. */
  readonly requests: PartnerSubscription[] = [];
  /** What becomes of a request as soon as it is made. */
  decision: 'REQUEST_PENDING' | 'REQUEST_ACCEPTED' | 'REQUEST_REJECTED' = 'REQUEST_ACCEPTED';
  /** Whether a request in 2.3.0 that equals a pending or accepted one is refused (V74). */
  refusesEqual = true;

  constructor(
    private readonly base: string,
    private readonly clock: Clock,
  ) {}

  /** The accepted ones that have not expired. */
  get active(): PartnerSubscription[] {
    const now = this.clock.now();
    return this.requests.filter(
      ({ status, expiresAt }) => status === 'REQUEST_ACCEPTED' && (expiresAt === undefined || expiresAt > now),
    );
  }

  /** @param address the URL that was called. */
  async answer(method: string, address: string, body: string, version: Version): Promise<PartnerAnswer> {
    if (method === 'POST') return this.#ask(body, version);
    const subscription = this.requests.find(({ uri }) => uri === address);
    if (subscription === undefined) return errorAnswer(404, 'Resource not found', 'there is no such request');
    if (method !== 'DELETE') return subscriptionAnswer(subscription, version);
    if (!['REQUEST_PENDING', 'REQUEST_ACCEPTED'].includes(subscription.status))
      return errorAnswer(422, 'Unprocessable content', 'it has ended already', subscription.uri);
    subscription.status = 'REQUEST_REVOKED';
    return { status: 204, headers: {}, body: '' };
  }

  async #ask(body: string, version: Version): Promise<PartnerAnswer> {
    const { root, data } = await readJsonLd(JSON.parse(body) as Json, { vocabulary, strict: false });
    const subscription = this.#subscriptionIn(data, root, version);
    const equal = this.requests.find(
      (one) =>
        ['REQUEST_PENDING', 'REQUEST_ACCEPTED'].includes(one.status) &&
        isDeepStrictEqual(wantedIn(one), wantedIn(subscription)),
    );
    if (equal !== undefined && this.refusesEqual && version === '2.3.0')
      return errorAnswer(422, 'Unprocessable content', 'an equal subscription is there already', equal.uri);
    this.requests.push(subscription);
    const headers = { Location: subscription.uri, Type: `${api}SubscriptionRequest` };
    return { status: 201, headers, body: '' };
  }

  #subscriptionIn(data: Graph, root: Parameters<Graph['object']>[0], version: Version): PartnerSubscription {
    const terms = vocabulary.api;
    const valueOf = (property: Parameters<Graph['object']>[1]): string => data.object(root, property)?.value ?? '';
    return {
      uri: `${this.base}/action-requests/subscription-${this.requests.length + 1}`,
      subscriber: valueOf(terms.hasSubscriber),
      topicType: shortName(valueOf(terms.hasTopicType)),
      topic: valueOf(terms.hasTopic),
      eventTypes: data.objects(root, terms.includeSubscriptionEventType).map(({ value }) => shortName(value)),
      sendsBody: valueOf(terms.sendLogisticsObjectBody) === 'true',
      expiresAt: data.date(root, terms.expiresAt),
      version,
      requestedAt: this.clock.now(),
      status: this.decision,
    };
  }
}
