/** One attempt to deliver a notification (specification, Delivery model; D27 to D29). */
import type { Identity } from '../../identity/module.js';
import type { ExchangeServices } from '../../logistics-objects/exchange-services.js';
import { type ApiVersion, hasFeature } from '../../api-versions.js';
import { contentType, type RepresentationFormat } from '../../http/representation/negotiation.js';
import { graphOf } from '../../rdf/graph.js';
import { node, type Quad } from '../../rdf/terms.js';
import { serverBaseOf } from '../../subscriptions/subscription.js';
import { addRevisions } from '../../logistics-objects/embedding.js';
import type { RdfResource } from '../../http/representation/representation.js';
import type { Draft, Outcome } from './delivery-options.js';
import { traceHeaders } from '../../tracing/request-trace.js';
import { contentFields } from '../../action-requests/action-request.js';
import { type ConditionEngine, extensionTerms, readStoredExtensions } from '../../subscriptions/extensions.js';
import type { OutboxEntry } from '../outbox-entry.js';
import { failed, outcomeOf, outcomeOfError } from './outcome.js';
import { ReceiverVersions } from './receiver-versions.js';

type SenderServices = Pick<
  ExchangeServices,
  | 'store'
  | 'requests'
  | 'access'
  | 'revisions'
  | 'representations'
  | 'formDefaults'
  | 'uris'
  | 'vocabulary'
  | 'internalAgents'
  | 'clock'
  | 'ids'
>;

export class Sender {
  readonly #versions: ReceiverVersions;

  constructor(
    private readonly services: SenderServices,
    private readonly identity: Pick<Identity, 'client' | 'ownToken'>,
    private readonly conditions: Pick<ConditionEngine, 'holds'>,
  ) {
    this.#versions = new ReceiverVersions(services, identity);
  }

  /** Sends an entry to its receiver's notifications address. */
  readonly attempt = async (entry: OutboxEntry, signal: AbortSignal): Promise<Outcome> => {
    const { client, ownToken } = this.identity;
    if (await this.#isRevoked(entry)) return { kind: 'obsolete' };
    const server = serverBaseOf(entry.receiver);
    if (server === undefined) return { kind: 'obsolete' };
    if (ownToken === undefined) return failed('this node has no credentials for calls to partners (IDP_TOKEN_URL)');
    let version: ApiVersion | undefined;
    try {
      version = await this.#versions.choose(entry, signal);
      if (version === undefined) return { kind: 'obsolete' };
      const condition = await this.#condition(entry, signal);
      if (condition !== 'met') return { kind: condition };
      const form = this.#form(version);
      const token = await ownToken.get();
      const { status } = await client.request({
        method: 'POST',
        url: `${server}/notifications`,
        headers: {
          'Content-Type': contentType(form),
          Accept: contentType(form),
          Authorization: `Bearer ${token}`,
          ...(entry.trace && traceHeaders(entry.trace, this.services.ids)),
        },
        body: await this.services.representations.write(await this.#content(entry, version), form),
        signal,
        ignoreBody: true,
      });
      if (status === 401) ownToken.invalidate(token);
      if (status === 406 || status === 415) await this.#versions.rejected(entry.receiver, version, signal);
      return outcomeOf(status, 'receiver', version);
    } catch (error) {
      return outcomeOfError(error, signal, version);
    }
  };

  /**
   * The body that an attempt would send now, without a call to the receiver's server for its version; undefined if the
   * entry would not be sent. The condition of a subscription is not evaluated.
   */
  async draft(entry: OutboxEntry): Promise<Draft | undefined> {
    if ((await this.#isRevoked(entry)) || serverBaseOf(entry.receiver) === undefined) return undefined;
    const version = await this.#versions.expected(entry);
    if (version === undefined) return undefined;
    const content = await this.#content(entry, version);
    return { version, body: await this.services.representations.write(content, this.#form(version)) };
  }

  #form(version: ApiVersion): RepresentationFormat {
    return { syntax: 'jsonld', version, jsonLd: this.services.formDefaults.jsonLd };
  }

  /** Revoking a subscription also cancels its waiting notifications. */
  async #isRevoked({ subscription }: OutboxEntry): Promise<boolean> {
    if (subscription === undefined) return false;
    return (await this.services.requests.find(subscription))?.status !== 'REQUEST_ACCEPTED';
  }

  /**
   * Whether the object's revision fulfils the condition of the subscription (D66). Without access to the object it is not
   * judged, and nothing is sent: a condition must not disclose data that its author may not read.
   */
  async #condition(
    { subscription, object, receiver, revision }: OutboxEntry,
    signal: AbortSignal,
  ): Promise<'met' | 'filtered' | 'obsolete'> {
    const { requests, access, revisions, uris, vocabulary, internalAgents } = this.services;
    if (subscription === undefined || object === undefined) return 'met';
    const request = await requests.find(subscription);
    if (request === undefined) return 'met';
    const { condition } = readStoredExtensions(contentFields(request, vocabulary), extensionTerms(uris), vocabulary);
    if (condition === undefined) return 'met';
    const caller = { agent: receiver, internal: internalAgents.has(receiver) };
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))) return 'obsolete';
    const number = revision ?? (await revisions.head(object))?.latestRevision;
    if (number === undefined) return 'met';
    return (await this.conditions.holds(condition, object, uris.revision(object, number), signal)) ? 'met' : 'filtered';
  }

  async #content(
    { id, receiver, object, bodyRevision, notification }: OutboxEntry,
    version: ApiVersion,
  ): Promise<RdfResource> {
    const { access, store, uris, vocabulary, revisions, internalAgents } = this.services;
    const caller = { agent: receiver, internal: internalAgents.has(receiver) };
    const quads: Quad[] = [...notification];
    // Checked at delivery, not at the event: access may have been revoked since (D29).
    if (
      object !== undefined &&
      bodyRevision !== undefined &&
      (await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))
    ) {
      const body = await store.read(uris.revision(object, bodyRevision));
      const head = await revisions.head(object);
      const isNumbered = head !== undefined && hasFeature(version, 'revisionsInBody');
      quads.push(...(isNumbered ? addRevisions(body, [{ head, number: bodyRevision }], vocabulary) : body));
    }
    return { root: node(id), data: graphOf(quads) };
  }
}
