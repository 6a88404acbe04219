/** One attempt to deliver a notification (specification, Delivery model; D27 to D29). */
import type { Identity } from '../identity/module.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { contentType, type RepresentationFormat } from '../http/negotiation.js';
import { TokenRequestError } from '../identity/access-token-provider.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { graphOf } from '../rdf/graph.js';
import { node, type Quad } from '../rdf/terms.js';
import { serverBaseOf } from '../subscriptions/subscription.js';
import type { Outcome } from './delivery.js';
import type { OutboxEntry } from './outbox.js';

export class Sender {
  readonly #form: RepresentationFormat;

  constructor(
    private readonly services: ExchangeServices,
    private readonly identity: Pick<Identity, 'client' | 'ownToken'>,
  ) {
    const { version, jsonLd } = services.formDefaults;
    this.#form = { syntax: 'jsonld', version, jsonLd };
  }

  /** Sends an entry to its receiver's notifications address. */
  readonly attempt = async (entry: OutboxEntry, signal: AbortSignal): Promise<Outcome> => {
    const { client, ownToken } = this.identity;
    if (await this.#isRevoked(entry)) return { kind: 'obsolete' };
    const server = serverBaseOf(entry.receiver);
    if (server === undefined) return { kind: 'obsolete' };
    if (ownToken === undefined) return failed('this node has no credentials for calls to partners (IDP_TOKEN_URL)');
    try {
      const token = await ownToken.get();
      const { status } = await client.request({
        method: 'POST',
        url: `${server}/notifications`,
        headers: {
          'Content-Type': contentType(this.#form),
          Accept: contentType(this.#form),
          Authorization: `Bearer ${token}`,
        },
        body: await this.#body(entry),
        signal,
        ignoreBody: true,
      });
      if (status >= 200 && status < 300) return { kind: 'confirmed' };
      if (status === 401) ownToken.invalidate(token);
      return failed(`the receiver answered with status ${status}`);
    } catch (error) {
      if (error instanceof OutboundError || error instanceof TokenRequestError) return failed(error.message);
      if (signal.aborted) return failed('the node is stopping');
      throw error;
    }
  };

  /** Revoking a subscription also cancels its waiting notifications. */
  async #isRevoked({ subscription }: OutboxEntry): Promise<boolean> {
    if (subscription === undefined) return false;
    return (await this.services.requests.find(subscription))?.status !== 'REQUEST_ACCEPTED';
  }

  async #body({ id, receiver, object, bodyRevision, notification }: OutboxEntry): Promise<Buffer> {
    const { access, store, uris, representations, internalAgents } = this.services;
    const caller = { agent: receiver, internal: internalAgents.has(receiver) };
    const quads: Quad[] = [...notification];
    // Checked at delivery, not when the event was raised: access may have been revoked since (D29).
    if (
      object !== undefined &&
      bodyRevision !== undefined &&
      (await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))
    ) {
      quads.push(...(await store.read(uris.revision(object, bodyRevision))));
    }
    return representations.write({ root: node(id), data: graphOf(quads) }, this.#form);
  }
}

function failed(reason: string): Outcome {
  return { kind: 'failed', reason };
}
