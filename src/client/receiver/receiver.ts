/** Takes notifications and answers publishers that ask what to send (T48, T49). */
import { api, localName } from '../vocabulary.js';
import { readNotification } from './notification.js';
import type { Claims, Offer, ReceiverOptions } from './options.js';
import { context, jsonLd, noContent, Refusal, type Reply } from './refusal.js';
import { Once, seenHere } from './seen.js';
import { TokenVerifier } from './token.js';

/** A request, whatever program it comes through. */
export interface Incoming {
  readonly method: string;
  readonly url: URL;
  header(name: string): string | undefined;
  /** The body, read as JSON. @throws Refusal 400 or 413 */
  document(limit: number): Promise<unknown>;
}

const LIMIT = 1_000_000;

export class ReceiverCore {
  readonly #tokens: TokenVerifier;
  readonly #once: Once;

  constructor(private readonly options: ReceiverOptions) {
    this.#tokens = new TokenVerifier(options);
    this.#once = new Once(options.seen ?? seenHere());
  }

  /** Whether an address is the receiver's. */
  static isAt({ pathname }: URL): boolean {
    return /\/(notifications|subscriptions)\/?$/.test(pathname);
  }

  /** Never rejects. */
  async answer(incoming: Incoming): Promise<Reply> {
    try {
      return await this.#answer(incoming);
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      this.options.onError?.(error);
      return new Refusal(500, 'the notification could not be processed').reply;
    }
  }

  async #answer(incoming: Incoming): Promise<Reply> {
    if (!ReceiverCore.isAt(incoming.url)) throw new Refusal(404, 'there is nothing at this address');
    const isPost = /notifications\/?$/.test(incoming.url.pathname);
    const allowed = isPost ? 'POST' : 'GET';
    const isAllowed = incoming.method === allowed || (!isPost && incoming.method === 'HEAD');
    if (!isAllowed) throw new Refusal(405, `${allowed} is allowed here`, { Allow: allowed });
    // Nothing of a request is read before it is known whose it is.
    const claims = await this.#tokens.verify(incoming.header('authorization'));
    return isPost ? this.#receive(incoming, claims) : this.#offer(incoming, claims);
  }

  async #receive(incoming: Incoming, claims: Claims): Promise<Reply> {
    const { limit = LIMIT, onNotification } = this.options;
    checkType(incoming);
    const document = await incoming.document(limit);
    const notification = await readNotification(document, incoming.url.href);
    const { id } = notification;
    // Another sender cannot hide a notification by taking its id.
    const key = id === undefined ? undefined : `${claims.logistics_agent_uri} ${id}`;
    await this.#once.run(key, () => onNotification(notification, claims));
    return noContent;
  }

  async #offer({ url }: Incoming, claims: Claims): Promise<Reply> {
    const { offers = [] } = this.options;
    const topicType = url.searchParams.get('topicType') ?? '';
    const topic = url.searchParams.get('topic') ?? '';
    if (topicType === '' || topic === '') throw new Refusal(400, 'topicType and topic are needed');
    const asked = { topicType: localName(topicType), topic };
    const found = typeof offers === 'function' ? await offers(asked, claims) : offers;
    const matching = found.filter((offer) => offer.topicType === asked.topicType && offer.topic === topic);
    return jsonLd(200, matching.map(subscription));
  }
}

/** @throws Refusal 415 */
function checkType(incoming: Incoming): void {
  const [type = '', ...parameters] = (incoming.header('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = incoming.header('content-encoding') ?? 'identity';
  if (!['application/ld+json', 'application/json'].includes(type.trim()) || !isUtf8 || encoding !== 'identity')
    throw new Refusal(415, 'application/ld+json in UTF-8 without a content coding is needed', {
      Accept: 'application/ld+json',
    });
}

function subscription(offer: Offer): object {
  const { subscriber, topicType, topic, events, sendBody = false, notifyRequestStatusChange = false } = offer;
  return {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': api + topicType },
    'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': topic },
    'api:includeSubscriptionEventType': events.map((event) => ({ '@id': api + event })),
    'api:hasContentType': 'application/ld+json',
    'api:sendLogisticsObjectBody': sendBody,
    'api:notifyRequestStatusChange': notifyRequestStatusChange,
  };
}
