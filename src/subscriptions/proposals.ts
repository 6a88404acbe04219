/**
 * Asks a partner, in the role of a publisher, for the subscriptions that it wants (specification, GET /subscriptions,
 * second scenario).
 */
import type { Identity } from '../identity/module.js';
import type { ApiVersion } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { traceHeaders } from '../tracing/request-trace.js';
import { bodyVersion } from '../http/representation/negotiation.js';
import { TokenRequestError } from '../identity/access-token-provider.js';
import type { OutboundResponse } from '../outbound/response-collector.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { InputError } from '../rdf/input-error.js';
import { parseJson } from '../rdf/jsonld/json.js';
import { readJsonLdDataset } from '../rdf/jsonld/reader.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';
import { readSubscription, serverBaseOf, type Subscription, type TopicType } from './subscription.js';

interface Topic {
  readonly topicType: TopicType;
  readonly topic: Iri;
}

/** A subscription that a partner wants, and the API version of its answer (L8). */
export interface Offer {
  readonly subscription: Subscription;
  readonly apiVersion: ApiVersion | undefined;
}

export class Proposals {
  constructor(
    private readonly identity: Pick<Identity, 'client' | 'ownToken'>,
    private readonly services: Pick<Services, 'vocabulary' | 'formDefaults' | 'ids'>,
  ) {}

  /**
   * Asks a partner for its subscription information on a topic.
   *
   * @returns the subscription that the partner offers for that topic; the specification requires the comparison.
   * @throws ServiceError `unprocessable` if the partner declines: it offers none, or answers 422 (V73); `bad-gateway`
   * if the partner is unreachable or gives another answer.
   */
  async request(subscriber: Iri, topic: Topic, caller: Pick<Caller, 'trace'>): Promise<Offer> {
    const answer = await this.#get(subscriber, topic, caller);
    if (answer.status === 422) throw declined(subscriber, topic);
    if (answer.status !== 200) throw unreachable(subscriber, `it answered with status ${answer.status}`);
    const offered = this.#offers(await this.#statements(subscriber, answer)).find(
      (offer) => offer.topicType === topic.topicType && offer.topic === topic.topic && offer.subscriber === subscriber,
    );
    const contentType = answer.headers['content-type'];
    const named = Array.isArray(contentType) ? contentType[0] : contentType;
    const apiVersion = bodyVersion(named, this.services.formDefaults);
    if (offered !== undefined) return { subscription: offered, apiVersion };
    throw declined(subscriber, topic);
  }

  async #get(
    subscriber: Iri,
    { topicType, topic }: Topic,
    { trace }: Pick<Caller, 'trace'>,
  ): Promise<OutboundResponse> {
    const { client, ownToken } = this.identity;
    if (ownToken === undefined)
      throw unreachable(subscriber, 'this node has no credentials for calls to partners (IDP_TOKEN_URL)');
    const query = new URLSearchParams({ topicType: this.services.vocabulary.api[topicType].value, topic });
    try {
      const token = await ownToken.get();
      const answer = await client.request({
        method: 'GET',
        url: `${serverBaseOf(subscriber) ?? ''}/subscriptions?${query.toString()}`,
        headers: {
          Accept: 'application/ld+json',
          Authorization: `Bearer ${token}`,
          ...(trace && traceHeaders(trace, this.services.ids)),
        },
      });
      if (answer.status === 401) ownToken.invalidate(token);
      return answer;
    } catch (cause) {
      if (cause instanceof OutboundError || cause instanceof TokenRequestError)
        throw unreachable(subscriber, cause.message, cause);
      throw cause;
    }
  }

  async #statements(subscriber: Iri, { body }: OutboundResponse): Promise<Graph> {
    try {
      return (await readJsonLdDataset(parseJson(body), { vocabulary: this.services.vocabulary, strict: false })).data;
    } catch (cause) {
      if (cause instanceof InputError) throw unreachable(subscriber, 'its answer is not readable JSON-LD', cause);
      throw cause;
    }
  }

  /** The subscriptions in a response; invalid ones are skipped. */
  #offers(data: Graph): Subscription[] {
    const offers: Subscription[] = [];
    for (const { subject } of data.match(null, rdfTerms.type, this.services.vocabulary.api.Subscription)) {
      try {
        offers.push(readSubscription(data, subject, this.services.vocabulary));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
    return offers;
  }
}

function declined(subscriber: Iri, { topic }: Topic): ServiceError {
  const message = `the partner offers no subscription of its own to ${topic}`;
  return new ServiceError('unprocessable', { message, resource: subscriber });
}

function unreachable(subscriber: Iri, why: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'bad-gateway',
    { message: `the partner could not be asked: ${why}`, resource: subscriber },
    { cause },
  );
}
