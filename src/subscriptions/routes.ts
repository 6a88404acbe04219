/** Subscriptions over HTTP: offered ones, requests, and proposals to partners (specification, /subscriptions; D31). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { z } from 'zod';
import { assertInternal } from '../http/caller.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { UriScheme } from '../uris.js';
import { hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { contentType } from '../http/representation/negotiation.js';
import { invalidQuery } from '../http/query-parameters.js';
import { digest, entityTag, type RdfResource } from '../http/representation/representation.js';
import { graphOf } from '../rdf/graph.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Proposals } from './proposals.js';
import {
  describeSubscription,
  offeredContentTypes,
  parseTopicType,
  serverBaseOf,
  type Subscription,
  topicTypes,
} from './subscription.js';
import type { SubscriptionRequests } from './subscription-requests.js';

const proposalBody = z.strictObject({ subscriber: z.string(), topicType: z.string(), topic: z.string() });

/** The subscriptions of `SUBSCRIPTION_TOPICS`, with the data holder as the subscriber. */
function offeredSubscriptions(
  topics: readonly (Pick<Subscription, 'topicType' | 'topic' | 'events'> & { readonly sendBody: boolean })[],
  dataHolder: Iri,
  uris: UriScheme,
): Subscription[] {
  return topics.map(({ topicType, topic, events, sendBody }) => ({
    id: iri(`${uris.subscriptions}/${digest(Buffer.from(JSON.stringify([topicType, topic, events, sendBody])))}`),
    subscriber: dataHolder,
    topicType,
    topic,
    events,
    description: undefined,
    expiresAt: undefined,
    notifyRequestStatusChange: false,
    sendLogisticsObjectBody: sendBody,
    contentTypes: offeredContentTypes,
  }));
}

/** A `#` in a URL begins its fragment: in a query, `/` is read in its place. */
function withFragment(type: string, { namespaces: { cargo } }: Vocabulary): string {
  const path = cargo.replace(/#$/, '/');
  return type.startsWith(path) ? cargo + type.slice(path.length) : type;
}

export function subscriptionRoutes(
  { settings, dataHolder, uris, model, vocabulary, representations, ids }: ExchangeServices,
  subscriptions: SubscriptionRequests,
  proposals: Proposals,
  decisions: Decisions,
): Resource[] {
  const offers = offeredSubscriptions(settings.subscriptionTopics, dataHolder, uris);
  const { api } = vocabulary;

  function describe(subscription: Subscription): RdfResource {
    const { root, statements } = describeSubscription(subscription, vocabulary, ids);
    return { root, data: graphOf(statements) };
  }

  async function offered(context: RequestContext): Promise<HandlerResult> {
    const typeText = context.query.text('topicType');
    if (typeText === undefined) throw invalidQuery('topicType', 'is missing');
    const topicText = context.query.text('topic');
    if (topicText === undefined) throw invalidQuery('topic', 'is missing');
    const topicType = parseTopicType(typeText, vocabulary);
    if (topicType === undefined) throw invalidQuery('topicType', `must be the IRI of ${topicTypes.join(' or ')}`);
    const topic = topicType === 'LOGISTICS_OBJECT_TYPE' ? withFragment(topicText, vocabulary) : topicText;
    if (!isIri(topic)) throw invalidQuery('topic', 'must be a URI');
    if (topicType === 'LOGISTICS_OBJECT_TYPE' && !model.isLogisticsObject([topic])) {
      throw invalidQuery('topic', `is an unsupported Logistics Object type: ${topic}`);
    }
    const matching = offers.filter((offer) => offer.topicType === topicType && offer.topic === topic).map(describe);
    const version = context.namedVersion;
    if (matching.length === 0 && version !== undefined && hasFeature(version, 'declinedProposals')) {
      const message = `this node has no subscription of its own to ${topic}`;
      throw new ServiceError('unprocessable', { message, property: api.hasTopic.value, resource: topic });
    }
    const body = await representations.writeList(matching, context.form);
    return {
      kind: 'content',
      body,
      contentType: contentType(context.form),
      etag: entityTag(body, context.form),
      type: api.Subscription.value,
    };
  }

  async function submit(context: RequestContext): Promise<HandlerResult> {
    const document = await context.document({ isRootType: (types) => types.includes(api.Subscription.value) });
    const request = await subscriptions.submit(document, context.requestor);
    await decisions.autoAccept(request, context.caller);
    return { kind: 'created', location: request.uri, type: api.SubscriptionRequest.value };
  }

  async function propose(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const body = proposalBody.safeParse(await context.json());
    if (!body.success) {
      throw new ServiceError(
        'invalid-body',
        'the body must be {"subscriber": "<organization URI>", "topicType": "…", "topic": "…"}',
      );
    }
    const { subscriber, topic } = body.data;
    const topicType = parseTopicType(body.data.topicType, vocabulary);
    if (!isIri(subscriber) || serverBaseOf(subscriber) === undefined) {
      throw new ServiceError(
        'invalid-body',
        'subscriber must be the URI of an organization, with /logistics-objects/ in it',
      );
    }
    if (topicType === undefined)
      throw new ServiceError('invalid-body', `topicType must be one of ${topicTypes.join(', ')}`);
    if (!isIri(topic)) throw new ServiceError('invalid-body', 'topic must be a URI');
    await subscriptions.assertTopic(topicType, topic);
    const offer = await proposals.request(subscriber, { topicType, topic }, context.caller);
    const request = await subscriptions.createAccepted(offer, context.caller);
    return { kind: 'created', location: request.uri, type: api.SubscriptionRequest.value };
  }

  return [
    { path: '/subscriptions', methods: { GET: offered, POST: submit }, standardQuery: ['topicType', 'topic'] },
    { path: '/internal/subscription-proposals', methods: { POST: propose } },
  ];
}
